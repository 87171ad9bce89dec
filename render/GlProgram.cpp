#include "render/GlProgram.h"

#include <fmt/format.h>

#include <utility>

#include "render/ShaderTexts.h"

namespace sinew {
namespace {

std::string_view textOf(std::string_view name) {
  for (const ShaderText& shader : shaderTexts()) {
    if (shader.name == name) return shader.text;
  }
  return {};
}

/// #line numbers each file, so that the driver's messages say which one they mean.
std::string assemble(const ProgramRecipe& recipe, std::initializer_list<std::string_view> files) {
  std::string source = "#version 410 core\n" + recipe.defines;
  int number = 0;
  for (const std::string_view file : files) {
    source += fmt::format("#line 1 {}\n", number++);
    source += textOf(file);
  }
  return source;
}

std::string shaderLog(GLuint shader) {
  GLint length = 0;
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  glGetShaderInfoLog(shader, length, nullptr, log.data());
  return log;
}

Result<GLuint> compile(GLenum stage, const std::string& name, const std::string& source) {
  const GLuint shader = glCreateShader(stage);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good == GL_TRUE) return shader;
  Unexpected<Error> failure =
      fail(ErrorCode::Io,
           fmt::format("The graphics driver refuses the {} shader of '{}': {}",
                       stage == GL_VERTEX_SHADER ? "vertex" : "fragment", name, shaderLog(shader)));
  glDeleteShader(shader);
  return failure;
}

std::string programLog(GLuint program) {
  GLint length = 0;
  glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  glGetProgramInfoLog(program, length, nullptr, log.data());
  return log;
}

}  // namespace

Result<GlProgram> GlProgram::build(const ProgramRecipe& recipe) {
  const Result<GLuint> vertex =
      compile(GL_VERTEX_SHADER, recipe.name, assemble(recipe, recipe.vertex));
  if (!vertex) return Unexpected{vertex.error()};
  const Result<GLuint> fragment =
      compile(GL_FRAGMENT_SHADER, recipe.name, assemble(recipe, recipe.fragment));
  if (!fragment) {
    glDeleteShader(*vertex);
    return Unexpected{fragment.error()};
  }
  GlProgram program;
  program.m_name = glCreateProgram();
  for (const GLuint shader : {*vertex, *fragment}) {
    glAttachShader(program.m_name, shader);
    glDeleteShader(shader);
  }
  glLinkProgram(program.m_name);
  GLint good = GL_FALSE;
  glGetProgramiv(program.m_name, GL_LINK_STATUS, &good);
  if (good == GL_TRUE) return program;
  return fail(ErrorCode::Io, fmt::format("The graphics driver cannot link the shader '{}': {}",
                                         recipe.name, programLog(program.m_name)));
}

GlProgram::GlProgram(GlProgram&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}

GlProgram& GlProgram::operator=(GlProgram&& other) noexcept {
  std::swap(m_name, other.m_name);
  return *this;
}

GlProgram::~GlProgram() {
  if (m_name != 0) glDeleteProgram(m_name);
}

void GlProgram::setSampler(const char* sampler, int unit) const {
  glUseProgram(m_name);
  glUniform1i(glGetUniformLocation(m_name, sampler), unit);
}

void GlProgram::setBlock(const char* block, int binding) const {
  const GLuint index = glGetUniformBlockIndex(m_name, block);
  if (index != GL_INVALID_INDEX) {
    glUniformBlockBinding(m_name, index, static_cast<GLuint>(binding));
  }
}

}  // namespace sinew
