#include "core/parts/rope/Rope.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

using Vec3Map = Eigen::Map<Vec3>;

constexpr int kContactsPerSpan = 2;
constexpr int kTransportSteps = 16;  // from section to section, for the directors at the start

/// An axis of the world that is not along t.
int axisAside(const Vec3& t) {
  return std::abs(t.y()) > 0.9 ? 2 : 1;
}

Vec3 anyAcross(const Vec3& t) {
  const Vec3 axis = Vec3::Unit(axisAside(t));
  return (axis - t * t.dot(axis)).normalized();
}

/// Σ weight_k x_k over the four control points from `first` on, of so many, as a point's
/// kinematics.
void combine(const RopeScratch& s, int first, int controls, const double* weight,
             PointKinematics& out) {
  const std::array<double, 4> basis = {weight[0], weight[1], weight[2], weight[3]};
  out.position = vectorOf(sinew::sumOf(basis, s.x.data() + first));
  out.velocity = vectorOf(sinew::sumOf(basis, s.rate.data() + first));
  out.bias.setZero();
  out.curvature.setZero();
  const int before = std::min(4, controls - first);  // the rest goes on from the ring's start
  out.blockCount = before < 4 ? 2 : 1;
  out.blocks[0] = {3 * first, 3 * before};
  out.blocks[1] = {0, 3 * (4 - before)};
  out.columns = 12;
  std::fill_n(out.L, 36, 0.0);
  for (int k = 0; k < 4; ++k) {
    for (int axis = 0; axis < 3; ++axis) out.L[9 * k + 4 * axis] = weight[k];
  }
}

BlockBand::Shape shapeOf(const RopeSpec& spec) {
  return spec.ring ? BlockBand::Shape::Ring : BlockBand::Shape::Open;
}

/// What is left of m across t, as a unit vector.
Lanes across(Lanes m, Lanes t) {
  const Lanes rest = m - t * dot3(m, t);
  return rest * (1 / std::sqrt(dot3(rest, rest)));
}

/// Sine and cosine. Angles of a time step are small: by series, whose remainder below the threshold
/// is under the rounding of a double.
void turn(double angle, double& sine, double& cosine) {
  const double x = angle * angle;
  if (x > 0.01) {
    sine = std::sin(angle);
    cosine = std::cos(angle);
    return;
  }
  sine = angle * (1 + x * (-1.0 / 6 + x * (1.0 / 120 + x * (-1.0 / 5040 + x / 362880))));
  cosine = 1 + x * (-0.5 + x * (1.0 / 24 + x * (-1.0 / 720 + x * (1.0 / 40320 - x / 3628800))));
}

/// Directors that do not spin about the curve, one per section.
std::vector<Vec3> directorsAtStart(const RopeMesh& mesh) {
  std::vector<Vec3> out;
  const auto tangentAt = [&](double u) -> Vec3 {
    const CubicSpline::Basis basis = mesh.spline.at(u);
    return mesh.sumOf(basis.first, basis.span).normalized();
  };
  double from = 0;
  Vec3 t = tangentAt(0), m = anyAcross(t);
  for (const RopeSection& section : mesh.sections) {
    for (int i = 1; i <= kTransportSteps; ++i) {
      const Vec3 next = tangentAt(from + (section.u - from) * i / kTransportSteps);
      m -= m.dot(next) / (1 + t.dot(next)) * (t + next);
      t = next;
    }
    m = (m - t * t.dot(m)).normalized();
    from = section.u;
    out.push_back(m);
  }
  return out;
}

}  // namespace

Rope::Rope(const RopeSpec& spec)
    : m_spec(spec),
      m_mesh(makeRopeMesh(spec)),
      m_directors(directorsAtStart(m_mesh)),
      m_spinInertia(0.5 * spec.massPerLength * spec.radius * spec.radius),
      m_mass(controls(), shapeOf(spec)),
      m_massFactor(controls(), shapeOf(spec)) {
  compileMass();
  compileChain();
  for (std::size_t g = 0; g < m_mesh.sections.size(); ++g) {
    RopeSection& section = m_mesh.sections[g];
    section.curvature2 = spec.naturalCurvature;
    section.twist = spec.naturalTwist;
    if (!spec.restsAsDrawn) continue;
    const int span = section.basis.span;
    const Vec3 first = m_mesh.sumOf(section.basis.first, span),
               second = m_mesh.sumOf(section.basis.second, span);
    const double scale = 1 / (first.norm() * section.speed);
    section.curvature1 -= second.dot(first.normalized().cross(m_directors[g])) * scale;
    section.curvature2 += second.dot(m_directors[g]) * scale;
  }
  const int contacts = kContactsPerSpan * m_mesh.spline.spans();
  const int last = isRing() ? contacts - 1 : contacts;
  for (int i = 0; i <= last; ++i) m_contact.push_back(pointAt(double(i) / contacts));
}

