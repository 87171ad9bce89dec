#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew render SCENE -o FILM`: simulates and draws into a video or pictures.
Verb renderCommand();

}  // namespace sinew
