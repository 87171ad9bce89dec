#include "core/live/TakeRecorder.h"

#include <algorithm>

#include "core/io/clip/Try.h"

namespace sinew {
namespace {

SceneRevision revisionAt(std::uint64_t step, const Edition& edition) {
  return revisionOf(edition.scene, edition.world->registry(), step);
}

}  // namespace

bool shareClip(const World& a, const World& b) {
  const auto samePart = [](const CompiledPart& x, const CompiledPart& y) {
    return x.name == y.name && x.kind == y.kind && x.version == y.version;
  };
  return a.fps() == b.fps() && a.layout() == b.layout() &&
         std::equal(a.parts().begin(), a.parts().end(), b.parts().begin(), b.parts().end(),
                    samePart) &&
         (a.topology() == b.topology() || *a.topology() == *b.topology());
}

TakeRecorder::TakeRecorder(std::filesystem::path path, const LiveFrame& first, FirstFrame edits)
    : m_path(std::move(path)),
      m_first(first.edition->world),
      m_from(first.number),
      m_to(first.number),
      m_firstStep(first.step),
      m_nextStep(first.step),
      m_nextScene(edits == FirstFrame::AfterEdits ? first.step + 1 : first.step) {}

Result<std::unique_ptr<TakeRecorder>> TakeRecorder::start(const std::filesystem::path& path,
                                                          const LiveFrame& first,
                                                          FirstFrame edits) {
  ClipHeader header = makeClipHeader(*first.edition->world);
  header.scenes = {revisionAt(first.step, *first.edition)};
  std::unique_ptr<TakeRecorder> recorder(new TakeRecorder(path, first, edits));
  auto writer = ClipWriter::create(path, header);
  if (!writer) return Unexpected{writer.error()};
  recorder->m_writer = *std::move(writer);
  SINEW_TRY(recorder->m_writer->add(first.number, first.state, first.snapshot));
  return recorder;
}

Result<void> TakeRecorder::add(const LiveFrame& frame, const RunLog& log) {
  auto entry = log.entries().lower_bound(m_nextStep);
  for (; entry != log.entries().end() && entry->first < frame.step; ++entry) {
    SINEW_TRY(add(entry->second, entry->first));
  }
  m_nextStep = m_nextScene = frame.step;
  m_to = frame.number;
  return m_writer->add(frame.number, frame.state, frame.snapshot);
}

Result<void> TakeRecorder::add(const RunLog::Entry& entry, std::uint64_t step) {
  if (entry.scene && step >= m_nextScene) {
    SINEW_TRY(m_writer->add(revisionAt(step, *entry.scene)));
  }
  for (const Command& command : entry.commands) {
    SINEW_TRY(m_writer->add(LoggedCommand{step, command}));
  }
  return {};
}

}  // namespace sinew
