#pragma once
#include "tests/arch/SourceTree.h"

namespace sinew::arch {

/// Files and folders named after nothing in particular: utils, common, manager, helper.
Violations findVagueNames(const SourceTree& tree);

/// Words that stand for something core must not do: read the wall clock, roll unseeded dice.
Violations findForbiddenWords(const SourceTree& tree);

}  // namespace sinew::arch
