#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "capture/take/camera_path.hpp"
#include "capture/take/snapshot.hpp"

namespace shoal {

/// A moment that a frame can show, between the states of two steps.
struct Moment {
    std::uint64_t step = 0;  ///< the state after this many steps …
    float alpha = 1.0f;      ///< … mixed with the one before: 0 .. 1, where 1 is that state alone

    /// Time in steps from the start: 600 is the state after 600 steps.
    double steps() const { return static_cast<double>(step) - 1.0 + static_cast<double>(alpha); }

    friend bool operator==(const Moment&, const Moment&) = default;
};

/// Returns the moment shown by mixing the state of `step` with the one before: `alpha` 0 is the one before.
/// Step 0 has none before it.
Moment momentShown(std::uint64_t step, float alpha);

/// Returns the moment this many steps from the start. Ignores rounding just above a whole step.
Moment momentAt(double steps);

/// A recording of play that replays bit for bit: a scene at step 0 or at a snapshot's step, and every edit
/// since with its step.
struct Take {
    /// An edit, and the number of steps after which it was made: it affects the next step.
    struct Made {
        std::uint64_t step = 0;
        Edit edit;
    };

    /// The hash of a state before the edits of its step.
    struct Hash {
        std::uint64_t step = 0;
        std::uint64_t hash = 0;

        friend bool operator==(const Hash&, const Hash&) = default;
    };

    /// Steps between two hashes.
    static constexpr std::uint64_t kHashInterval = 60;

    Scene scene;                               ///< at firstStep(), before the edits of that step
    std::optional<Scene> loaded;               ///< the preset that captions compare with; if empty, `scene`
    Moment from;                               ///< the part to show begins here …
    Moment to;                                 ///< … and ends here; a still shows one moment
    std::vector<Made> edits;                   ///< sorted by step, then in the order made
    CameraPath camera;                         ///< recorded camera, keyed by Moment::steps; may be empty
    std::vector<Hash> hashes;                  ///< sorted by step: every 60th step played, and the snapshot's
    std::shared_ptr<const Snapshot> snapshot;  ///< initial state; null if the take begins at step 0
    std::string steppedBy = {};                ///< a device, on which alone it replays; empty: the processor

    /// The first step; earlier ones are not recorded.
    std::uint64_t firstStep() const { return snapshot ? snapshot->step : 0; }

    bool isStill() const { return from == to; }

    /// Length of the part to show, in real time [s].
    double seconds() const { return scene.time.realSeconds(to.steps() - from.steps()); }
};

/// Returns the take as text in a fixed order; parsing it gives an equal take. The format is TOML:
///
///   take = 2                    # format version; a reader refuses others
///   name = "reef"               # of the preset
///   from = [0, 1.0]             # start of the part to show: step and alpha
///   to = [600, 1.0]
///   stepped_by = "NAME"         # the device that stepped the flock, if not the processor
///   edits = [
///       [120, "alignment.weight", 1.5],    # step, key, value as sliders show it
///       [130, "alignment.weight", 1.6, 131, 1.7, 133, 1.8],    # dragged: step, value, … of the same key
///   ]
///   camera = [
///       # moment [steps], x, y, z of the target [m], distance from it [m], azimuth, elevation,
///       # field of view [°], position of the target in the picture: right, up (1 is the edge); then a 1 if
///       # the camera is orthographic
///       [0, 0.0, 0.0, 0.0, 12.0, 34.4, -6.9, 45.0, 0.16, -0.02],
///   ]
///   hashes = [                  # of the state after this many steps, before edits
///       [60, "b2e6ad1f5aa08e0c"],
///   ]
///   preset = '''…'''            # the scene at its first step, in preset format
///   loaded = '''…'''            # the preset it came from, if --set or a slider has changed it since
///   snapshot_step = 36000       # its first step, if not 0: nothing above lies before it
///   snapshot = '''…'''          # the state after it, as snapshotText writes it
///   [[played]]                  # added while recording: more edits, camera, hashes; a new to
std::string takeText(const Take& take);

/// Returns later play as a block of text to append to that of takeText; it continues the same take.
std::string takeBlockText(const Take& played);

/// Parses a take. Problems name file, line and column: another version, an unknown key or invalid value, an
/// edit that the scene refuses. `fileName` is for messages.
Result<Take> parseTake(std::string_view text, const std::string& fileName);

/// Whether a file name is that of a take: it ends in .take, ignoring case.
bool isTakeName(const std::filesystem::path& file);

/// Whether a file name is that of a take being recorded: it ends in .take.partial.
bool isPartialTakeName(const std::filesystem::path& file);

/// Reads a take from a file. In a partial take, a truncated last [[played]] block is dropped.
Result<Take> loadTake(const std::filesystem::path& file);

/// What holds a take: a take itself, or a capture (picture, film, folder of frames, sidecar).
enum class Recorded { nothing, take, capture };
Recorded recordedIn(std::string_view head);  ///< by a file's first bytes
Recorded recordedNamed(const std::filesystem::path& file);
/// By a file's first bytes or, where they say nothing, its name. Not for a descriptor, which it would read.
Recorded recordedAt(const std::filesystem::path& file);

/// Opens a take, or that in a capture.
Result<Take> openTake(const std::filesystem::path& file);

/// The same from the file's bytes, except those of a film.
Result<Take> takeIn(const std::string& bytes, const std::string& fileName);

/// Writes a take under a free name, the wanted one or the next number, and returns its path.
Result<std::filesystem::path> saveNewTake(const Take& take, const std::filesystem::path& wanted);

}  // namespace shoal
