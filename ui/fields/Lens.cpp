#include "ui/fields/Lens.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr double kHalfFilm = 0.012;  // [m]
constexpr std::array<int, 4> kLength = {1, 0, 0, 0};

}  // namespace

double focalLength(double openingAngle) {
  return kHalfFilm / std::tan(0.5 * openingAngle);
}

double openingAngle(double focalLength) {
  return 2 * std::atan(kHalfFilm / focalLength);
}

Result<double> readLens(const QString& text) {
  const auto written = readQuantity(text);
  if (!written || !written->unitWritten || written->powers != kLength)
    return readNumber(text, "rad");
  if (written->value > 0) return openingAngle(written->value);
  const QString why =
      QCoreApplication::translate("Lens", "A lens has a focal length of more than 0.");
  return fail(ErrorCode::Usage, why.toStdString());
}

QString lensText(double openingAngle) {
  const double millimetres = 1000 * focalLength(openingAngle);
  return QString::number(millimetres, millimetres < 100 ? 'g' : 'f', millimetres < 100 ? 3 : 0) +
         " mm";
}

}  // namespace sinew::ui
