#pragma once
#include <QString>
#include <array>
#include <functional>
#include <optional>

#include "core/base/Result.h"

namespace sinew::ui {

/// A number with its dimension: powers of metre, kilogram, second and radian.
struct Quantity {
  double value = 0;  ///< in SI
  std::array<int, 4> powers{};
  bool unitWritten = false;   ///< the text named a unit
  bool angleWritten = false;  ///< the text named pi or tau, which without a unit means radians
};

/// Works out what a person wrote: "0.5", "5 cm", "30deg", "2*pi/3", "3 kg/m^3", "(1+2)/4 s".
/// Decimal comma and point are the same. The error says what could not be read.
Result<Quantity> readQuantity(const QString& text);

/// How values of an SI unit are shown: angles in degrees, everything else as it is.
struct ShownUnit {
  QString symbol;    ///< "m", "°", "°/s"; may be empty
  double perSi = 1;  ///< shown = SI × perSi
};
ShownUnit shownUnit(const std::string& unit);

/// The value in SI units `unit` of what was typed into a field that shows shownUnit(unit). A bare
/// number is in the shown unit.
Result<double> readNumber(const QString& text, const std::string& unit);

enum class Digits { Short, All };
/// Short: at most six significant digits; All: as many as it takes to read back the same number.
QString numberText(double shown, Digits digits);
/// With the unit, as shown in fields and messages: "30°", "0.05 m".
QString quantityText(double si, const std::string& unit, Digits digits = Digits::Short);
/// The same in as few characters as `fits` asks for: digits are given up first, then the unit.
QString quantityText(double si, const std::string& unit,
                     const std::function<bool(const QString&)>& fits);

/// A length that may be tiny, to three digits in the unit that makes it easy to read: "0.92 µm".
QString lengthText(double metres);

}  // namespace sinew::ui
