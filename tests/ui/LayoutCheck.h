#pragma once
#include <QStringList>

namespace sinew::test {

/// What a person could not read in the program's windows as they are now, a line each: texts that
/// are cut or shortened, things that stick out of what they are in or lie over their neighbours.
/// Of what lists and scrolls its room is left to it. To be asked on the program's thread.
QStringList faultsInSight();

}  // namespace sinew::test
