#pragma once
#include <QElapsedTimer>
#include <span>

#include "ui/viewport/Twist.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Takes hold of a surface point and pulls it by a spring while the button is down; with Ctrl
/// towards and away. What stands still is set in motion for as long as it is held. While the hand
/// is kept still and what it holds does not come any nearer, it pulls harder and harder.
/// The wheel or the arrow keys twist what is held about the line of sight. P leaves the hands where
/// they are: as pins, which a click frees and a drag takes up again. Which pins there are is known
/// by the newest picture alone.
class HandTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  bool key(const QKeyEvent& event) override;
  bool wheel(const QWheelEvent& event) override;
  void mark(OverlayLook& look) override;

 private:
  struct Hold {
    int hand = 0;            ///< slot
    std::uint32_t part = 0;  ///< index into the topology's
    std::shared_ptr<const RenderTopology> topology;
    Vec3 at;      ///< [m] the point held, when it was taken hold of
    Vec3 target;  ///< [m]
    QPointF last;
    double strength = 1;  ///< times what it began with
    bool startedPlay = false;
    std::optional<Twist> twist{};
    QElapsedTimer still{};       ///< since the hand last moved, or grew stronger
    Vec3 before = Vec3::Zero();  ///< [m] where what is held was then
  };
  /// One of the hands at what is held.
  struct HandNow {
    int hand;
    Vec3 at, target;  ///< [m]
  };
  void takeHold(const QPointF& place);
  void takeUp(const ForceArrow& pin, const QPointF& place);
  void begin(const Hold& hold);
  void leavePinned();
  void forgetPins(const Snapshot& snapshot);
  void letGo();
  void twistBy(double angle);
  void takeLevers();
  void followTwist(const Snapshot& snapshot);
  void moveHands();
  void pullHarder(const HandNow& farthest);
  std::vector<HandNow> handsNow(const Snapshot& snapshot) const;
  QString nameOfHeld() const;
  QString hintOf(const Hold& hold) const;
  std::optional<int> freeHand(std::span<const Twist::Lever> taken = {});

  std::optional<Hold> m_hold;
  std::optional<ForceArrow> m_pressed;  ///< a pin that was pressed on and not dragged yet
  QPointF m_pressedAt;
  int m_nextHand = 0;  ///< the newest picture does not know of those that were just used
  /// What was said of pins, and whether one was in the picture since.
  enum class Told { Nothing, JustNow, AndSeen };
  Told m_toldOfPins = Told::Nothing;
  bool m_keeps = false;  ///< what was said last is still of use when the button comes up
};

}  // namespace sinew::ui
