#pragma once
#include "tests/arch/SourceTree.h"

namespace sinew::arch {

/// Includes of our own files that go up or sideways where the layers only allow down.
Violations findLayerViolations(const SourceTree& tree);

/// Includes of libraries where a layer must do without them: Qt below ui, OpenGL in core, ...
Violations findLibraryViolations(const SourceTree& tree);

/// Own includes that are not written from the root, and headers without #pragma once.
Violations findFormViolations(const SourceTree& tree);

}  // namespace sinew::arch
