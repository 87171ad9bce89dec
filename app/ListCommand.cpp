#include "app/ListCommand.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "app/Assets.h"
#include "app/Log.h"
#include "app/OutputCheck.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/KindReference.h"

namespace sinew {
namespace {

struct ListOptions {
  std::string topic;
  bool json = false;
  std::string markdown;
};

OrderedJson describeDemos(const Registry& registry) {
  OrderedJson out = OrderedJson::array();
  for (const auto& path : demoScenes()) {
    OrderedJson entry = {{"scene", path.stem().string()}, {"path", path.string()}};
    const auto scene = loadSceneAndMeshes(path, registry, assetFolder());
    entry["valid"] = scene.has_value();
    entry["notes"] = scene ? scene->notes : std::string();
    out.push_back(std::move(entry));
  }
  return out;
}

void printListed(const OrderedJson& entries) {
  for (const OrderedJson& entry : entries) {
    if (entry.contains("scene")) {
      fmt::print("{}  {}\n", entry["scene"].get<std::string>(), entry["notes"].get<std::string>());
      continue;
    }
    fmt::print("{}  {}\n", entry["kind"].get<std::string>(), entry.value("doc", std::string()));
    for (const OrderedJson& param : entry["parameters"]) {
      std::string fallback;
      if (param.contains("default")) fallback = ", default " + printJsonLine(param["default"]);
      if (param.contains("derived")) fallback = ", default " + param["derived"].get<std::string>();
      fmt::print("  {:<20} {}{}\n", param["key"].get<std::string>(),
                 param["legal"].get<std::string>(), param["required"] ? ", required" : fallback);
      fmt::print("  {:<20} {} [{}]\n", "", param["doc"].get<std::string>(),
                 param["effect"].get<std::string>());
    }
  }
}

std::string textOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ExitCode writePages(const std::filesystem::path& folder, const Registry& registry) {
  std::vector<Output> pages;
  for (const std::string& topic : referenceTopics()) {
    pages.push_back({"--markdown", folder / (topic + ".md")});
  }
  if (const auto possible = checkOutputs(pages, {}); !possible) return report(possible.error());
  for (const std::string& topic : referenceTopics()) {
    const std::filesystem::path page = folder / (topic + ".md");
    const std::string text = topicPage(registry, topic);
    if (textOf(page) == text) continue;
    if (const auto saved = saveText(text, page); !saved) return report(saved.error());
  }
  return ExitCode::Done;
}

ExitCode list(const ListOptions& options, const Registry& registry) {
  if (!options.markdown.empty()) return writePages(options.markdown, registry);
  const OrderedJson entries =
      options.topic == "scenes" ? describeDemos(registry) : describeTopic(registry, options.topic);
  if (options.json) {
    fmt::print("{}", printJson(entries));
  } else {
    printListed(entries);
  }
  return ExitCode::Done;
}

}  // namespace

Verb listCommand() {
  return {
      "list", "Show what scenes may hold, with every parameter",
      [](CLI::App& app, const Registry& registry) -> Run {
        auto options = std::make_shared<ListOptions>();
        std::vector<std::string> topics = referenceTopics();
        topics.emplace_back("scenes");
        auto* topic =
            app.add_option("topic", options->topic, "What to list")->check(CLI::IsMember(topics));
        app.add_flag("--json", options->json, "Print as JSON");
        auto* markdown = app.add_option("--markdown", options->markdown)->group("");
        return [options, topic, markdown, &registry]() -> ExitCode {
          if (topic->count() > 0 || markdown->count() > 0) return list(*options, registry);
          return report(Error{ErrorCode::Usage, "say what to list; see sinew list --help", {}});
        };
      }};
}

}  // namespace sinew
