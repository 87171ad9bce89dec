#pragma once

namespace sinew {

class PartScratch;

/// What a part says of lengths along it that pull where they grow, and turn as it swings (ropes).
/// Where they turn, a step of h seconds goes straight on: so it ends with them longer than they
/// are, √(l² + h² ẋ′²), and ẋ seems to stretch them there, as it seemed to shrink them where the
/// step began.
class TurningLengths {
 public:
  virtual ~TurningLengths() = default;
  enum class Stretch {
    Soft,   ///< gives way
    Stiff,  ///< like steel: so much longer, it would store many times what it moves with
    None    ///< stands for a line that cannot be stretched
  };
  virtual Stretch stretch() const = 0;
  /// Where it is stiff, steps are solved for until they do not end with it longer.
  bool isStiff() const { return stretch() == Stretch::Stiff; }
  /// Of what is stiff, whether it is straight at rest, so that it swings like a rod or a chain, and
  /// not like a spring.
  virtual bool isStraight() const = 0;
  /// [J] That it would store by being longer so.
  virtual double storedByTurning(const PartScratch& scratch, double h) const = 0;
  /// [W] Of the damping that Part::addForces() told, what only seems to be stretched so.
  virtual double dampedByTurning(const PartScratch& scratch, double h) const = 0;
  /// A time [s] since the step's start, and one that it has yet to go on with ẋ.
  struct Span {
    double since = 0, ahead = 0;
  };
  /// Q += what makes damping that of how lengths change in all of a step, by where it started, in
  /// place of how ẋ changes them at an instant.
  virtual void dampByChange(const PartScratch& scratch, const PartScratch& start, const Span& span,
                            double* Q) const = 0;
};

}  // namespace sinew
