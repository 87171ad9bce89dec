#include "ui/document/Switching.h"

#include <algorithm>

#include "ui/document/ActingConstraint.h"
#include "ui/document/Keys.h"

namespace sinew::ui {

Switching switchingAt(const Document& document, double time) {
  std::vector<ActingConstraint> chosen;
  for (const ObjectId& id : document.selection().items())
    if (auto one = ActingConstraint::of(document, id)) chosen.push_back(*std::move(one));
  Switching result;
  result.on =
      std::ranges::none_of(chosen, [&](const ActingConstraint& one) { return one.isOn(time); });
  for (const ActingConstraint& one : chosen) {
    result.names.push_back(one.id.name);
    result.edits.push_back(one.turned(
        withEdit(one.activation, Value(result.on), *one.spec, time, document.autoKey())));
  }
  return result;
}

}  // namespace sinew::ui
