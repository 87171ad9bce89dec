// Every panel, dialog and menu, in both themes: whatever is written can be read whole, and nothing
// lies over anything else. With SINEW_PICTURES naming a folder each is put there as a picture
// (scripts/screenshots).
#include <QApplication>
#include <QScreen>

#include "tests/ui/EveryState.h"
#include "ui/document/Addition.h"
#include "ui/panels/Inspector.h"

namespace sinew::test {
namespace {

using ui::Scheme;

TEST_P(EveryState, OfTheGallery) {
  look("Dragonfly");
  see("gallery");
}

TEST_P(EveryState, OfThePanels) {
  go([&] {
    click("Dragonfly");
    look("body");
    playTo(60);
    see("studio");
    click("body");
    see("studio_part");
    for (const char* tab : {"Keys", "Graphs", "Log", "History", "Curves"}) {
      click(tab);
      see(QString("panel_") + QString(tab).toLower());
    }
    click("neck");
    see("panel_curves_constraint");
    click("Doctor");
    see("panel_doctor_well");
    click("Library");
    see("panel_library");
  });
}

TEST_P(EveryState, OfTheDoctor) {
  go([&] {
    click("New scene");
    choose("Add", "Parts");
    click("Superquadric");
    look("superquadric");
    hand.moveTo(look("Viewport").place.center());
    hand.press("f");
    click("Doctor");
    see("panel_doctor_empty");
    for (const char* name : {"position", "position_2"}) {
      choose("Add", "Constraints");
      click("Position");
      hand.click(look("Viewport").place.center());
      look(name);
    }
    const Sight findings = look("What is wrong with constraints");
    see("panel_doctor");
    hand.click(findings.place.topLeft() + QPoint(60, 12));
    look("Delete position_2");
    see("panel_doctor_remedies");
  });
}

TEST_P(EveryState, OfTheTimeline) {
  go([&] {
    click("Bow");
    look("arrow");
    playTo(40);
    hand.press("m");
    look("marker");
    enter("Frame", "10");
    hand.click(look("Viewport").place.topLeft() + QPoint(40, 200));
    hand.press("i");
    enter("Frame", "30");
    hand.click(look("Viewport").place.topLeft() + QPoint(40, 200));
    hand.press("o");
    click("fingers");
    choose("Overlays", "Safe frame of the film");
    see("timeline_range_and_safe_frame");
    click("Curves");
    see("panel_curves_keyed");
  });
}

TEST_P(EveryState, OfTheTools) {
  go([&] {
    click("Two constraints");
    look("part_1");
    click("part_1");
    look("Mass");
    for (const char* tool : {"Move", "Rotate", "Scale", "Hand"}) {
      click(tool);
      see(QString("tool_") + QString(tool).toLower());
    }
    choose("Add", "Parts");
    click("Draw a rope");
    see("tool_draw");
    hand.press("esc");
    choose("Add", "Constraints");
    click("Distance");
    see("tool_connect");
    hand.press("esc");
  });
}

TEST_P(EveryState, OfTheDialogs) {
  go([&] {
    click("Two constraints");
    look("part_1");
    choose("Edit", "Preferences…");
    see("preferences");
    choose("Help", "Keys");
    see("preferences_keys");
    click("Close");
    choose("File", "Export movie…");
    see("movie");
    click("Cancel");
    click("part_1");
    look("Mass");
    click("Scene");
    click("Background top");
    look("Basic colours");
    see("colour");
    click("Cancel");
    EXPECT_TRUE(gone("Basic colours"));
    click("part_1");
    look("Mass");
    choose("Edit", "Repeat…");  // its keys may come before the window has the keyboard back
    look("Copies");
    see("repeat");
    click("Cancel");
    EXPECT_TRUE(gone("Copies"));
    choose("Animate", "Stagger the assembly…");
    look("The first at");
    see("stagger");
    click("Cancel");
    EXPECT_TRUE(gone("The first at"));
    choose("Edit", "Find a command…");
    look("Commands found");
    see("command_search");
    hand.type("cam");
    see("command_search_words");
    hand.press("esc");
    choose("File", "Save as…");
    look("File name:");
    see("save_as");
    hand.press("esc");
    EXPECT_TRUE(gone("File name:"));
    click("Scene");
    enter("Duration", "5");
    choose("File", "Close scene");
    look("Discard");
    see("discard");
    click("Cancel");
    EXPECT_TRUE(gone("Discard"));
    choose("Help", "About Sinew");
    see("about");
    hand.press("return");
  });
}

TEST_P(EveryState, OfTheMenus) {
  go([&] {
    click("Two constraints");
    look("part_1");
    for (const char* menu :
         {"File", "Edit", "Add", "View", "Animate", "Simulate", "Window", "Help"})
      seeMenu(menu, QString("menu_") + QString(menu).toLower());
    for (const char* section : {"Parts", "Constraints", "Forces"}) {
      choose("Add", section);
      see(QString("menu_add_") + QString(section).toLower());
      hand.press("esc");
      hand.press("esc");
    }
    for (const char* button : {"Handles", "Overlays"})
      seeMenu(button, QString("menu_") + QString(button).toLower());
    seeMenu("Takes of this scene", "menu_takes_none");
    seeMenu("×1", "menu_speed");
  });
}

TEST_P(EveryState, OfMessagesTakesAndJobs) {
  go([&] {
    click("Two constraints");
    look("part_1");
    click("A_B");
    look("Activation");
    hand.press("delete");
    look("Deleted A_B.");
    see("notice_deleted");
    hand.press("ctrl+z");
    choose("File", "Save as…");
    nameFile(path("scene.json"));
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 20; }));
    see("recording");
    click("Record");
    look("Play it");
    see("notice_take");
    seeMenu("Takes of this scene", "menu_takes");
    click("Play it");
    look("Back to the scene");
    see("take");
    choose("File", "Export movie…");
    look("Export movie");
    click("Export");
    see("job");
  });
}

