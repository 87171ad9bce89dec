#pragma once
#include <QApplication>
#include <array>

#include "tests/ui/Journey.h"
#include "tests/ui/Kept.h"

namespace sinew::test {

/// Makes whole scenes from an empty window, records and saves them by mouse and keys alone.
class MakingJourney : public Journey {
 protected:
  void add(const char* section, const char* kind) {
    choose("Add", section);
    click(kind);
  }
  /// Adds a part, waits until it is the one in the inspector, and puts it somewhere.
  void addPart(const char* kind, const QString& name, const std::array<QString, 3>& place) {
    add("Parts", kind);
    look(name);
    const std::array<const char*, 3> fields = {"Position x", "Position y", "Position z"};
    for (int axis = 0; axis < 3; ++axis) {
      if (!place[axis].isEmpty()) enter(fields[axis], place[axis]);
    }
  }
  void select(const char* first, const char* second) {
    click(first);
    hand.holdKey("ctrl");
    click(second);
    hand.releaseKey("ctrl");
  }
  /// Opens the list of choices that shows `now`, by which Qt calls it, and takes the first one that
  /// begins with a letter.
  void pick(const QString& now, const char* letter) {
    const auto opened = [] {
      bool popup = false;
      onProgram([&] { popup = QApplication::activePopupWidget() != nullptr; });
      return popup;
    };
    click(now);
    EXPECT_TRUE(patient(opened));
    hand.type(letter);
    hand.press("return");
    EXPECT_TRUE(patient([&] { return !opened(); }));
  }
  /// Saves the scene under that name, and records until that frame.
  void keep(const QString& name, int frames) {
    choose("File", "Save as…");  // its keys may come before the window has the keyboard back
    nameFile(path(qPrintable(name + ".json")));
    EXPECT_TRUE(patient(
        [&] { return std::filesystem::exists(path(qPrintable(name + ".json")).toStdString()); }));
    click("Record");
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > frames; }));
    click("Record");
    look("Compare with re-simulation");
  }
  /// What keep() kept under that name.
  Kept kept(const QString& name) const {
    return {path(qPrintable(name + ".json")).toStdString(),
            path(qPrintable(name + "_take1.clip")).toStdString()};
  }
};

}  // namespace sinew::test
