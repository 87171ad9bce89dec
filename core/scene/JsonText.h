#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/scene/Fault.h"

namespace sinew {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

/// Bounds on what is read, checked before anything is built from it.
struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20U;
  std::size_t depth = 32;
  std::size_t values = 8'000'000;  ///< numbers, texts, lists, ... all together
};

/// Parses text strictly: well-formed UTF-8, no key twice, no numbers beyond double's range.
/// A fault carries the JSON pointer that was reached, line and column.
Result<Json, std::vector<Fault>> parseJson(std::string_view text, const JsonLimits& limits = {});

/// Canonical text: what fits into 100 columns on one line, two spaces of indentation, the shortest
/// digits that read back as the same double, a newline at the end.
std::string printJson(const OrderedJson& json);

/// The same on one line, however long, without the newline.
std::string printJsonLine(const OrderedJson& json);

/// Shortest digits that read back as the same double.
std::string numberText(double number);

/// What a value is, for messages: 3.5, "text", a list of 3, ...
std::string describeJson(const Json& json);

}  // namespace sinew
