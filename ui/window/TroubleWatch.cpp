#include "ui/window/TroubleWatch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "core/model/Integrator.h"
#include "core/scene/SceneDifference.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/document/CoarserSteps.h"
#include "ui/document/TextOf.h"
#include "ui/document/WeakerForces.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr std::uint64_t kGoBack = 12;  // frames
constexpr double kFiner = 0.25;        // of the step or tolerance there was
constexpr double kWeaker = 0.1;        // of the force there was

/// Some way before the frame at which it went wrong.
std::uint64_t frameBefore(std::uint64_t frame) {
  return frame - std::min(frame, kGoBack);
}

QString sentence(const QString& words) {
  return words.endsWith('.') ? words : words + ".";
}

QString capitalised(const std::string& words) {
  const QString text = textOf(words);
  return text.left(1).toUpper() + text.mid(1);
}

QString listed(const std::set<std::string>& names) {
  constexpr int kMost = 5;
  QStringList list;
  for (const std::string& name : names) list << textOf(name);
  const bool more = list.size() > kMost;
  return list.mid(0, kMost).join(", ") + (more ? ", …" : "");
}

}  // namespace

TroubleWatch::TroubleWatch(Document& document, LiveRun& live, QObject* parent)
    : QObject(parent), m_document(document), m_live(live) {
  connect(&live, &LiveRun::statusChanged, this, &TroubleWatch::look);
  // What still cannot be simulated after a change is told again: its notice went with the change.
  connect(&document.undoStack(), &QUndoStack::indexChanged, this, [this] {
    const auto& trouble = m_live.status().trouble;
    if (trouble && !trouble->diverged) m_told.clear();
  });
  connect(&document, &Document::sceneReplaced, this, [this] {
    m_told.clear();
    m_toldSteps.clear();
    m_toldPassing = false;
    m_toldRedundant.clear();
    m_toldConflicting.clear();
    m_fighting.clear();
    m_fights.forget();
    m_rough.forget();
    m_toldOverlaps.clear();
  });
}

void TroubleWatch::look() {
  const auto& trouble = m_live.status().trouble;
  const QString message = trouble ? textOf(trouble->message) : QString();
  if (message != m_told) {
    m_told = message;
    if (trouble) return tellOfTrouble(*trouble);
    emit passed();
  }
  const auto& remark = m_live.status().remark;
  const bool current = m_live.status().revision == m_document.revision();
  if (const std::string part = remark ? remark->part : ""; part != m_toldSteps && current) {
    m_toldSteps = part;
    if (remark && !trouble) return tellOfSteps(*remark);
    if (!remark) emit ended(NoticeBar::Matter::SlowSteps);
  }
  // While things are being placed they may well overlap.
  const bool plays = m_live.status().mode == LiveMode::Playing;
  if (current && plays && !m_live.showsTake()) {
    tellOfOverlaps(m_live.status().overlaps);
    tellOfPassing();
  }
  if (const auto snapshot = m_live.snapshot();
      snapshot && snapshot->topology && !m_live.showsTake()) {
    // Nothing is told by the constraints of a state that led nowhere.
    if (!trouble || !trouble->diverged) tellOfConstraints(*snapshot);
    tellOfBreaks(*snapshot);
    if (plays) tellOfRoughContact(*snapshot);
  }
}

void TroubleWatch::tellOfTrouble(const LiveTrouble& trouble) {
  NoticeBar::Notice notice;
  notice.tone = NoticeBar::Tone::Error;
  notice.why = sentence(textOf(trouble.message));
  if (trouble.diverged) {
    notice.what = tr("The take stopped at frame %1, the last good one.").arg(m_live.status().frame);
    notice.stay = NoticeBar::Stay::UntilSceneChanges;
    if (!trouble.blame.empty() && !notice.why.contains(textOf(trouble.blame)))
      notice.why += " " + tr("It began at %1.").arg(textOf(trouble.blame));
    if (!trouble.remedy.empty()) notice.why += " " + sentence(capitalised(trouble.remedy));
    // First what mends it, going back alone leads here again: what flies off at once is pushed too
    // hard, what comes apart later steps too far.
    const bool atOnce = m_live.status().frame == 0;
    for (const auto& [first, second] : m_live.status().overlaps) {
      if (!atOnce || (first != trouble.blame && second != trouble.blame)) continue;
      notice.why += " " + tr("%1 and %2 overlap at the start.").arg(textOf(first), textOf(second));
      break;
    }
    if (atOnce) offerWeakerForces(trouble.blame, notice);
    notice.answers.push_back({tr("Finer steps"), [this] { finerSteps(); }});
    offerSteadier(notice);
    if (!atOnce) offerWeakerForces(trouble.blame, notice);
    const std::uint64_t frame = frameBefore(m_live.status().frame);
    notice.answers.push_back(
        {frame == 0 ? tr("Go back to the start") : tr("Go back to frame %1").arg(frame),
         [this, frame] { m_live.seek(frame); }});
  } else {
    notice.what = tr("The scene cannot be simulated as it is.");
    notice.stay = NoticeBar::Stay::UntilSceneChanges;
    if (m_document.undoStack().canUndo())
      notice.answers.push_back({tr("Undo"), [this] { m_document.undoStack().undo(); }});
  }
  if (const auto id = find(trouble.blame))
    notice.answers.push_back(
        {tr("Select %1").arg(textOf(id->name)), [this, id] { select({*id}); }});
  emit told(notice);
}

