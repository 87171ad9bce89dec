#pragma once
#include <string_view>

#include "core/io/clip/ClipHeader.h"
#include "core/io/clip/Database.h"

namespace sinew {

/// Creates the tables of a clip and fills in what holds for all frames.
Result<void> writeHeader(Database& database, const ClipHeader& header);
Result<void> writeMeta(Database& database, std::string_view key, std::string_view value);

/// Reads it back; everything in it agrees with itself, or the error says what does not.
Result<ClipHeader> readHeader(Database& database);
Result<std::string> readMeta(Database& database, std::string_view key);  ///< "" when not there

}  // namespace sinew
