#include "core/scene/SceneOrigins.h"

#include <algorithm>

namespace sinew {

std::optional<std::string> SceneOrigins::before(Section section, const std::string& name) const {
  const Names& known = m_names[static_cast<std::size_t>(section)];
  const auto found = known.find(name);
  return found == known.end() ? name : found->second;
}

void SceneOrigins::note(const SceneEdit& edit) {
  if (const auto* added = std::get_if<AddEntity>(&edit)) {
    names(added->section)[added->entity.name] = std::nullopt;
  } else if (const auto* removed = std::get_if<RemoveEntity>(&edit)) {
    names(removed->section)[removed->name] = std::nullopt;
  } else if (const auto* renamed = std::get_if<RenameEntity>(&edit)) {
    const auto origin = before(renamed->section, renamed->from);
    names(renamed->section)[renamed->from] = std::nullopt;
    names(renamed->section)[renamed->to] = origin;
  }
}

void SceneOrigins::note(const SceneOrigins& later) {
  const SceneOrigins earlier = *this;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (const auto& [name, origin] : later.m_names[static_cast<std::size_t>(i)]) {
      names(section)[name] = origin ? earlier.before(section, *origin) : std::nullopt;
    }
  }
}

void SceneOrigins::recognise(const Scene& then, const Scene& now) {
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const auto isOrigin = [&](const std::string& name) {
      return std::ranges::any_of(names(section),
                                 [&](const auto& known) { return known.second == name; });
    };
    std::erase_if(names(section), [&](const auto& known) {
      const auto& [name, origin] = known;
      if (origin || isOrigin(name)) return false;  // another is what this one was
      const Entity *was = then.find(section, name), *is = now.find(section, name);
      return was != nullptr && is != nullptr && *was == *is;
    });
  }
}

}  // namespace sinew
