#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/State.h"
#include "core/simulation/Command.h"
#include "core/simulation/Snapshot.h"
#include "core/simulation/World.h"

namespace sinew {

/// What every clip file says of itself: "SNWC" in SQLite's application id.
inline constexpr std::int64_t kClipApplication = 0x534E5743;
/// Of the tables (docs/clip-format.md). What playing needs keeps its form in later versions.
inline constexpr std::int64_t kClipFormat = 1;

/// A compiled part as far as reading its State needs it.
struct ClipPart {
  std::string name, kind;
  int version = 1;  ///< of the kind's State layout
  bool operator==(const ClipPart&) const = default;
};

/// A file that the scene names.
struct ClipAsset {
  std::string path;
  std::uint64_t hash = 0;                    ///< of what it means: MeshContent::hash
  std::shared_ptr<const std::string> bytes;  ///< null: lost
};

/// The scene as it was from a step on.
struct SceneRevision {
  std::uint64_t step = 0;
  std::string text;               ///< canonical JSON (writeScene)
  std::vector<ClipAsset> assets;  ///< to be written with it; read, they are in ClipHeader::assets
};

/// A command with the number of steps taken before it.
struct LoggedCommand {
  std::uint64_t step = 0;
  Command command;
  bool operator==(const LoggedCommand&) const = default;
};

/// Everything in a clip that holds for all its frames.
struct ClipHeader {
  std::string build;  ///< of the Sinew that recorded it
  double fps = 24;
  std::uint64_t fingerprint = 0;  ///< World::fingerprint of the first scene
  bool resumed = false;           ///< starts from a recorded state, not from the scene's own
  std::vector<SceneRevision> scenes;
  std::vector<ClipAsset> assets;  ///< of all scenes, when read
  std::vector<ClipPart> parts;
  StateLayout layout;
  std::shared_ptr<const RenderTopology> topology;
};

/// A scene as it is from a step on, with its files.
SceneRevision revisionOf(const Scene& scene, const Registry& registry, std::uint64_t step);

/// The header of a take of this world, from its start on.
ClipHeader makeClipHeader(const World& world);

/// Names of the shapes in files. Kept apart from the enumerators so that these may be reordered.
const char* glyphShapeName(GlyphShape shape);
GlyphShape glyphShapeNamed(std::string_view name);  ///< unknown ones are Ring

/// JSON text of a command, and back.
std::string writeCommand(const Command& command);
Result<Command> readCommand(std::string_view text);

}  // namespace sinew
