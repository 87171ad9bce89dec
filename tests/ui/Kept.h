#pragma once
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "core/io/clip/ClipReader.h"
#include "core/simulation/Simulator.h"

namespace sinew::test {

/// A scene that was saved and the take that was recorded of it, looked at frame by frame. Tests
/// fail where either is not sound: `sinew check` accepts the scene, the take is what it gives.
class Kept {
 public:
  Kept(const std::filesystem::path& scene, const std::filesystem::path& take);

  /// Whether both could be read.
  bool sound() const { return m_clip != nullptr && m_simulator != nullptr; }
  std::size_t frames() const { return m_clip->frames().size(); }
  /// The frame at a time [s].
  std::size_t frameAt(double time) const;
  /// What is left between the ends of a constraint, on or off [m].
  double gap(const std::string& constraint, std::size_t frame);
  /// The middle of a part's vertices [m].
  Vec3 middleOf(const std::string& part, std::size_t frame);
  /// Fails for constraints that are not closed at the last frame, but for those that have let go.
  void expectTogether(std::size_t constraints, const std::set<std::string>& apart = {});
  /// Fails for constraints that are open by more than that [m] in a frame from that one on.
  void expectWithin(double gap, std::size_t from = 0);

 private:
  void expectAccepted(const std::filesystem::path& scene) const;
  void goTo(std::size_t frame);

  std::unique_ptr<ClipReader> m_clip;
  std::unique_ptr<Simulator> m_simulator;
};

}  // namespace sinew::test
