#pragma once
#include <span>
#include <string>
#include <vector>

#include "ui/document/Document.h"

namespace sinew::ui {

/// From an instant on, what keys lead is left to the simulation, or what is simulated is led by
/// keys again, from wherever it is by then.
struct HandOver {
  std::vector<std::string> names;  ///< of the constraints that lead; none: there are none
  bool led = false;                ///< from now on
  std::vector<SceneEdit> edits;
};

/// Of the selected constraints, else of those that tie the selected parts to space or to what goes
/// as keyed: those that act at that time [s] let go with a key; if none acts, those that let go
/// last take hold with one. Those that can hold a part wherever it is do so, others draw it back to
/// where their keys say. `configuration` of what is shown (Snapshot).
HandOver handOverAt(const Document& document, std::span<const double> configuration, double time);

}  // namespace sinew::ui
