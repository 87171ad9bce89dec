#include "ui/fields/Quantity.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace sinew::ui {
namespace {

using std::numbers::pi;

struct UnitName {
  const char* name;
  Quantity size;
};

QString tr(const char* text) {
  return QCoreApplication::translate("Quantity", text);
}

const Quantity* findUnit(const QString& name) {
  static const UnitName units[] = {
      {"m", {1, {1, 0, 0, 0}}},          {"mm", {1e-3, {1, 0, 0, 0}}},
      {"cm", {1e-2, {1, 0, 0, 0}}},      {"km", {1e3, {1, 0, 0, 0}}},
      {"in", {0.0254, {1, 0, 0, 0}}},    {"kg", {1, {0, 1, 0, 0}}},
      {"g", {1e-3, {0, 1, 0, 0}}},       {"t", {1e3, {0, 1, 0, 0}}},
      {"s", {1, {0, 0, 1, 0}}},          {"ms", {1e-3, {0, 0, 1, 0}}},
      {"min", {60, {0, 0, 1, 0}}},       {"h", {3600, {0, 0, 1, 0}}},
      {"Hz", {1, {0, 0, -1, 0}}},        {"rad", {1, {0, 0, 0, 1}}},
      {"deg", {pi / 180, {0, 0, 0, 1}}}, {"°", {pi / 180, {0, 0, 0, 1}}},
      {"N", {1, {1, 1, -2, 0}}},         {"mN", {1e-3, {1, 1, -2, 0}}},
      {"kN", {1e3, {1, 1, -2, 0}}},      {"J", {1, {2, 1, -2, 0}}},
      {"mJ", {1e-3, {2, 1, -2, 0}}},     {"kJ", {1e3, {2, 1, -2, 0}}},
      {"W", {1, {2, 1, -3, 0}}},         {"Pa", {1, {-1, 1, -2, 0}}},
      {"kPa", {1e3, {-1, 1, -2, 0}}},    {"MPa", {1e6, {-1, 1, -2, 0}}},
      {"GPa", {1e9, {-1, 1, -2, 0}}},    {"%", {0.01, {0, 0, 0, 0}}},
      {"EV", {1, {0, 0, 0, 0}}},
  };
  for (const UnitName& unit : units)
    if (name == QString::fromUtf8(unit.name)) return &unit.size;
  return nullptr;
}

/// Reads sums of products of powers; a unit is a factor like any other, and factors may stand side
/// by side, so that "3 N s/m" needs no grammar of its own.
class Reader {
 public:
  explicit Reader(const QString& text) : m_text(text) {}

  Result<Quantity> read() {
    Quantity sum = readSum();
    skipSpace();
    if (m_error.isEmpty() && m_at < m_text.size()) refuseHere();
    if (m_error.isEmpty() && !std::isfinite(sum.value)) m_error = tr("That is no finite number.");
    if (!m_error.isEmpty()) return fail(ErrorCode::Usage, m_error.toStdString());
    return sum;
  }

 private:
  static constexpr int kMostNested = 50;

  Quantity readSum() {
    Quantity sum = readProduct();
    while (m_error.isEmpty()) {
      const bool minus = !take('+');
      if (minus && !take('-')) break;
      const Quantity term = readProduct();
      if (m_error.isEmpty() && term.powers != sum.powers)
        m_error = tr("Different units cannot be added.");
      sum.value += minus ? -term.value : term.value;
      note(sum, term);
    }
    return sum;
  }

  Quantity readProduct() {
    Quantity product = readPower();
    while (m_error.isEmpty()) {
      const int sign = takeJoint();
      if (sign == 0) break;
      combine(product, readPower(), sign);
    }
    return product;
  }

  /// What joins two factors: -1 a division, 1 a multiplication, written or not, 0 nothing.
  int takeJoint() {
    if (take('/')) return -1;
    return take('*') || take(QChar(0x00B7)) || startsFactor() ? 1 : 0;
  }

