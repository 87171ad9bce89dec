#include "ui/fields/TypedAmount.h"

#include "ui/fields/Quantity.h"

namespace sinew::ui {

bool TypedAmount::take(const QString& text) {
  if (text.isEmpty() || !text.front().isPrint()) return false;
  const bool begins = text.front().isDigit() || QString("+-.,(").contains(text.front());
  if (m_text.isEmpty() && !begins) return false;
  m_text += text;
  return true;
}

bool TypedAmount::takeBack() {
  if (m_text.isEmpty()) return false;
  m_text.chop(1);
  return true;
}

Result<double> TypedAmount::in(const std::string& unit) const {
  return readNumber(m_text, unit);
}

}  // namespace sinew::ui
