// Keeping work: saving, opening again, leaving with unsaved changes, recording, filming.
#include <QFile>
#include <QSettings>
#include <filesystem>

#include "core/io/clip/Verify.h"
#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class FileJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    click("Two constraints");
    look("part_1");
  }
  double savedDuration(const QString& file) const {
    const auto scene = loadScene(file.toStdString(), builtins());
    EXPECT_TRUE(scene) << file.toStdString();
    return scene ? ParamReader(animationTable(), scene->animation).real("duration") : -1;
  }
  void simulateTo(int frame) {
    click("Play");
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > frame; }));
    click("Pause");
  }
  /// The dialog that exports, with the name of the film in it.
  void openExportOf(const QString& film) {
    choose("File", "Export movie…");
    look("Export movie");
    hand.click(look("File").centre());
    hand.press("ctrl+a");
    hand.type(film);
  }
};

TEST_F(FileJourney, AReopenedSceneIsSeenFromWhereItWasLeft) {
  const QString file = path("mine.json");
  const auto isSeenFromAbove = [this] {
    CameraLook look;
    onProgram([&] { look = window().findChild<ui::Viewport*>()->eye(); });
    return (look.eye - look.target).normalized().y() > 0.999;
  };
  go([&] {
    hand.press("ctrl+shift+s");
    nameFile(file);
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(file.toStdString()); }));
    EXPECT_FALSE(isSeenFromAbove());
    hand.moveTo(look("Viewport").place.center());
    hand.press("7");
    EXPECT_TRUE(patient(isSeenFromAbove));
    click("Hand");
    EXPECT_TRUE(shows("Hand", [](const Sight& s) { return s.checked; }));
    choose("File", "Close scene");
    click("Bow");
    look("string");
    EXPECT_TRUE(shows("Select", [](const Sight& s) { return s.checked; }));
    EXPECT_FALSE(isSeenFromAbove());
    choose("File", "Open…");
    nameFile(file);
    look("part_1");
    EXPECT_TRUE(patient(isSeenFromAbove));
  });
}

TEST_F(FileJourney, WorkIsSavedAskedForAndFoundAgain) {
  const QString file = path("mine.json");
  go([&] {
    enter("Duration", "7.5");
    hand.press("ctrl+s");  // a demo is never written over: it asks for a name
    nameFile(file);
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(file.toStdString()); }));
    EXPECT_EQ(savedDuration(file), 7.5);

    enter("Duration", "6");
    choose("File", "Close scene");
    click("Cancel");
    EXPECT_TRUE(gone("Discard"));
    EXPECT_TRUE(shows("Duration", [](const Sight& s) { return s.value.startsWith("6"); }));
    choose("File", "Close scene");
    click("Discard");
    look("New scene");
    EXPECT_EQ(savedDuration(file), 7.5);

    choose("File", "Open…");
    nameFile("mine.json");  // the dialog is where scenes were saved before
    look("part_1");
    EXPECT_TRUE(shows("Duration", [](const Sight& s) { return s.value.startsWith("7.5"); }));
  });
}

TEST_F(FileJourney, ARougherPictureIsChosenAndRemembered) {
  using Effort = DetailPacer::Effort;
  const auto effort = [this] {
    Effort now{};
    onProgram([&] { now = window().findChild<ui::Viewport*>()->effort(); });
    return now;
  };
  const QString best = "As good as this machine can";
  const QString sparing = "Rougher, which spares the processor";
  const auto change = [&] {
    const bool wasBest = effort() == Effort::Best;
    choose("Edit", "Preferences…");
    click(wasBest ? best : sparing);  // a choice is called what it holds
    click(wasBest ? sparing : best);
    EXPECT_TRUE(patient([&] { return (effort() == Effort::Best) != wasBest; }));
    EXPECT_EQ(QSettings().value("view/effort").toString(), wasBest ? "sparing" : "best");
    click("Close");
    EXPECT_TRUE(gone("Looking around"));
  };
  go([&] {
    change();
    change();
  });
}

TEST_F(FileJourney, LeavingCanSave) {
  const QString file = path("left.json");
  go([&] {
    enter("Duration", "5");
    choose("File", "Close scene");
    click("Save");
    nameFile(file);
    look("New scene");
    EXPECT_EQ(savedDuration(file), 5);
  });
}

TEST_F(FileJourney, ATakeIsRecordedComparedAndPlayed) {
  const QString file = path("takes.json");
  go([&] {
    choose("File", "Save as…");
    nameFile(file);
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(file.toStdString()); }));
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 20; }));
    click("Record");
    look("Compare with re-simulation");
    const QString clip = path("takes_take1.clip");
    auto reader = ClipReader::open(clip.toStdString());
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_GT((*reader)->frames().size(), 20u);
    const auto verified = verifyClip(**reader, builtins());
    ASSERT_TRUE(verified) << verified.error().message;
    EXPECT_TRUE(verified->same) << verified->message;
    click("Play it");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 3; }));
  });
}

// As a scene without a camera is, wherever its parts are.
TEST_F(FileJourney, ATakeThatIsOpenedFromTheRecentFilesIsFramed) {
  go([&] {
    choose("File", "New scene");
    choose("Add", "Parts");
    click("Superquadric");
    look("superquadric");
    enter("Position x", "20");
    hand.press("ctrl+s");
    nameFile(path("far.json"));
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 3; }));
    click("Record");
    look("Play it");
    choose("File", "Close scene");
    click("far_take1");
    look("Back to the scene");
    click("To the start");
    hand.click(look("Viewport").place.center());
    look("Mass");  // of what lies there
  });
}

