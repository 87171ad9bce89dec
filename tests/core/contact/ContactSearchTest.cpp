#include "core/contact/ContactSearch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contact/PlaneBounds.h"
#include "tests/support/ContactShapes.h"

namespace sinew {
namespace {

using test::Seeded;
using Surfaces = std::vector<ContactSearch::Surface>;

bool any(int, int) {
  return true;
}

/// Surfaces thrown about, their vertices one after the other.
struct Heap {
  Heap(Surfaces given, double cube, std::uint64_t seed) : surfaces(std::move(given)), random(seed) {
    for (const ContactSearch::Surface& surface : surfaces) {
      const bool endless = !surface.shape.planes.empty();
      const Vec3 at = endless ? Vec3::Zero() : random.vector(cube / 2);
      const Quat turn(
          Eigen::AngleAxisd(endless ? 0.3 : random.uniform(-3, 3), random.vector(1).normalized()));
      for (const Vec3& rest : surface.rest) x.push_back(at + turn * rest);
    }
  }
  void shake(double step) {
    std::size_t v = 0;
    for (const ContactSearch::Surface& surface : surfaces) {
      const Vec3 by = random.vector(step);
      for (std::size_t i = 0; i < surface.rest.size(); ++i) x[v++] += by + random.vector(step / 4);
    }
  }
  std::vector<MovingBox> boxes() const {
    std::vector<MovingBox> out;
    for (const Vec3& at : x) out.emplace_back(Box(at));
    return out;
  }
  Surfaces surfaces;
  Seeded random;
  std::vector<Vec3> x;
};

using Key = std::array<int, 5>;

/// Points of each side in ascending order, the sides too where they are of one sort: a name for a
/// pair however it is written.
Key keyOf(Pairing pairing, std::array<int, 4> v) {
  const int ofA = pointsOfA(pairing), all = pointsOf(pairing);
  std::sort(v.begin(), v.begin() + ofA);
  std::sort(v.begin() + ofA, v.begin() + all);
  if (pairing == Pairing::EdgeEdge && v[0] > v[2]) v = {v[2], v[3], v[0], v[1]};
  if (pairing == Pairing::VertexVertex && v[0] > v[1]) std::swap(v[0], v[1]);
  std::fill(v.begin() + all, v.end(), -1);
  return {static_cast<int>(pairing), v[0], v[1], v[2], v[3]};
}

/// All pairs of elements of two surfaces that are nearer than their thickness and `reach`.
class BruteForce {
 public:
  BruteForce(const Heap& heap, double reach) : m_heap(heap), m_reach(reach) {
    int first = 0;
    for (const ContactSearch::Surface& surface : heap.surfaces) {
      m_first.push_back(first);
      first += static_cast<int>(surface.rest.size());
    }
    const int count = static_cast<int>(heap.surfaces.size());
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        if (a != b) between(a, b);
      }
    }
  }
  std::set<Key> near;

 private:
  static bool contains(const std::vector<std::array<int, 2>>& edges, int v) {
    return std::any_of(edges.begin(), edges.end(),
                       [v](const auto& e) { return e[0] == v || e[1] == v; });
  }
  static bool isSide(const ContactSurface& shape, const std::array<int, 2>& edge) {
    return std::any_of(shape.faces.begin(), shape.faces.end(), [&](const auto& f) {
      return std::count(f.begin(), f.end(), edge[0]) && std::count(f.begin(), f.end(), edge[1]);
    });
  }
  static bool isPlane(const ContactSurface& shape) { return !shape.planes.empty(); }

  void between(int a, int b) {
    const ContactSurface &A = m_heap.surfaces[a].shape, &B = m_heap.surfaces[b].shape;
    if (isPlane(A)) return;
    const int countA = static_cast<int>(A.vertices.size());
    for (int v = 0; v < countA; ++v) {
      for (const auto& f : B.faces) test(Pairing::VertexFace, a, {v}, b, {f[0], f[1], f[2]});
      for (const auto& f : B.planes) test(Pairing::VertexPlane, a, {v}, b, {f[0], f[1], f[2]});
      if (contains(A.edges, v)) continue;
      for (const auto& e : B.edges) {
        if (!isSide(B, e)) test(Pairing::VertexEdge, a, {v}, b, {e[0], e[1]});
      }
      if (!isPlane(B) && B.edges.empty()) test(Pairing::VertexVertex, a, {v}, b, {0});
    }
    if (a > b) return;
    for (const auto& e : A.edges) {
      for (const auto& f : B.edges) test(Pairing::EdgeEdge, a, {e[0], e[1]}, b, {f[0], f[1]});
    }
  }

