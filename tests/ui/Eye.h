#pragma once
#include <QRect>
#include <QString>
#include <optional>

namespace sinew::test {

/// What a person, or a screen reader, finds in the program's windows: things that can be seen, by
/// their accessible names.
struct Sight {
  QRect place;    ///< on Qt's screen
  QRect room;     ///< of what scrolls, in which it lies; nothing if it does not
  QString value;  ///< what it holds: a text, a number, the choice of a list
  QString told;   ///< what is said of it besides
  bool checked = false, enabled = true, focused = false;
  bool label = false;  ///< nothing but a text
  QPoint centre() const { return place.center(); }
};

/// The thing of that name that can be seen now.
std::optional<Sight> find(const QString& name);

/// Waits for it; the test fails, with the names that are there, when it does not come.
Sight look(const QString& name);

/// Whether it is, or comes to be, as wanted.
bool gone(const QString& name);

/// Every name in sight, a line each: what to say when one is missing.
QString namesInSight();

}  // namespace sinew::test
