#include "core/forces/Turbulence.h"

#include <cmath>
#include <numbers>
#include <random>

namespace sinew {
namespace {

constexpr int kWaves = 20;
constexpr double kSmallest = 8;  // largest eddies against smallest

// Not std::uniform_real_distribution, which every library draws in its own way.
double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-53;
}

Vec3 waveDirection(std::mt19937_64& random) {
  const double z = 2 * uniform(random) - 1, turn = 2 * std::numbers::pi * uniform(random);
  const double ring = std::sqrt(1 - z * z);
  return {ring * std::cos(turn), ring * std::sin(turn), z};
}

Vec3 acrossWave(const Vec3& axis, std::mt19937_64& random) {
  Vec3 any = axis.cross(waveDirection(random));
  while (any.norm() < 1e-3) any = axis.cross(waveDirection(random));
  return any.normalized();
}

}  // namespace

Turbulence::Turbulence(const Spec& spec) {
  if (spec.speed <= 0) return;
  std::mt19937_64 random(spec.seed);
  const double slowest = 2 * std::numbers::pi / spec.eddies;
  const double ratio = std::pow(kSmallest, 1.0 / (kWaves - 1));
  double whole = 0;
  for (int n = 0; n < kWaves; ++n) {
    const double k = slowest * std::pow(ratio, n);
    // Wave numbers are spread evenly over octaves: of energy, k E(k).
    const double energy = std::pow(k, -2.0 / 3);
    whole += energy;
    const Vec3 along = waveDirection(random);
    const double size = std::sqrt(energy);
    m_waves.push_back(
        {k * along, size * acrossWave(along, random), size * acrossWave(along, random), 0});
  }
  for (Wave& wave : m_waves) {
    // A cosine and a sine across k have ½(a² + b²) on average.
    wave.cosine *= spec.speed / std::sqrt(whole);
    wave.sine *= spec.speed / std::sqrt(whole);
    wave.frequency = wave.number.norm() * wave.cosine.norm();
  }
}

Vec3 Turbulence::at(const Vec3& place, double time) const {
  Vec3 gust = Vec3::Zero();
  for (const Wave& wave : m_waves) {
    const double phase = wave.number.dot(place) + wave.frequency * time;
    gust += std::cos(phase) * wave.cosine + std::sin(phase) * wave.sine;
  }
  return gust;
}

}  // namespace sinew
