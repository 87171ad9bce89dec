#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "render/FrameLook.h"
#include "render/TextureImage.h"

namespace sinew {

/// The pictures that materials name, each read once for all who look at it. A file that has changed
/// meanwhile is read anew. For one thread; reading may be left to another.
class TextureShelf {
 public:
  using Path = std::filesystem::path;
  enum class Reading { AtOnce, Later };
  /// A picture that cannot be shown.
  struct Remark {
    std::string texture;  ///< as the scene names it
    std::string why;      ///< names the file
  };

  /// `arrived` is called, by another thread, when a picture that was to be read later is there.
  explicit TextureShelf(std::function<void()> arrived = {});
  ~TextureShelf();
  TextureShelf(const TextureShelf&) = delete;
  TextureShelf& operator=(const TextureShelf&) = delete;

  /// Gives the materials of a look their pictures, from the first of these folders that has them.
  /// A material whose picture is not there (yet) keeps its plain colour.
  void dress(FrameLook& look, std::span<const Path> folders, Reading reading);
  /// What could not be shown, once each time it goes wrong.
  std::vector<Remark> takeRemarks();
  /// What went wrong before is said again: it is another scene that asks.
  void forgetRemarks();
  int read() const;  ///< how many files have been read

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::shared_ptr<const TextureImage> image;  ///< null: not read, or not to be read
    std::optional<Error> error;
    std::optional<std::filesystem::file_time_type> written;
    Clock::time_point looked{}, asked{};
    bool waits = false;  ///< to be read
  };

  std::shared_ptr<const TextureImage> find(const std::string& texture,
                                           std::span<const Path> folders, Reading reading);
  void refresh(const Path& file, Entry& entry, Reading reading);
  void keep(const Path& file, Result<TextureImage> image);
  void remark(const std::string& texture, const Error& error);
  void forgetOld();
  void work(const std::stop_token& stop);

  const std::function<void()> m_arrived;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::map<Path, Entry> m_entries;
  std::deque<Path> m_waiting;
  std::set<std::string> m_remarked;
  std::vector<Remark> m_remarks;
  int m_read = 0;
  std::jthread m_reader;  ///< once something was to be read later; last, so that it ends first
};

}  // namespace sinew
