#pragma once
#include <QObject>
#include <vector>

#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// The one selection of the window, in the order things were picked. The last one is the active
/// one.
class Selection : public QObject {
  Q_OBJECT
 public:
  enum class Change { Replace, Add, Toggle, Remove };

  const std::vector<ObjectId>& items() const { return m_items; }
  bool contains(const ObjectId& id) const;
  const ObjectId* active() const { return m_items.empty() ? nullptr : &m_items.back(); }

  void select(const std::vector<ObjectId>& items, Change change = Change::Replace);
  void clear();
  void rename(Section section, const std::string& from, const std::string& to);

 signals:
  void changed();

 private:
  std::vector<ObjectId> m_items;
};

}  // namespace sinew::ui
