#include "app/Log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

#include "core/base/PlainText.h"

namespace sinew {
namespace {

/// The message, whatever it quotes: names of files and what stands in them may hold what would
/// command the terminal.
class PlainMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*when*/,
              spdlog::memory_buf_t& out) override {
    const std::string text = plainText({message.payload.data(), message.payload.size()});
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PlainMessage>();
  }
};

}  // namespace

void startLog() {
  auto logger = spdlog::stderr_color_mt("sinew");
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PlainMessage>('*').set_pattern("%^%l%$: %*");
  logger->set_formatter(std::move(formatter));
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
