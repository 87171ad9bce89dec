#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/OverlayShapes.h"
#include "render/Overlays.h"

namespace sinew {
namespace {

using Point = OverlayPen::Point;
constexpr double kSize = 7.5;  // [units of line width] radius of a glyph
constexpr double kStroke = 2.2;
constexpr double kHalo = 2.6;  // dark edge that keeps glyphs legible on any part
constexpr double kTurn = 2 * std::numbers::pi;

constexpr OverlayInk kDarkEdge{0.01f, 0.012f, 0.015f, 0.55f};
constexpr OverlayInk kStillToMeet{0.89f, 0.37f, 0.04f, 0.95f};  // as the thread between its points
constexpr OverlayInk kBroken{0.89f, 0.16f, 0.14f, 1}, kOff{0.36f, 0.39f, 0.43f, 1};
constexpr OverlayInk kWarning{0.87f, 0.54f, 0.08f, 1}, kOnWarning{0.02f, 0.015f, 0.01f, 1};

/// One for each family of kinds; which of the family it is, the shape says.
OverlayInk inkOf(GlyphShape shape) {
  switch (shape) {
    case GlyphShape::Ring:  // what joins points
    case GlyphShape::Diamond:
    case GlyphShape::Fusion:
      return {0.11f, 0.53f, 0.25f, 1};
    case GlyphShape::Bar:  // what keeps lengths
    case GlyphShape::Sphere:
      return {0.06f, 0.20f, 0.80f, 1};
    case GlyphShape::Plane:  // what guides
    case GlyphShape::Axis:
    case GlyphShape::Path:
    case GlyphShape::Arrow:
      return {0.55f, 0.20f, 0.72f, 1};
    case GlyphShape::Eyelet:  // what slides
    case GlyphShape::Tube:
    case GlyphShape::Bead:
      return {0.05f, 0.75f, 0.80f, 1};
    case GlyphShape::Notch:  // what only pushes
      break;
  }
  return {0.62f, 0.65f, 0.70f, 1};
}

OverlayInk inkOf(const ConstraintGlyph& glyph, GlyphShape shape) {
  if (glyph.broken) return kBroken;
  return glyph.active ? inkOf(shape) : kOff;
}

/// A gap that nobody sees is none, also before the first step has said so.
const OverlayInk& edgeOf(const ConstraintGlyph& glyph) {
  return glyph.active && !glyph.met() && !glyph.broken ? kStillToMeet : kDarkEdge;
}

/// What one shape needs to be drawn: sizes already in pixels.
struct GlyphDrawing {
  OverlayPen& pen;
  const ConstraintGlyph& glyph;
  double size, width;