  Quantity readPower() {
    if (take('-')) return negated(readPower());
    if (take('+')) return readPower();
    Quantity base = readPrimary();
    if (take('^')) return raised(base, readPower());
    const int small = takeSmallPower();
    return small == 1 ? base : raised(base, {double(small), {}});
  }

  Quantity readPrimary() {
    skipSpace();
    if (take('(')) {
      if (++m_nested > kMostNested) return refused(tr("Too many brackets."));
      Quantity inside = readSum();
      if (m_error.isEmpty() && !take(')')) return refused(tr("A bracket is not closed."));
      --m_nested;
      return inside;
    }
    if (m_at < m_text.size() && (m_text[m_at].isDigit() || isPoint(m_text[m_at])))
      return readDigits();
    return readName();
  }

  Quantity readDigits() {
    const qsizetype from = m_at;
    while (m_at < m_text.size() && (m_text[m_at].isDigit() || isPoint(m_text[m_at]))) ++m_at;
    if (m_at < m_text.size() && m_text[m_at].toLower() == 'e') {
      qsizetype exponent = m_at + 1;
      if (exponent < m_text.size() && (m_text[exponent] == '-' || m_text[exponent] == '+'))
        ++exponent;
      if (exponent < m_text.size() && m_text[exponent].isDigit()) {
        m_at = exponent;
        while (m_at < m_text.size() && m_text[m_at].isDigit()) ++m_at;
      }
    }
    bool legal = false;
    QString digits = m_text.mid(from, m_at - from).replace(',', '.');
    const double value = QLocale::c().toDouble(digits, &legal);
    if (!legal) return refused(tr("“%1” is no number.").arg(digits));
    return {value, {}};
  }

  Quantity readName() {
    const qsizetype from = m_at;
    while (m_at < m_text.size() && isNamePart(m_text[m_at])) ++m_at;
    const QString name = m_text.mid(from, m_at - from);
    if (name.isEmpty()) {
      refuseHere();
      return {};
    }
    if (name == "pi" || name == "π") return {pi, {}, false, true};
    if (name == "tau" || name == "τ") return {2 * pi, {}, false, true};
    if (name == "sqrt") return raised(readPrimary(), {0.5, {}});
    const Quantity* unit = findUnit(name);
    if (unit == nullptr)
      return refused(tr("“%1” is neither a number nor a unit known here.").arg(name));
    Quantity written = *unit;
    written.unitWritten = true;
    return written;
  }

  // — arithmetic —
  static Quantity negated(Quantity q) {
    q.value = -q.value;
    return q;
  }
  static void note(Quantity& into, const Quantity& from) {
    into.unitWritten = into.unitWritten || from.unitWritten;
    into.angleWritten = into.angleWritten || from.angleWritten;
  }
  static void combine(Quantity& product, const Quantity& factor, int sign) {
    product.value = sign > 0 ? product.value * factor.value : product.value / factor.value;
    for (std::size_t i = 0; i < 4; ++i) product.powers[i] += sign * factor.powers[i];
    note(product, factor);
  }
  Quantity raised(Quantity base, const Quantity& exponent) {
    if (exponent.powers != std::array<int, 4>{}) return refused(tr("An exponent has no unit."));
    base.value = std::pow(base.value, exponent.value);
    for (int& power : base.powers) {
      const double scaled = power * exponent.value;
      if (std::abs(scaled) > 20 || scaled != std::round(scaled))
        return refused(tr("That unit cannot be raised to this power."));
      power = static_cast<int>(scaled);
    }
    return base;
  }

