#include "ui/viewport/Trails.h"

#include <algorithm>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr std::size_t kMostPlaces = 2'000'000, kMostGhostVertices = 3'000'000;
constexpr std::size_t kMostDrawn = 400;                                 // places of a path
constexpr double kOnFrame = 1e-4;                                       // [frames]
constexpr double kGhostEvery = 0.1, kGhostReach = 0.45;                 // [s]
constexpr double kPathWidth = 1.6, kGhostWidth = 1.2, kBeadRadius = 2;  // [logical pixels]

std::vector<Eigen::Vector3f> middlesOf(const Snapshot& snapshot) {
  std::vector<Eigen::Vector3f> middles;
  middles.reserve(snapshot.topology->parts.size());
  for (const auto& part : snapshot.topology->parts) {
    Vec3 sum = Vec3::Zero();
    const float* xyz = snapshot.positions.data() + 3 * static_cast<std::size_t>(part.firstVertex);
    for (std::uint32_t i = 0; i < part.vertexCount; ++i, xyz += 3)
      sum += Vec3(xyz[0], xyz[1], xyz[2]);
    middles.push_back((sum / std::max<double>(part.vertexCount, 1)).cast<float>());
  }
  return middles;
}

OverlayInk faded(OverlayInk ink, double opacity) {
  ink.opacity *= static_cast<float>(opacity);
  return ink;
}

}  // namespace

Trails::Trails(LiveRun& live, QObject* parent) : QObject(parent), m_live(live) {
  connect(&live, &LiveRun::snapshotArrived, this, [this] {
    for (const Picture& picture : m_live.arrived()) take(picture);
  });
}

double Trails::now() const {
  const Picture picture = m_live.snapshot();
  return picture ? picture->time : 0;
}

void Trails::take(const Picture& picture) {
  if (!picture || !picture->topology) return;
  if (m_topology != picture->topology) {
    m_samples.clear();
    m_ghosts.clear();
    m_topology = picture->topology;
  }
  const LiveStatus& status = m_live.status();
  forgetAfter(std::max(picture->time, (static_cast<double>(status.lastFrame) + 0.5) / status.fps));
  const double frames = picture->time * status.fps;
  if (std::abs(frames - std::round(frames)) > kOnFrame) return;
  if (std::round(frames) == 0) m_start = picture;
  put(*picture);
  keep(picture);
}

// What lies after the end of the take belongs to one that was thrown away.
void Trails::forgetAfter(double time) {
  std::erase_if(m_samples, [time](const Sample& sample) { return sample.time > time; });
  std::erase_if(m_ghosts, [time](const Picture& ghost) { return ghost->time > time; });
}

void Trails::put(const Snapshot& snapshot) {
  const auto at = std::ranges::lower_bound(m_samples, snapshot.time, {}, &Sample::time);
  Sample sample{snapshot.time, middlesOf(snapshot)};
  if (at != m_samples.end() && at->time == snapshot.time) {
    *at = std::move(sample);
  } else {
    m_samples.insert(at, std::move(sample));
  }
  if (m_samples.size() * m_topology->parts.size() <= kMostPlaces) return;
  // Every other one is enough for a line.
  for (std::size_t i = 0; 2 * i < m_samples.size(); ++i) m_samples[i] = m_samples[2 * i];
  m_samples.resize((m_samples.size() + 1) / 2);
}

void Trails::keep(const Picture& picture) {
  const auto timeOf = [](const Picture& each) { return each->time; };
  auto at = std::ranges::lower_bound(m_ghosts, picture->time - kGhostEvery / 2, {}, timeOf);
  if (at != m_ghosts.end() && (*at)->time == picture->time) {
    *at = picture;
    return;
  }
  if (at != m_ghosts.end() && (*at)->time < picture->time + kGhostEvery / 2) return;
  m_ghosts.insert(at, picture);
  if (m_ghosts.size() * picture->positions.size() / 3 <= kMostGhostVertices) return;
  const bool early = picture->time - m_ghosts.front()->time > m_ghosts.back()->time - picture->time;
  m_ghosts.erase(early ? m_ghosts.begin() : m_ghosts.end() - 1);
}

void Trails::drawPath(std::uint32_t part, const OverlayInk& ink, double pixel,
                      OverlayMesh& mesh) const {
  const double present = now();
  OverlayPen past(mesh, ink), future(mesh, faded(ink, 0.4));
  const Sample* before = nullptr;
  const std::size_t stride = m_samples.size() / kMostDrawn + 1;
  for (std::size_t i = 0; i < m_samples.size(); i += stride) {
    const Sample& sample = m_samples[i];
    if (part >= sample.places.size()) return;
    OverlayPen& pen = sample.time > present ? future : past;
    const Vec3 to = sample.places[part].cast<double>();
    if (before != nullptr) pen.line(before->places[part].cast<double>(), to, kPathWidth * pixel);
    if (stride == 1) pen.disc(to, kBeadRadius * pixel);
    before = &sample;
  }
}

void Trails::drawGhosts(std::uint32_t part, const CameraLook& camera, const OverlayInk& ink,
                        double pixel, Silhouette& silhouette, OverlayMesh& mesh) const {
  const double present = now();
  for (const Picture& ghost : m_ghosts) {
    const double away = std::abs(ghost->time - present);
    if (away < kGhostEvery / 2 || away > kGhostReach || part >= ghost->topology->parts.size())
      continue;
    OverlayPen pen(mesh, faded(ink, 1 - away / (kGhostReach + kGhostEvery)));
    silhouette.draw(*ghost, part, camera, kGhostWidth * pixel, pen);
  }
}

// Parts may have come or gone since.
void Trails::drawStart(const std::string& part, const CameraLook& camera, const OverlayInk& ink,
                       double pixel, Silhouette& silhouette, OverlayMesh& mesh) const {
  if (!m_start || now() == m_start->time) return;
  const auto& parts = m_start->topology->parts;
  const auto found = std::ranges::find(parts, part, &RenderTopology::PartMesh::part);
  if (found == parts.end()) return;
  OverlayPen pen(mesh, ink);
  silhouette.draw(*m_start, static_cast<std::uint32_t>(found - parts.begin()), camera,
                  kGhostWidth * pixel, pen);
}

}  // namespace sinew::ui