const IntegratorKind* TroubleWatch::inUse() const {
  const ParamReader settings(settingsTable(), m_document.scene().settings);
  const auto& kinds = m_document.registry().integrators();
  const auto used = std::ranges::find(kinds, settings.text("integrator"), &IntegratorKind::name);
  return used == kinds.end() ? nullptr : &*used;
}

Level TroubleWatch::levelOf(const IntegratorKind& kind) const {
  return kind.create(ParamReader(settingsTable(), m_document.scene().settings))->level();
}

// To change to the first integrator that takes forces at the end of its steps, with inertia.
void TroubleWatch::offerInert(NoticeBar::Notice& notice) {
  const auto& kinds = m_document.registry().integrators();
  const auto kind = std::ranges::find_if(
      kinds, [this](const IntegratorKind& each) { return levelOf(each) == Level::Displacement; });
  if (kind == kinds.end()) return;
  const QString change = tr("Change to %1").arg(textOf(kind->label));
  notice.answers.push_back({change, [this, change, name = kind->name] {
                              mend({SetParam{"settings", "integrator", Value(name)}}, change);
                            }});
}

// Where springs are too stiff for the integrator in use.
void TroubleWatch::offerSteadier(NoticeBar::Notice& notice) {
  const IntegratorKind* used = inUse();
  if (used != nullptr && levelOf(*used) == Level::Acceleration) offerInert(notice);
}

// Sticky springs are made and let go on the way, and what goes from pose to pose has none.
void TroubleWatch::tellOfPassing() {
  const IntegratorKind* used = inUse();
  const ParamReader settings(settingsTable(), m_document.scene().settings);
  const bool passes = used != nullptr && levelOf(*used) == Level::Equilibrium &&
                      settings.text("contact") == "sticky" && m_document.scene().parts().size() > 1;
  if (std::exchange(m_toldPassing, passes) || !passes) return;
  NoticeBar::Notice notice;
  notice.tone = NoticeBar::Tone::Warning;
  notice.what = tr("Parts pass through each other under %1.").arg(textOf(used->label));
  notice.why = tr("It goes from pose to pose, and cannot tell where parts would come to stick.");
  notice.stay = NoticeBar::Stay::UntilSceneChanges;
  const QString change = tr("Let them touch instead");
  notice.answers.push_back({change, [this, change] {
                              const Value barrier(std::string("barrier"));
                              mend({SetParam{"settings", "contact", barrier}}, change);
                            }});
  offerInert(notice);
  emit told(notice);
}

void TroubleWatch::tellOfSteps(const StepRemark& remark) {
  NoticeBar::Notice notice;
  notice.tone = NoticeBar::Tone::Warning;
  notice.what = tr("This scene will simulate slowly.");
  notice.stay = NoticeBar::Stay::WhileItLasts;
  notice.matter = NoticeBar::Matter::SlowSteps;
  notice.why = sentence(textOf(remark.message));
  offerSteadier(notice);
  if (const auto id = find(remark.part))
    notice.answers.push_back(
        {tr("Select %1").arg(textOf(id->name)), [this, id] { select({*id}); }});
  emit told(notice);
}

