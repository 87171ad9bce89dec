#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/OutputCheck.h"
#include "core/io/clip/ClipWriter.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// What a run reads from clips and writes into them.
class Recording {
 public:
  /// The arguments as given; empty where they were not.
  struct Files {
    std::string clip;        ///< --clip: every frame
    std::string resume;      ///< --resume: CLIP or CLIP@FRAME to start from
    std::string checkpoint;  ///< --checkpoint: the moment at which the run was stopped
  };

  /// What it writes, and what it reads and does not go on in.
  static std::vector<Output> outputs(const Files& files);
  static std::vector<FileInUse> inUse(const Files& files);
  /// Whether what it would replace is a clip; touches none of them.
  static Result<void> check(const Files& files);
  /// Brings the simulator to where it is to start from and opens the clip. A run that goes on in
  /// the clip it came from replaces what followed there.
  static Result<Recording> start(Files files, Simulator& simulator);

  Result<void> frame(std::uint64_t number, const Simulator& simulator);
  /// Closes the clip; writes the checkpoint of a run that was stopped.
  Result<void> finish(RunStatus status, const Simulator& simulator);
  /// After finish(): the arguments that go on where the run ended, or with the last frame that
  /// could be written; empty when nothing was kept.
  std::string resumeArguments() const;

 private:
  /// The frame that was gone on from, and what its clip says of all its frames.
  struct Origin {
    std::string clip;
    std::uint64_t frame = 0, fingerprint = 0;
    double fps = 0;
    std::string otherMesh;  // that it draws otherwise than the scene would now; "" if none
  };

  Result<void> restore(Simulator& simulator);
  Result<void> checkSameTake(const World& world) const;
  ClipHeader headerOf(const Simulator& simulator) const;
  Result<void> open(const Simulator& simulator);
  Result<void> writeCheckpoint(const Simulator& simulator) const;

  Files m_files;
  std::optional<Origin> m_origin;
  std::optional<std::uint64_t> m_written;  // last frame that the clip was given
  bool m_inFile = false;                   // it or the one before has reached the file
  bool m_checkpointWritten = false;
  std::unique_ptr<ClipWriter> m_writer;
};

}  // namespace sinew