  // — text —
  static bool isPoint(QChar c) { return c == '.' || c == ','; }
  static bool isNamePart(QChar c) { return c.isLetter() || c == '%' || c == QChar(0x00B0); }
  void skipSpace() {
    while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
  }
  bool startsFactor() {
    skipSpace();
    return m_at < m_text.size() && (isNamePart(m_text[m_at]) || m_text[m_at] == '(');
  }
  bool take(QChar c) {
    skipSpace();
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  int takeSmallPower() {
    if (m_at >= m_text.size()) return 1;
    const int power = m_text[m_at] == QChar(0x00B2) ? 2 : m_text[m_at] == QChar(0x00B3) ? 3 : 1;
    m_at += power == 1 ? 0 : 1;
    return power;
  }
  Quantity refused(const QString& why) {
    if (m_error.isEmpty()) m_error = why;
    return {};
  }
  void refuseHere() {
    refused(m_at >= m_text.size() ? tr("Something is missing at the end.")
                                  : tr("“%1” cannot stand here.").arg(m_text.mid(m_at, 8)));
  }

  QString m_text;
  qsizetype m_at = 0;
  int m_nested = 0;
  QString m_error;
};

}  // namespace

Result<Quantity> readQuantity(const QString& text) {
  return Reader(text).read();
}

ShownUnit shownUnit(const std::string& unit) {
  if (unit == "rad") return {"°", 180 / pi};
  if (unit == "rad/s") return {"°/s", 180 / pi};
  QString symbol = QString::fromStdString(unit);
  return {symbol.replace("^2", "²").replace("^3", "³"), 1};
}

Result<double> readNumber(const QString& text, const std::string& unit) {
  const auto written = readQuantity(text);
  if (!written) return Unexpected{written.error()};
  const ShownUnit shown = shownUnit(unit);
  if (!written->unitWritten) {
    const bool radians = written->angleWritten && shown.perSi != 1;
    return radians ? written->value : written->value / shown.perSi;
  }
  const auto wanted = unit.empty() ? Quantity() : *readQuantity(QString::fromStdString(unit));
  if (written->powers == wanted.powers) return written->value;
  const QString say = unit.empty() ? tr("This is a plain number, without a unit.")
                                   : tr("This is measured in %1.").arg(shown.symbol);
  return fail(ErrorCode::Usage, say.toStdString());
}

QString numberText(double shown, Digits digits) {
  if (shown == 0) return "0";
  if (digits == Digits::All)
    return QLocale::c().toString(shown, 'g', QLocale::FloatingPointShortest);
  const double size = std::abs(shown);
  if (size < 1e-4 || size >= 1e7) return QLocale::c().toString(shown, 'g', 4).remove(',');
  return QString::number(shown, 'g', size >= 1e5 ? 7 : 5);
}

namespace {

QString withSymbol(const QString& number, const QString& symbol) {
  const bool tight = symbol.startsWith(QChar(0x00B0));
  return symbol.isEmpty() ? number : number + (tight ? "" : " ") + symbol;
}

}  // namespace

QString quantityText(double si, const std::string& unit, Digits digits) {
  const ShownUnit shown = shownUnit(unit);
  return withSymbol(numberText(si * shown.perSi, digits), shown.symbol);
}

QString quantityText(double si, const std::string& unit,
                     const std::function<bool(const QString&)>& fits) {
  // Three digits say enough; of what is little beside the unit one does.
  constexpr double kLittle = 0.01;
  const ShownUnit shown = shownUnit(unit);
  const double value = si * shown.perSi;
  const QString whole = numberText(value, Digits::Short);
  const int fewestDigits = std::abs(value) < kLittle ? 1 : 3;
  QString brief = whole;
  for (const QString& symbol : {shown.symbol, QString()}) {
    brief = whole;
    if (fits(withSymbol(whole, symbol))) return withSymbol(whole, symbol);
    for (int digits = 4; digits >= fewestDigits; --digits) {
      const QString fewer = QString::number(value, 'g', digits);
      if (fewer.size() < brief.size()) brief = fewer;
      if (fits(withSymbol(brief, symbol))) return withSymbol(brief, symbol);
    }
  }
  return brief;
}

QString lengthText(double metres) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e-6, "µm"}, {1e-3, "mm"}, {1, "m"}};
  if (metres < 5e-9) return "0";
  const auto* unit = &kUnits[0];
  for (const auto& each : kUnits)
    if (metres >= 0.9995 * each.first) unit = &each;
  const double value = metres / unit->first;
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 2);
  return QString("%1 %2").arg(value, 0, 'f', decimals).arg(unit->second);
}

}  // namespace sinew::ui
