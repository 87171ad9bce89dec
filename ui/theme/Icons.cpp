#include "ui/theme/Icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace sinew::ui {
namespace {

class SvgIcon : public QIconEngine {
 public:
  explicit SvgIcon(QString name) : m_name(std::move(name)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const qreal ratio = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, iconPixmap(m_name, colour(mode), rect.size(), ratio));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
    return iconPixmap(m_name, colour(mode), size, 1);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
    return iconPixmap(m_name, colour(mode), size / scale, scale);
  }
  QIconEngine* clone() const override { return new SvgIcon(m_name); }

 private:
  static QColor colour(QIcon::Mode mode) {
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled) return palette.color(QPalette::Mid);
    if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
    return palette.color(QPalette::WindowText);
  }

  QString m_name;
};

}  // namespace

QIcon icon(const QString& name) {
  return QIcon(new SvgIcon(name));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, QSize size, qreal pixelRatio) {
  if (size.isEmpty()) return {};
  const QString key = QString("%1 %2 %3x%4@%5")
                          .arg(name, colour.name(QColor::HexArgb))
                          .arg(size.width())
                          .arg(size.height())
                          .arg(pixelRatio);
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  pixmap = QPixmap(size * pixelRatio);
  pixmap.setDevicePixelRatio(pixelRatio);
  pixmap.fill(Qt::transparent);
  QFile file(":/icons/" + name + ".svg");
  if (file.open(QIODevice::ReadOnly)) {
    QSvgRenderer svg(file.readAll().replace("currentColor", colour.name().toLatin1()));
    svg.setAspectRatioMode(Qt::KeepAspectRatio);
    QPainter painter(&pixmap);
    svg.render(&painter, QRectF(QPointF(0, 0), size));
  }
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

}  // namespace sinew::ui
