#pragma once
#include <QObject>
#include <optional>
#include <set>

#include "core/model/Integrator.h"
#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/window/FightWatch.h"
#include "ui/window/NoticeBar.h"
#include "ui/window/RoughContacts.h"

namespace sinew::ui {

/// Looks out for what goes wrong in a run and says it with what can be done about it: takes that
/// stop by themselves, scenes that cannot be simulated, only slowly or only roughly, constraints
/// that fight or repeat others.
class TroubleWatch : public QObject {
  Q_OBJECT
 public:
  TroubleWatch(Document& document, LiveRun& live, QObject* parent);

 signals:
  /// What was in the way is gone.
  void passed();
  /// What was told of while it lasts: the scene is not slow any more, constraints fight no more.
  void ended(sinew::ui::NoticeBar::Matter matter);
  void told(const sinew::ui::NoticeBar::Notice& notice);
  /// To see what could be done about these constraints.
  void doctorWanted(const std::vector<sinew::ui::ObjectId>& constraints);

 private:
  void look();
  void tellOfTrouble(const LiveTrouble& trouble);
  void tellOfSteps(const StepRemark& remark);
  void tellOfConstraints(const Snapshot& snapshot);
  void tellOfConstraints(const std::set<std::string>& names, NoticeBar::Notice notice);
  void tellOfBreaks(const Snapshot& snapshot);
  void tellOfRoughContact(const Snapshot& snapshot);
  bool mayBreak(const std::string& constraint) const;
  using Pairs = std::vector<std::array<std::string, 2>>;
  void tellOfOverlaps(const Pairs& pairs);
  void letPass(const Pairs& pairs);
  std::optional<ObjectId> find(const std::string& name) const;
  void select(const std::vector<ObjectId>& items);
  void finerSteps();
  void tellOfPassing();
  const IntegratorKind* inUse() const;
  Level levelOf(const IntegratorKind& kind) const;
  void offerInert(NoticeBar::Notice& notice);
  void offerSteadier(NoticeBar::Notice& notice);
  void mend(const std::vector<SceneEdit>& edits, const QString& change);
  void goBack(const Scene& before);
  void tellUnchanged(const Error& error);
  void offerWeakerForces(const std::string& part, NoticeBar::Notice& notice);

  Document& m_document;
  LiveRun& m_live;
  QString m_told;           ///< the trouble spoken of last
  std::string m_toldSteps;  ///< the part whose stiffness was spoken of
  bool m_toldPassing = false;
  std::set<std::string> m_toldRedundant, m_toldConflicting, m_broken;
  std::set<std::string> m_fighting;  ///< of those told, since all were over
  FightWatch m_fights;
  RoughContacts m_rough;
  std::set<std::array<std::string, 2>> m_toldOverlaps;
};

}  // namespace sinew::ui
