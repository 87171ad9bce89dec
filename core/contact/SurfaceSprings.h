#pragma once
#include <memory>
#include <span>
#include <utility>

#include "core/contact/PassThrough.h"
#include "core/contact/SurfaceContacts.h"
#include "core/model/Part.h"

namespace sinew {

/// Springs on the contact points of parts that have sunk into an obstacle's surface.
///
/// [Metaxas93] §7 uses reaction constraints; [LS97] §7.2 springs. Here, per point, with gap g < 0
/// and outward normal n, spring k, damper d, friction μ (ContactMaterial):
///   f_n = −k g + d s max(0, −ġ),   f_t = −μ f_n v_t / √(‖v_t‖² + v₀²),   s = min(1, −g/ρ)
/// Energy ½ k g². Friction is Coulomb's, smoothed below the slip speed v₀. The damper sets in over
/// a depth ρ: at full strength from the first touch on it would be a blow, which no step size makes
/// small.
class SurfaceSprings {
 public:
  /// Sliding slower than this [m/s] counts as nearly sticking.
  static constexpr double kSlipSpeed = 0.02;
  /// Depth over which damping sets in, of the part's size.
  static constexpr double kRamp = 0.002;

  /// Acts between all pairs but those. `rules` count for more than obstacles' own friction; null:
  /// none. They must outlive this.
  explicit SurfaceSprings(PassThrough passing = {}, const PairRules* rules = nullptr)
      : m_passing(std::move(passing)), m_rules(rules) {}

  /// Finds contacts at the instant of `scratch`, and adds their forces to Q (all parts, part i
  /// starting at velocityStart[i]).
  void apply(std::span<const Part* const> parts,
             std::span<const std::unique_ptr<PartScratch>> scratch,
             std::span<const int> velocityStart, double* Q);
  const SurfaceContacts& result() const { return m_result; }

  /// [s] until part p can first touch an obstacle, as fast as some of its points are now; 0 if it
  /// may already.
  double timeToTouch(std::span<const Part* const> parts,
                     std::span<const std::unique_ptr<PartScratch>> scratch, std::size_t p) const;

 private:
  bool mayTouch(std::span<const Part* const> parts, std::size_t p, std::size_t obstacle) const;
  void applyPair(const Part& part, const PartScratch& partScratch, const Part& obstacle,
                 const PartScratch& obstacleScratch, double friction, double* Q);
  PassThrough m_passing;
  const PairRules* m_rules;
  SurfaceContacts m_result;
};

}  // namespace sinew
