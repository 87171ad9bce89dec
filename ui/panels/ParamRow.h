#pragma once
#include <QWidget>

#include "ui/document/Document.h"
#include "ui/fields/Field.h"
#include "ui/live/LiveRun.h"

class QLabel;
class QToolButton;

namespace sinew::ui {

/// Where the parameters of a panel come from and go to.
struct ParamSource {
  Document& document;
  LiveRun& live;
  std::vector<std::string> objects;  ///< as SetParam::object; all have the parameter
};

/// One parameter of one or several objects: label, editor, keyframe dot, way back to the default.
class ParamRow : public QWidget {
  Q_OBJECT
 public:
  ParamRow(const ParamSource& source, const ParamSpec& spec, const FieldContext& context,
           QWidget* parent);

  const std::string& key() const { return m_spec.key; }
  /// Whether a search for `words` finds it.
  bool matches(const QString& words) const;
  bool isKeyedNow() const;
  /// Whether it does anything for one of the objects, as their other parameters are.
  bool isUsedNow() const;
  /// Likewise; greys it, with why, where it does not.
  bool showUse();
  /// Whether that hangs on the parameter of this key.
  bool dependsOn(const std::string& key) const {
    return m_spec.usedWhen == key || m_spec.usedWithout == key;
  }
  /// Whether what it shows may hang on any other parameter of the object.
  bool showsOthers() const { return m_spec.derived != nullptr || m_remark != nullptr; }
  /// Shows the same parameter of other objects.
  void show(const std::vector<std::string>& objects);
  void refresh();

 signals:
  void resetWanted();
  void refused(const QString& why);

 private:
  void build(const FieldContext& context);
  QLabel* makeNote();
  void showRemark();
  QToolButton* makeDot(const QString& iconName, const QString& name);
  QString editLabel(const QString& verb) const;
  const Value* given(const std::string& object) const;
  Value valueOf(const std::string& object) const;  ///< given or default
  void edit(const Value& now);
  void toggleKey();
  void revert();
  void apply(const std::vector<SceneEdit>& edits, const QString& label);

  ParamSource m_source;
  const ParamSpec m_spec;
  const QString m_label;
  Field* m_field = nullptr;
  QToolButton* m_key = nullptr;
  QToolButton* m_revert = nullptr;
  QToolButton* m_atReset = nullptr;
  QLabel* m_whyNot = nullptr;  ///< once it was needed
  QLabel* m_remark = nullptr;  ///< likewise
  std::function<QString(const std::string& key)> m_remarkOn;
};

}  // namespace sinew::ui
