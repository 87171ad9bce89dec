#include "app/FilmTextures.h"

#include <fmt/format.h>

#include "app/Assets.h"
#include "core/scene/Fault.h"

namespace sinew {

FilmTextures::FilmTextures(const std::filesystem::path& folder)
    : m_folders{folder.empty() ? std::filesystem::path(".") : folder, assetFolder()} {}

std::vector<std::string> FilmTextures::dress(FrameLook& look) {
  m_shelf.dress(look, m_folders, TextureShelf::Reading::AtOnce);
  std::vector<std::string> sentences;
  for (const TextureShelf::Remark& remark : m_shelf.takeRemarks()) {
    sentences.push_back(
        fmt::format("the texture {} cannot be shown, its material keeps its plain colour: {}",
                    quotedText(remark.texture), remark.why));
  }
  return sentences;
}

}  // namespace sinew
