#pragma once
#include "core/params/ParamSpec.h"
#include "core/scene/Scene.h"

namespace sinew {

// Tables of the sections whose entities are all of one kind, and of the single objects.
// Each is built once and never changes.
const ParamTable& settingsTable();
const ParamTable& animationTable();
const ParamTable& environmentTable();
const ParamTable& materialTable();
const ParamTable& groupTable();
const ParamTable& contactRuleTable();
const ParamTable& markerTable();
const ParamTable& cameraTable();
const ParamTable& lightTable();

/// Whether a kind's parts are for films, unless one says otherwise.
enum class InFilms { Yes, No };
/// What every part may say: material, colour, visible, in_films, ignored, whom it touches, locked.
ParamTable commonPartParams(InFilms inFilms = InFilms::Yes);
/// Bounciness; of parts that move and of obstacles.
ParamSpec restitutionParam();
/// commonPartParams() and position, velocity, gravity_scale, for what starts somewhere and moves.
ParamTable commonMovingPartParams();
/// commonMovingPartParams() and orientation, angular_velocity, for what also turns.
ParamTable commonPosedPartParams();
/// activation, assembly_time, progress (optional), max_force, visible, locked.
ParamTable commonConstraintParams();
/// visible, locked.
ParamTable commonForceParams();

/// A kind's table: the common parameters, then its own.
ParamTable withCommon(ParamTable common, ParamTable own);

}  // namespace sinew
