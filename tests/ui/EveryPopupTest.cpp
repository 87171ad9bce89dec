// What opens over the window, and what only comes by doing something: menus of things, their
// submenus, questions, previews, in both themes.
#include <filesystem>

#include "core/scene/SceneFile.h"
#include "tests/ui/EveryState.h"
#include "ui/window/RecentFiles.h"

namespace sinew::test {
namespace {

TEST_P(EveryState, OfKeysAndTheirCurves) {
  go([&] {
    click("Bow");
    look("arrow");
    click("Keys");
    hand.press("ctrl+shift+a");
    see("panel_keys_filled");
    const QPoint sheet = look("Key sheet").place.topLeft();
    hand.drag(sheet + QPoint(240, 30), sheet + QPoint(700, 100));
    see("panel_keys_chosen");
    click("fingers");
    click("Curves");
    click("Target");
    const QPoint key = keyInCurve(15);
    hand.click(key);
    see("panel_curves_handles");
    hand.click(key, Hand::Button::Right);
    look("Level here");
    see("menu_curve_key");
    hand.press("esc");
    EXPECT_TRUE(gone("Level here"));
  });
}

TEST_P(EveryState, OfConnecting) {
  go([&] {
    click("Two constraints");
    click("part_1");
    look("Mass");
    const QPoint middle = look("Viewport").place.center();
    hand.moveTo(middle);
    hand.press("f");
    choose("Add", "Constraints");
    click("Distance");
    hand.click(middle);
    hand.moveTo(middle + QPoint(120, -80));
    EXPECT_TRUE(patient([&] { return hint().contains("Enter holds it in space"); }));
    see("tool_connect_preview");
    hand.press("esc");
  });
}

TEST_P(EveryState, OfContextMenusAndSubmenus) {
  const auto closeAll = [&] {
    while (onScreenPopup()) hand.press("esc");
  };
  go([&] {
    click("Two constraints");
    hand.click(look("part_1").centre(), Hand::Button::Right);
    look("Duplicate");
    see("menu_outliner");
    closeAll();
    const std::pair<const char*, const char*> submenus[] = {
        {"File", "Open recent"}, {"Edit", "Mirror"}, {"Simulate", "Takes"}};
    for (const auto& [menu, submenu] : submenus) {
      choose(menu, submenu);
      see(QString("menu_%1_%2").arg(menu, submenu).toLower().replace(' ', '_'));
      closeAll();
    }
    choose("View", "Through camera");
    look("Free view");
    see("menu_cameras");
    closeAll();
  });
}

TEST_P(EveryState, OfKeepingInTheLibrary) {
  const auto keep = [&] {
    choose("Edit", "Keep in the library…");
    look("What is it called?");
  };
  go([&] {
    click("Two constraints");
    click("part_1");
    look("Mass");
    keep();
    see("library_keep");
    hand.press("ctrl+a");
    hand.type("seen");
    hand.press("return");
    EXPECT_TRUE(gone("What is it called?"));
    keep();
    hand.press("ctrl+a");
    hand.type("seen");
    hand.press("return");
    look("Replace");
    see("library_replace");
    click("Cancel");
    EXPECT_TRUE(gone("Replace"));
    click("Library");
    click("Find something to add");
    hand.type("seen");
    click("Seen");
    see("panel_library_kept");
    hand.click(look("Seen").centre(), Hand::Button::Right);
    look("Take Seen out of the library");
    see("menu_library");
    click("Take Seen out of the library");
    EXPECT_TRUE(gone("Seen"));
  });
}

TEST_P(EveryState, OfRenamingATake) {
  go([&] {
    click("Two constraints");
    look("part_1");
    choose("File", "Save as…");
    nameFile(path("scene.json"));
    click("Record");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 3; }));
    click("Record");
    look("Play it");
    click("Takes of this scene");
    click("take1");
    look("Rename…");
    see("menu_takes_take");
    click("Rename…");
    EXPECT_TRUE(shows("Name of the take", [](const Sight& s) { return s.focused; }));
    see("take_rename");
    hand.press("esc");
    EXPECT_TRUE(gone("Name of the take"));
  });
}

/// The window after one that ended without closing.
class EveryRecovery : public EveryState {
 protected:
  void SetUp() override {
    const auto folder = ui::stateFolder() / "recovery" / "left";
    std::filesystem::create_directories(folder);
    SceneBuilder builder;
    builder.part("particle", "left_over", {});
    ASSERT_TRUE(saveScene(builder.scene(), folder / "scene.json", builtins()));
    EveryState::SetUp();
  }
};

TEST_P(EveryRecovery, OfWhatIsLeft) {
  go([&] {
    look("Recover");
    see("recovery_offered");
    click("Recover");
    look("left_over");
    see("recovery_done");
    choose("File", "Close scene");
    click("Discard");
    look("New scene");
  });
  EXPECT_FALSE(std::filesystem::exists(ui::stateFolder() / "recovery" / "left"));
}

INSTANTIATE_TEST_SUITE_P(Themes, EveryRecovery,
                         testing::Values(ui::Scheme::Dark, ui::Scheme::Light),
                         [](const auto& each) { return std::string(schemeName(each.param)); });

}  // namespace
}  // namespace sinew::test
