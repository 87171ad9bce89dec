#include "ui/panels/KeyDrag.h"

#include <QCoreApplication>

#include "ui/document/Keys.h"

namespace sinew::ui {

KeyDrag::KeyDrag(Document& document, const std::vector<std::string>& objects, double time)
    : m_document(document), m_from(time), m_to(time) {
  for (const std::string& object : objects) {
    const ParamValues* values = document.valuesOf(object);
    if (values == nullptr) continue;
    for (const auto& [key, value] : values->entries())
      if (hasKeyAt(value, time, kSameTime)) m_keyed.push_back({object, key, value});
  }
  document.beginGesture(QCoreApplication::translate("KeyDrag", "Move keys"));
}

Result<void> KeyDrag::moveTo(double time) {
  if (time == m_to) return {};
  std::vector<SceneEdit> edits;
  for (const Keyed& keyed : m_keyed)
    edits.emplace_back(SetParam{keyed.object, keyed.key, withKeyMoved(keyed.value, m_from, time)});
  auto done = m_document.apply(edits, {});
  if (done) m_to = time;
  return done;
}

void KeyDrag::finish() {
  if (m_to == m_from) return cancel();
  m_document.endGesture();
}

void KeyDrag::cancel() {
  m_document.cancelGesture();
}

}  // namespace sinew::ui