void TroubleWatch::tellOfConstraints(const Snapshot& snapshot) {
  m_fights.look(snapshot);
  std::set<std::string> redundant, conflicting, heldApart;
  const auto& states = snapshot.report.constraints;
  for (std::size_t i = 0; i < std::min(states.size(), snapshot.topology->constraints.size()); ++i) {
    const std::string& name = snapshot.topology->constraints[i].constraint;
    const ConstraintStatus& state = states[i];
    if (m_fights.goesOn(name)) {
      if (m_toldConflicting.insert(name).second) conflicting.insert(name);
      m_fighting.insert(name);
      if (state.open == OpenGap::Contact) heldApart.insert(name);
    } else if (state.active && state.redundant && !state.conflicting) {
      if (m_toldRedundant.insert(name).second) redundant.insert(name);
    }
  }
  tellOfConstraints(redundant, {NoticeBar::Tone::Warning,
                                tr("These constraints repeat what others hold already: %1."),
                                tr("They do no harm; the take goes on."),
                                {}});
  if (!conflicting.empty()) conflicting = m_fighting;  // one message for all that stand
  const bool byContact = std::ranges::includes(heldApart, conflicting);
  tellOfConstraints(conflicting,
                    {NoticeBar::Tone::Warning,
                     byContact ? tr("Contact holds these constraints apart: %1.")
                               : tr("These constraints cannot all be met: %1."),
                     byContact ? tr("They pull into something. Move them, or what is in the way.")
                               : tr("They pull against each other. Remove or move one of them."),
                     {},
                     NoticeBar::Stay::WhileItLasts,
                     NoticeBar::Matter::Conflict});
  if (m_fighting.empty() || !m_fights.isOver(m_fighting)) return;
  m_fighting.clear();
  emit ended(NoticeBar::Matter::Conflict);
}

void TroubleWatch::tellOfConstraints(const std::set<std::string>& names, NoticeBar::Notice notice) {
  if (names.empty()) return;
  std::vector<ObjectId> items;
  for (const std::string& name : names) items.push_back({Section::Constraints, name});
  notice.what = notice.what.arg(listed(names));
  notice.answers = {{tr("What could be done"), [this, items] { emit doctorWanted(items); }},
                    {tr("Select them"), [this, items] { select(items); }}};
  emit told(notice);
}

/// What comes apart without having a max force is meant to, as an arrow that leaves the string.
bool TroubleWatch::mayBreak(const std::string& constraint) const {
  const Value* most = nullptr;
  if (const Entity* entity = m_document.scene().find(Section::Constraints, constraint))
    most = entity->values.find("max_force");
  return most != nullptr && !(*most == Value(0.0));
}

void TroubleWatch::tellOfBreaks(const Snapshot& snapshot) {
  std::set<std::string> broken, fresh;
  const auto& states = snapshot.report.constraints;
  for (std::size_t i = 0; i < std::min(states.size(), snapshot.topology->constraints.size()); ++i) {
    const std::string& name = snapshot.topology->constraints[i].constraint;
    if (states[i].broken && mayBreak(name)) broken.insert(name);
  }
  std::ranges::set_difference(broken, m_broken, std::inserter(fresh, fresh.end()));
  m_broken = std::move(broken);
  if (fresh.empty() || m_live.status().mode != LiveMode::Playing) return;
  std::vector<ObjectId> items;
  for (const std::string& name : fresh) items.push_back({Section::Constraints, name});
  emit told({NoticeBar::Tone::Information,
             tr("Broken at frame %1: %2.").arg(m_live.status().frame).arg(listed(fresh)),
             tr("It took more than its max force. It is whole again at the start."),
             {{tr("Select"), [this, items] { select(items); }}},
             NoticeBar::Stay::UntilSceneChanges});
}

void TroubleWatch::tellOfRoughContact(const Snapshot& snapshot) {
  if (!m_rough.look(snapshot)) return;
  std::set<std::string> names;
  std::vector<ObjectId> items;
  for (const int part : m_rough.pair()) {
    if (part < 0 || part >= static_cast<int>(snapshot.topology->parts.size())) continue;
    const std::string& name = snapshot.topology->parts[static_cast<std::size_t>(part)].part;
    if (names.insert(name).second) items.push_back({Section::Parts, name});
  }
  NoticeBar::Notice notice{NoticeBar::Tone::Warning,
                           tr("Contact is simulated only roughly here: %1.").arg(listed(names)),
                           tr("They may sink into each other or lose energy. Shorter steps, masses "
                              "nearer to each other or more stiffness help."),
                           {},
                           NoticeBar::Stay::UntilSceneChanges};
  if (names.empty()) notice.what = tr("Contact is simulated only roughly here.");
  notice.answers.push_back({tr("Finer steps"), [this] { finerSteps(); }});
  if (!items.empty())
    notice.answers.push_back({tr("Select them"), [this, items] { select(items); }});
  emit told(notice);
}

