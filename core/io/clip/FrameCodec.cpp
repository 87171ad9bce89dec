#include "core/io/clip/FrameCodec.h"

#include <limits>

namespace sinew {
namespace {

constexpr std::uint64_t kPictureVersion = 2;
constexpr std::uint64_t kFlows = 2;  // the version since when work is told by source
constexpr std::size_t kGlyphBytes = 12 * 8;
constexpr std::size_t kArrowBytes = 7 * 8;
constexpr int kArrowNumber = 8;  // bits that say the source; above them which force, from 1
constexpr int kOpenBits = 8;     // from which on it is said why a gap is open
constexpr std::size_t kStatusBytes = 3 * 8;

std::uint64_t bitsOf(std::initializer_list<bool> flags) {
  std::uint64_t bits = 0, bit = 1;
  for (const bool flag : flags) {
    if (flag) bits |= bit;
    bit <<= 1;
  }
  return bits;
}

void encodeGlyph(const ConstraintGlyph& glyph, ByteWriter& out) {
  out.integer(glyph.constraint);
  out.vector(glyph.from);
  out.vector(glyph.to);
  out.vector(glyph.force);
  out.real(glyph.gap);
  out.integer(bitsOf({glyph.active, glyph.broken, glyph.closed}));
}

ConstraintGlyph decodeGlyph(ByteReader& in) {
  ConstraintGlyph glyph;
  glyph.constraint = static_cast<std::uint32_t>(std::min<std::uint64_t>(in.integer(), ~0U));
  glyph.from = in.vector();
  glyph.to = in.vector();
  glyph.force = in.vector();
  glyph.gap = in.real();
  const std::uint64_t bits = in.integer();
  glyph.active = bits & 1;
  glyph.broken = bits & 2;
  glyph.closed = bits & 4;
  return glyph;
}

void encodeArrow(const ForceArrow& arrow, ByteWriter& out) {
  const auto number = static_cast<std::uint64_t>(arrow.keyed + 1);
  out.integer(static_cast<std::uint64_t>(arrow.source) | number << kArrowNumber);
  out.vector(arrow.at);
  out.vector(arrow.force);
}

ForceArrow decodeArrow(ByteReader& in) {
  ForceArrow arrow;
  const std::uint64_t word = in.integer(), source = word & 0xFF;
  const std::uint64_t number = word >> kArrowNumber;
  if (number <= std::numeric_limits<std::int32_t>::max())
    arrow.keyed = static_cast<std::int32_t>(number) - 1;
  arrow.source = source <= 2 ? static_cast<ForceArrow::Source>(source) : ForceArrow::Source::Keyed;
  arrow.at = in.vector();
  arrow.force = in.vector();
  return arrow;
}

void encodeStatus(const ConstraintStatus& status, ByteWriter& out) {
  out.real(status.residual);
  out.real(status.force);
  out.integer(bitsOf({status.active, status.broken, status.closed, status.redundant,
                      status.conflicting, status.met, status.angle, status.compliant}) |
              static_cast<std::uint64_t>(status.open) << kOpenBits);
}

ConstraintStatus decodeStatus(ByteReader& in) {
  ConstraintStatus status;
  status.residual = in.real();
  status.force = in.real();
  const std::uint64_t bits = in.integer();
  status.active = bits & 1;
  status.broken = bits & 2;
  status.closed = bits & 4;
  status.redundant = bits & 8;
  status.conflicting = bits & 16;
  status.met = bits & 32 || status.closed;  // older pictures do not say of those that reopened
  status.angle = bits & 64;
  status.compliant = bits & 128;
  const std::uint64_t open = bits >> kOpenBits;
  if (open <= static_cast<std::uint64_t>(OpenGap::Unexplained))
    status.open = static_cast<OpenGap>(open);
  return status;
}

void encodeReport(const StepReport& report, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(report.status));
  for (const double value : {report.time, report.stepSize, report.errorEstimate}) out.real(value);
  out.integer(report.steps);
  out.integer(report.rejected);
  out.integer(report.constraints.size());
  for (const ConstraintStatus& status : report.constraints) encodeStatus(status, out);
  out.integer(static_cast<std::uint64_t>(report.contacts));
  const Energies& e = report.energy;
  for (const double value : {report.maxPenetration, e.kinetic, e.elastic, e.gravity, e.contact,
                             e.dissipated, e.work, e.drift}) {
    out.real(value);
  }
  for (const double value : e.flows.of) out.real(value);
  out.vector(report.momentum);
  out.vector(report.angularMomentum);
  out.text(report.blame);
  out.text(report.message);
  out.text(report.remedy);
}

StepReport decodeReport(ByteReader& in, std::uint64_t version) {
  StepReport report;
  const std::uint64_t status = in.integer();
  report.status = status <= 2 ? static_cast<RunStatus>(status) : RunStatus::Stopped;
  for (double* value : {&report.time, &report.stepSize, &report.errorEstimate}) *value = in.real();
  report.steps = in.integer();
  report.rejected = in.integer();
  const std::size_t constraints = in.count(kStatusBytes);
  for (std::size_t i = 0; i < constraints; ++i) report.constraints.push_back(decodeStatus(in));
  report.contacts = static_cast<int>(std::min<std::uint64_t>(in.integer(), 0x7fffffff));
  Energies& e = report.energy;
  for (double* value : {&report.maxPenetration, &e.kinetic, &e.elastic, &e.gravity, &e.contact,
                        &e.dissipated, &e.work, &e.drift}) {
    *value = in.real();
  }
  if (version >= kFlows) {
    for (double& value : e.flows.of) value = in.real();
  }
  report.momentum = in.vector();
  report.angularMomentum = in.vector();
  report.blame = in.text();
  report.message = in.text();
  if (version >= kFlows) report.remedy = in.text();
  return report;
}

}  // namespace