int Rope::firstDirectorLeansTo() const {
  const CubicSpline::Basis basis = m_mesh.spline.at(0);
  return axisAside(m_mesh.sumOf(basis.first, basis.span).normalized());
}

// Unless it is a ring, the last leg does not exist; a unit mass stands in its place.
void Rope::compileMass() {
  m_nodeMass.assign(controls(), 0);
  const auto add = [this](int i, int j, Lanes value) {
    if (j <= i) m_mass.at(i, j) += value;
  };
  constexpr double kInner = 0.3399810435848563, kOuter = 0.8611363115940526;
  constexpr double kInnerWeight = 0.6521451548625461, kOuterWeight = 0.3478548451374538;
  for (const RopeSection& section : m_mesh.sections) {
    const int span = section.basis.span;
    const double inertia = m_spinInertia * section.speed * section.weight;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        add(m_mesh.spline.control(span, i), m_mesh.spline.control(span, j),
            Lanes{0, 0, 0, inertia * section.spin[i] * section.spin[j]});
      }
    }
  }
  for (int span = 0; span < m_mesh.spline.spans(); ++span) {
    for (int k = 0; k < 4; ++k) {
      const double side = k % 2 ? 1 : -1, at = side * (k < 2 ? kInner : kOuter);
      const double weight = 0.5 * (k < 2 ? kInnerWeight : kOuterWeight);
      const CubicSpline::Basis basis = m_mesh.spline.at(span + 0.5 + 0.5 * at);
      const double mass = m_spec.massPerLength * weight * m_mesh.speedAt(basis);
      for (int i = 0; i < 4; ++i) {
        const int row = m_mesh.spline.control(span, i);
        m_nodeMass[row] += mass * basis.value[i];
        m_totalMass += mass * basis.value[i];
        for (int j = 0; j < 4; ++j) {
          const double entry = mass * basis.value[i] * basis.value[j];
          add(row, m_mesh.spline.control(span, j), Lanes{entry, entry, entry, 0});
        }
      }
    }
  }
  if (!isRing()) m_mass.at(controls() - 1, controls() - 1)[3] = 1;
  m_massFactor = m_mass;
  m_massFactor.factorise();
}

void Rope::compileChain() {
  m_chain = {controls(), BlockBand::kReach, isRing(), {}};
  for (int i = 0; i < controls(); ++i) {
    for (int axis = 0; axis < 3; ++axis) m_chain.place.push_back(4 * i + axis);
  }
  for (int k = 0; k < legs(); ++k) m_chain.place.push_back(4 * k + 3);
}

PartDims Rope::dims() const {
  const int sections = static_cast<int>(m_mesh.sections.size());
  return {3 * controls() + 4 * sections, 3 * controls() + legs(), 12, 12, 4 * controls()};
}

std::vector<StateField> Rope::configurationFields() const {
  const int sections = static_cast<int>(m_mesh.sections.size());
  return {{"control_points", 3 * controls()}, {"directors", 4 * sections}};
}

std::vector<StateField> Rope::velocityFields() const {
  return {{"velocities", 3 * controls()}, {"spins", legs()}};
}

SurfaceScales Rope::scales() const {
  SurfaceScales scales = Part::scales();
  for (Reals* each : {&scales.q, &scales.v, &scales.nu}) {
    std::fill(each->begin() + 3 * controls(), each->end(), m_spec.radius);
  }
  return scales;
}

void Rope::initialState(double* q, double* v) const {
  for (int i = 0; i < controls(); ++i) {
    const Vec3& x = m_mesh.controls[i];
    Vec3Map{q + 3 * i} = x;
    Vec3Map{v + 3 * i} = m_spec.velocity + m_spec.angularVelocity.cross(x - m_spec.origin);
  }
  for (int k = 0; k < legs(); ++k) {
    const Vec3 leg = m_mesh.controls[m_mesh.spline.control(k, 1)] - m_mesh.controls[k];
    v[3 * controls() + k] = m_spec.angularVelocity.dot(leg) / m_mesh.legs[k];
  }
  for (std::size_t g = 0; g < m_directors.size(); ++g) {
    Vec3Map{frame(q, g)} = m_directors[g];
    frame(q, g)[3] = 0;
  }
}

