#include "core/io/clip/Database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <utility>

namespace sinew {
namespace {

constexpr int kBusyFor = 5000;  // [ms] to wait for another program's lock
constexpr const char* kMakeRoom = "make room, or have it written to another disk";

/// Whether the file system refused what was written. On some, full disks do so, and so does a limit
/// on the size of files.
bool refusedToWrite(int code) {
  return code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC ||
         code == SQLITE_IOERR_DIR_FSYNC || code == SQLITE_IOERR_TRUNCATE ||
         code == SQLITE_IOERR_SHMSIZE;
}

Unexpected<Error> failure(sqlite3* database, int code) {
  const std::string what = database ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return fail(ErrorCode::Invalid, "this is no clip");
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // a table or column that is not there
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
      return fail(ErrorCode::Invalid, "the clip is damaged: " + what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail(ErrorCode::Io, "the clip is in use by another program");
    case SQLITE_READONLY:
      return fail(ErrorCode::Io,
                  "the clip's program ended while it wrote, and the clip cannot be put right where "
                  "nothing may be written: " +
                      what);
    case SQLITE_FULL:
      return fail(ErrorCode::Io, "there is no room left to write it (" + what + "): " + kMakeRoom);
    default:
      if (!refusedToWrite(code)) return fail(ErrorCode::Io, what);
      return fail(ErrorCode::Io, "it cannot be written (" + what +
                                     "), as where a disk is full or gone: " + kMakeRoom);
  }
}

/// Whether a program ended in the middle of a transaction that has to be taken back before anything
/// can be read, which takes writing.
bool needsMending(sqlite3* database) {
  return sqlite3_exec(database, "PRAGMA schema_version", nullptr, nullptr, nullptr) ==
         SQLITE_READONLY_ROLLBACK;
}

int typeOf(char letter) {
  switch (letter) {
    case 'i':
      return SQLITE_INTEGER;
    case 'r':
      return SQLITE_FLOAT;
    case 't':
      return SQLITE_TEXT;
    default:
      return SQLITE_BLOB;
  }
}

}  // namespace

Statement::Statement(sqlite3* database, sqlite3_stmt* statement)
    : m_database(database), m_statement(statement) {}

Statement::~Statement() {
  sqlite3_finalize(m_statement);
}

Statement::Statement(Statement&& other) noexcept
    : m_database(other.m_database), m_statement(std::exchange(other.m_statement, nullptr)) {}

Statement& Statement::integer(std::uint64_t value) {
  if (!m_hasher) m_hasher.emplace();
  m_hasher->integer(value);
  sqlite3_bind_int64(m_statement, ++m_bound, std::bit_cast<sqlite3_int64>(value));
  return *this;
}

Statement& Statement::real(double value) {
  if (!m_hasher) m_hasher.emplace();
  m_hasher->real(value);
  sqlite3_bind_double(m_statement, ++m_bound, value);
  return *this;
}

Statement& Statement::text(std::string_view value) {
  if (!m_hasher) m_hasher.emplace();
  m_hasher->text(value);
  sqlite3_bind_text64(m_statement, ++m_bound, value.data(), value.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::blob(ByteSpan value) {
  if (!m_hasher) m_hasher.emplace();
  m_hasher->integer(value.size()).bytes(value.data(), value.size());
  // A null pointer would be bound as NULL, not as an empty blob.
  const void* data = value.empty() ? static_cast<const void*>("") : value.data();
  sqlite3_bind_blob64(m_statement, ++m_bound, data, value.size(), SQLITE_STATIC);
  return *this;
}

Result<void> Statement::insert() {
  const std::uint64_t checksum = m_hasher ? m_hasher->value() : 0;
  sqlite3_bind_int64(m_statement, ++m_bound, std::bit_cast<sqlite3_int64>(checksum));
  const int code = sqlite3_step(m_statement);
  if (code != SQLITE_DONE) {
    const auto error = failure(m_database, code);
    rewind();
    return error;
  }
  rewind();
  return {};
}

void Statement::rewind() {
  sqlite3_reset(m_statement);
  sqlite3_clear_bindings(m_statement);
  m_bound = 0;
  m_hasher.reset();
}

Result<bool> Statement::next(std::string_view types) {
  const int code = sqlite3_step(m_statement);
  if (code == SQLITE_DONE) return false;
  if (code != SQLITE_ROW) return failure(m_database, code);
  if (!rowIsSound(types)) {
    const char* sql = sqlite3_sql(m_statement);
    return fail(ErrorCode::Invalid, fmt::format("the clip is damaged, as \"{}\" finds", sql));
  }
  return true;
}

bool Statement::rowIsSound(std::string_view types) const {
  const int columns = static_cast<int>(types.size());
  if (sqlite3_column_count(m_statement) != columns + 1) return false;
  Hasher hasher;
  for (int i = 0; i < columns; ++i) {
    const char type = types[static_cast<std::size_t>(i)];
    if (sqlite3_column_type(m_statement, i) != typeOf(type)) return false;
    if (type == 'i') {
      hasher.integer(integerAt(i));
    } else if (type == 'r') {
      hasher.real(realAt(i));
    } else if (type == 't') {
      hasher.text(textAt(i));
    } else {
      const ByteSpan bytes = blobAt(i);
      hasher.integer(bytes.size()).bytes(bytes.data(), bytes.size());
    }
  }
  return sqlite3_column_type(m_statement, columns) == SQLITE_INTEGER &&
         integerAt(columns) == hasher.value();
}

std::uint64_t Statement::integerAt(int column) const {
  return std::bit_cast<std::uint64_t>(sqlite3_column_int64(m_statement, column));
}

double Statement::realAt(int column) const {
  return sqlite3_column_double(m_statement, column);
}

std::string_view Statement::textAt(int column) const {
  const void* data = sqlite3_column_text(m_statement, column);
  if (!data) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
  return {static_cast<const char*>(data), size};
}

ByteSpan Statement::blobAt(int column) const {
  const void* data = sqlite3_column_blob(m_statement, column);
  if (!data) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
  return {static_cast<const std::byte*>(data), size};
}

Result<Database> Database::open(const std::filesystem::path& path, Mode mode) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == Mode::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == Mode::Create) flags |= SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) return failure(handle, code);
  sqlite3_busy_timeout(handle, kBusyFor);
  // A clip is data from anywhere: nothing in it may call functions or reach the schema.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  if (auto done = database.run("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0"); !done) {
    return Unexpected{done.error()};
  }
  if (mode == Mode::Read && needsMending(handle)) {
    auto mender = open(path, Mode::Write);
    if (!mender) return mender;
    if (auto mended = mender->number("PRAGMA schema_version"); !mended) {
      return Unexpected{mended.error()};
    }
  }
  return database;
}

Database::~Database() {
  close();
}

Database::Database(Database&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}

Database& Database::operator=(Database&& other) noexcept {
  if (this != &other) {
    close();
    m_handle = std::exchange(other.m_handle, nullptr);
  }
  return *this;
}

void Database::close() {
  // Statements still open keep it alive until they go.
  sqlite3_close_v2(std::exchange(m_handle, nullptr));
}

Result<void> Database::run(const char* sql) {
  const int code = sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(m_handle, code);
  return {};
}

Result<Statement> Database::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr);
  if (code != SQLITE_OK) return failure(m_handle, code);
  return Statement(m_handle, statement);
}

Result<std::int64_t> Database::number(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  const std::int64_t value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE) return failure(m_handle, code);
  return value;
}

Result<std::string> Database::word(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  const void* text = code == SQLITE_ROW ? sqlite3_column_text(statement, 0) : nullptr;
  std::string value = text ? static_cast<const char*>(text) : "";
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE) return failure(m_handle, code);
  return value;
}

}  // namespace sinew
