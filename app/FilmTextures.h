#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "render/TextureShelf.h"

namespace sinew {

/// The pictures on the materials of what the command line draws or checks.
class FilmTextures {
 public:
  /// Of a scene, or of a clip, that lies in `folder`.
  explicit FilmTextures(const std::filesystem::path& folder);

  /// Puts them on. A sentence on each that is missing, the first time.
  std::vector<std::string> dress(FrameLook& look);

 private:
  std::vector<std::filesystem::path> m_folders;
  TextureShelf m_shelf;
};

}  // namespace sinew