std::unique_ptr<PartScratch> Rope::makeScratch() const {
  auto scratch = std::make_unique<RopeScratch>();
  for (std::vector<Lanes>* x : {&scratch->x, &scratch->rate, &scratch->work}) {
    x->assign(lapped(), Lanes{});
  }
  scratch->several.assign(BlockBand::kTogether * controls(), Lanes{});
  scratch->dynamics = scratch->dynamicsFactor = BlockBand(controls(), shapeOf(m_spec));
  scratch->sections.resize(m_mesh.sections.size());
  scratch->stretch.resize(m_mesh.stretch.size());
  return scratch;
}

void Rope::lap(std::vector<Lanes>& x) const {
  if (isRing()) std::copy_n(x.begin(), 3, x.begin() + controls());
}

void Rope::foldLap(std::vector<Lanes>& x) const {
  if (!isRing()) return;
  for (int i = 0; i < 3; ++i) x[i] += x[controls() + i];
}

void Rope::loadRates(const double* nu, Lanes* out, int stride) const {
  const double* spins = nu + 3 * controls();
  const int last = legs();
  for (int i = 0; i < last; ++i, nu += 3, out += stride) {
    *out = Lanes{nu[0], nu[1], nu[2], spins[i]};
  }
  if (!isRing()) *out = load3(nu);
}

void Rope::addLanes(const Lanes* lanes, double scale, double* nu, int stride) const {
  double* spins = nu + 3 * controls();
  const int last = legs();
  for (int i = 0; i < last; ++i, nu += 3, lanes += stride) {
    const Lanes part = scale * *lanes;
    store3(nu, load3(nu) + part);
    spins[i] += part[3];
  }
  if (!isRing()) store3(nu, load3(nu) + scale * *lanes);
}

void Rope::updatePoints(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<RopeScratch&>(scratch);
  for (int i = 0; i < controls(); ++i) s.x[i] = load3(state.q + 3 * i);
  loadRates(state.v, s.rate.data());
  lap(s.x);
  lap(s.rate);
}

void Rope::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<RopeScratch&>(scratch);
  updatePoints(state, scratch);
  const double* frames = state.q + 3 * controls();
  for (std::size_t g = 0; g < s.sections.size(); ++g, frames += 4) {
    const RopeSection& at = m_mesh.sections[g];
    SectionState& now = s.sections[g];
    const Lanes *x = s.x.data() + at.basis.span, *rate = s.rate.data() + at.basis.span;
    const Lanes first = sumOf(at.first, x), second = sumOf(at.second, x);
    now.l = std::sqrt(dot3(first, first));
    now.inverse = 1 / now.l;
    now.t = first * now.inverse;
    now.p = dot3(second, now.t);
    now.m1 = across(load3(frames), now.t);
    now.m2 = cross(now.t, now.m1);
    now.K1 = -dot3(second, now.m2) * now.inverse;
    now.K2 = dot3(second, now.m1) * now.inverse;
    now.tau = frames[3];
    now.curvature = now.K1 * now.m1 + now.K2 * now.m2;
    const Lanes firstRate = sumOf(at.first, rate), secondRate = sumOf(at.second, rate);
    now.lRate = dot3(firstRate, now.t);
    now.tRate = (firstRate - now.t * now.lRate) * now.inverse;
    now.zeta = firstRate[3];
    const double share = at.speed * now.inverse, tilt = now.p * now.inverse;
    now.spin = share * now.zeta;
    now.spinSlope = share * (secondRate[3] - tilt * now.zeta);
    const double along1 = dot3(now.m1, now.tRate), along2 = dot3(now.m2, now.tRate);
    now.K1Rate = (-dot3(now.m2, secondRate) - now.K1 * now.lRate + now.p * along2) * now.inverse +
                 now.K2 * now.spin;
    now.K2Rate = (dot3(now.m1, secondRate) - now.K2 * now.lRate - now.p * along1) * now.inverse -
                 now.K1 * now.spin;
    now.tauRate = dot3(now.curvature, now.tRate) + now.spinSlope;
  }
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const CubicSpline::Basis& basis = m_mesh.stretch[g].basis;
    StretchState& now = s.stretch[g];
    const Lanes first = sumOf(basis.first, s.x.data() + basis.span);
    now.l = std::sqrt(dot3(first, first));
    now.t = first / now.l;
    now.xRate = sumOf(basis.first, s.rate.data() + basis.span);
    now.xRate[3] = 0;
    now.lRate = dot3(now.xRate, now.t);
  }
}

