#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/base/Result.h"
#include "render/Gl.h"

namespace sinew {

/// Which files of assets/shaders make up a program. Each stage is its files one after the other.
struct ProgramRecipe {
  std::string name;  ///< for messages
  std::initializer_list<std::string_view> vertex, fragment;
  std::string defines;  ///< lines "#define KEY value\n" put before both stages
};

/// A linked shader program.
class GlProgram {
 public:
  GlProgram() = default;
  static Result<GlProgram> build(const ProgramRecipe& recipe);
  GlProgram(GlProgram&& other) noexcept;
  GlProgram& operator=(GlProgram&& other) noexcept;
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;
  ~GlProgram();

  void use() const { glUseProgram(m_name); }
  /// Says which unit a sampler reads; no effect when the program does not use it.
  void setSampler(const char* sampler, int unit) const;
  /// Says which binding point a uniform block reads; no effect when not used.
  void setBlock(const char* block, int binding) const;
  GLint location(const char* uniform) const { return glGetUniformLocation(m_name, uniform); }

 private:
  GLuint m_name = 0;
};

}  // namespace sinew
