#include "tests/arch/SizeRules.h"

#include <cctype>
#include <regex>

#include "tests/arch/PlainCode.h"

namespace sinew::arch {
namespace {

/// Text between the last ; { or } and an opening brace looks like a function's head.
bool isFunctionHead(const std::string& head) {
  static const std::regex scope(R"(^\s*(template\s*<.*>\s*)?(inline\s+)?(typedef\s+)?)"
                                R"((namespace|class|struct|enum|union|extern)\b)");
  static const std::regex value(R"([=,(]\s*$)");
  if (head.find('(') == std::string::npos || std::regex_search(head, value)) return false;
  return !std::regex_search(head, scope) || head.find(')') != std::string::npos;
}

/// The last word before the parameters, for people.
std::string nameIn(const std::string& head) {
  static const std::regex pattern(R"(([~\w:]+)\s*\(([^()]*))");
  std::smatch match;
  if (!std::regex_search(head, match, pattern)) return "?";
  const std::string name = match[1];
  const bool isTest = name == "TEST" || name == "TEST_F" || name == "TEST_P";
  return isTest ? name + "(" + match[2].str() + ")" : name;
}

/// Finds functions by their braces in plain code.
class FunctionFinder {
 public:
  explicit FunctionFinder(const std::string& path) : m_path(path) {}

  void read(const std::vector<std::string>& code) {
    for (std::size_t i = 0; i < code.size(); ++i) {
      for (char c : code[i]) take(c, static_cast<int>(i) + 1);
      m_head += ' ';
    }
  }

  std::vector<FunctionLength> functions;

 private:
  void take(char c, int line) {
    if (c == '{') {
      open(line);
    } else if (c == '}') {
      close(line);
    } else if (c == ';') {
      m_head.clear();
    } else {
      m_head += c;
    }
  }

  /// `m_x{1}` rather than a block: our formatting puts a space before the brace of a block.
  bool opensInitialiser() const {
    return !m_head.empty() && (std::isalnum(m_head.back()) || m_head.back() == '_');
  }

  void open(int line) {
    m_braces.push_back(opensInitialiser());
    if (m_braces.back()) return;  // the head goes on after it
    if (m_functionDepth == 0 && isFunctionHead(m_head)) {
      m_functionDepth = m_braces.size();
      functions.push_back({m_path + ":" + nameIn(m_head), line, 0});
    }
    m_head.clear();
  }

  void close(int line) {
    if (m_braces.empty()) return;
    if (m_functionDepth == m_braces.size()) {
      functions.back().lines = line - functions.back().firstLine + 1;
      m_functionDepth = 0;
    }
    if (!m_braces.back()) m_head.clear();
    m_braces.pop_back();
  }

  std::string m_path, m_head;
  std::vector<bool> m_braces;       ///< those open now; true: of an initialiser
  std::size_t m_functionDepth = 0;  ///< braces open in the function we are in; 0: in none
};

/// Compares measured lengths with the limit and the exceptions, which must be needed and tight.
class LengthCheck {
 public:
  LengthCheck(int most, const AllowedLengths& allowed) : m_most(most), m_unused(allowed) {}

  void measure(const std::string& name, const std::string& where, int lines) {
    if (lines <= m_most) return;
    const auto exception = m_unused.find(name);
    if (exception == m_unused.end()) {
      found.push_back(where + ": " + std::to_string(lines) + " lines, at most " +
                      std::to_string(m_most));
      return;
    }
    if (lines != exception->second) {
      found.push_back(where + ": " + std::to_string(lines) + " lines, its exception says " +
                      std::to_string(exception->second) +
                      (lines < exception->second ? ": lower it" : ": shorten the code"));
    }
    m_unused.erase(exception);
  }

  Violations finish() {
    for (const auto& [name, lines] : m_unused) {
      found.push_back(name + ":1: the exception for its length is no longer needed");
    }
    return std::move(found);
  }

  Violations found;

 private:
  int m_most;
  AllowedLengths m_unused;
};

}  // namespace

std::vector<FunctionLength> measureFunctions(const SourceFile& file) {
  FunctionFinder finder(file.path);
  finder.read(plainCode(file.lines));
  return finder.functions;
}

Violations findLongFiles(const SourceTree& tree, const AllowedLengths& allowed) {
  LengthCheck check(kMostFileLines, allowed);
  for (const auto& file : tree) {
    check.measure(file.path, file.path + ":1", static_cast<int>(file.lines.size()));
  }
  return check.finish();
}

Violations findLongFunctions(const SourceTree& tree, const AllowedLengths& allowed) {
  LengthCheck check(kMostFunctionLines, allowed);
  for (const auto& file : tree) {
    for (const auto& function : measureFunctions(file)) {
      const std::string where = file.path + ":" + std::to_string(function.firstLine);
      check.measure(function.name, where + ": " + function.name.substr(file.path.size() + 1),
                    function.lines);
    }
  }
  return check.finish();
}

}  // namespace sinew::arch
