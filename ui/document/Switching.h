#pragma once
#include "ui/document/Document.h"

namespace sinew::ui {

/// What turns the selected constraints off, or on again where none of them acts. A keyed one, or
/// with auto-key any, gets a key.
struct Switching {
  std::vector<std::string> names;  ///< of the constraints; none: none is selected
  bool on = false;                 ///< from now on
  std::vector<SceneEdit> edits;
};
/// At an instant [s].
Switching switchingAt(const Document& document, double time);

}  // namespace sinew::ui
