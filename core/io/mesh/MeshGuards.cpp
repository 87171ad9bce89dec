#include "core/io/mesh/MeshGuards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/scene/JsonText.h"

namespace sinew {
namespace {

std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at + sizeof word <= bytes.size()) std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

std::string_view trimmed(std::string_view line) {
  const char* blank = " \t\r\n\v\f";
  const std::size_t first = line.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(blank) + 1 - first);
}

/// Takes the next line off a text, without its end.
std::string_view takeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(line);
}

/// How many an "element NAME COUNT" announces; 0 for other lines, and for what is no number.
std::uint64_t announced(std::string_view line) {
  if (!line.starts_with("element ")) return 0;
  const std::string_view number = line.substr(line.find_last_of(" \t") + 1);
  std::uint64_t count = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), count);
  return read.ec == std::errc::result_out_of_range ? ~std::uint64_t{0} : count;
}

// The reader looks for the end of a header without end.
std::string whyNoPly(std::string_view bytes) {
  constexpr int kMostLines = 1'000;
  std::string_view rest = bytes;
  if (takeLine(rest) != "ply") return "it does not begin as a PLY file does, with a line \"ply\"";
  for (int n = 0; n < kMostLines && !rest.empty(); ++n) {
    const std::string_view line = takeLine(rest);
    if (line == "end_header") return {};
    if (announced(line) > bytes.size()) return "it says that it holds more than it does";
  }
  return "its header has no end, a line \"end_header\"";
}

std::string whyNoStl(std::string_view bytes) {
  constexpr std::size_t kHead = 84, kFacet = 50;
  if (trimmed(bytes.substr(0, kHead)).starts_with("solid")) return {};
  if (bytes.size() >= kHead && bytes.size() == kHead + kFacet * std::size_t{wordAt(bytes, 80)})
    return {};
  return "it is neither an STL text, which begins with \"solid\", nor as long as a binary STL says "
         "that it is";
}

std::string whyNoObj(std::string_view bytes) {
  constexpr std::size_t kLooked = 65'536;
  if (bytes.substr(0, kLooked).find('\0') != std::string_view::npos)
    return "an OBJ file is a text, and it is none";
  return {};
}

// Each node must stand below one other at most: 30 nodes that name the next twice would be 2³⁰.
std::string whyNoTree(const Json& gltf) {
  const auto nodes = gltf.find("nodes");
  if (nodes == gltf.end() || !nodes->is_array()) return {};
  std::vector<char> taken(nodes->size(), 0);
  const auto take = [&taken](const Json& index) {
    if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= taken.size()) return false;
    return !std::exchange(taken[index.get<std::uint64_t>()], 1);
  };
  const auto takeAll = [&take](const Json& holder, const char* key) {
    const auto list = holder.is_object() ? holder.find(key) : holder.end();
    if (list == holder.end() || !list->is_array()) return true;
    return std::all_of(list->begin(), list->end(), take);
  };
  const char* const why = "its nodes are no tree: one stands in two places, or is not there";
  if (!std::all_of(nodes->begin(), nodes->end(),
                   [&](const Json& node) { return takeAll(node, "children"); }))
    return why;
  const auto scenes = gltf.find("scenes");
  if (scenes == gltf.end() || !scenes->is_array()) return {};
  for (const Json& scene : *scenes) {
    const std::vector<char> below = taken;  // several scenes may begin with the same node
    if (!takeAll(scene, "nodes")) return why;
    taken = below;
  }
  return {};
}

std::string whyNoGltf(std::string_view text) {
  const auto json = parseJson(text);
  if (!json) return "its JSON is damaged: " + json.error().front().text();
  const auto asset = json->is_object() ? json->find("asset") : json->end();
  const bool known = asset != json->end() && asset->is_object() && asset->contains("version") &&
                     (*asset)["version"].is_string() &&
                     (*asset)["version"].get<std::string>().starts_with("2");
  return known ? whyNoTree(*json) : "it is not glTF of version 2";
}

std::string whyNoGlb(std::string_view bytes) {
  constexpr std::size_t kHead = 20;
  if (!bytes.starts_with("glTF") || wordAt(bytes, 4) != 2)
    return "it does not begin as a binary glTF of version 2 does";
  const std::size_t length = wordAt(bytes, 12);
  if (bytes.size() < kHead || bytes.substr(16, 4) != "JSON" || length > bytes.size() - kHead)
    return "it is cut short";
  return whyNoGltf(bytes.substr(kHead, length));
}

}  // namespace

std::string whyNotRead(const std::string& bytes, std::string_view ending) {
  if (ending == "ply") return whyNoPly(bytes);
  if (ending == "stl") return whyNoStl(bytes);
  if (ending == "obj") return whyNoObj(bytes);
  return ending == "glb" ? whyNoGlb(bytes) : whyNoGltf(bytes);
}

}  // namespace sinew
