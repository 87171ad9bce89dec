#pragma once
#include <span>
#include <string_view>

namespace sinew {

/// One file of assets/shaders, by its name without ending.
struct ShaderText {
  std::string_view name, text;
};

/// Every shader file, put into the program when it was built.
std::span<const ShaderText> shaderTexts();

}  // namespace sinew
