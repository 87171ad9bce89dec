#pragma once
#include <cstdint>
#include <memory>

#include "core/simulation/StepRemark.h"

namespace sinew {

/// A scene as it was taken up by a live run.
struct Edition {
  Scene scene;                         ///< with all that only a picture feels
  std::shared_ptr<const World> world;  ///< of it; shared by editions that differ in look only
  std::uint64_t revision = 0;          ///< of the document
  std::uint64_t course = 0;            ///< courseHash of the scene
  std::size_t number = 0;              ///< counts the worlds of a run
  std::optional<StepRemark> remark;    ///< on the world
};

}  // namespace sinew
