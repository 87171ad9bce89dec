#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/contact/PassThrough.h"
#include "core/model/Part.h"

namespace sinew {

/// One contact point pressed into an obstacle.
struct SurfaceContact {
  int part = -1, obstacle = -1;
  Vec3 at = Vec3::Zero();     ///< [m]
  Vec3 force = Vec3::Zero();  ///< [N] on the part
};

/// What the springs between obstacles and parts did at one instant.
struct SurfaceContacts {
  std::vector<SurfaceContact> contacts;
  double deepest = 0;      ///< [m] largest penetration
  double energy = 0;       ///< [J] stored in the springs
  double dissipation = 0;  ///< [W] taken by damping and friction, ≥ 0
  double power = 0;        ///< [W] put in by moving obstacles
};

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

  /// Acts between all pairs but those, or between those alone.
  enum class Feels { AllBut, Only };
  explicit SurfaceSprings(PassThrough pairs = {}, Feels feels = Feels::AllBut)
      : m_pairs(std::move(pairs)), m_feels(feels) {}

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
                 const PartScratch& obstacleScratch, double* Q);
  PassThrough m_pairs;
  Feels m_feels;
  SurfaceContacts m_result;
};

}  // namespace sinew
