#pragma once
// Damaged copies of files, and a process of its own to read each in.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <iterator>
#include <string>

#include "tests/support/Seeded.h"

namespace sinew::test {

/// Changes a stretch of a file as bad disks, editors and ill will do.
inline void mutate(std::string& bytes, Seeded& random) {
  static const std::string kPieces[] = {"1e999",
                                        "-1",
                                        "null",
                                        "[[[[[[[[",
                                        "]",
                                        "{",
                                        "}",
                                        "\"",
                                        ",",
                                        "NaN",
                                        "\\u0000",
                                        "\n",
                                        "../",
                                        "99999999999999999999",
                                        "4294967295",
                                        "1e-320",
                                        std::string(4, '\0'),
                                        std::string(4, '\xff'),
                                        std::string("\x7f\xff\xff\xff", 4),
                                        "\"children\": [0, 0]"};
  const auto below = [&random](std::size_t n) {
    return static_cast<std::size_t>(random.below(static_cast<int>(std::max<std::size_t>(n, 1))));
  };
  const std::size_t at = below(bytes.size()), length = 1 + below(16);
  const std::string& piece = kPieces[below(std::size(kPieces))];
  switch (below(7)) {
    case 0:
      if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
      break;
    case 1:
      if (!bytes.empty()) bytes.replace(at, std::min(piece.size(), bytes.size() - at), piece);
      break;
    case 2:
      bytes.insert(at, piece);
      break;
    case 3:
      bytes.erase(at, length);
      break;
    case 4:
      bytes.insert(at, bytes.substr(below(bytes.size()), 20 * length));
      break;
    case 5:  // a number that is written out becomes a longer one
      if (const std::size_t digit = bytes.find_first_of("0123456789", at);
          digit != std::string::npos)
        bytes.insert(digit, std::string(1 + below(9), static_cast<char>('1' + below(9))));
      break;
    default:
      bytes.resize(at);
  }
}

inline std::string mutated(std::string bytes, Seeded& random) {
  for (int n = 1 + random.below(4); n > 0; --n) mutate(bytes, random);
  return bytes;
}

/// How work in a process of its own ended.
struct Ended {
  int signal = 0, exit = 0;
  double megabytes = 0;  ///< it had most, what it shares with this process included
  bool well() const { return signal == 0 && exit == 0; }
};

/// Runs it; what takes longer than so many seconds is a hang, and ends with SIGALRM.
inline Ended endOf(const std::function<void()>& work, unsigned seconds) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds);
    if (!std::freopen("/dev/null", "w", stderr)) ::_exit(2);
    try {
      work();
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return {.exit = 3};
  return {WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : 0,
          static_cast<double>(usage.ru_maxrss) / 1024};
}

}  // namespace sinew::test
