#pragma once
#include <string>

namespace sinew {

/// Version, compiler and instruction set of this program: builds that agree in it compute the
/// same bits on the same processor model.
std::string buildId();

}  // namespace sinew
