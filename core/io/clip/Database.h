#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/Hash.h"
#include "core/base/Result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sinew {

using ByteSpan = std::span<const std::byte>;

/// One SQL statement over rows whose last column is the checksum (XXH3) of the others. Writing
/// adds it, reading demands it.
class Statement {
 public:
  Statement(sqlite3* database, sqlite3_stmt* statement);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;

  // — parameters, from left to right; blobs must live until insert() —
  Statement& integer(std::uint64_t value);
  Statement& real(double value);
  Statement& text(std::string_view value);
  Statement& blob(ByteSpan value);
  /// Adds the checksum and runs the statement, which is then ready for the next row.
  Result<void> insert();

  // — rows —
  /// Goes to the next row; false after the last. One letter of `types` per column, the checksum
  /// left out: i(nteger), r(eal), t(ext), b(lob). Anything else in the file is an error.
  Result<bool> next(std::string_view types);
  std::uint64_t integerAt(int column) const;
  double realAt(int column) const;
  std::string_view textAt(int column) const;  ///< until the next call of next() or rewind()
  ByteSpan blobAt(int column) const;          ///< likewise
  /// Back to before the first row; parameters can be bound anew.
  void rewind();

 private:
  bool rowIsSound(std::string_view types) const;

  sqlite3* m_database;
  sqlite3_stmt* m_statement;
  int m_bound = 0;
  std::optional<Hasher> m_hasher;
};

/// A file of tables (SQLite). For one thread at a time.
class Database {
 public:
  enum class Mode { Read, Write, Create };
  static Result<Database> open(const std::filesystem::path& path, Mode mode);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;

  /// Runs statements that give no rows, or whose rows do not matter.
  Result<void> run(const char* sql);
  Result<Statement> prepare(const char* sql);
  /// The one number that a query gives; for pragmas and counts.
  Result<std::int64_t> number(const char* sql);
  Result<std::string> word(const char* sql);
  /// Closes; whatever went wrong before stays as it is in the file.
  void close();

 private:
  explicit Database(sqlite3* handle) : m_handle(handle) {}
  sqlite3* m_handle = nullptr;
};

}  // namespace sinew
