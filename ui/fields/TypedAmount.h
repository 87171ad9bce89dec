#pragma once
#include <QString>
#include <string>

#include "core/base/Result.h"

namespace sinew::ui {

/// A number that is typed, key by key, while something is dragged.
class TypedAmount {
 public:
  /// What a key wrote; true: it belongs to the number. The first must be able to begin one.
  bool take(const QString& text);
  bool takeBack();  ///< the last sign; false: there is none
  bool empty() const { return m_text.isEmpty(); }
  const QString& text() const { return m_text; }
  /// In SI units `unit`, as if it were typed into a field; the error says what cannot be read.
  Result<double> in(const std::string& unit) const;

 private:
  QString m_text;
};

}  // namespace sinew::ui
