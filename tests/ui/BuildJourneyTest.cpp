// Building a scene by mouse and keys alone.
#include "core/scene/LeftOut.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class BuildJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    go([this] {
      click("New scene");
      add("Parts", "Superquadric");
      hand.moveTo(viewport());
      hand.press("f");  // it fills the view
      hand.click(viewport());
    });
  }

  void add(const char* section, const char* kind) {
    choose("Add", section);
    click(kind);
  }
  QPoint viewport() { return look("Viewport").place.center(); }
  /// What the outliner says of a thing besides its name.
  QString because(const QString& name) { return look(name).told; }
};

TEST_F(BuildJourney, AConstraintTakesHoldWhereOneClicks) {
  go([this] {
    add("Constraints", "Position");
    hand.click(viewport());
    look("position");
    look("Target x");
    EXPECT_TRUE(look("Undo").enabled);
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("position"));
  });
}

TEST_F(BuildJourney, EnterHoldsTheOtherEndInSpace) {
  go([this] {
    add("Constraints", "Distance");
    hand.click(viewport());
    hand.press("return");
    look("distance");
    EXPECT_TRUE(shows("Place y", [](const Sight& s) { return s.value.startsWith("y 1"); }));
  });
}

TEST_F(BuildJourney, AnEndIsDraggedToAnotherPlace) {
  go([this] {
    add("Constraints", "Position");
    hand.click(viewport());
    const QString before = look("Point u").value;
    hand.drag(viewport(), viewport() + QPoint(40, 25));
    EXPECT_TRUE(shows("Point u", [&](const Sight& s) { return s.value != before; }));
    hand.press("ctrl+z");
    EXPECT_TRUE(shows("Point u", [&](const Sight& s) { return s.value == before; }));
  });
}

TEST_F(BuildJourney, AnEndInSpaceIsDraggedInThePicture) {
  const auto placeNow = [this] {
    Scene scene;
    onProgram([&] { scene = window().document().scene(); });
    const Entity& entity = *scene.find(Section::Constraints, "position");
    const ParamReader values(builtins().constraint("position")->table, entity.values);
    return std::pair(values.vec3("target"), values.materialPoint("point"));
  };
  go([&] {
    add("Constraints", "Position");
    hand.click(viewport());
    look("Target x");
    const auto before = placeNow();
    hand.holdKey("shift");  // the point on the part lies on it
    hand.drag(viewport(), viewport() + QPoint(60, -30));
    hand.releaseKey("shift");
    const auto after = placeNow();
    EXPECT_GT((after.first - before.first).norm(), 0.01);
    EXPECT_EQ(after.second, before.second);
    hand.press("ctrl+z");
    EXPECT_EQ(placeNow(), before) << "one step of undo";
  });
}

TEST_F(BuildJourney, KeysAreThePicturesOnceANumberIsTyped) {
  go([this] {
    enter("Position y", "1");
    hand.press("7");    // looks from above
    hand.press("tab");  // would end what is typed into a field
    hand.press("ctrl+a");
    EXPECT_TRUE(shows("Position y", [](const Sight& s) { return s.value.startsWith("y 1"); }))
        << look("Position y").value.toStdString();
  });
}

TEST_F(BuildJourney, ADuplicateIsAddedAndTakenAway) {
  go([this] {
    hand.press("ctrl+d");
    look("superquadric_2");
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("superquadric_2"));
  });
}

TEST_F(BuildJourney, ADoubleClickOnANameRenamesAndTheRightButtonOffersMore) {
  go([this] {
    hand.doubleClick(look("superquadric").centre());
    hand.press("ctrl+a");
    hand.type("wing");
    hand.press("return");
    look("wing");
    hand.click(look("wing").centre(), Hand::Button::Right);
    click("Duplicate");
    look("wing_2");
    look("Parts (2)");
    click("Find in the scene");
    hand.type("wing_2");
    look("Parts (1 of 2)");
  });
}

TEST_F(BuildJourney, PlayWithoutPartsSaysWhatIsMissing) {
  go([this] {
    hand.press("delete");
    EXPECT_TRUE(gone("superquadric"));
    hand.press("space");
    EXPECT_TRUE(patient([&] { return hint().contains("add a part"); })) << hint().toStdString();
  });
}

