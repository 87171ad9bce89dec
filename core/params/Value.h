#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/math/Types.h"
#include "core/params/Curve.h"
#include "core/params/MeshFile.h"

namespace sinew {

/// A point of a part's material; survives remeshing and rescaling (docs/architecture.md).
/// superquadric [u, v] rad · rope [s] 0..1 · particle [] · meshed kinds [x, y, z] m at rest.
struct MaterialPoint {
  std::string part;
  std::vector<double> at;
  bool operator==(const MaterialPoint&) const = default;
};

struct Value;
using ValueList = std::vector<Value>;

/// One parameter's value. Vec3 serves vectors and colours (linear RGB 0..1); Quat rotations;
/// string enums, texts, part references and assets; Curve any keyable number or vector. What hashes
/// were made of must keep its place among them: new sorts come last.
struct Value {
  std::variant<bool, std::int64_t, double, Vec3, Quat, std::string, MaterialPoint, Curve, ValueList,
               MeshFile>
      content;

  Value() : content(false) {}
  Value(bool v) : content(v) {}
  Value(int v) : content(std::int64_t{v}) {}
  Value(std::int64_t v) : content(v) {}
  Value(double v) : content(v) {}
  Value(const char* v) : content(std::string(v)) {}
  Value(std::string v) : content(std::move(v)) {}
  Value(const Vec3& v) : content(v) {}
  Value(const Quat& v) : content(v) {}
  Value(MaterialPoint v) : content(std::move(v)) {}
  Value(Curve v) : content(std::move(v)) {}
  Value(ValueList v) : content(std::move(v)) {}
  Value(MeshFile v) : content(std::move(v)) {}

  bool operator==(const Value& other) const;
};

}  // namespace sinew
