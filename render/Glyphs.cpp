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

OverlayInk inkOf(const ConstraintGlyph& glyph) {
  if (glyph.broken) return {0.89f, 0.16f, 0.14f, 1};
  if (!glyph.active) return {0.36f, 0.39f, 0.43f, 1};
  if (glyph.closed) return {0.11f, 0.53f, 0.25f, 1};
  return {0.89f, 0.37f, 0.04f, 1};
}

/// What one shape needs to be drawn: sizes already in pixels.
struct GlyphDrawing {
  OverlayPen& pen;
  const ConstraintGlyph& glyph;
  double size, width;

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
  for (const Vec3& end : {d.glyph.from, d.glyph.to}) d.pen.disc(end, 0.55 * d.size);
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
      return d.pen.disc(at, 0.5 * d.size);
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
    case GlyphShape::Bead:
      return d.pen.disc(at, 0.9 * d.size);
    case GlyphShape::Arrow:
      return d.polygon({{0, 1}, {-0.9, -0.7}, {0.9, -0.7}}, true);
  }
}

void drawGlyph(GlyphShape shape, const GlyphDrawing& d) {
  if (d.glyph.broken) return drawBroken(d);
  drawShape(shape, d);
}

}  // namespace

void addGlyphs(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh) {
  OverlayPen halo(mesh, {0.01f, 0.012f, 0.015f, 0.55f});
  for (const ConstraintGlyph& glyph : shown.glyphs) {
    const GlyphShape shape = shown.topology->constraints[glyph.constraint].shape;
    OverlayPen pen(mesh, inkOf(glyph));
    const double size = kSize * scale.pixel, width = kStroke * scale.pixel;
    drawGlyph(shape, {halo, glyph, size, width + kHalo * scale.pixel});
    drawGlyph(shape, {pen, glyph, size, width});
  }
}

}  // namespace sinew
