#pragma once
#include <QWidget>
#include <set>
#include <vector>

#include "ui/panels/ParamRow.h"

class QVBoxLayout;

namespace sinew::ui {

class FoldSection;

/// Rows for the parameters of one kind of thing, in sections that fold. Rows are dear to make and
/// cheap to fill: a page is made once and then shows one thing of its kind after the other.
class InspectorPage : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPage(QWidget* parent);

  struct Group {
    QString title;
    std::vector<const ParamSpec*> specs;
  };
  void add(const Group& group, const ParamSource& source, const FieldContext& context);
  const std::vector<ParamRow*>& rows() const { return m_rows; }

  /// Lets the rows show other objects with the same parameters.
  void show(const std::vector<std::string>& objects);
  void leave();  ///< ends what is being typed in it
  /// Shows the rows that `words` find, greyed if they do nothing as things are; without words, all
  /// that do anything.
  void search(const QString& words);
  /// Fills the rows of the parameter of this key, and shows or hides those that hang on it.
  void follow(const std::string& key);
  void fold(const std::set<QString>& titles);

 signals:
  void folded(const QString& title, bool open);
  void resetWanted();
  void refused(const QString& why);

 private:
  void showIfWanted(ParamRow* row);

  QVBoxLayout* m_column;
  std::vector<ParamRow*> m_rows;
  std::vector<FoldSection*> m_sections;
  QString m_words;  // searched for
};

}  // namespace sinew::ui
