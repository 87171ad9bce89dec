#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "render/Silhouette.h"
#include "ui/live/LiveRun.h"

namespace sinew::ui {

/// Where parts have been and will be in the take that is there: their paths, and their outlines a
/// little before and after. Gathered from the pictures as they come, drawn
/// or not.
class Trails : public QObject {
  Q_OBJECT
 public:
  explicit Trails(LiveRun& live, QObject* parent = nullptr);

  /// The path of the middle of a part; what is still to come is fainter. `pixel` as OverlayLook's.
  void drawPath(std::uint32_t part, const OverlayInk& ink, double pixel, OverlayMesh& mesh) const;
  /// Its outlines before and after, the fainter the further.
  void drawGhosts(std::uint32_t part, const CameraLook& camera, const OverlayInk& ink, double pixel,
                  Silhouette& silhouette, OverlayMesh& mesh) const;
  /// Its outline at the start of the take, wherever it is by now.
  void drawStart(const std::string& part, const CameraLook& camera, const OverlayInk& ink,
                 double pixel, Silhouette& silhouette, OverlayMesh& mesh) const;

 private:
  using Place = Eigen::Vector3f;  // [m]
  struct Sample {
    double time;                // [s]
    std::vector<Place> places;  // the middle of each part
  };
  using Picture = std::shared_ptr<const Snapshot>;

  void take(const Picture& picture);
  void forgetAfter(double time);
  void put(const Snapshot& snapshot);
  void keep(const Picture& picture);
  double now() const;

  LiveRun& m_live;
  std::shared_ptr<const RenderTopology> m_topology;  // all samples are of
  std::vector<Sample> m_samples;                     // times grow
  std::vector<Picture> m_ghosts;                     // likewise
  Picture m_start;                                   // of the first frame; none yet: null
};

}  // namespace sinew::ui