  void test(Pairing pairing, int a, std::initializer_list<int> ofA, int b,
            std::initializer_list<int> ofB) {
    std::array<int, 4> vertex{};
    std::array<Vec3, 4> x;
    int count = 0;
    for (const int v : ofA) vertex[count++] = m_first[a] + v;
    for (const int v : ofB) vertex[count++] = m_first[b] + v;
    for (int i = 0; i < count; ++i) x[i] = m_heap.x[vertex[i]];
    const double thickness =
        m_heap.surfaces[a].shape.thickness + m_heap.surfaces[b].shape.thickness;
    if (closest(pairing, x.data()).distance > thickness + m_reach) return;
    near.insert(keyOf(pairing, vertex));
  }

  const Heap& m_heap;
  double m_reach;
  std::vector<int> m_first;
};

Surfaces mixed() {
  Surfaces all = {test::endlessFloor()};
  for (int i = 0; i < 4; ++i) {
    all.push_back(test::ballOfFaces(0.4, 1));
    all.push_back(test::thickChain(12, 2, 0.03));
    all.push_back(test::thickChain(1, 1, 0.1));
    all.push_back(test::lonePoint(0.15));
    all.push_back(test::lonePoint(i == 0 ? 0 : 0.4));
  }
  return all;
}

std::set<Key> keysOf(const ContactSearch& search) {
  std::set<Key> keys;
  for (const ContactPair& pair : search.pairs()) keys.insert(keyOf(pair.pairing, pair.vertex));
  EXPECT_EQ(keys.size(), search.pairs().size()) << "a pair is there twice";
  return keys;
}

/// Everything goes straight from where it is to x.
std::vector<MovingBox> towards(const std::vector<MovingBox>& now, const std::vector<Vec3>& x) {
  std::vector<MovingBox> boxes;
  for (std::size_t i = 0; i < x.size(); ++i) boxes.emplace_back(now[i].start, Box(x[i]));
  return boxes;
}

TEST(ContactSearch, FindsEveryPairThatIsNear) {
  Heap heap(mixed(), 2.5, 5);
  ContactSearch search(heap.surfaces, any);
  std::array<std::size_t, 5> of{};
  for (int n = 0; n < 25; ++n) {
    search.update(heap.boxes(), 0.05);
    const std::set<Key> found = keysOf(search);
    for (const Key& key : BruteForce(heap, 0.05).near) {
      ++of[static_cast<std::size_t>(key[0])];
      ASSERT_TRUE(found.contains(key))
          << "pairing " << key[0] << " of " << key[1] << " " << key[2] << " in update " << n;
    }
    heap.shake(0.1);
  }
  for (const std::size_t count : of) EXPECT_GT(count, 5u);
}

TEST(ContactSearch, FindsWhatComesNearOnItsWay) {
  Heap heap(mixed(), 2.5, 8);
  const std::vector<Vec3> from = heap.x;
  const std::vector<MovingBox> now = heap.boxes();
  heap.shake(2);
  const std::vector<Vec3> to = heap.x;
  ContactSearch search(heap.surfaces, any);
  search.update(towards(now, to), 0.05);
  const std::set<Key> found = keysOf(search);
  for (const double u : {0.0, 0.3, 0.5, 0.9, 1.0}) {
    for (std::size_t i = 0; i < to.size(); ++i) heap.x[i] = (1 - u) * from[i] + u * to[i];
    for (const Key& key : BruteForce(heap, 0.05).near) EXPECT_TRUE(found.contains(key)) << u;
  }
}

