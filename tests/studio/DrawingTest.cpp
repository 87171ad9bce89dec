#include "ui/document/Drawing.h"

#include <gtest/gtest.h>

#include <QString>
#include <cmath>

#include "core/scene/SceneTrial.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"
#include "ui/document/StartPose.h"

namespace sinew::ui {
namespace {

const std::vector<DrawnPlace> kCorner = {{Vec3(1, 2, 3), false, {}},
                                         {Vec3(1, 2, 3.5), false, {}},
                                         {Vec3(1, 2, 3.5), false, {}},
                                         {Vec3(1.4, 2.2, 3.5), false, {}}};

class Draw : public ::testing::Test {
 protected:
  Document m_document{test::builtins()};
};

TEST_F(Draw, EveryDrawableKindRunsThroughItsPlacesAndOneUndoTakesItAway) {
  const auto drawables = drawablesOf(test::builtins());
  ASSERT_FALSE(drawables.empty());
  for (const Addable& drawable : drawables) {
    const auto edits = drawing(m_document.scene(), test::builtins(), drawable, kCorner);
    ASSERT_TRUE(m_document.apply(edits, "Draw")) << drawable.label;
    EXPECT_TRUE(tryMaking(m_document.scene(), test::builtins(), {}).empty()) << drawable.label;
    const auto part = makePart(test::builtins(), m_document.scene().parts().front());
    ASSERT_TRUE(part) << drawable.label;
    const Room room = roomOf(*part);
    const double slack = 0.05 + 3 * skinOf(test::builtins(), drawable);  // smooth ones swing out
    EXPECT_LT((room.low - Vec3(1, 2, 3)).cwiseAbs().maxCoeff(), slack) << drawable.label;
    EXPECT_LT((room.high - Vec3(1.4, 2.2, 3.5)).cwiseAbs().maxCoeff(), slack) << drawable.label;
    m_document.undoStack().undo();
    EXPECT_TRUE(m_document.scene().parts().empty()) << drawable.label;
  }
}

TEST_F(Draw, ItsEndsAreTiedToWhatIsThereOrHeldInSpace) {
  const AddEntity ball{Section::Parts, 0, {"ball", "particle", {}}};
  ASSERT_TRUE(m_document.apply(ball, "Add"));
  std::vector<DrawnPlace> places = kCorner;
  places.front().held = places.back().held = true;
  places.back().tie = MaterialPoint{"ball", {}};
  const Addable rope = drawablesOf(test::builtins()).back();
  ASSERT_EQ(rope.kind, "rope");
  const auto edits = drawing(m_document.scene(), test::builtins(), rope, places);
  ASSERT_TRUE(m_document.apply(edits, "Draw"));
  ASSERT_EQ(m_document.scene().constraints().size(), 2u);
  const Entity& held = m_document.scene().constraints().front();
  EXPECT_EQ(held.kind, "position");
  const Vec3 target = std::get<Vec3>(held.values.find("target")->content);
  EXPECT_LT((target - places.front().at).norm(), 1e-3);
  const Entity& tie = m_document.scene().constraints().back();
  EXPECT_EQ(tie.kind, "point_to_point");
  const auto& own = std::get<MaterialPoint>(tie.values.find("a")->content);
  EXPECT_EQ(own.part, "rope");
  ASSERT_EQ(own.at.size(), 1u);
  EXPECT_NEAR(own.at[0], 1, 1e-3) << "its end, where it was drawn to";
  m_document.undoStack().undo();
  EXPECT_EQ(m_document.scene().parts().size(), 1u);
  EXPECT_TRUE(m_document.scene().constraints().empty());
}

TEST_F(Draw, BothEndsOfALoopAreTiedWhereTheyMeet) {
  std::vector<DrawnPlace> loop = kCorner;
  loop.push_back(loop.front());
  loop.front().held = loop.back().held = true;
  const Addable rope = drawablesOf(test::builtins()).back();
  ASSERT_TRUE(m_document.apply(drawing(m_document.scene(), test::builtins(), rope, loop), "Draw"));
  ASSERT_EQ(m_document.scene().constraints().size(), 2u);
  const auto endOf = [](const Entity& tie) {
    return std::get<MaterialPoint>(tie.values.find("point")->content).at.front();
  };
  EXPECT_NEAR(endOf(m_document.scene().constraints().front()), 0, 1e-3);
  EXPECT_NEAR(endOf(m_document.scene().constraints().back()), 1, 1e-3);
}

TEST(Stroke, KeepsCornersAndLeavesOutWhatIsStraight) {
  std::vector<Vec3> line;
  for (int i = 0; i <= 20; ++i) line.emplace_back(0.05 * i, 0, 0);
  for (int i = 1; i <= 20; ++i) line.emplace_back(1, 0.05 * i, 0);
  const std::vector<Vec3> kept = simplified(line, 0.01);
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[0], line.front());
  EXPECT_EQ(kept[1], Vec3(1, 0, 0));
  EXPECT_EQ(kept[2], line.back());
}

TEST(Stroke, StaysWithinTheToleranceOfACurve) {
  std::vector<Vec3> line;
  for (int i = 0; i <= 200; ++i) line.emplace_back(0.01 * i, std::sin(0.03 * i), 0);
  const std::vector<Vec3> kept = simplified(line, 0.02);
  EXPECT_LT(kept.size(), 20u);
  std::size_t k = 0;
  for (const Vec3& place : line) {
    while (k + 2 < kept.size() && place.x() > kept[k + 1].x()) ++k;
    const Vec3 along = (kept[k + 1] - kept[k]).normalized();
    EXPECT_LE((place - kept[k]).cross(along).norm(), 0.02 + 1e-12);
  }
}

}  // namespace
}  // namespace sinew::ui
