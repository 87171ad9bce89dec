#include "tests/arch/PlainCode.h"

#include <cctype>

namespace sinew::arch {
namespace {

/// Walks over a file once, remembering what it is inside of from line to line.
class Blanker {
 public:
  std::string blank(const std::string& line) {
    std::string out;
    if (m_state == State::Code && (m_directive || startsDirective(line))) {
      m_directive = !line.empty() && line.back() == '\\';
      return out;
    }
    for (std::size_t i = 0; i < line.size();) i = step(line, i, out);
    return out;
  }

 private:
  enum class State { Code, BlockComment, RawString };

  static bool startsDirective(const std::string& line) {
    const auto first = line.find_first_not_of(" \t");
    return first != std::string::npos && line[first] == '#';
  }

  /// Consumes what starts at i; returns where the next thing starts.
  std::size_t step(const std::string& line, std::size_t i, std::string& out) {
    if (m_state == State::BlockComment) return skipTo(line, i, "*/");
    if (m_state == State::RawString) return skipTo(line, i, m_rawEnd);
    if (line.compare(i, 2, "//") == 0) return line.size();
    if (line.compare(i, 2, "/*") == 0) {
      m_state = State::BlockComment;
      return i + 2;
    }
    if (line.compare(i, 2, "R\"") == 0) return enterRawString(line, i, out);
    const bool digitSeparator = line[i] == '\'' && i > 0 && std::isalnum(line[i - 1]);
    if (line[i] == '"' || (line[i] == '\'' && !digitSeparator)) return skipLiteral(line, i, out);
    out += line[i];
    return i + 1;
  }

  std::size_t skipTo(const std::string& line, std::size_t i, const std::string& end) {
    const auto found = line.find(end, i);
    if (found == std::string::npos) return line.size();
    m_state = State::Code;
    return found + end.size();
  }

  std::size_t enterRawString(const std::string& line, std::size_t i, std::string& out) {
    const auto open = line.find('(', i);
    if (open == std::string::npos) return line.size();
    m_rawEnd = ")" + line.substr(i + 2, open - i - 2) + "\"";
    m_state = State::RawString;
    out += "\"\"";
    return open + 1;
  }

  static std::size_t skipLiteral(const std::string& line, std::size_t i, std::string& out) {
    const char quote = line[i];
    out += quote;
    for (++i; i < line.size() && line[i] != quote; ++i) {
      if (line[i] == '\\') ++i;
    }
    out += quote;
    return i + 1;
  }

  State m_state = State::Code;
  bool m_directive = false;
  std::string m_rawEnd;
};

}  // namespace

std::vector<std::string> plainCode(const std::vector<std::string>& lines) {
  Blanker blanker;
  std::vector<std::string> out;
  out.reserve(lines.size());
  for (const auto& line : lines) out.push_back(blanker.blank(line));
  return out;
}

}  // namespace sinew::arch
