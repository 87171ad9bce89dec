#include "ui/window/Actions.h"

#include <QActionGroup>
#include <QWidget>

#include "ui/theme/Icons.h"

namespace sinew::ui {

struct Actions::Description {
  QString text;
  QString tip;
  const char* icon = nullptr;
  QList<QKeySequence> keys;
};

Actions::Actions(QWidget* window) : QObject(window), m_window(window) {
  makeFile();
  makeEdit();
  makeHandling();
  makeSelecting();
  makeMirror();
  makeSimulate();
  makeReplay();
  makeAnimate();
  makeAssembly();
  makeTools();
  makeHelp();
  nameAlso();
}

// Words that other programs have for them, so that the search finds them.
void Actions::nameAlso() {
  const std::pair<QAction*, QString> kAlso[] = {
      {exportMovie, tr("render video playblast mp4 image sequence")},
      {picture, tr("screenshot snapshot image still png")},
      {duplicate, tr("clone copy")},
      {repeat, tr("array clone scatter")},
      {keepInLibrary, tr("preset asset")},
      {group, tr("parent collection")},
      {ungroup, tr("unparent")},
      {remove, tr("erase")},
      {hide, tr("visible invisible visibility")},
      {lock, tr("freeze protect")},
      {ignore, tr("disable mute exclude")},
      {switchActing, tr("disable enable mute release detach activation")},
      {ruleUp, tr("order priority reorder earlier")},
      {ruleDown, tr("order priority reorder later")},
      {settle, tr("relax preroll pre-roll rest pose")},
      {startHere, tr("set current as start freeze initial state pose")},
      {letGo, tr("release drop unpin pins")},
      {record, tr("capture cache bake")},
      {keepTake, tr("save cache bake")},
      {reset, tr("rewind restart")},
      {autoKey, tr("keyframe automatic")},
      {addMarker, tr("bookmark label")},
      {handOver, tr("release keyed simulated dynamic kinematic")},
      {handTool, tr("grab pull drag twist")},
      {scaleTool, tr("resize size")},
      {rotateTool, tr("turn spin")},
      {frameSelected, tr("zoom focus")},
      {frameAll, tr("zoom fit home")},
      {orthographic, tr("perspective projection")},
      {preferences, tr("settings options theme")},
      {keys, tr("shortcuts hotkeys keyboard bindings")},
      {guide, tr("tutorial help")},
  };
  for (const auto& [action, words] : kAlso) action->setProperty("also", words);
}

QAction* Actions::make(const Description& d) {
  auto* action = new QAction(d.text, this);
  // What it is called while its text says more, and by which its keys are remembered.
  const QString name = QString(d.text).remove('&').remove("…");
  action->setProperty("name", name);
  action->setObjectName(name.toLower().replace(' ', '_'));
  if (d.icon != nullptr) action->setIcon(icon(d.icon));
  action->setShortcuts(d.keys);
  const QString keys =
      d.keys.isEmpty() ? QString() : " (" + d.keys.first().toString(QKeySequence::NativeText) + ")";
  QString plain = d.text;
  action->setToolTip((d.tip.isEmpty() ? plain.remove('&') : d.tip) + keys);
  action->setStatusTip(d.tip);
  m_window->addAction(action);
  return action;
}

void Actions::makeFile() {
  newScene = make({tr("&New scene"), tr("Starts an empty scene"), "new", {QKeySequence::New}});
  open = make({tr("&Open…"), tr("Opens a scene or a take"), "open", {QKeySequence::Open}});
  save = make({tr("&Save"),
               tr("Saves the scene; the file before stays beside it"),
               "save",
               {QKeySequence::Save}});
  saveAs = make({tr("Save &as…"),
                 tr("Saves the scene under another name"),
                 nullptr,
                 {QKeySequence("Ctrl+Shift+S")}});
  saveCopy = make({tr("Save numbered &copy"),
                   tr("Saves to the next free number and goes on there"),
                   nullptr,
                   {QKeySequence("Ctrl+Alt+S")}});
  exportMovie = make({tr("&Export movie…"),
                      tr("Draws the take into a film or pictures"),
                      "film",
                      {QKeySequence("Ctrl+E")}});
  close = make({tr("&Close scene"), tr("Back to the gallery"), nullptr, {QKeySequence("Ctrl+W")}});
  quit = make({tr("&Quit"), {}, nullptr, {QKeySequence("Ctrl+Q")}});
}

void Actions::makeEdit() {
  undo = make({tr("&Undo"), {}, "undo", {QKeySequence("Ctrl+Z")}});
  redo = make({tr("&Redo"), {}, "redo", {QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")}});
  cut = make(
      {tr("Cu&t"), tr("Copies what is selected and deletes it"), nullptr, {QKeySequence::Cut}});
  copy = make({tr("&Copy"),
               tr("Copies what is selected, for this scene or another"),
               nullptr,
               {QKeySequence::Copy}});
  paste = make({tr("&Paste"),
                tr("Adds what was copied, beside what is there"),
                nullptr,
                {QKeySequence::Paste}});
  duplicate = make({tr("D&uplicate"),
                    tr("Adds another of what is selected, with what ties it together"),
                    nullptr,
                    {QKeySequence("Ctrl+D")}});
  repeat = make({tr("Re&peat…"),
                 tr("Adds several of what is selected, in a row"),
                 nullptr,
                 {QKeySequence("Ctrl+Shift+D")}});
  keepInLibrary = make({tr("&Keep in the library…"),
                        tr("Puts what is selected into the library, for any scene"),
                        nullptr,
                        {}});
}

void Actions::makeHandling() {
  group = make({tr("&Group"),
                tr("Puts the parts that are selected into a group, to be moved as one"),
                nullptr,
                {QKeySequence("Ctrl+G")}});
  ungroup = make({tr("Ung&roup"),
                  tr("Takes the selected groups apart; their parts stay as they are"),
                  nullptr,
                  {QKeySequence("Ctrl+Shift+G")}});
  rename = make({tr("Re&name"), tr("Renames what is selected"), nullptr, {QKeySequence("F2")}});
  remove = make({tr("&Delete"),
                 tr("Deletes what is selected and what cannot be without it"),
                 nullptr,
                 {QKeySequence("Del"), QKeySequence("X")}});
  hide = make({tr("&Hide or show"),
               tr("Hides what is selected, or shows it again"),
               "eye",
               {QKeySequence("Ctrl+H")}});
  lock = make({tr("&Lock or unlock"),
               tr("Protects what is selected from changes, or lets it be changed again"),
               "lock",
               {QKeySequence("Ctrl+L")}});
  ignore =
      make({tr("&Ignore or take part"),
            tr("Leaves the selected parts and rules of contact out of the simulation, with what "
               "holds on to them, or takes them in again"),
            "ignored",
            {QKeySequence("Ctrl+I")}});
  switchActing =
      make({tr("Turn &off or on"),
            tr("Turns the selected constraints off, or on again; what is keyed gets a key"),
            nullptr,
            {QKeySequence("Ctrl+T")}});
  ruleUp = make({tr("Move rule u&p"),
                 tr("Moves the selected rule of contact before the one above: of two that speak of "
                    "a pair, the lower counts"),
                 nullptr,
                 {}});
  ruleDown = make({tr("Move rule do&wn"),
                   tr("Moves the selected rule of contact behind the one below: of two that speak "
                      "of a pair, the lower counts"),
                   nullptr,
                   {}});
  search = make({tr("&Find a command…"),
                 tr("Finds any command by its name"),
                 "search",
                 {QKeySequence("F3"), QKeySequence("Ctrl+P")}});
  preferences = make({tr("Pre&ferences…"),
                      tr("The theme, how one looks around, and which keys mean what"),
                      nullptr,
                      {QKeySequence("Ctrl+,")}});
}

void Actions::makeSelecting() {
  selectAll = make({tr("Select &all parts"), {}, nullptr, {QKeySequence("Ctrl+A")}});
  selectNone = make({tr("Select n&othing"), {}, nullptr, {QKeySequence("Ctrl+Shift+A")}});
  selectThrough = make({tr("The &box reaches through"),
                        tr("Whether a box drawn in the picture also takes what is hidden behind"),
                        nullptr,
                        {QKeySequence("Alt+Z")}});
  selectThrough->setCheckable(true);
  selectThrough->setChecked(true);
}

void Actions::makeMirror() {
  const QString tip = tr(
      "Adds the mirror image of what is selected, with its joints, on the other side along %1: of "
      "the selected group's pivot, if it was given one, else of the world's origin");
  mirrorX = make({tr("Mirror along &X"), tip.arg("x"), nullptr, {QKeySequence("Ctrl+Shift+M")}});
  mirrorY = make({tr("Mirror along &Y"), tip.arg("y"), nullptr, {}});
  mirrorZ = make({tr("Mirror along &Z"), tip.arg("z"), nullptr, {}});
}

void Actions::makeSimulate() {
  play = make({tr("&Play"), tr("Plays or pauses the simulation"), "play", {QKeySequence("Space")}});
  playAnew = make({tr("Simulate from &here"),
                   tr("Drops the frames after the one shown and simulates on from it"),
                   nullptr,
                   {QKeySequence("Ctrl+Space")}});
  stepBack = make({tr("Step &back"),
                   tr("One frame back"),
                   "step_back",
                   {QKeySequence(","), QKeySequence("Left")}});
  stepForward = make({tr("Step &forward"),
                      tr("One frame on, simulated if need be"),
                      "step_forward",
                      {QKeySequence("."), QKeySequence("Right")}});
  toStart = make({tr("To the &start"),
                  tr("Shows the first frame"),
                  "start",
                  {QKeySequence("Home"), QKeySequence("Shift+Left")}});
  reset = make({tr("&Reset"),
                tr("Starts the take anew from the scene as it is now"),
                "revert",
                {QKeySequence("Backspace")}});
  startHere = make({tr("Make this the st&art"),
                    tr("Parts start out where they are now: those selected, or all"),
                    nullptr,
                    {QKeySequence("Ctrl+Shift+Home")}});
  settle = make({tr("S&ettle"),
                 tr("Lets parts hang and give way until forces balance, with all keys as they are "
                    "at the start, and starts from there: those selected, or all"),
                 nullptr,
                 {}});
  letGo = make({tr("Let &go of everything"),
                tr("Frees all that the hand left held"),
                nullptr,
                {QKeySequence("Shift+P")}});
  record = make({tr("Re&cord"), tr("Records a take from here on"), "record", {QKeySequence("K")}});
  record->setCheckable(true);
  keepTake =
      make({tr("&Keep take…"), tr("Saves what was simulated so far as a take"), nullptr, {}});
  leaveTake = make({tr("&Back to the scene"), tr("Leaves the take that is shown"), nullptr, {}});
  leaveTake->setEnabled(false);
  compare = make({tr("Co&mpare with re-simulation"),
                  tr("Simulates a recorded take again and compares every frame"),
                  nullptr,
                  {}});
}

void Actions::makeReplay() {
  replay = make({tr("Re&play"),
                 tr("Shows what was simulated again, at the speed chosen"),
                 "replay",
                 {QKeySequence("Shift+Space")}});
  loop = make({tr("&Loop"),
               tr("Replays round and round; Play too shows again from the start what is there"),
               "loop",
               {QKeySequence("L")}});
  loop->setCheckable(true);
  replayFrom = make({tr("Replay from &this frame"),
                     tr("What is replayed begins at the frame shown"),
                     nullptr,
                     {QKeySequence("I")}});
  replayTo = make({tr("Replay &up to this frame"),
                   tr("What is replayed ends at the frame shown"),
                   nullptr,
                   {QKeySequence("O")}});
  replayAll = make({tr("Replay all &frames"),
                    tr("Forgets where what is replayed begins and ends"),
                    nullptr,
                    {QKeySequence("Shift+I")}});
  replayAll->setEnabled(false);
}

void Actions::makeAnimate() {
  autoKey = make({tr("&Auto-key"),
                  tr("Every change of what can be keyed sets a key at the current time"),
                  "key",
                  {QKeySequence("Shift+K")}});
  autoKey->setCheckable(true);
  addMarker =
      make({tr("Add a &marker"), tr("Marks the current time"), nullptr, {QKeySequence("M")}});
  previousMark = make({tr("To the key &before"),
                       tr("To the key or marker before, of what is selected or of the scene"),
                       nullptr,
                       {QKeySequence("Down")}});
  nextMark = make({tr("To the key &after"),
                   tr("To the key or marker after, of what is selected or of the scene"),
                   nullptr,
                   {QKeySequence("Up")}});
}

void Actions::makeAssembly() {
  stagger = make({tr("&Stagger the assembly…"),
                  tr("Lets constraints come into force one after the other: those selected, those "
                     "that hold what is selected, or all"),
                  nullptr,
                  {}});
  handOver = make(
      {tr("&Hand over here"),
       tr("From here on what is led by the selected constraints, or by those that hold what is "
          "selected, is left to the simulation; or it is led again, from where it is by then"),
       nullptr,
       {QKeySequence("Ctrl+Shift+H")}});
}

void Actions::makeTools() {
  selectTool = make({tr("&Select"),
                     tr("Click selects; Shift adds, Ctrl removes"),
                     "select",
                     {QKeySequence("Q")}});
  moveTool = make({tr("&Move"), tr("Moves what is selected"), "move", {QKeySequence("W")}});
  rotateTool = make({tr("&Rotate"), tr("Turns what is selected"), "rotate", {QKeySequence("E")}});
  scaleTool = make(
      {tr("Sc&ale"), tr("Makes what is selected larger or smaller"), "scale", {QKeySequence("R")}});
  handTool =
      make({tr("&Hand"), tr("Grabs a point of a part and pulls it"), "hand", {QKeySequence("H")}});
  auto* tools = new QActionGroup(this);
  tools->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);  // some are in menus
  for (QAction* tool : {selectTool, moveTool, rotateTool, scaleTool, handTool}) {
    tool->setCheckable(true);
    tools->addAction(tool);
  }
  selectTool->setChecked(true);
  frameSelected = make({tr("Frame &selected"),
                        tr("Brings what is selected into view"),
                        "frame",
                        {QKeySequence("F")}});
  frameAll =
      make({tr("Frame &all"), tr("Brings everything into view"), nullptr, {QKeySequence("A")}});
  orthographic =
      make({tr("&Orthographic"), tr("Without perspective"), nullptr, {QKeySequence("5")}});
  orthographic->setCheckable(true);
  cameraFromView = make({tr("&New camera from this view"),
                         tr("Adds a camera that stands where you look from, and looks through it"),
                         "camera",
                         {QKeySequence("Ctrl+Shift+C")}});
  cameraToView = make({tr("Camera to &this view"),
                       tr("Puts the selected camera, or the scene's first, where you look from"),
                       nullptr,
                       {QKeySequence("Ctrl+Alt+0")}});
  lightFromView =
      make({tr("&Light from this view"),
            tr("Lets the selected light, or the scene's first, shine from where you look from"),
            "lights",
            {}});
  picture = make({tr("Save a p&icture…"),
                  tr("Saves what the picture shows now, as a film would show it"),
                  nullptr,
                  {QKeySequence("F12")}});
}

void Actions::makeHelp() {
  guide = make({tr("Guided first &scene"),
                tr("Leads through a first scene, step by step: two balloons are hung"),
                nullptr,
                {}});
  keys = make({tr("&Keys"), tr("Lists every key, to be changed"), nullptr, {QKeySequence("F1")}});
  about = make({tr("&About Sinew"), {}, nullptr, {}});
}

}  // namespace sinew::ui
