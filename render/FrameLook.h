#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/Types.h"
#include "render/OverlayMesh.h"

namespace sinew {

struct TextureImage;

/// Linear RGB, 0..1 for reflectances.
using Colour = Vec3;

/// From where the picture is taken. World axes, [m], +Y up.
struct CameraLook {
  bool automatic = false;  ///< eye, target, near and far are chosen to hold everything
  Vec3 eye = Vec3(0, 1.2, 4), target = Vec3(0, 0.5, 0), up = Vec3::UnitY();
  double fieldOfView = 0.6;       ///< [rad] vertical
  double orthographicHeight = 0;  ///< [m] of what the picture shows; 0: perspective
  double near = 0, far = 0;       ///< [m] 0: chosen from what there is to see
};

/// A light far away. The first one of a frame casts shadows.
struct SunLook {
  Vec3 towards = Vec3(-0.45, 0.75, 0.5);  ///< direction to the light, any length
  Colour colour = Colour(1, 0.95, 0.87);
  double intensity = 1;
  double softness = 0.05;  ///< [rad] half angle of the light's disc
  bool shadows = true;
};

/// Light from all around: a gradient and three studio panels (key, fill, rim) that show in
/// reflections.
struct SkyLook {
  Colour zenith = Colour(0.52, 0.62, 0.80), horizon = Colour(0.72, 0.74, 0.76);
  Colour ground = Colour(0.34, 0.31, 0.29);  ///< what comes from below
  double intensity = 1;
  double fill = 1, rim = 1;  ///< strength of the cool and of the warm panel
};

/// What a part's surface is made of.
struct MaterialLook {
  Colour colour = Colour(0.8, 0.8, 0.8);
  double roughness = 0.45, metallic = 0;
  double specular = 0.5;  ///< 0.5: 4 % reflected head-on
  double clearcoat = 0, sheen = 0;
  double glow = 0;           ///< own light, times colour
  std::string texture = {};  ///< picture that the colour is multiplied with, as the scene names it
  double textureSize = 0.2;  ///< [m] width of the picture on the surface
  double textureTurn = 0;    ///< [rad] counter-clockwise
  std::shared_ptr<const TextureImage> picture = {};  ///< TextureShelf fills it in; null: none
};

struct PartLook {
  std::string part;  ///< name, as in RenderTopology
  MaterialLook material;
  bool visible = true;
};

struct GroundLook {
  bool shown = true;
  double height = 0;  ///< [m]
  Colour colour = Colour(0.20, 0.21, 0.23);
  bool grid = false;  ///< lines every 1 m and 0.1 m
};

/// Behind everything, from the horizon upwards.
struct BackdropLook {
  Colour top = Colour(0.03, 0.04, 0.06), bottom = Colour(0.16, 0.185, 0.22);
};

/// Strain [–] that OverlayLook::strain shows in its strongest colour.
constexpr double kFullStrain = 0.2;

/// What is drawn over the picture.
struct OverlayLook {
  bool threads = true;     ///< between points still to be joined
  bool glyphs = false;     ///< a shape per constraint
  bool forces = false;     ///< arrows
  bool contacts = false;   ///< arrows where something touches, also without `forces`
  bool wireframe = false;  ///< the edges of the triangles
  bool strain = false;    ///< parts coloured by how far they are stretched (red) or squeezed (blue)
  double forceScale = 0;  ///< [m/N] length of arrows; 0: the strongest gets a third of the scene
  double pixel = 0;       ///< [pixels] one unit of line width; 0: a 720th of the height
  OverlayMesh marks = {};  ///< more of the kind, hidden by what stands before them
  OverlayMesh above = {};  ///< likewise, hidden by nothing
  std::vector<std::string> hiddenConstraints = {};  ///< neither glyph, thread nor arrow
  std::vector<std::int32_t> hiddenForces = {};      ///< no arrow; by ForceArrow::keyed
};

/// Everything a picture needs beside the Snapshot. Plain data; SceneLook fills it from a Scene.
struct FrameLook {
  CameraLook camera;
  std::vector<SunLook> suns = {SunLook{}};
  SkyLook sky;
  GroundLook ground;
  BackdropLook backdrop;
  OverlayLook overlays;
  double exposure = 0;          ///< [EV] stops, + is brighter
  std::vector<PartLook> parts;  ///< parts without one get their default colour
};

/// Soft default colour of the part of this name, which keeps it whatever else comes and goes. Names
/// that count on (`rope`, `rope_2`) go in golden-ratio steps round the hues that neither the accent
/// nor the error colour uses.
Colour defaultPartColour(std::string_view name);

}  // namespace sinew
