#pragma once
#include <QWidget>
#include <functional>
#include <vector>

#include "core/base/Result.h"
#include "core/params/ParamSpec.h"
#include "ui/document/AssetFile.h"

namespace sinew::ui {

/// One of what may be chosen.
struct Choice {
  QString name;   ///< in the scene
  QString shown;  ///< in the window
};

/// What a field must know of the scene around it.
struct FieldContext {
  std::function<QStringList()> partNames, materialNames;
  /// What the numbers of a point on a part of this name mean.
  std::function<ParamTable(const std::string& part)> coordinates;
  /// What a text of this key may be, if it names one of several; may be null.
  std::function<QList<Choice>(const std::string& key)> choices;
  /// What there is to say of what a text of this key names, as the scene is; may be null.
  std::function<QString(const std::string& key)> remark;
  /// How the scene names a file, and the same after it has been copied beside the scene.
  std::function<AssetFile(const QString&file)> asset, copiedAsset;
  /// A mesh that the scene names so, with what is in its file.
  std::function<Result<Value>(const QString& path)> mesh;
  /// Lets the scene be saved, so that it has a folder; whether it was.
  std::function<bool()> saved;
};

/// An editor of one parameter's constant value; made from its description by makeField().
/// Between gestureBegan() and gestureEnded() or gestureCancelled(), edited() comes many times.
class Field : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  ~Field() override;

  /// Shows a value, without telling that it was edited. Ignored while a person is editing.
  virtual void display(const Value& value) = 0;
  /// Nothing was given and the default stands for nothing.
  virtual void displayAbsent(const Value& fallback) { display(fallback); }
  /// Several objects are edited at once and differ.
  virtual void displayMixed() = 0;
  /// Of several objects; what they have in common is shown.
  virtual void displayAll(const std::vector<Value>& values);
  /// What an edit that was told as `now` makes of the value `other` of another object: all of it,
  /// or of a value in parts only the part that was edited.
  virtual Value merged(const Value& /*other*/, const Value& now) const { return now; }
  /// Wants the whole width of the panel.
  virtual bool wide() const { return false; }

 signals:
  void edited(const sinew::Value& value);
  void gestureBegan();
  void gestureEnded();
  void gestureCancelled();
  void refused(const QString& why);
};

/// The editor of a parameter. Its accessible name is `label`.
Field* makeField(const ParamSpec& spec, const QString& label, const FieldContext& context,
                 QWidget* parent);

/// "bend_stiffness" as people read it: "Bend stiffness".
QString labelOf(const std::string& key);

/// Why a value is none for this parameter, in a sentence; empty when it is one.
QString faultIn(const Value& value, const ParamSpec& spec);

/// "0.01 m to 2 m", "more than 0 kg"; empty when anything goes. Angles in degrees.
QString rangeInWords(const ParamSpec& spec);

/// "Shape: only for Helix"; empty when it does something whatever else is set.
QString usedOnlyFor(const ParamSpec& spec);

/// Doc, unit, default and range of a parameter, for its tooltip.
QString tooltipOf(const ParamSpec& spec);

}  // namespace sinew::ui
