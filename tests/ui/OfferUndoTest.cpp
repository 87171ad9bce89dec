// What the library and the doctor offer is one step of undo, whatever it is.
#include <QLineEdit>
#include <QTreeView>

#include "tests/ui/ShownJourney.h"
#include "ui/document/Library.h"
#include "ui/window/LibraryPanel.h"

namespace sinew::test {
namespace {

class OfferUndo : public ShownJourney {
 protected:
  using Shelf = ui::LibraryItem::Shelf;

  void expectChangedAndUndone(const Scene& before, const std::string& what) {
    onProgram([&] {
      EXPECT_FALSE(document().scene() == before) << what;
      expectUndone(document(), before, what);
    });
  }
  /// Those that come to stand where they are let go: others ask for points to take hold of.
  std::vector<ui::LibraryItem> itemsToDrop() {
    std::vector<ui::LibraryItem> items;
    for (const ui::LibraryItem& item : window().findChild<ui::Library*>()->items()) {
      const bool asks = item.shelf == Shelf::Constraints || item.shelf == Shelf::Forces;
      if (!asks && item.shelf != Shelf::Own) items.push_back(item);
    }
    return items;
  }
  /// Leaves that alone in sight.
  QPoint found(const QString& label) {
    onProgram([&] {
      for (auto* line : window().findChildren<QLineEdit*>())
        if (line->accessibleName() == "Find something to add") line->setText(label);
      for (auto* tree : window().findChild<ui::LibraryPanel*>()->findChildren<QTreeView*>()) {
        const QAbstractItemModel& model = *tree->model();
        const auto how = Qt::MatchExactly | Qt::MatchRecursive;
        const auto rows = model.match(model.index(0, 0), Qt::DisplayRole, label, 1, how);
        if (!rows.empty()) tree->scrollTo(rows.front());  // others may stand above it
      }
    });
    return look(label).centre();
  }
  /// A scene in which a constraint of that kind is there twice.
  static std::optional<Scene> doubled(const ui::Addable& kind) {
    auto subject = subjectOf(kind);
    if (!subject) return std::nullopt;
    std::vector<Entity>& constraints = subject->scene[Section::Constraints];
    constraints.push_back(constraints.back());
    constraints.back().name = "again";
    return World::compile(subject->scene, builtins()) ? std::optional(subject->scene)
                                                      : std::nullopt;
  }
};

TEST_F(OfferUndo, SoakWhateverIsDraggedOutOfTheLibrary) {
  go([&] {
    click("Library");
    const std::vector<ui::LibraryItem> items = itemsToDrop();
    EXPECT_GT(items.size(), 20U);
    for (const ui::LibraryItem& item : items) {
      const Scene before = show(stage(), {});
      const QPoint from = found(QString::fromStdString(item.label));
      hand.drag(from, look("Viewport").place.center(), Hand::Button::Left, 3);
      expectChangedAndUndone(before, item.label);
    }
  });
}

TEST_F(OfferUndo, ARemedyForAConstraintOfEveryKindThatIsThereTwice) {
  const auto verdict = [&](const char* words) {
    return patient([&] { return text("Verdict").startsWith(words); });
  };
  go([&] {
    click("Doctor");
    int mended = 0;
    for (const ui::Addable& kind : ui::addablesOf(builtins(), Section::Constraints)) {
      const auto scene = doubled(kind);
      if (!scene) continue;
      open(stage(), {});
      ASSERT_TRUE(verdict("There are no constraints yet")) << text("Verdict").toStdString();
      const Scene before = open(*scene, {});
      ASSERT_TRUE(verdict("Click one of these")) << kind.label;
      const char* remedy = ++mended % 2 == 0 ? "Switch off again" : "Delete again";
      hand.click(look("What is wrong with constraints").place.topLeft() + QPoint(60, 12));
      click(remedy);
      expectChangedAndUndone(before, remedy + (": " + kind.label));
    }
    EXPECT_GT(mended, 8);
  });
}

}  // namespace
}  // namespace sinew::test
