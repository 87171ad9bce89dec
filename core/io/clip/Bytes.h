#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little, "clips hold little-endian numbers");

/// The bytes of plain numbers that lie one after the other.
template <class Range>
std::span<const std::byte> bytesOf(const Range& numbers) {
  return std::as_bytes(std::span(numbers.data(), numbers.size()));
}

/// Numbers one after the other as they are in a clip.
class ByteWriter {
 public:
  void integer(std::uint64_t value) { append(&value, sizeof value); }
  void real(double value) { append(&value, sizeof value); }
  void vector(const Vec3& value) { append(value.data(), 3 * sizeof(double)); }
  void text(std::string_view value) {
    integer(value.size());
    append(value.data(), value.size());
  }
  template <class Range>
  void numbers(const Range& values) {
    append(values.data(), values.size() * sizeof(*values.data()));
  }
  std::span<const std::byte> bytes() const { return m_bytes; }

 private:
  void append(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::byte*>(data);
    m_bytes.insert(m_bytes.end(), from, from + size);
  }
  std::vector<std::byte> m_bytes;
};

/// Reads them back. Reading past the end gives zeros and marks the reader as failed, so callers
/// check once at the end; nothing is allocated beyond what the bytes can hold.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : m_left(bytes) {}

  std::uint64_t integer() { return plain<std::uint64_t>(); }
  double real() { return plain<double>(); }
  Vec3 vector() {
    const double x = real(), y = real(), z = real();
    return {x, y, z};
  }
  std::string text() {
    std::string value(count(1), '\0');
    take(value.data(), value.size());
    return value;
  }
  /// A number of items of at least `itemSize` bytes each that are still to come.
  std::size_t count(std::size_t itemSize) {
    const std::uint64_t value = integer();
    if (value <= m_left.size() / itemSize) return static_cast<std::size_t>(value);
    m_failed = true;
    return 0;
  }
  /// Fills all of `values`, which the caller has sized by count().
  template <class Range>
  void numbers(Range& values) {
    take(values.data(), values.size() * sizeof(*values.data()));
  }
  /// Everything was there and nothing is left.
  bool finished() const { return !m_failed && m_left.empty(); }

 private:
  template <class T>
  T plain() {
    T value{};
    take(&value, sizeof value);
    return value;
  }
  void take(void* to, std::size_t size) {
    if (size > m_left.size()) {
      m_failed = true;
      m_left = {};
      return;
    }
    if (size > 0) std::memcpy(to, m_left.data(), size);
    m_left = m_left.subspan(size);
  }
  std::span<const std::byte> m_left;
  bool m_failed = false;
};

}  // namespace sinew