TEST_F(FileJourney, TakesAreRenamedDeletedAndBroughtBack) {
  const auto exists = [&](const char* name, bool wanted) {
    return patient([&] { return std::filesystem::exists(path(name).toStdString()) == wanted; });
  };
  const auto takes = [&](const QString& take, const QString& command) {
    click("Takes of this scene");
    click(take);
    click(command);
  };
  go([&] {
    choose("File", "Save as…");
    nameFile(path("takes.json"));
    EXPECT_TRUE(exists("takes.json", true));
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 3; }));
    click("Record");
    look("Play it");
    EXPECT_TRUE(exists("takes_take1.clip", true));
    takes("take1", "Rename…");
    EXPECT_TRUE(shows("Name of the take", [](const Sight& s) { return s.focused; }));
    hand.press("ctrl+a");
    hand.type("wide");
    hand.press("return");
    EXPECT_TRUE(exists("takes_wide.clip", true));
    EXPECT_TRUE(exists("takes_take1.clip", false));
    takes("wide", "Play");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 1; }));
    takes("wide", "Delete");
    EXPECT_TRUE(exists("takes_wide.clip", false));
    click("Bring it back");
    EXPECT_TRUE(exists("takes_wide.clip", true));
  });
}

TEST_F(FileJourney, AFilmIsExportedWhileOneGoesOn) {
  const QString film = path("film.mp4");
  go([&] {
    simulateTo(6);
    openExportOf(film);
    enter("Last frame", "1");
    click("Export");
    click("Play");
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(film.toStdString()); }, 180));
  });
}

TEST_F(FileJourney, AnExportSaysHowManyPicturesItsRangeMakes) {
  go([&] {
    simulateTo(6);
    openExportOf(path("film"));
    enter("First frame", "1");
    enter("Last frame", "4");
    look("4 pictures, 0.1 s");
    enter("Last frame", "60");
    look("60 pictures, 2.0 s");
    click("Cancel");
  });
}

TEST_F(FileJourney, AnExportFollowsWhatIsSimulatedWhileItIsOpen) {
  go([&] {
    simulateTo(6);
    openExportOf(path("film"));
    click("Reset");
    EXPECT_TRUE(shows("Last frame", [](const Sight& s) { return s.value == "0"; }));
    look("1 picture, 0.0 s");
  });
}

TEST_F(FileJourney, AFilmIsNotWrittenOverUnaskedNorWhereItCannotBe) {
  const QString film = path("film.mp4");
  QFile old(film);
  ASSERT_TRUE(old.open(QIODevice::WriteOnly));
  old.close();
  go([&] {
    simulateTo(6);
    openExportOf(film);
    click("Export");
    click("Keep it");
    EXPECT_TRUE(gone("Keep it"));
    hand.click(look("File").centre());
    hand.press("ctrl+a");
    hand.type("/nowhere/film");
    click("Export");
    look("There is no folder /nowhere.");
    hand.click(look("File").centre());
    hand.press("ctrl+a");
    hand.type(path("another"));  // the ending comes by itself
    enter("Last frame", "1");
    click("Final");  // a choice is called what it holds
    click("Draft");
    click("Export");
    EXPECT_TRUE(
        patient([&] { return std::filesystem::exists(path("another.mp4").toStdString()); }, 180));
    EXPECT_EQ(std::filesystem::file_size(film.toStdString()), 0u);
    openExportOf(film);
    look("Draft");  // as for the film before
    click("Cancel");
  });
}

TEST_F(FileJourney, LeavingWhileAFilmIsWrittenAsks) {
  const QString film = path("film.mp4");
  go([&] {
    simulateTo(90);  // so many that no machine has them filmed before the question
    openExportOf(film);
    click("Export");
    choose("File", "Quit");
    click("Stay");
    EXPECT_TRUE(gone("Leave"));
    click("Cancel: Exporting film.mp4");
    EXPECT_TRUE(gone("Cancel: Exporting film.mp4"));
    EXPECT_FALSE(std::filesystem::exists(film.toStdString()));
  });
}

TEST_F(FileJourney, ARecordingEndsWithTheTakeAndGoesAlongWhenTheSceneIsSaved) {
  go([&] {
    choose("File", "New scene");
    choose("Add", "Parts");
    click("Particle");
    look("particle");
    click("Scene");
    enter("Duration", "0.5");
    click("Record");
    look("Compare with re-simulation");
    hand.press("ctrl+s");
    nameFile(path("mine.json"));
    const auto taken = [&] {
      return std::filesystem::exists(path("mine_take1.clip").toStdString());
    };
    EXPECT_TRUE(patient(taken));
    // Whoever meant to end it, and came too late, begins nothing.
    click("Record");
    look("Record on past the end");
    EXPECT_TRUE(shows("Record", [](const Sight& s) { return !s.checked; }));
    EXPECT_EQ(frame(), 12);
    click("Record from the start");
    EXPECT_TRUE(
        patient([&] { return std::filesystem::exists(path("mine_take2.clip").toStdString()); }));
    look("Compare with re-simulation");
    EXPECT_EQ(frame(), 12);
  });
  auto clip = ClipReader::open(path("mine_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  EXPECT_EQ((*clip)->frames().size(), 13U) << "half a second at 24 frames per second";
}

TEST_F(FileJourney, ATakeGoesAlongWhenTheSceneIsSavedInTheMiddleOfIt) {
  go([&] {
    choose("File", "New scene");
    choose("Add", "Parts");
    click("Particle");
    look("particle");
    enter("Position y", "100");
    click("Scene");
    enter("Duration", "600");  // it shall not end by itself before the hand has named the file
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 3; }));
    hand.press("ctrl+s");
    nameFile(path("mine.json"));
    click("Record");
    look("Compare with re-simulation");
    EXPECT_TRUE(std::filesystem::exists(path("mine_take1.clip").toStdString()));
  });
}

}  // namespace
}  // namespace sinew::test