  /// As large as a stroke round it makes it.
  void disc(const Vec3& at, double radius) const { pen.disc(at, radius + 0.5 * width); }
  void ring(double radius) const { pen.arc(glyph.from, radius, {0, kTurn}, width); }
  void polygon(std::initializer_list<Point> unit, bool filled) const {
    std::vector<Point> points;
    points.reserve(unit.size());
    for (const Point& p : unit) points.push_back(size * p);
    if (filled) pen.fill(glyph.from, points);
    pen.stroke(glyph.from, points, true, width);
  }
  void open(std::initializer_list<Point> unit) const {
    std::vector<Point> points;
    points.reserve(unit.size());
    for (const Point& p : unit) points.push_back(size * p);
    pen.stroke(glyph.from, points, false, width);
  }
};

void drawBar(const GlyphDrawing& d) {
  d.pen.line(d.glyph.from, d.glyph.to, d.width);
  for (const Vec3& end : {d.glyph.from, d.glyph.to}) d.disc(end, 0.4 * d.size);
}

void drawPath(const GlyphDrawing& d) {
  std::vector<Point> wave;
  wave.reserve(17);
  for (int i = -8; i <= 8; ++i) {
    wave.emplace_back(d.size * i / 6.0, 0.5 * d.size * std::sin(i * kTurn / 16));
  }
  d.pen.stroke(d.glyph.from, wave, false, d.width);
  d.open({{0.9, 0.5}, {1.35, 0}, {0.9, -0.5}});
}

void drawSphere(const GlyphDrawing& d) {
  for (int i = 0; i < 8; ++i) {
    d.pen.arc(d.glyph.from, d.size, {kTurn * i / 8, kTurn * (i + 0.55) / 8}, d.width);
  }
}

void drawBroken(const GlyphDrawing& d) {
  d.pen.arc(d.glyph.from, d.size, {0.25, kTurn / 2 - 0.25}, d.width);
  d.pen.arc(d.glyph.to, d.size, {kTurn / 2 + 0.25, kTurn - 0.25}, d.width);
}

void drawShape(GlyphShape shape, const GlyphDrawing& d) {
  const Vec3& at = d.glyph.from;
  switch (shape) {
    case GlyphShape::Ring:
      return d.ring(d.size);
    case GlyphShape::Diamond:
      return d.polygon({{0, 1}, {-0.8, 0}, {0, -1}, {0.8, 0}}, true);
    case GlyphShape::Bar:
      return drawBar(d);
    case GlyphShape::Plane:
      return d.polygon({{-0.5, 0.6}, {1.3, 0.6}, {0.5, -0.6}, {-1.3, -0.6}}, false);
    case GlyphShape::Axis:
      d.open({{-1.2, -1.2}, {1.2, 1.2}});
      return d.disc(at, 0.35 * d.size);
    case GlyphShape::Sphere:
      return drawSphere(d);
    case GlyphShape::Path:
      return drawPath(d);
    case GlyphShape::Fusion:
      d.ring(d.size);
      return d.pen.disc(at, 0.45 * d.size);
    case GlyphShape::Eyelet:
      d.ring(d.size);
      return d.ring(0.45 * d.size);
    case GlyphShape::Tube:
      d.ring(0.8 * d.size);
      return d.open({{-1.6, 0}, {1.6, 0}});
    case GlyphShape::Bead:
      return d.disc(at, 0.75 * d.size);
    case GlyphShape::Arrow:
      return d.polygon({{0, 1}, {-0.9, -0.7}, {0.9, -0.7}}, true);
    case GlyphShape::Notch:
      return d.open({{-1, 1}, {0, -0.7}, {1, 1}});
  }
}

void drawGlyph(GlyphShape shape, const GlyphDrawing& d) {
  if (d.glyph.broken) return drawBroken(d);
  drawShape(shape, d);
}

/// A warning sign above and beside the glyph.
void drawWarning(const ConstraintGlyph& glyph, double size, OverlayMesh& mesh) {
  OverlayPen dark(mesh, kDarkEdge), warning(mesh, kWarning), ink(mesh, kOnWarning);
  const GlyphDrawing edge{dark, glyph, size, 0.4 * size}, sign{warning, glyph, size, 0.15 * size},
      mark{ink, glyph, size, 0.3 * size};
  for (const GlyphDrawing& d : {edge, sign}) d.polygon({{0.6, 0.8}, {2.6, 0.8}, {1.6, 2.6}}, true);
  mark.open({{1.6, 2.05}, {1.6, 1.5}});
  mark.open({{1.6, 1.15}, {1.6, 1.0}});
}

}  // namespace

void addGlyphs(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh) {
  const double size = kSize * scale.pixel, width = kStroke * scale.pixel;
  for (const ConstraintGlyph& glyph : shown.glyphs) {
    const GlyphShape shape = shown.topology->constraints[glyph.constraint].shape;
    OverlayPen edge(mesh, edgeOf(glyph)), pen(mesh, inkOf(glyph, shape));
    drawGlyph(shape, {edge, glyph, size, width + kHalo * scale.pixel});
    drawGlyph(shape, {pen, glyph, size, width});
  }
}

void addWarnings(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh) {
  for (const ConstraintGlyph& glyph : shown.glyphs)
    if (std::ranges::binary_search(shown.doubted, glyph.constraint))
      drawWarning(glyph, kSize * scale.pixel, mesh);
}

}  // namespace sinew
