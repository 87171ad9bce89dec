#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/CommandLine.h"
#include "app/Log.h"
#include "app/ProcessorCheck.h"
#include "app/StopSignal.h"
#include "render/DriverFaults.h"

int main(int argc, char** argv) {
  std::string message;
  if (!sinew::processorSupported(message)) {
    std::fprintf(stderr, "sinew: %s\n", message.c_str());
    return static_cast<int>(sinew::ExitCode::Usage);
  }
  sinew::avoidDriverFaults();
  sinew::endOnStop();
  // A file that may not grow further is told like a full disk, rather than ending the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    sinew::startLog();
    const int exit = sinew::runCommandLine(argc, argv);
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return exit;
    std::fprintf(stderr, "sinew: what was printed could not be written to stdout\n");
    return exit != 0 ? exit : static_cast<int>(sinew::ExitCode::Io);
  } catch (const std::bad_alloc&) {
    std::fprintf(
        stderr,
        "sinew: the memory of this machine does not suffice; draw parts coarser, give them "
        "fewer nodes, or have fewer\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sinew: unexpected failure: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "sinew: unexpected failure\n");
  }
  return static_cast<int>(sinew::ExitCode::Io);
}
