#include "render/HeadlessContext.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "render/DriverFaults.h"
#include "render/Gl.h"

using namespace sinew;

TEST(HeadlessContext, ComesUpWithoutADisplay) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  const auto context = HeadlessContext::create();
  ASSERT_TRUE(context) << context.error().message;
  GLint major = 0, minor = 0, profile = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_GE(10 * major + minor, 41);
  EXPECT_TRUE((profile & GL_CONTEXT_CORE_PROFILE_BIT) != 0);
  EXPECT_NE((*context)->description().find("OpenGL"), std::string::npos);
}

TEST(HeadlessContext, DrawsWithoutThreadsWhereTheProcessorDraws) {
  const char* asked = getenv("LP_NUM_THREADS");
  const std::string before = asked ? asked : "";
  unsetenv("LP_NUM_THREADS");
  avoidDriverFaults();
  EXPECT_STREQ(getenv("LP_NUM_THREADS"), "0");
  setenv("LP_NUM_THREADS", "3", 1);
  avoidDriverFaults();
  EXPECT_STREQ(getenv("LP_NUM_THREADS"), "3") << "who sets it knows why";
  setenv("LP_NUM_THREADS", before.c_str(), 1);
}

TEST(HeadlessContext, TwoLiveSideBySide) {
  auto first = HeadlessContext::create();
  ASSERT_TRUE(first);
  {
    const auto second = HeadlessContext::create();
    ASSERT_TRUE(second);
  }
  ASSERT_TRUE((*first)->makeCurrent());
  EXPECT_NE(glGetString(GL_VERSION), nullptr);
}
