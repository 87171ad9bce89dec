#pragma once
#include "ui/document/Library.h"
#include "ui/viewport/Viewport.h"
#include "ui/window/NoticeBar.h"

namespace sinew::ui {

/// Adds to the scene what a menu, the library or a drop into the picture asks for; asks on where it
/// cannot know.
class Adder : public QObject {
  Q_OBJECT
 public:
  Adder(Document& document, Viewport& viewport, const Library& library, QObject* parent);

  /// A new one with its defaults: tied to what is selected where it must be tied to something.
  void add(const Addable& addable);
  void add(const LibraryItem& item);
  /// Where it was let go in the picture: standing there, tied to what is there, or given to it.
  void drop(const LibraryItem& item, const QPointF& place);

 signals:
  void told(const sinew::ui::NoticeBar::Notice& notice);
  void hinted(const QString& text);  ///< what to do with what was added
  void cameraWanted();               ///< it has to be put where one looks from

 private:
  std::optional<Scene> read(const LibraryItem& item);
  std::optional<AddEntity> materialFor(AddEntity& addition) const;
  void dropKind(const Addable& addable, const QPointF& place);
  void insert(const Scene& excerpt, const QString& label, const std::optional<Vec3>& at);
  void give(const Scene& material, const QString& label, const std::vector<std::string>& parts);
  QString labelOf(const Addable& addable) const;
  void offerFloor();
  bool standsReady(const Addable& addable);
  void refuse(const QString& what, const QString& why);

  Document& m_document;
  Viewport& m_viewport;
  const Library& m_library;
};

}  // namespace sinew::ui