// — points —

ResolvedPoint Rope::pointAt(double fraction) const {
  return trackPoint(fraction * m_mesh.spline.spans());
}

Track Rope::track() const {
  return {static_cast<double>(m_mesh.spline.spans()), m_mesh.restLength, isRing()};
}

double Rope::placeOf(const ResolvedPoint& u) const {
  return u.at[0] * m_mesh.spline.spans();
}

// Beyond its ends the rope goes on straight.
ResolvedPoint Rope::trackPoint(double place) const {
  const double within = isRing() ? place : std::clamp(place, 0.0, track().places);
  const double beyond = place - within;
  CubicSpline::Basis basis = m_mesh.spline.at(within);
  if (beyond != 0) {
    for (int k = 0; k < 4; ++k) basis.value[k] += beyond * basis.first[k];
    basis.second = {};
  }
  ResolvedPoint u;
  u.at = {place / m_mesh.spline.spans(), 0, 0};
  u.cell = basis.span;
  std::copy(basis.value.begin(), basis.value.end(), u.weight.begin());
  std::copy(basis.first.begin(), basis.first.end(), u.weight.begin() + 4);
  std::copy(basis.second.begin(), basis.second.end(), u.weight.begin() + 8);
  return u;
}

Result<ResolvedPoint> Rope::resolve(std::span<const double> at) const {
  if (at.size() == 1 && at[0] >= 0 && at[0] <= 1) return pointAt(at[0]);
  if (at.size() == 1) {
    return fail(ErrorCode::Invalid,
                fmt::format("material point [{}]; a rope runs from [0] to [1]", at[0]));
  }
  return fail(
      ErrorCode::Invalid,
      fmt::format("material point with {} numbers; a rope's has one, from [0] to [1]", at.size()));
}

void Rope::point(const PartScratch& scratch, const ResolvedPoint& u, PointKinematics& out) const {
  combine(ropeScratch(scratch), u.cell, controls(), u.weight.data(), out);
}

void Rope::direction(const PartScratch& scratch, const ResolvedPoint& u,
                     PointKinematics& out) const {
  combine(ropeScratch(scratch), u.cell, controls(), u.weight.data() + 4, out);
}

void Rope::bend(const PartScratch& scratch, const ResolvedPoint& u, TrackBend& out) const {
  const RopeScratch& s = ropeScratch(scratch);
  const auto second = [&u](const Lanes* x) {
    return vectorOf(u.weight[8] * x[0] + u.weight[9] * x[1] + u.weight[10] * x[2] +
                    u.weight[11] * x[3]);
  };
  out.bend = second(s.x.data() + u.cell);
  out.rate = second(s.rate.data() + u.cell);
  out.third.setZero();
  if (!isRing() && (u.at[0] < 0 || u.at[0] > 1)) return;
  out.third = vectorOf(sinew::sumOf(m_mesh.spline.third(u.cell), s.x.data() + u.cell));
}

void Rope::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                  Vec3& velocity) const {
  const RopeScratch& s = ropeScratch(scratch);
  const std::array<double, 4> basis = {u.weight[0], u.weight[1], u.weight[2], u.weight[3]};
  position = vectorOf(sinew::sumOf(basis, s.x.data() + u.cell));
  velocity = vectorOf(sinew::sumOf(basis, s.rate.data() + u.cell));
}

void Rope::addPointForce(const PartScratch&, const ResolvedPoint& u, const Vec3& force,
                         double* Q) const {
  for (int k = 0; k < 4; ++k) {
    Vec3Map{Q + 3 * m_mesh.spline.control(u.cell, k)} += u.weight[k] * force;
  }
}

// — dynamics —

void Rope::applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const {
  std::vector<Lanes>& work = ropeScratch(scratch).work;
  const int count = 3 * controls() + legs();
  for (int c = 0; c < columns; ++c, rhs += count, out += count) {
    loadRates(rhs, work.data());
    m_massFactor.solve(work.data());
    std::fill_n(out, count, 0.0);
    addLanes(work.data(), 1, out);
  }
}

