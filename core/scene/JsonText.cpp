#include "core/scene/JsonText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/scene/JsonHint.h"

namespace sinew {
namespace {

std::string placeOf(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t lineStart = before.rfind('\n');
  const std::size_t column =
      lineStart == std::string_view::npos ? before.size() + 1 : before.size() - lineStart;
  return fmt::format("line {}, column {}", line, column);
}

/// Builds the tree while it watches for what a tree no longer shows: keys given twice, depth,
/// sheer number. Never throws; returns false to stop the parser.
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

  bool null() override { return scalar(nullptr); }
  bool boolean(bool value) override { return scalar(value); }
  bool number_integer(number_integer_t value) override { return scalar(value); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(value); }
  bool number_float(number_float_t value, const string_t&) override { return scalar(value); }
  bool string(string_t& value) override { return scalar(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Frame& frame = m_frames.back();
    frame.key = std::move(key);
    if (frame.node->contains(*frame.key))
      m_faults.add(pointer(), "key " + quotedText(*frame.key) + " a second time", "each key once");
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // 406: a number beyond double's range; everything else is syntax.
    const bool overflow = error.id == 406;
    JsonStop stop = jsonStop(m_text, position);
    stop.afterEnd =
        std::string_view(error.what()).find("expected end of input") != std::string::npos;
    const std::string_view token = m_text.substr(stop.token, position - stop.token);
    m_faults.add(pointer(), fmt::format("{} at {}", quotedText(token), placeOf(m_text, stop.token)),
                 overflow ? "a finite number below 1.8e308" : syntaxNeeded(stop, error.what()));
    return false;
  }

  Json root;
  std::vector<Fault> takeFaults() { return m_faults.take(); }

 private:
  struct Frame {
    Json* node;
    std::optional<std::string> key;  ///< of the member being read, for objects
  };

  /// A hint; for a mistake that is not a common one the parser's own words, without its prefix and
  /// without the text it quotes.
  std::string syntaxNeeded(const JsonStop& stop, std::string_view what) const {
    const std::string hint = jsonHint(m_text, stop);
    if (!hint.empty()) return "well-formed JSON: " + hint;
    const std::size_t expected = what.rfind("; expected ");
    if (expected != std::string_view::npos)
      return fmt::format("well-formed JSON (here: {})", what.substr(expected + 11));
    return "well-formed JSON (RFC 8259)";
  }

  std::string pointer() const {
    std::string out;
    for (const Frame& frame : m_frames) {
      if (frame.node->is_array()) {
        out = pointerTo(out, frame.node->size() - (&frame == &m_frames.back() ? 0 : 1));
      } else if (frame.key) {
        out = pointerTo(out, *frame.key);
      }
    }
    return out;
  }

  Json* place(Json value) {
    if (m_frames.empty()) {
      root = std::move(value);
      return &root;
    }
    Frame& frame = m_frames.back();
    if (frame.node->is_array()) {
      frame.node->push_back(std::move(value));
      return &frame.node->back();
    }
    return &((*frame.node)[*frame.key] = std::move(value));
  }

  bool counted() {
    if (++m_values <= m_limits.values) return true;
    m_faults.add("", fmt::format("more than {} values", m_limits.values), "fewer");
    return false;
  }

  bool scalar(Json value) {
    if (!counted()) return false;
    place(std::move(value));
    finishMember();
    return true;
  }

  bool open(Json container) {
    if (!counted()) return false;
    if (m_frames.size() >= m_limits.depth) {
      m_faults.add(pointer(), fmt::format("nesting deeper than {}", m_limits.depth),
                   fmt::format("at most {} lists and objects inside each other", m_limits.depth));
      return false;
    }
    m_frames.push_back({place(std::move(container)), {}});
    return true;
  }

  bool close() {
    m_frames.pop_back();
    finishMember();
    return true;
  }

  void finishMember() {
    if (!m_frames.empty()) m_frames.back().key.reset();
  }

  std::string_view m_text;
  JsonLimits m_limits;
  FaultLog m_faults;
  std::vector<Frame> m_frames;
  std::size_t m_values = 0;
};

// — printing —

std::string scalarText(const OrderedJson& json) {
  if (json.is_number_float()) {
    const double number = json.get<double>();
    return std::isfinite(number) ? numberText(number) : "null";  // JSON has no other word for it
  }
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string keyText(const std::string& key) {
  return OrderedJson(key).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + ": ";
}

constexpr std::size_t kColumns = 100;

/// Everything on one line; stops growing once it is certain to be longer than `limit`.
void printFlat(const OrderedJson& json, std::size_t limit, std::string& out) {
  if (out.size() > limit) return;
  if (!json.is_structured()) {
    out += scalarText(json);
    return;
  }
  out += json.is_object() ? '{' : '[';
  bool first = true;
  for (auto it = json.begin(); it != json.end() && out.size() <= limit; ++it) {
    if (!first) out += ", ";
    first = false;
    if (json.is_object()) out += keyText(it.key());
    printFlat(*it, limit, out);
  }
  out += json.is_object() ? '}' : ']';
}

void printInto(const OrderedJson& json, std::size_t indent, std::size_t used, std::string& out) {
  std::string flat;
  printFlat(json, kColumns, flat);
  if (!json.is_structured() || json.empty() || used + flat.size() < kColumns) {
    out += json.is_structured() ? flat : scalarText(json);
    return;
  }
  out += json.is_object() ? "{\n" : "[\n";
  const std::string margin(indent + 2, ' ');
  bool first = true;
  for (auto it = json.begin(); it != json.end(); ++it) {
    if (!first) out += ",\n";
    first = false;
    const std::string key = json.is_object() ? keyText(it.key()) : std::string();
    out += margin + key;
    printInto(*it, indent + 2, indent + 2 + key.size(), out);
  }
  out += '\n' + std::string(indent, ' ') + (json.is_object() ? '}' : ']');
}

}  // namespace

Result<Json, std::vector<Fault>> parseJson(std::string_view text, const JsonLimits& limits) {
  FaultLog faults;
  std::size_t position = 0;
  if (text.size() > limits.bytes) {
    faults.add("", fmt::format("{} bytes", text.size()),
               fmt::format("at most {} bytes", limits.bytes));
  } else if (!isUtf8(text, &position)) {
    const std::string bytes = quotedText(text.substr(position, 1));
    const bool wide = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    faults.add("", fmt::format("byte {} at {}", bytes, placeOf(text, position)),
               wide ? "text in UTF-8; this is UTF-16, save it as UTF-8" : "text in UTF-8");
  }
  if (!faults.empty()) return Unexpected{faults.take()};
  TreeBuilder builder(text, limits);
  const bool complete = Json::sax_parse(text.begin(), text.end(), &builder);
  std::vector<Fault> found = builder.takeFaults();
  if (!complete || !found.empty()) return Unexpected{std::move(found)};
  return std::move(builder.root);
}

std::string printJson(const OrderedJson& json) {
  std::string out;
  printInto(json, 0, 0, out);
  out += '\n';
  return out;
}

std::string printJsonLine(const OrderedJson& json) {
  std::string out;
  printFlat(json, std::string::npos, out);
  return out;
}

std::string numberText(double number) {
  return fmt::format("{}", number + 0.0);
}

std::string describeJson(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return fmt::format("an object of {}", json.size());
    case Json::value_t::array:
      return fmt::format("a list of {}", json.size());
    case Json::value_t::string:
      return quotedText(json.get_ref<const std::string&>());
    case Json::value_t::number_float:
      return numberText(json.get<double>());
    default:
      return json.dump();
  }
}

}  // namespace sinew