void encodeState(const State& state, ByteWriter& out) {
  out.integer(state.reals.size());
  out.numbers(state.reals);
  out.integer(state.words.size());
  out.numbers(state.words);
}

std::optional<State> decodeState(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  State state;
  state.reals.resize(in.count(sizeof(double)));
  in.numbers(state.reals);
  state.words.resize(in.count(sizeof(std::uint64_t)));
  in.numbers(state.words);
  if (!in.finished()) return std::nullopt;
  return state;
}

void encodePicture(const Snapshot& snapshot, ByteWriter& out) {
  out.integer(kPictureVersion);
  out.integer(snapshot.sceneRevision);
  out.integer(snapshot.lastCommand);
  out.integer(snapshot.glyphs.size());
  for (const ConstraintGlyph& glyph : snapshot.glyphs) encodeGlyph(glyph, out);
  out.integer(snapshot.forces.size());
  for (const ForceArrow& arrow : snapshot.forces) encodeArrow(arrow, out);
  encodeReport(snapshot.report, out);
}

bool decodePicture(std::span<const std::byte> bytes, std::size_t constraints, Snapshot& snapshot) {
  ByteReader in(bytes);
  const std::uint64_t version = in.integer();
  if (version > kPictureVersion) return true;
  Snapshot read;
  read.sceneRevision = in.integer();
  read.lastCommand = in.integer();
  const std::size_t glyphs = in.count(kGlyphBytes);
  for (std::size_t i = 0; i < glyphs; ++i) read.glyphs.push_back(decodeGlyph(in));
  const std::size_t forces = in.count(kArrowBytes);
  for (std::size_t i = 0; i < forces; ++i) read.forces.push_back(decodeArrow(in));
  read.report = decodeReport(in, version);
  if (!in.finished()) return false;
  for (const ConstraintGlyph& glyph : read.glyphs) {
    if (glyph.constraint >= constraints) return false;
  }
  snapshot.sceneRevision = read.sceneRevision;
  snapshot.lastCommand = read.lastCommand;
  snapshot.glyphs = std::move(read.glyphs);
  snapshot.forces = std::move(read.forces);
  snapshot.report = std::move(read.report);
  return true;
}

}  // namespace sinew
