#include "app/Log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace sinew {

void startLog() {
  auto logger = spdlog::stderr_color_mt("sinew");
  logger->set_pattern("%^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

ExitCode report(const Error& error) {
  if (error.where.empty()) {
    spdlog::error("{}", error.message);
  } else {
    spdlog::error("{}: {}", error.where, error.message);
  }
  return exitCodeOf(error.code);
}

ExitCode report(const SceneFileError& error) {
  spdlog::error("{}", error.message);
  for (const Fault& fault : error.faults) spdlog::error("{}", fault.text());
  return exitCodeOf(error.code);
}

}  // namespace sinew
