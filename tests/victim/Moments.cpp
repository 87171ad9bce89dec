#include "tests/victim/Moments.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>

namespace sinew::test {
namespace {

std::string orderedSort;
std::uint64_t orderedNumber = 0;  // 0: no order yet
std::atomic<std::uint64_t> momentCount = 0, placeCount = 0;
std::string placeCounted;

thread_local sqlite3* statementsDatabase = nullptr;  // whose statement this thread is running
thread_local bool flushed = false;                   // a file that is still to be renamed
thread_local bool renaming = false;

bool inTransaction() {
  return statementsDatabase && sqlite3_txn_state(statementsDatabase, nullptr) == SQLITE_TXN_WRITE;
}

bool isMeant(const char* call) {
  if (orderedSort == kAnyMoment) return true;
  if (orderedSort == kInTransaction) return inTransaction();
  if (orderedSort == kBeforeRename) return flushed || renaming;
  return orderedSort == call;
}

/// Whether this is the moment to stop at.
bool arrived(const char* call) {
  return orderedNumber > 0 && isMeant(call) && ++momentCount == orderedNumber;
}

[[noreturn]] void stop(const char* call) {
  VictimWord word;
  word.what = VictimWord::What::Stopped;
  word.inTransaction = inTransaction();
  word.beforeRename = flushed || renaming;
  std::snprintf(word.call, sizeof word.call, "%s", call);
  say(word);
  for (;;) pause();
}

void moment(const char* call) {
  if (arrived(call)) stop(call);
}

bool isFile(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

std::string nameOf(int descriptor) {
  std::array<char, 4096> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(link.c_str(), path.data(), path.size());
  const std::string_view all(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return std::string(all.substr(all.rfind('/') + 1));
}

/// A file that will replace another begins with a dot.
bool isTemporary(const std::string& name) {
  return name.starts_with('.');
}

int followStatement(unsigned what, void*, void* subject, void*) {
  if (what == SQLITE_TRACE_STMT) {
    statementsDatabase = sqlite3_db_handle(static_cast<sqlite3_stmt*>(subject));
    moment("statement");
  } else {
    moment("statement's end");
    statementsDatabase = nullptr;
  }
  return 0;
}

int followDatabase(sqlite3* database, const char**, const sqlite3_api_routines*) {
  return sqlite3_trace_v2(database, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, followStatement,
                          nullptr);
}

/// Runs a call with a moment before and one after it.
template <class Call>
auto between(const char* name, Call call) {
  moment(name);
  const auto result = call();
  moment(name);
  return result;
}

/// A write that is stopped at leaves half of what it was to write.
template <class Call>
ssize_t writing(const char* name, int file, std::size_t size, Call call) {
  if (!isFile(file)) return call(size);
  if (arrived(name)) {
    call(size / 2);
    stop(name);
  }
  return call(size);
}

}  // namespace

void say(const VictimWord& word) {
  if (syscall(SYS_write, kVictimPipe, &word, sizeof word) != sizeof word) _exit(1);
}

void stopAtMoment(std::string_view sort, std::uint64_t n) {
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(followDatabase));
  orderedSort = sort;
  orderedNumber = n;
}

std::uint64_t momentsSeen() {
  return momentCount;
}

void countPlacesOf(std::string_view fileName) {
  placeCounted = fileName;
}

std::uint64_t timesPlaced() {
  return placeCount;
}

}  // namespace sinew::test

// The calls that change files. Those of libraries come through here too.
using namespace sinew::test;  // NOLINT(google-build-using-namespace): only definitions follow

extern "C" {

ssize_t write(int file, const void* bytes, std::size_t size) {
  return writing("write", file, size,
                 [&](std::size_t n) { return syscall(SYS_write, file, bytes, n); });
}

ssize_t pwrite64(int file, const void* bytes, std::size_t size, off64_t at) {
  return writing("pwrite", file, size,
                 [&](std::size_t n) { return syscall(SYS_pwrite64, file, bytes, n, at); });
}

int ftruncate64(int file, off64_t size) noexcept {
  return between("truncate", [&] { return (int)syscall(SYS_ftruncate, file, size); });
}

int fsync(int file) {
  return between("fsync", [&] {
    const auto done = (int)syscall(SYS_fsync, file);
    if (isTemporary(nameOf(file))) flushed = true;
    return done;
  });
}

int fdatasync(int file) {
  return between("fdatasync", [&] { return (int)syscall(SYS_fdatasync, file); });
}

int unlink(const char* path) noexcept {
  return between("unlink", [&] { return (int)syscall(SYS_unlink, path); });
}

int link(const char* from, const char* to) noexcept {
  return between("link", [&] { return (int)syscall(SYS_link, from, to); });
}

int rename(const char* from, const char* to) noexcept {
  renaming = true;
  moment("rename");
  const auto done = (int)syscall(SYS_rename, from, to);
  flushed = renaming = false;
  if (std::string_view(to).ends_with("/" + placeCounted)) ++placeCount;
  moment("rename");
  return done;
}

}  // extern "C"
