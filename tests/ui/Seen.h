#pragma once
#include <QGuiApplication>
#include <QImage>
#include <QPixmap>
#include <QScreen>
#include <algorithm>
#include <cstdlib>

namespace sinew::test {

/// What is on the screen there. To be asked on the program's thread.
inline QImage seenAt(const QRect& place) {
  return QGuiApplication::primaryScreen()
      ->grabWindow(0, place.x(), place.y(), place.width(), place.height())
      .toImage()
      .convertToFormat(QImage::Format_RGB32);
}

/// How many pixels differ by more than a picture that is drawn again may, a little finer.
inline int differing(const QImage& a, const QImage& b) {
  constexpr int kSame = 32;  // of 255, of a channel
  if (a.size() != b.size()) return a.width() * a.height();
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      const int most = std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)),
                                 std::abs(qBlue(p) - qBlue(q))});
      count += most > kSame ? 1 : 0;
    }
  }
  return count;
}

}  // namespace sinew::test
