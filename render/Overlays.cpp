#include "render/Overlays.h"

#include <algorithm>
#include <cmath>

#include "render/OverlayShapes.h"

namespace sinew {
namespace {

// Tokens of the dark theme, linear.
constexpr OverlayInk kThread{0.96f, 0.60f, 0.22f, 0.95f};
constexpr OverlayInk kThreadShade{0.03f, 0.02f, 0.01f, 0.35f};
constexpr OverlayInk kTie{0.86f, 0.88f, 0.92f, 0.9f};  // what goes on holding points apart
constexpr OverlayInk kKeyedForce{0.89f, 0.37f, 0.04f, 1};
constexpr OverlayInk kContactForce{0.11f, 0.43f, 0.87f, 1};
constexpr OverlayInk kHandForce{0.9f, 0.9f, 0.9f, 1};
constexpr OverlayInk kConstraintForce{0.11f, 0.53f, 0.25f, 1};

constexpr double kDash = 0.020, kDashSpace = 0.013;  // of the stage
constexpr double kHang = 0.07;                       // sag over gap
constexpr double kShortest = 2e-3;                   // of the stage: no thread below this gap
constexpr double kTieWidth = 1.8, kThreadWidth = 2.4, kEndRadius = 4.0, kArrowWidth = 3.0,
                 kArrowHead = 14;

bool hasThread(const ConstraintGlyph& glyph, const OverlayScale& scale) {
  return glyph.active && !glyph.closed && !glyph.broken &&
         std::min(glyph.gap, (glyph.to - glyph.from).norm()) > kShortest * scale.stage;
}

/// A distance that is kept or all but met, and not slack: its points stay apart for good.
bool isTie(const OverlayMarks& shown, const ConstraintGlyph& glyph, const OverlayScale& scale) {
  const bool met = glyph.closed || glyph.gap <= kShortest * scale.stage;
  return glyph.active && met && !glyph.broken && !glyph.force.isZero() &&
         shown.topology->constraints[glyph.constraint].shape == GlyphShape::Bar;
}

Vec3 onThread(const ConstraintGlyph& glyph, double t) {
  const Vec3 span = glyph.to - glyph.from;
  const double sag = kHang * Vec3(span.x(), 0, span.z()).norm();
  return glyph.from + t * span - Vec3(0, sag * 4 * t * (1 - t), 0);
}

/// Dashes at fixed places counted from the middle.
void addDashes(const ConstraintGlyph& glyph, const OverlayScale& scale, double width,
               OverlayPen& pen) {
  const double length = (glyph.to - glyph.from).norm();
  const double dash = kDash * scale.stage, period = dash + kDashSpace * scale.stage;
  const int half = std::min(400, static_cast<int>(std::ceil(0.5 * length / period)));
  for (int i = -half; i <= half; ++i) {
    const double middle = 0.5 + i * period / length;
    const double from = std::max(0.0, middle - 0.5 * dash / length);
    const double to = std::min(1.0, middle + 0.5 * dash / length);
    if (from >= to) continue;
    pen.line(onThread(glyph, from), onThread(glyph, to), width);
  }
}

void addArrow(const Vec3& at, const Vec3& arrow, const OverlayScale& scale, OverlayPen pen) {
  const Vec3 tip = at + arrow;
  pen.line(at, at + 0.97 * arrow, kArrowWidth * scale.pixel);
  pen.head(at, tip, kArrowHead * scale.pixel);
}

const OverlayInk& inkOf(ForceArrow::Source source) {
  switch (source) {
    case ForceArrow::Source::Contact:
      return kContactForce;
    case ForceArrow::Source::Hand:
      return kHandForce;
    case ForceArrow::Source::Keyed:
      break;
  }
  return kKeyedForce;
}

double strongest(const OverlayMarks& shown) {
  double most = 0;
  for (const ForceArrow& arrow : shown.forces) most = std::max(most, arrow.force.norm());
  for (const ConstraintGlyph& glyph : shown.glyphs) most = std::max(most, glyph.force.norm());
  return most;
}

bool contains(const auto& list, const auto& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

}  // namespace

OverlayMarks shownMarks(const Snapshot& snapshot, const OverlayLook& look) {
  OverlayMarks shown{snapshot.topology.get(), {}, {}, {}};
  if (!shown.topology) return shown;
  const auto& kinds = shown.topology->constraints;
  for (const ConstraintGlyph& glyph : snapshot.glyphs) {
    if (glyph.constraint >= kinds.size()) continue;
    const bool hidden = contains(look.hiddenConstraints, kinds[glyph.constraint].constraint);
    if (!hidden) shown.glyphs.push_back(glyph);
  }
  const auto& states = snapshot.report.constraints;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].active && (states[i].redundant || states[i].conflicting))
      shown.doubted.push_back(i);
  }
  for (const ForceArrow& arrow : snapshot.forces) {
    if (!contains(look.hiddenForces, arrow.keyed)) shown.forces.push_back(arrow);
  }
  return shown;
}

void addThreads(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh) {
  OverlayPen tie(mesh, kTie);
  for (const ConstraintGlyph& glyph : shown.glyphs) {
    if (isTie(shown, glyph, scale)) tie.line(glyph.from, glyph.to, kTieWidth * scale.pixel);
  }
  for (const ConstraintGlyph& glyph : shown.glyphs) {
    if (!hasThread(glyph, scale)) continue;
    OverlayPen shade(mesh, kThreadShade), pen(mesh, kThread);
    addDashes(glyph, scale, (kThreadWidth + 1.6) * scale.pixel, shade);
    addDashes(glyph, scale, kThreadWidth * scale.pixel, pen);
    for (const Vec3& end : {glyph.from, glyph.to}) {
      shade.disc(end, (kEndRadius + 1) * scale.pixel);
      pen.disc(end, kEndRadius * scale.pixel);
    }
  }
}

void addForces(const OverlayMarks& shown, const OverlayScale& scale, double metresPerNewton,
               Arrows arrows, OverlayMesh& mesh) {
  const double most = strongest(shown);
  if (most <= 0) return;
  const double length = metresPerNewton > 0 ? metresPerNewton : scale.stage / (1.5 * most);
  const double least = 0.01 * scale.stage;  // shorter ones are specks
  for (const ForceArrow& arrow : shown.forces) {
    const bool wanted = arrows == Arrows::All || arrow.source == ForceArrow::Source::Contact;
    if (!wanted || arrow.force.norm() * length < least) continue;
    addArrow(arrow.at, length * arrow.force, scale, OverlayPen(mesh, inkOf(arrow.source)));
  }
  if (arrows == Arrows::ContactsOnly) return;
  for (const ConstraintGlyph& glyph : shown.glyphs) {
    if (!glyph.active || glyph.force.norm() * length < least) continue;
    addArrow(glyph.from, length * glyph.force, scale, OverlayPen(mesh, kConstraintForce));
  }
}

}  // namespace sinew
