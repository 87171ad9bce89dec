#include "ui/window/BurnIn.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <clocale>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr int kSmallest = 10,
              kPerHeight = 36;  // [pixels] of the text; the picture's height per text's
constexpr QRgb kTextInk = 0xfff2f4f6, kBacking = 0xb0141619;

QString tr(const char* text) {
  return QCoreApplication::translate("BurnIn", text);
}

/// Numbers stand still while they count: they take the room of the widest. Between two frames, in
/// slow motion, it is still the first; the time tells them apart.
QString frameText(double frame, int last) {
  constexpr double kRounding = 1e-3;
  const auto width = static_cast<int>(QString::number(last).size());
  return QStringLiteral("%1").arg(static_cast<int>(std::floor(frame + kRounding)), width, 10,
                                  QChar(0x2007));  // as wide as a digit
}

void writeOver(QImage& picture, const QString& text) {
  QFont font = QGuiApplication::font();
  font.setPixelSize(std::max(kSmallest, picture.height() / kPerHeight));
  const QFontMetrics metrics(font);
  const int pad = std::max(2, font.pixelSize() / 3), margin = 2 * pad;
  const QString shown =
      metrics.elidedText(text, Qt::ElideRight, picture.width() - 2 * margin - 2 * pad);
  const QSize size(metrics.horizontalAdvance(shown) + 2 * pad, metrics.height() + pad);
  const QRect box(QPoint(margin, picture.height() - margin - size.height()), size);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgba(kBacking));
  painter.drawRoundedRect(box, pad, pad);
  painter.setPen(QColor::fromRgba(kTextInk));
  painter.setFont(font);
  painter.drawText(box, Qt::AlignCenter, shown);
}

}  // namespace

FilmStamp burnIn(const QString& names, int last) {
  return [names, last](Image& image, double frame, double time) {
    const QString text = tr("frame %1 · %2 s").arg(frameText(frame, last)).arg(time, 0, 'f', 2);
    QImage picture(image.rgba.data(), image.width, image.height, 4 * image.width,
                   QImage::Format_RGBA8888);
    writeOver(picture, names.isEmpty() ? text : text + " · " + names);
  };
}

TextWithoutWindow::TextWithoutWindow() {
  if (QCoreApplication::instance() != nullptr) return;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  static int argc = 1;
  static char name[] = "sinew";
  static char* argv[] = {name, nullptr};
  m_application = std::make_unique<QGuiApplication>(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // which Qt takes from the system
}

TextWithoutWindow::~TextWithoutWindow() = default;

}  // namespace sinew::ui
