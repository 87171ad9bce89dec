#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ui/document/Addition.h"
#include "ui/document/Document.h"

namespace sinew::test {

/// A thing of some kind among what it needs.
struct Subject {
  std::string label;
  Scene scene;
  ui::ObjectId thing;
};

/// Parts that anything can hold on to: `part` and what is called so elsewhere in tests.
Scene stage();

/// Whatever can be added, of all sections.
std::vector<ui::Addable> everything();

/// A thing of that kind, tied to parts of the stage that can hold it; nothing if none can.
std::optional<Subject> subjectOf(const ui::Addable& addable, const Scene& among = stage());

/// After something was done to `before`: undone, it is as before; done again, as now. Leaves the
/// scene as it was before.
void expectUndone(ui::Document& document, const Scene& before, const std::string& what,
                  int steps = 1);

}  // namespace sinew::test
