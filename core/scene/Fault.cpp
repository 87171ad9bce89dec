#include "core/scene/Fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/PlainText.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxQuoted = 80;    // bytes of a quoted text that are shown
constexpr std::size_t kMaxCompared = 64;  // bytes of a name that count in edit distances
constexpr std::size_t kMaxListed = 40;    // names listed in a message

/// Levenshtein distance.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char letter : a) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (letter == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string Fault::text() const {
  return fmt::format("{}: found {}; legal: {}", pointer.empty() ? "(document)" : pointer, found,
                     legal);
}

void FaultLog::add(std::string pointer, std::string found, std::string legal) {
  if (m_faults.size() < kMaxFaults) {
    m_faults.push_back({std::move(pointer), std::move(found), std::move(legal)});
  } else {
    ++m_leftOut;
  }
}

std::vector<Fault> FaultLog::take() {
  if (m_leftOut > 0)
    m_faults.push_back({"", fmt::format("{} more faults", m_leftOut), "mend those listed first"});
  m_leftOut = 0;
  return std::exchange(m_faults, {});
}

std::string pointerTo(const std::string& pointer, std::string_view key) {
  std::string out = pointer + "/";
  for (const char c : key.substr(0, kMaxQuoted)) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return out;
}

std::string pointerTo(const std::string& pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

std::string quotedText(std::string_view text) {
  std::string out = "\"";
  std::size_t i = 0;
  while (i < text.size() && i < kMaxQuoted) i += appendPlain(text.substr(i), out);
  out += i < text.size() ? "…\"" : "\"";
  return out;
}

bool isUtf8(std::string_view text, std::size_t* position) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = utf8Length(text.substr(i, 4));
    if (length == 0) {
      if (position != nullptr) *position = i;
      return false;
    }
    i += length;
  }
  return true;
}

std::string nearestName(std::string_view name, const std::vector<std::string_view>& candidates) {
  const std::string_view wanted = name.substr(0, kMaxCompared);
  std::size_t best = std::max<std::size_t>(2, wanted.size() / 2) + 1;
  std::string_view nearest;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = editDistance(wanted, candidate.substr(0, kMaxCompared));
    if (distance < best && distance < std::max(wanted.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  return std::string(nearest);
}

std::string legalNames(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (candidates.empty()) return "none here";
  std::string out = "one of ";
  for (std::size_t i = 0; i < candidates.size() && i < kMaxListed; ++i)
    out += (i > 0 ? ", " : "") + quotedText(candidates[i]);
  if (candidates.size() > kMaxListed) out += ", …";
  const std::string nearest = nearestName(name, candidates);
  if (!nearest.empty()) out += "; nearest: " + quotedText(nearest);
  return out;
}

}  // namespace sinew
