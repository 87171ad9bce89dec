#pragma once
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// Something about a scene's constraints that its author should know.
struct Finding {
  enum class Kind { Redundant, Conflicting };
  Kind kind = Kind::Redundant;
  std::vector<std::string> constraints;  ///< names, in scene order
  /// Of redundant ones those that repeat others whenever they act: each could go for good.
  std::vector<std::string> spare;
  /// Likewise from `time` on.
  std::vector<std::string> spareThen;
  double time = 0;       ///< [s] when it was found: 0 or an activation
  double gap = 0;        ///< largest one left open [m]; of angles alone, its sine
  std::string sentence;  ///< in plain words
};

/// What looking took.
struct DoctorWork {
  std::size_t storage = 0;     ///< numbers in the largest constraint system that was factored
  std::uint64_t products = 0;  ///< of two rows of constraints on the same parts
};

/// Looks for constraints that repeat one another and for those that cannot be met together, at the
/// start and whenever others are switched on or off.
///
/// No time passes and no force acts: from the initial pose the parts are moved along M⁻¹Jᵀ, the way
/// constraint forces would move them, until the gaps are closed or can shrink no more (Gauss–Newton
/// in the metric of the mass). What stays open is conflicting. At the pose reached, and at a second
/// one beside it, constraints that share a null vector of N = J M⁻¹ Jᵀ are redundant: asking twice
/// leaves out chance alignments, such as links that lie in a line at the start.
///
/// Limits: a keyed target or length is judged at those instants only; parts that can do only part
/// of what is asked of them, elastic ones included, count as able to stretch without end; a pose
/// from which every way leads uphill first may be called conflicting though another pose would do.
///
/// Of many constraints on the same parts (ConstraintCrowds) only as many as those have freedoms,
/// and those left open most, take part in closing gaps: what is left of the gap may be shared
/// otherwise.
///
/// `stop`: between two instants it may be told to give up; what it has found by then is given.
std::vector<Finding> diagnose(std::shared_ptr<const World> world, const std::stop_token& stop = {},
                              DoctorWork* work = nullptr);

}  // namespace sinew
