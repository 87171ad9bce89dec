#include "ui/document/Selection.h"

#include <algorithm>

namespace sinew::ui {

bool Selection::contains(const ObjectId& id) const {
  return std::find(m_items.begin(), m_items.end(), id) != m_items.end();
}

void Selection::select(const std::vector<ObjectId>& items, Change change) {
  const std::vector<ObjectId> before = m_items;
  if (change == Change::Replace) m_items.clear();
  for (const ObjectId& id : items) {
    const auto found = std::find(m_items.begin(), m_items.end(), id);
    const bool had = found != m_items.end();
    if (had) m_items.erase(found);
    const bool wanted = change != Change::Remove && !(change == Change::Toggle && had);
    if (wanted) m_items.push_back(id);
  }
  if (m_items != before) emit changed();
}

void Selection::clear() {
  select({}, Change::Replace);
}

void Selection::rename(Section section, const std::string& from, const std::string& to) {
  const auto found = std::find(m_items.begin(), m_items.end(), ObjectId{section, from});
  if (found == m_items.end()) return;
  found->name = to;
  emit changed();
}

}  // namespace sinew::ui
