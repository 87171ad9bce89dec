#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// One thing wrong with a scene file: where, what stands there, and what may stand there.
struct Fault {
  std::string pointer;  ///< JSON pointer (RFC 6901), "" is the whole document
  std::string found;
  std::string legal;
  std::string text() const;  ///< "/parts/0/mass: found -1; legal: a number > 0 kg"
  bool operator==(const Fault&) const = default;
};

/// Gathers faults in the order they are met. Keeps a bounded number of them, so that a file of
/// nothing but nonsense cannot bury its reader.
class FaultLog {
 public:
  static constexpr std::size_t kMaxFaults = 200;

  void add(std::string pointer, std::string found, std::string legal);
  bool empty() const { return m_faults.empty(); }
  std::vector<Fault> take();  ///< empties the log; says how many were left out

 private:
  std::vector<Fault> m_faults;
  std::size_t m_leftOut = 0;
};

/// pointer + "/" + key with ~ and / escaped.
std::string pointerTo(const std::string& pointer, std::string_view key);
std::string pointerTo(const std::string& pointer, std::size_t index);

/// Text fit for a terminal: quoted, control characters and broken UTF-8 escaped, cut when long.
std::string quotedText(std::string_view text);

/// Whether the bytes are well-formed UTF-8; when not, `position` is the first offending byte.
bool isUtf8(std::string_view text, std::size_t* position = nullptr);

/// The candidate that was probably meant, by edit distance; empty when none is near.
std::string nearestName(std::string_view name, const std::vector<std::string_view>& candidates);

/// "one of "a", "b"; nearest: "b"" for messages about unknown names.
std::string legalNames(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace sinew