void TroubleWatch::tellOfOverlaps(const Pairs& pairs) {
  Pairs fresh;
  for (const auto& pair : pairs) {
    if (pair[0] != pair[1] && m_toldOverlaps.insert(pair).second) fresh.push_back(pair);
  }
  if (fresh.empty()) return;
  std::set<std::string> named;
  std::vector<ObjectId> items;
  QStringList pairsInWords;
  for (const auto& pair : fresh) {
    pairsInWords << tr("%1 and %2").arg(textOf(pair[0]), textOf(pair[1]));
    for (const std::string& name : pair) {
      if (named.insert(name).second) items.push_back({Section::Parts, name});
    }
  }
  constexpr qsizetype kMostNamed = 3;
  const qsizetype more = pairsInWords.size() - kMostNamed;
  if (more > 0) {
    pairsInWords.resize(kMostNamed);
    pairsInWords << tr("%n more", nullptr, static_cast<int>(more));
  }
  const bool pass = m_live.status().overlapsPass;
  emit told({NoticeBar::Tone::Information,
             fresh.size() == 1
                 ? tr("%1 overlap at the start.").arg(pairsInWords.front())
                 : tr("These parts overlap at the start: %1.").arg(pairsInWords.join("; ")),
             pass ? tr("They pass through each other.")
                  : tr("They are moved apart as the take begins, and collide from then on."),
             {{tr("Select them"), [this, items] { select(items); }},
              {tr("Let them pass through"), [this, fresh] { letPass(fresh); }}},
             NoticeBar::Stay::UntilSceneChanges});
}

void TroubleWatch::letPass(const Pairs& pairs) {
  std::map<std::string, ValueList> through;
  const auto add = [&](const std::string& name, const std::string& other) {
    const Entity* part = m_document.scene().find(Section::Parts, name);
    if (part == nullptr) return;
    const ParamTable* table = entityTable(m_document.registry(), Section::Parts, part->kind);
    ValueList already = ParamReader(*table, part->values).list("passes_through");
    through.try_emplace(name, std::move(already)).first->second.push_back(Value(other));
  };
  for (const auto& [first, second] : pairs) {  // either would do; both show it
    add(first, second);
    add(second, first);
  }
  std::vector<SceneEdit> edits;
  for (auto& [name, list] : through) {
    const std::string path = ObjectId{Section::Parts, name}.path();
    edits.push_back(SetParam{path, "passes_through", Value(std::move(list))});
  }
  const auto done = m_document.apply(edits, tr("Let parts pass through"));
  if (!done) tellUnchanged(done.error());
}

std::optional<ObjectId> TroubleWatch::find(const std::string& name) const {
  if (name.empty()) return std::nullopt;
  for (const Section section : {Section::Parts, Section::Constraints, Section::Forces}) {
    if (m_document.scene().find(section, name) != nullptr) return ObjectId{section, name};
  }
  return std::nullopt;
}

void TroubleWatch::select(const std::vector<ObjectId>& items) {
  m_document.selection().select(items);
}

void TroubleWatch::finerSteps() {
  const ParamReader settings(settingsTable(), m_document.scene().settings);
  const IntegratorKind* kind = m_document.registry().integrator(settings.text("integrator"));
  const bool adaptive = kind != nullptr && kind->create(settings)->adaptive();
  const auto accuracy = adaptive ? std::nullopt : finerAccuracy(m_document.scene());
  if (accuracy) return mend({*accuracy}, tr("Finer steps"));
  const std::string key = adaptive ? "tolerance" : "step";
  mend({SetParam{"settings", key, Value(settings.real(key) * kFiner)}}, tr("Finer steps"));
}

void TroubleWatch::offerWeakerForces(const std::string& part, NoticeBar::Notice& notice) {
  const auto edits = weakerForcesOn(part, kWeaker, m_document.scene(), m_document.registry());
  if (edits.empty()) return;
  const QString change = tr("A tenth of the forces on %1").arg(textOf(part));
  notice.answers.push_back({change, [this, edits, change] { mend(edits, change); }});
}

void TroubleWatch::mend(const std::vector<SceneEdit>& edits, const QString& change) {
  const Scene before = m_document.scene();
  const auto done = m_document.apply(edits, change);
  if (!done) return tellUnchanged(done.error());
  goBack(before);
}

/// To where the mended scene can do better: some way before the trouble, and before its keys tell.
void TroubleWatch::goBack(const Scene& before) {
  const LiveStatus& status = m_live.status();
  std::uint64_t frame = frameBefore(status.frame);
  if (const auto since = firstDifference(before, m_document.scene(), m_document.registry())) {
    const double lastAlike = std::ceil(*since * status.fps) - 1;
    frame = static_cast<std::uint64_t>(std::clamp(lastAlike, 0.0, static_cast<double>(frame)));
  }
  m_live.seek(frame);
  emit told({NoticeBar::Tone::Good,
             tr("Changed. Space goes on from frame %1, Backspace begins anew.").arg(frame),
             {},
             {}});
}

void TroubleWatch::tellUnchanged(const Error& error) {
  emit told({NoticeBar::Tone::Warning,
             tr("The scene could not be changed."),
             sentence(textOf(error.message)),
             {}});
}

}  // namespace sinew::ui