void Rope::freeRate(const PartScratch&, double* out) const {
  std::fill_n(out, 3 * controls() + legs(), 0.0);
}

void Rope::addForceRate(const PartScratch& scratch, const double* Q, double scale,
                        double* v) const {
  std::vector<Lanes>& work = ropeScratch(scratch).work;
  loadRates(Q, work.data());
  m_massFactor.solve(work.data());
  addLanes(work.data(), scale, v);
}

void Rope::velocityFromState(const PartScratch&, const double* v, double* nu) const {
  std::copy_n(v, 3 * controls() + legs(), nu);
}

void Rope::configurationRate(const PartScratch& scratch, double* out) const {
  const RopeScratch& s = ropeScratch(scratch);
  for (int i = 0; i < controls(); ++i) store3(out + 3 * i, s.rate[i]);
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const SectionState& now = s.sections[g];
    store3(frame(out, g), now.spin * now.m2 - now.t * dot3(now.tRate, now.m1));
    frame(out, g)[3] = now.tauRate;
  }
}

bool Rope::advancePoints(const PartScratch&, const double* nu, double h, double* q) const {
  for (int i = 0; i < 3 * controls(); ++i) q[i] += h * nu[i];
  return true;
}

// Directors turn with the tangent by the smallest rotation from t to t₊, then by h ω_t. The twist
// of directors turned so at every u changes by −(t × t₊)·(t′ + t₊′)/(1 + t·t₊) + h ω_t′, exactly.
void Rope::advance(const PartScratch& scratch, const double* nu, double h, double* q) const {
  const RopeScratch& s = ropeScratch(scratch);
  std::vector<Lanes>& rate = s.work;
  loadRates(nu, rate.data());
  lap(rate);
  advancePoints(scratch, nu, h, q);
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const RopeSection& at = m_mesh.sections[g];
    const SectionState& old = s.sections[g];
    const Lanes *x = s.x.data() + at.basis.span, *v = rate.data() + at.basis.span;
    const Lanes firstRate = sinew::sumOf(at.first, v), secondRate = sinew::sumOf(at.second, v);
    const Lanes first = sinew::sumOf(at.first, x) + h * firstRate;
    const Lanes second = sinew::sumOf(at.second, x) + h * secondRate;
    const double inverse = 1 / std::sqrt(dot3(first, first));
    const Lanes t = first * inverse;
    const Lanes slope = cross(old.curvature, old.t) + (second - t * dot3(second, t)) * inverse;
    const double away = 1 / (1 + dot3(old.t, t));
    const Lanes m1 = across(old.m1 - dot3(old.m1, t) * away * (old.t + t), t);
    const double zeta = firstRate[3], share = at.speed * old.inverse;
    const double angle = h * share * zeta;
    const double angleSlope = h * share * (secondRate[3] - old.p * old.inverse * zeta);
    double sine = 0, cosine = 1;
    turn(angle, sine, cosine);
    store3(frame(q, g), cosine * m1 + sine * cross(t, m1));
    frame(q, g)[3] += angleSlope - away * dot3(cross(old.t, t), slope);
  }
}

void Rope::normalise(double* q) const {
  for (std::size_t g = 0; g < m_mesh.sections.size(); ++g) {
    const CubicSpline::Basis& basis = m_mesh.sections[g].basis;
    Lanes first = {};
    for (int k = 0; k < 4; ++k) {
      first += basis.first[k] * load3(q + 3 * m_mesh.spline.control(basis.span, k));
    }
    const Lanes t = first / std::sqrt(dot3(first, first));
    store3(frame(q, g), across(load3(frame(q, g)), t));
  }
}

void Rope::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  const RopeScratch& s = ropeScratch(scratch);
  Lanes sum = {};
  for (int i = 0; i < controls(); ++i) sum += s.x[i];
  const Lanes middle = sum / controls();
  double square = 0;
  for (const Lanes x : s.x) square = std::max(square, dot3(x - middle, x - middle));
  centre = vectorOf(middle);
  radius = std::sqrt(square);
}

ContactSurface Rope::contactSurface() const {
  ContactSurface chain;
  chain.vertices = m_contact;
  const int count = static_cast<int>(m_contact.size());
  for (int i = 1; i < count; ++i) chain.edges.push_back({i - 1, i});
  if (isRing()) chain.edges.push_back({count - 1, 0});
  chain.thickness = m_spec.radius;
  return chain;
}

}  // namespace sinew
