#pragma once
#include "ui/fields/Field.h"

class QLineEdit;
class QToolButton;

namespace sinew::ui {

/// A file that the scene names: typed, chosen in a dialog, or dropped on the field. What lies
/// elsewhere is copied beside the scene, after asking. A mesh is read at once, or refused.
class AssetField : public Field {
  Q_OBJECT
 public:
  AssetField(const ParamSpec& spec, const QString& label, const FieldContext& context,
             QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;
  /// Takes a file from anywhere.
  void take(const QString& file);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void browse();
  void tell(const QString& path);
  bool accepts(const QString& what, const QString& why, const QString& help);
  bool offers(const QString& file) const;  ///< by its ending

  const ParamType m_type;
  const std::vector<std::string> m_endings;
  const QString m_label;
  const FieldContext m_context;
  QLineEdit* m_line;
  QToolButton* m_browse;
  QString m_shown;
};

}  // namespace sinew::ui
