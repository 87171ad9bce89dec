#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>

#include "core/scene/SceneEdit.h"

namespace sinew {

/// What the entities of an edited scene were called before the edits: how a running simulation
/// knows a renamed part again, and an added one from another that had its name.
class SceneOrigins {
 public:
  /// Takes note of an edit that was applied.
  void note(const SceneEdit& edit);
  /// Takes note of all that `later` has noted.
  void note(const SceneOrigins& later);

  /// What was taken out of the scene `then` and is in the scene `now` as it was is the one that it
  /// was: whoever took it out has taken that back.
  void recognise(const Scene& then, const Scene& now);

  /// Name that an entity had before; none when it was not there.
  std::optional<std::string> before(Section section, const std::string& name) const;

 private:
  using Names = std::map<std::string, std::optional<std::string>>;
  Names& names(Section section) { return m_names[static_cast<std::size_t>(section)]; }

  std::array<Names, kSectionCount> m_names;  // those that are not as they are called
};

}  // namespace sinew