TEST_F(BuildJourney, WhatIsIgnoredStandsStillInTheListOnly) {
  go([this] {
    add("Constraints", "Position");
    hand.click(viewport());
    click("superquadric");  // in the outliner
    hand.press("ctrl+i");
    EXPECT_TRUE(shows("Ignored", [](const Sight& s) { return s.checked; }));
    EXPECT_TRUE(because("superquadric").contains("Ignored"))
        << because("superquadric").toStdString();
    EXPECT_TRUE(because("position").contains("superquadric, which is ignored"));
    hand.click(viewport());  // nothing is there
    EXPECT_TRUE(gone("Ignored"));
    hand.press("ctrl+z");
    EXPECT_FALSE(because("position").contains("ignored"));
    hand.click(viewport());
    EXPECT_TRUE(shows("Ignored", [](const Sight& s) { return !s.checked; }));
  });
}

TEST_F(BuildJourney, APartIsMirroredWithItsJoint) {
  Scene before;
  go([&] {
    enter("Position x", "0");
    add("Parts", "Superquadric");
    look("superquadric_2");
    click("superquadric_2");
    hand.holdKey("ctrl");
    click("superquadric");
    hand.releaseKey("ctrl");
    add("Constraints", "Point to point");
    look("point_to_point");
    click("superquadric_2");
    const QString place = look("Position x").value;
    onProgram([&] { before = window().document().scene(); });
    choose("Edit", "Mirror");
    click("Mirror along X");
    look("superquadric_3");
    look("point_to_point_2");
    click("superquadric_3");
    EXPECT_TRUE(shows("Position x", [&](const Sight& s) {
      return s.value == QString(place).replace("x ", "x −") ||
             s.value == QString(place).replace("x ", "x -");
    })) << place.toStdString();
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("superquadric_3"));
    onProgram([&] { EXPECT_TRUE(window().document().scene() == before); });
    hand.press("ctrl+shift+z");
    look("superquadric_3");
  });
}

TEST_F(BuildJourney, WhereItFellToBecomesTheStart) {
  go([this] {
    const QString before = look("Position y").value;
    hand.press("space");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toInt() > 3; }));
    hand.press("space");
    choose("Simulate", "Make this the start");
    EXPECT_TRUE(shows("Position y", [&](const Sight& s) { return s.value != before; }));
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toInt() == 0; }));
    hand.press("ctrl+z");
    EXPECT_TRUE(shows("Position y", [&](const Sight& s) { return s.value == before; }));
  });
}

TEST_F(BuildJourney, ARopeIsDrawnByClicksUntilEnter) {
  go([this] {
    add("Parts", "Draw a rope");
    hand.click(viewport() + QPoint(-120, -150));
    hand.click(viewport() + QPoint(0, -190));
    hand.click(viewport() + QPoint(90, -190));
    hand.press("backspace");
    hand.press("return");
    look("Points 1 x");
    EXPECT_TRUE(gone("Points 2 x")) << "taken back";
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("rope"));
  });
}

TEST_F(BuildJourney, WhatIsSelectedIsBlownUpAtOnce) {
  go([this] {
    add("Forces", "Pressure inside");
    look("Pressure");
    EXPECT_TRUE(gone("Fill")) << "means nothing while the pressure is held";
    hand.click(look("Hold").place.center() + QPoint(100, 0));  // a choice is called what it holds
    click("Gas");
    look("Fill");
    EXPECT_TRUE(gone("Pressure"));
    hand.press("ctrl+z");
    look("Pressure");
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("Hold"));
  });
}

TEST_F(BuildJourney, OneCoordinateOfSeveralThingsLeavesTheOthersAlone) {
  go([this] {
    add("Parts", "Superquadric");
    const QString aside = look("Position x").value;
    EXPECT_FALSE(aside.startsWith("x 0 ")) << "beside the first";
    hand.press("ctrl+a");
    EXPECT_TRUE(shows("Position x", [](const Sight& s) { return s.value.contains("mixed"); }));
    EXPECT_TRUE(shows("Position z", [](const Sight& s) { return s.value == "z 0 m"; }));
    hand.doubleClick(look("Position y").place.center());
    hand.type("0.5");
    hand.press("return");
    EXPECT_TRUE(shows("Position y", [](const Sight& s) { return s.value == "y 0.5 m"; }));
    EXPECT_TRUE(shows("Position x", [](const Sight& s) { return s.value.contains("mixed"); }));
  });
}

