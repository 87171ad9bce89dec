#pragma once

namespace sinew {

/// The tables of a clip (docs/clip-format.md). The last column is the checksum of the others.
inline constexpr const char* kClipTables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT, checksum INTEGER) STRICT;
CREATE TABLE scenes(revision INTEGER PRIMARY KEY, step INTEGER, text TEXT, checksum INTEGER) STRICT;
CREATE TABLE assets(number INTEGER PRIMARY KEY, path TEXT, hash INTEGER, checksum INTEGER) STRICT;
CREATE TABLE models(number INTEGER PRIMARY KEY, name TEXT, kind TEXT, version INTEGER,
  first_vertex INTEGER, vertex_count INTEGER, triangles BLOB, material BLOB,
  checksum INTEGER) STRICT;
CREATE TABLE glyphs(number INTEGER PRIMARY KEY, name TEXT, shape TEXT, checksum INTEGER) STRICT;
CREATE TABLE layout(number INTEGER PRIMARY KEY, space TEXT, name TEXT, first INTEGER,
  count INTEGER, checksum INTEGER) STRICT;
CREATE TABLE commands(number INTEGER PRIMARY KEY, step INTEGER, command TEXT,
  checksum INTEGER) STRICT;
CREATE TABLE frames(number INTEGER PRIMARY KEY, time REAL, step INTEGER, state_hash INTEGER,
  checksum INTEGER) STRICT;
CREATE TABLE pictures(number INTEGER PRIMARY KEY, positions BLOB, picture BLOB,
  checksum INTEGER) STRICT;
CREATE TABLE states(number INTEGER PRIMARY KEY, state BLOB, checksum INTEGER) STRICT;
)";

}  // namespace sinew