TEST_P(EveryState, OfTheGuide) {
  go([&] {
    click("Guided first scene");
    look("Skip this step");
    see("guide");
    for (int step = 1; step <= 9; ++step) {
      click("Skip this step");
      see(QString("guide_%1").arg(step));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Themes, EveryState, testing::Values(Scheme::Dark, Scheme::Light),
                         [](const auto& each) { return std::string(schemeName(each.param)); });

/// The inspector as wide as it is in the window, filled with one thing after the other.
class EveryPage : private ChosenTheme,
                  public testing::Test,
                  public testing::WithParamInterface<Scheme> {
 protected:
  EveryPage() : ChosenTheme(GetParam()) {}
  void SetUp() override {
    m_inspector.resize(320, QGuiApplication::primaryScreen()->size().height());
    m_inspector.setAttribute(Qt::WA_StyledBackground);
    m_inspector.show();
  }
  void see(const QString& name) {
    for (int turn = 0; turn < 3; ++turn) QApplication::processEvents();  // a page is laid out twice
    inspect("inspector_" + name, &m_inspector);
  }

  ui::Theme m_theme;
  ui::Document m_document{builtins()};
  ui::LiveRun m_live{m_document};
  ui::AssetFolders m_assets{m_document, std::filesystem::path(SINEW_SOURCE_DIR) / "assets"};
  ui::Inspector m_inspector{m_document, m_live, m_assets};
};

TEST_P(EveryPage, OfTheInspector) {
  see("scene");
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (const ui::Addable& addable : ui::addablesOf(builtins(), section)) {
      m_document.reset({}, {});
      const AddEntity added = ui::newEntity(m_document.scene(), addable);
      Scene scene;
      scene[section].push_back(added.entity);
      m_document.reset(scene, {});
      m_document.selection().select({{section, added.entity.name}});
      see(QString::fromStdString(std::string(sectionKey(section)) + "_" + added.entity.name));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, EveryPage, testing::Values(Scheme::Dark, Scheme::Light),
                         [](const auto& each) { return std::string(schemeName(each.param)); });

}  // namespace
}  // namespace sinew::test