TEST(ContactSearch, NamesNoMoreOfWhatFliesTogether) {
  Heap heap(Surfaces(4, test::lonePoint(0.1)), 2, 6);
  ContactSearch still(heap.surfaces, any), flying(heap.surfaces, any);
  const std::vector<MovingBox> now = heap.boxes();
  still.update(now, 0.05);
  for (Vec3& x : heap.x) x += Vec3(30, 10, -20);
  flying.update(towards(now, heap.x), 0.05);
  EXPECT_EQ(flying.pairs(), still.pairs());
  EXPECT_LE(flying.work(), still.work() + 12);  // surfaces' boxes of all the way
}

// Faces that are far apart are not named: what is found lies within a small multiple of the pieces.
TEST(ContactSearch, NamesLittleElse) {
  Heap heap(mixed(), 2.5, 6);
  ContactSearch search(heap.surfaces, any);
  search.update(heap.boxes(), 0.05);
  EXPECT_LE(search.pairs().size(), BruteForce(heap, 0.3).near.size());
}

TEST(ContactSearch, DoesNotDependOnTheWayThere) {
  Heap heap(mixed(), 2, 7);
  ContactSearch followed(heap.surfaces, any);
  std::vector<MovingBox> now = heap.boxes();
  for (int n = 0; n < 10; ++n) {
    followed.update(now, 0.05);
    heap.shake(0.2);
    followed.update(towards(now, heap.x), 0.05);
    now = heap.boxes();
  }
  ContactSearch fresh(heap.surfaces, any);
  followed.update(heap.boxes(), 0.05);
  fresh.update(heap.boxes(), 0.05);
  EXPECT_EQ(followed.pairs(), fresh.pairs());
}

TEST(ContactSearch, LeavesOutWhatIsFiltered) {
  Heap heap({test::lonePoint(1), test::lonePoint(1), test::lonePoint(1)}, 0.1, 1);
  ContactSearch search(heap.surfaces, [](int a, int b) { return a + b != 1; });
  search.update(heap.boxes(), 0);
  ASSERT_EQ(search.pairs().size(), 2u);
  for (const ContactPair& pair : search.pairs()) EXPECT_EQ(pair.surfaceB, 2);
  EXPECT_DOUBLE_EQ(search.thickness(search.pairs()[0]), 2);
}

TEST(PlaneBounds, NeverMissWhatReachesThePlane) {
  Seeded random(9);
  int reached = 0;
  for (int n = 0; n < 5000; ++n) {
    std::array<Vec3, 3> corners;
    std::array<Box, 3> boxes;
    for (int i = 0; i < 3; ++i) {
      corners[i] = random.vector(1);
      boxes[i].add(corners[i] + random.vector(0.05));
      boxes[i].add(corners[i]);
    }
    const Vec3 at = random.vector(2);
    const Vec3 points[] = {at, corners[0], corners[1], corners[2]};
    Box box;
    box.add(at + random.vector(0.2));
    box.add(at);
    const bool reaches = PlaneBounds(boxes[0], boxes[1], boxes[2]).reaches(box, 0.1);
    if (closest(Pairing::VertexPlane, points).distance <= 0.1) {
      EXPECT_TRUE(reaches) << n;
    }
    reached += reaches;
  }
  EXPECT_LT(reached, 4500);
}

/// Comparisons per update in a heap of balls of 20 faces that all move a little.
double workOf(int balls) {
  const double side = std::cbrt(balls);
  Heap heap(Surfaces(static_cast<std::size_t>(balls), test::ballOfFaces(0.45, 0)), side, 3);
  ContactSearch search(heap.surfaces, any);
  search.update(heap.boxes(), 0.01);
  double work = 0;
  for (int n = 0; n < 3; ++n) {
    heap.shake(0.01);
    search.update(heap.boxes(), 0.01);
    work += static_cast<double>(search.work());
  }
  return work;
}

// From 300 to 100 000 faces: at most n^1.2.
TEST(ContactSearch, WorkInAMovingHeapGrowsHardlyFasterThanTheHeap) {
  const double small = workOf(15), large = workOf(5000);
  EXPECT_GT(small, 1e3);
  EXPECT_LE(std::log(large / small) / std::log(5000.0 / 15), 1.2) << small << " to " << large;
}

}  // namespace
}  // namespace sinew
