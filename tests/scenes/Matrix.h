#pragma once
// Scenes that people make first: each demo as it is, each library entry on a floor, and any two of
// them on top of each other, with nothing else set. Generated, so that new entries come along.
#include <string>
#include <vector>

#include "core/scene/Scene.h"

namespace sinew::test {

/// One scene of the matrix.
struct MatrixEntry {
  std::string name;   ///< letters, digits and _ only; also names its test
  std::string demo;   ///< file in assets/scenes, without its ending, or ""
  std::string below;  ///< else a file in assets/library, which stands on the floor,
  std::string above;  ///< and one that is dropped onto it, or ""
  bool operator==(const MatrixEntry&) const = default;
};

/// All of them: demos, entries alone, pairs, each by name. Of two entries the one that cannot fall
/// is below; else the first by name.
const std::vector<MatrixEntry>& matrixEntries();

/// The scene of one, with default settings unless it is a demo.
Scene matrixScene(const MatrixEntry& entry);

}  // namespace sinew::test
