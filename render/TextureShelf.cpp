#include "render/TextureShelf.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/scene/AssetPath.h"

namespace sinew {
namespace {

using namespace std::chrono_literals;
constexpr auto kLookAgain = 1s;  // whether a file has changed
constexpr auto kForget = 60s;    // what nobody asks for any more; undo may bring it back

}  // namespace

TextureShelf::TextureShelf(std::function<void()> arrived) : m_arrived(std::move(arrived)) {}

TextureShelf::~TextureShelf() = default;

void TextureShelf::dress(FrameLook& look, std::span<const Path> folders, Reading reading) {
  const std::lock_guard lock(m_mutex);
  std::map<std::string_view, std::shared_ptr<const TextureImage>> found;
  for (PartLook& part : look.parts) {
    MaterialLook& material = part.material;
    if (material.texture.empty()) continue;
    const auto [at, isNew] = found.try_emplace(material.texture);
    if (isNew) at->second = find(material.texture, folders, reading);
    material.picture = at->second;
  }
  forgetOld();
}

std::shared_ptr<const TextureImage> TextureShelf::find(const std::string& texture,
                                                       std::span<const Path> folders,
                                                       Reading reading) {
  const auto file = resolveAsset(folders, texture);
  if (!file) {
    remark(texture, file.error());
    return nullptr;
  }
  Entry& entry = m_entries[*file];
  entry.asked = Clock::now();
  if (entry.asked - entry.looked > kLookAgain) refresh(*file, entry, reading);
  if (entry.error) {
    remark(texture, *entry.error);
  } else if (entry.image) {
    m_remarked.erase(texture);
  }
  return entry.image;
}

void TextureShelf::refresh(const Path& file, Entry& entry, Reading reading) {
  entry.looked = entry.asked;
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file, error);
  if (entry.waits || (entry.written && !error && *entry.written == written)) return;
  entry.written = written;
  if (reading == Reading::AtOnce) return keep(file, readTexture(file));
  entry.waits = true;
  m_waiting.push_back(file);
  if (!m_reader.joinable())
    m_reader = std::jthread([this](const std::stop_token& stop) { work(stop); });
  m_wake.notify_one();
}

void TextureShelf::keep(const Path& file, Result<TextureImage> image) {
  Entry& entry = m_entries[file];
  entry.waits = false;
  entry.error.reset();
  entry.image.reset();
  ++m_read;
  if (image) {
    entry.image = std::make_shared<const TextureImage>(*std::move(image));
  } else {
    entry.error = std::move(image.error());
  }
}

void TextureShelf::remark(const std::string& texture, const Error& error) {
  if (!m_remarked.insert(texture).second) return;
  m_remarks.push_back({texture, error.where.empty()
                                    ? error.message
                                    : fmt::format("{}: {}", error.where, error.message)});
}

void TextureShelf::forgetOld() {
  const auto now = Clock::now();
  std::erase_if(m_entries, [now](const auto& each) {
    return !each.second.waits && now - each.second.asked > kForget;
  });
}

std::vector<TextureShelf::Remark> TextureShelf::takeRemarks() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_remarks, {});
}

void TextureShelf::forgetRemarks() {
  const std::lock_guard lock(m_mutex);
  m_remarked.clear();
  m_remarks.clear();
}

int TextureShelf::read() const {
  const std::lock_guard lock(m_mutex);
  return m_read;
}

void TextureShelf::work(const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  while (m_wake.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
    const Path file = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    auto image = readTexture(file);
    lock.lock();
    keep(file, std::move(image));
    lock.unlock();
    if (m_arrived) m_arrived();
    lock.lock();
  }
}

}  // namespace sinew
