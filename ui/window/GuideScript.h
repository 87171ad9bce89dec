#pragma once
#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/Result.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew::ui {

/// What has to be there before a guide goes on. Scripts name kinds and keys; the program does not.
struct GuideGoal {
  enum class What {
    Count,     ///< so many things of a section, of a kind if one is named
    Value,     ///< one of them whose parameter lies within bounds, or has been so chosen
    Look,      ///< seen straight along an axis
    Frame,     ///< that frame, or a later one, is shown
    Hand,      ///< something was pulled and let go, or left held, since the step began
    Recorded,  ///< a take was recorded since the step began
    Saved,     ///< the scene is as a file says
  };
  What what = What::Count;
  Section section = Section::Parts;
  std::string kind, key;
  std::size_t count = 1;
  int component = 0;
  double least = -1e300, greatest = 1e300;  ///< [SI]
  std::string chosen;                       ///< empty: bounds count
  std::uint64_t frame = 0;
};

struct GuideStep {
  QString say;
  GuideGoal goal;
};

/// A guide as its file tells it: steps, each with what to do and what shows that it was done.
struct GuideScript {
  QString title;
  std::optional<double> duration;  ///< [s] of the scene: nobody reads as fast as the usual one ends
  std::vector<GuideStep> steps;
};

Result<GuideScript> loadGuide(const std::filesystem::path& file);

/// Whether a goal of the kinds Count and Value is reached in a scene.
bool reachedIn(const GuideGoal& goal, const Scene& scene, const Registry& registry);

}  // namespace sinew::ui
