#include "ui/panels/KeyDrag.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/document/Keys.h"

namespace sinew::ui {

std::vector<KeyAt> keysAt(const Document& document, const std::vector<std::string>& objects,
                          double time) {
  std::vector<KeyAt> keys;
  for (const std::string& object : objects) {
    const ParamValues* values = document.valuesOf(object);
    if (values == nullptr) continue;
    for (const auto& [key, value] : values->entries())
      if (hasKeyAt(value, time, kSameTime)) keys.push_back({object, key, time});
  }
  return keys;
}

KeyDrag::KeyDrag(Document& document, const std::vector<KeyAt>& keys) : m_document(document) {
  for (const KeyAt& at : keys) {
    const ParamValues* values = document.valuesOf(at.object);
    const Value* value = values == nullptr ? nullptr : values->find(at.key);
    if (value == nullptr || !hasKeyAt(*value, at.time, kSameTime)) continue;
    auto keyed = std::find_if(m_keyed.begin(), m_keyed.end(), [&](const Keyed& other) {
      return other.object == at.object && other.key == at.key;
    });
    if (keyed == m_keyed.end())
      keyed = m_keyed.insert(m_keyed.end(), {at.object, at.key, *value, {}});
    keyed->times.push_back(at.time);
    m_first =
        m_keyed.size() == 1 && keyed->times.size() == 1 ? at.time : std::min(m_first, at.time);
  }
  document.beginGesture(QCoreApplication::translate("KeyDrag", "Move keys"));
}

Result<void> KeyDrag::moveBy(double by) {
  by = std::max(by, -m_first);
  if (by == m_by) return {};
  std::vector<SceneEdit> edits;
  for (const Keyed& keyed : m_keyed)
    edits.emplace_back(
        SetParam{keyed.object, keyed.key, withKeysMoved(keyed.value, keyed.times, by)});
  auto done = m_document.apply(edits, {});
  if (done) m_by = by;
  return done;
}

void KeyDrag::finish() {
  if (m_by == 0) return cancel();
  m_document.endGesture();
}

void KeyDrag::cancel() {
  m_document.cancelGesture();
}

}  // namespace sinew::ui
