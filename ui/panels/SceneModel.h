#pragma once
#include <QAbstractItemModel>
#include <optional>
#include <vector>

#include "core/scene/LeftOut.h"
#include "ui/document/Document.h"

namespace sinew::ui {

/// The scene as a tree: itself, then its sections with their entities. Columns: name, shown,
/// locked.
class SceneModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Name, Shown, Locked, ColumnCount };
  static constexpr int SectionName = Qt::UserRole;  ///< of a section's row, without its count

  explicit SceneModel(Document& document, QObject* parent = nullptr);

  /// The entity in a row; nothing for the scene and the sections.
  std::optional<ObjectId> objectAt(const QModelIndex& index) const;
  QModelIndex indexOf(const ObjectId& id) const;
  bool isScene(const QModelIndex& index) const;
  bool canHide(const ObjectId& id) const { return shown(id).has_value(); }
  bool isShown(const ObjectId& id) const { return shown(id).value_or(false); }
  void toggleShown(const QModelIndex& index);
  void toggleLocked(const QModelIndex& index);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void refused(const QString& why);
  void nameRefused(const ObjectId& id, const QString& why);

 private:
  static constexpr quintptr kTop = ~quintptr{0};

  void rebuild();
  void follow(const SceneEdit& edit);
  void rename(const ObjectId& id, const std::string& name);
  QVariant topData(int row, int role) const;
  QVariant entityData(const ObjectId& id, int column, int role) const;
  /// Whether it is shown; nothing when that is no parameter of its kind.
  std::optional<bool> shown(const ObjectId& id) const;
  /// In words, where a group of its is the reason.
  QString lockedWithGroup(const ObjectId& id) const;
  QString hiddenWithGroup(const ObjectId& id) const;
  /// The ignored part on whose account the simulation leaves a thing out.
  std::optional<std::string> leftOutBecause(const ObjectId& id) const;
  QVariant nameData(const ObjectId& id, int role) const;

  Document& m_document;
  std::optional<LeftOut> m_leftOut;
  std::vector<Section> m_sections;  ///< those with something in them, as shown
};

}  // namespace sinew::ui