TEST_F(BuildJourney, AKeyIsDraggedInItsCurve) {
  go([this] {
    add("Forces", "Point force");
    hand.click(viewport());
    hand.press("return");
    click("Key force at the current time");
    for (int i = 0; i < 2; ++i) choose("Window", "Curves");  // closed and opened: before the others
    const QRect plot = look("Curve").place;
    const QPoint key(plot.left() + 72, plot.center().y());
    hand.drag(key, key - QPoint(0, 15));
    EXPECT_TRUE(shows("Force z", [](const Sight& s) { return !s.value.startsWith("z 0 "); }));
    hand.press("ctrl+z");
    EXPECT_TRUE(shows("Force z", [](const Sight& s) { return s.value.startsWith("z 0 "); }));
  });
}

// What overlaps is named when it matters, and can be let through.
TEST_F(BuildJourney, PartsThatOverlapAreNamedAndLetThrough) {
  go([this] {
    add("Parts", "Superquadric");
    enter("Position x", "0.2");
    click("Play");
    look("superquadric and superquadric_2 overlap at the start.");
    click("Let them pass through");
    EXPECT_TRUE(gone("Let them pass through"));
    EXPECT_TRUE(look("Undo").enabled);
  });
}

TEST_F(BuildJourney, PartsAreSaidToPassWhereNothingCanStick) {
  go([this] {
    add("Parts", "Superquadric");
    onProgram([this] {
      const std::vector<SceneEdit> still = {
          SetParam{"settings", "contact", Value(std::string("sticky"))},
          SetParam{"settings", "integrator", Value(std::string("quasi_static"))}};
      EXPECT_TRUE(window().document().apply(still, "Change"));
    });
    click("Play");
    look("Parts pass through each other under Quasi-static.");
    look("Change to Implicit Euler");
    click("Let them touch instead");
    EXPECT_TRUE(gone("Let them touch instead"));
    EXPECT_TRUE(look("Undo").enabled);
  });
}

// Of two rules that speak of a pair the lower one counts, so they can be put in another order.
TEST_F(BuildJourney, RulesOfContactAreOrderedAndLeftOut) {
  go([this] {
    choose("Add", "Contact rule");
    choose("Add", "Contact rule");
    const auto rules = [this] {
      std::vector<std::string> names;
      onProgram([&] {
        for (const Entity& rule : window().document().scene()[Section::ContactRules])
          names.push_back(rule.name + (isIgnored(rule) ? " ignored" : ""));
      });
      return names;
    };
    const std::vector<std::string> added = rules();
    ASSERT_EQ(added.size(), 2U);
    const auto offers = [this](const char* command) {
      bool offered = false;
      onProgram([&] {
        for (const QAction* action : window().findChildren<QAction*>())
          if (action->text().remove('&') == command) offered |= action->isEnabled();
      });
      return offered;
    };
    EXPECT_FALSE(offers("Move rule down")) << "the last";
    const auto inSpace = {"Mirror along X", "Hide or show", "Turn off or on"};
    for (const char* command : inSpace)
      EXPECT_FALSE(offers(command)) << command << " does nothing with a rule";
    choose("Edit", "Move rule up");
    EXPECT_EQ(rules(), (std::vector<std::string>{added[1], added[0]}));
    EXPECT_FALSE(offers("Move rule up")) << "the first";
    EXPECT_TRUE(offers("Move rule down"));
    choose("Edit", "Ignore or take part");
    EXPECT_EQ(rules(), (std::vector<std::string>{added[1] + " ignored", added[0]}));
    choose("Edit", "Undo: Ignore " + QString::fromStdString(added[1]));
    EXPECT_EQ(rules(), (std::vector<std::string>{added[1], added[0]}));
    add("Parts", "Particle");
    for (const char* command : inSpace) EXPECT_TRUE(offers(command)) << command;
    EXPECT_FALSE(offers("Move rule up"));
    for (int undone = 0; undone < 4; ++undone) hand.press("ctrl+z");
    EXPECT_TRUE(patient([&] { return rules().empty(); }));
    EXPECT_FALSE(offers("Move rule down"));
  });
}

