#include "tests/arch/IncludeRules.h"

#include <array>
#include <optional>
#include <regex>
#include <string_view>

namespace sinew::arch {
namespace {

/// What the files below `from` may include of ours besides their own folder. The longest `from`
/// that matches a file decides; an entry names a folder or a single header. Files that no line
/// matches may include nothing of ours: a new folder needs a new line.
struct LayerRule {
  std::string from;
  std::vector<std::string> allowed;
};

// The architecture as a table. A line changes only together with docs/architecture.md.
const std::vector<LayerRule>& layerRules() {
  static const std::vector<LayerRule> rules = [] {
    const std::string registry = "core/registry/Registry.h";
    const std::vector<std::string> values = {"core/base", "core/math", "core/params"};
    const std::vector<std::string> model = {"core/base", "core/math", "core/params", "core/model"};
    // A kind of part, constraint, force or integrator: the interfaces and how to register.
    std::vector<std::string> kind = model;
    kind.push_back(registry);
    kind.push_back("core/scene/SceneTables.h");  // the parameters that all kinds share
    kind.push_back("core/motion");               // how parts of several kinds move
    auto with = [](std::vector<std::string> list, std::initializer_list<std::string> more) {
      list.insert(list.end(), more);
      return list;
    };
    return std::vector<LayerRule>{
        {"core/base", {}},
        {"core/math", {"core/base"}},
        {"core/params", {"core/base", "core/math"}},
        {"core/model", values},
        {"core/registry", model},
        {"core/scene", with(values, {"core/model", registry})},
        {"core/solvers", model},
        {"core/contact", model},
        {"core/motion", model},
        {"core/parts", kind},
        {"core/constraints", kind},
        {"core/forces", kind},
        {"core/integrators", with(kind, {"core/solvers"})},
        {"core/registry/Builtins.cpp",
         with(kind, {"core/parts", "core/constraints", "core/forces", "core/integrators"})},
        {"core/simulation", with(kind, {"core/scene", "core/solvers", "core/contact"})},
        {"core/io", with(kind, {"core/scene", "core/simulation"})},
        {"core/live",
         with(values, {"core/model", registry, "core/scene", "core/simulation", "core/io"})},
        {"render", {"core"}},
        {"ui", {"core", "render"}},
        {"app", {"core", "render", "ui"}},
        {"tests", {"core", "render", "ui", "app"}},
    };
  }();
  return rules;
}

/// Library headers that must stay out of the files below `folder`, but for `except`.
struct LibraryRule {
  std::string folder;
  std::vector<std::string> except;
  std::string header;  ///< regular expression for what stands between the brackets
  std::string why;
};

const std::vector<LibraryRule>& libraryRules() {
  static const std::vector<LibraryRule> rules = {
      {"core", {}, "Q[A-Za-z].*", "core does without Qt"},
      {"render", {}, "Q[A-Za-z].*", "render does without Qt"},
      {"core", {}, "(GL|GLES.?|EGL|KHR|glad|epoxy)/.*", "core does without OpenGL"},
      {"core", {}, "lib(av|sw).*/.*", "video belongs to render"},
      {"core", {"core/io"}, "assimp/.*", "meshes are imported in core/io only"},
      {"ui", {}, "sqlite3\\.h", "clips belong to core/io"},
      {"app", {}, "sqlite3\\.h", "clips belong to core/io"},
      {"render", {}, "sqlite3\\.h", "clips belong to core/io"},
  };
  return rules;
}

struct Include {
  std::string target;
  bool ours = false;  ///< "quoted" rather than <bracketed>
};

std::optional<Include> parseInclude(const std::string& line) {
  if (line.find('#') == std::string::npos) return std::nullopt;  // the pattern takes long
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::smatch match;
  if (!std::regex_search(line, match, pattern)) return std::nullopt;
  return Include{match[2], match[1] == "\""};
}

/// Calls visit(file, line number from 1, include) for every include directive.
template <class Visitor>
void forEachInclude(const SourceTree& tree, Visitor visit) {
  for (const auto& file : tree) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (const auto include = parseInclude(file.lines[i])) visit(file, i + 1, *include);
    }
  }
}

std::string at(const SourceFile& file, std::size_t line) {
  return file.path + ":" + std::to_string(line) + ": ";
}

const LayerRule* ruleFor(const std::string& path) {
  const LayerRule* best = nullptr;
  for (const auto& rule : layerRules()) {
    if (isBelow(path, rule.from) && (!best || rule.from.size() > best->from.size())) best = &rule;
  }
  return best;
}

/// The folder whose files may include each other freely. Kinds of parts have one each; what lies
/// directly in core/parts is for all of them.
bool isOwnFolder(const LayerRule& rule, const std::string& path, const std::string& target) {
  if (rule.from == "core/parts") {
    return isBelow(target, folderOf(path)) || folderOf(target) == rule.from;
  }
  const std::string own = rule.from.ends_with(".cpp") ? folderOf(rule.from) : rule.from;
  return isBelow(target, own);
}

bool isAllowed(const std::string& path, const std::string& target) {
  const LayerRule* rule = ruleFor(path);
  if (!rule) return false;
  if (isOwnFolder(*rule, path, target)) return true;
  for (const auto& allowed : rule->allowed) {
    if (isBelow(target, allowed)) return true;
  }
  return false;
}

bool isBelowAny(const std::string& path, const std::vector<std::string>& folders) {
  for (const auto& folder : folders) {
    if (isBelow(path, folder)) return true;
  }
  return false;
}

}  // namespace

Violations findLayerViolations(const SourceTree& tree) {
  Violations found;
  forEachInclude(tree, [&](const SourceFile& file, std::size_t line, const Include& include) {
    if (!include.ours || isAllowed(file.path, include.target)) return;
    found.push_back(at(file, line) + "may not include " + include.target);
  });
  return found;
}

Violations findLibraryViolations(const SourceTree& tree) {
  Violations found;
  const auto& rules = libraryRules();
  std::vector<std::regex> headers;
  for (const auto& rule : rules) headers.emplace_back(rule.header);
  forEachInclude(tree, [&](const SourceFile& file, std::size_t line, const Include& include) {
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto& rule = rules[i];
      if (!isBelow(file.path, rule.folder) || isBelowAny(file.path, rule.except)) continue;
      if (!std::regex_match(include.target, headers[i])) continue;
      found.push_back(at(file, line) + "includes " + include.target + ": " + rule.why);
    }
  });
  return found;
}

Violations findFormViolations(const SourceTree& tree) {
  Violations found;
  forEachInclude(tree, [&](const SourceFile& file, std::size_t line, const Include& include) {
    if (!include.ours || (ruleFor(include.target) && !include.target.starts_with("."))) return;
    found.push_back(at(file, line) + "write the path from the root: " + include.target);
  });
  for (const auto& file : tree) {
    if (!file.path.ends_with(".h")) continue;
    bool guarded = false;
    for (const auto& line : file.lines) guarded = guarded || line == "#pragma once";
    if (!guarded) found.push_back(file.path + ":1: header without #pragma once");
  }
  return found;
}

}  // namespace sinew::arch