TEST_F(BuildJourney, TheSearchFindsCommandsNotWhatUndoWouldTakeBack) {
  go([this] {
    add("Constraints", "Position");
    hand.click(viewport());
    look("position");
    choose("Edit", "Find a command…");
    look("Command");
    hand.type("position");
    hand.press("return");
    hand.click(viewport());
    look("position_2");
  });
}

// It stands on the floor, with nothing between them.
TEST_F(BuildJourney, APartThatIsAddedOnTheWayTakesPart) {
  go([this] {
    const auto plays = [this](double frames) {
      const double from = frame();
      hand.press("space");
      EXPECT_TRUE(
          shows("Frame", [=](const Sight& s) { return s.value.toDouble() > from + frames; }));
      hand.press("space");
      look("Play");
    };
    click("Add a floor");
    hand.click(viewport() + QPoint(250, -150));
    plays(12);
    add("Parts", "Superquadric");
    look("superquadric_2");
    hand.click(viewport() + QPoint(250, -150));
    plays(12);
    // Taken out and put back, it takes part again.
    hand.click(look("superquadric").centre());
    hand.press("delete");
    EXPECT_TRUE(gone("superquadric"));
    hand.press("ctrl+z");
    look("superquadric");
    hand.click(viewport() + QPoint(250, -150));
    plays(12);
  });
}

TEST_F(BuildJourney, EscLeavesAndAddsNothing) {
  go([this] {
    add("Constraints", "Position");
    hand.press("esc");
    hand.click(viewport());
    EXPECT_TRUE(gone("Target x"));
  });
}

TEST_F(BuildJourney, TheDoctorNamesWhatRepeatsAndTakesItOut) {
  const auto constraints = [this] {
    std::size_t count = 0;
    onProgram([&] { count = window().document().scene().constraints().size(); });
    return count;
  };
  go([&] {
    for (const char* name : {"position", "position_2"}) {
      add("Constraints", "Position");
      hand.click(viewport());
      look(name);
    }
    click("Doctor");
    const auto finding = [&] {
      return look("What is wrong with constraints").place.topLeft() + QPoint(60, 12);
    };
    hand.click(finding());
    look("Delete position_2");
    hand.click(look("Viewport").place.topLeft() + QPoint(40, 200));
    EXPECT_TRUE(gone("Delete position_2")) << "after a click into the empty";
    hand.click(finding());
    click("Delete position_2");
    EXPECT_TRUE(gone("What is wrong with constraints"));
    EXPECT_EQ(constraints(), 1U);
    hand.press("ctrl+z");
    look("What is wrong with constraints");
    EXPECT_EQ(constraints(), 2U);
  });
}

// Of two findings it is the one that the message was about.
TEST_F(BuildJourney, TheDoctorOpensAtWhatItIsAskedAbout) {
  go([this] {
    for (const char* name : {"position", "position_2"}) {
      add("Constraints", "Position");
      hand.click(viewport());
      look(name);
    }
    click("Play");
    click("What could be done");
    look("Delete position_2");
    EXPECT_TRUE(gone("What could be done"));
    onProgram([this] {
      const auto items = window().document().selection().items();
      EXPECT_EQ(items.size(), 2U) << "the constraints that it is about";
    });
  });
}

TEST_F(BuildJourney, EscInTheRepeatDialogLeavesTheSceneAsItWas) {
  const auto now = [this] {
    Scene scene;
    onProgram([&] { scene = window().document().scene(); });
    return scene;
  };
  go([&] {
    click("superquadric");
    look("Mass");
    const Scene before = now();
    const QString last = look("Undo").told;
    choose("Edit", "Repeat…");
    look("Copies");
    EXPECT_TRUE(patient([&] { return now().parts().size() > 1; })) << "it shows what it will do";
    enter("Copies", "5");
    EXPECT_TRUE(patient([&] { return now().parts().size() == 6; }));
    hand.press("esc");
    EXPECT_TRUE(gone("Copies"));
    EXPECT_TRUE(now() == before);
    EXPECT_TRUE(gone("superquadric_2"));
    EXPECT_EQ(look("Undo").told, last);
  });
}

}  // namespace
}  // namespace sinew::test
