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

#include "capture/camera_path.hpp"
#include "capture/snapshot.hpp"

namespace shoal {

/// A moment that a picture may show, between the states of two steps.
struct Moment {
    std::uint64_t step = 0;  ///< the state after so many steps …
    float alpha = 1.0f;      ///< … mixed with the one before: 0 .. 1, and 1 is that state alone

    /// In steps from the start: 600 is the state after 600 steps.
    double steps() const { return static_cast<double>(step) - 1.0 + static_cast<double>(alpha); }

    friend bool operator==(const Moment&, const Moment&) = default;
};

/// The moment that a picture shows which mixes the states of step `step` and of the one before: `alpha` 0 is
/// the one before, and before the first there is none.
Moment momentShown(std::uint64_t step, float alpha);

/// The moment so many steps from the start; a hair beyond a whole step is rounding.
Moment momentAt(double steps);

/// What was played, to be shot again bit for bit: a scene at its first step, or at that of a snapshot, and
/// every edit since with its step.
struct Take {
    /// An edit, and after how many steps it was made: it acts on the next one.
    struct Made {
        std::uint64_t step = 0;
        Edit edit;
    };

    /// What the state was, before edits of that step.
    struct Hash {
        std::uint64_t step = 0;
        std::uint64_t hash = 0;

        friend bool operator==(const Hash&, const Hash&) = default;
    };

    /// Steps between two hashes.
    static constexpr std::uint64_t kHashInterval = 60;

    Scene scene;                  ///< as it was at firstStep(), before edits of that step
    std::optional<Scene> loaded;  ///< the preset that captions compare it with; `scene` when empty
    Moment from;                  ///< the part to be shown begins here …
    Moment to;                    ///< … and ends here; a still shows one moment
    std::vector<Made> edits;      ///< by step, in the order in which they were made
    CameraPath camera;            ///< where it was seen from, by Moment::steps; may be empty
    std::vector<Hash> hashes;     ///< by step: of every 60th that was played, and of the snapshot's
    std::shared_ptr<const Snapshot> snapshot;  ///< the state that it begins with; at step 0 when null

    /// Its first step: nothing is known of those before.
    std::uint64_t firstStep() const { return snapshot ? snapshot->step : 0; }

    bool isStill() const { return from == to; }

    /// [s] of the part to be shown.
    double seconds() const { return (to.steps() - from.steps()) / kStepsPerSecond; }
};

/// The take as text, in a fixed order: reading it back gives an equal take. The format is TOML:
///
///   take = 2                    # of the format; a reader refuses later ones
///   name = "reef"               # of the preset
///   from = [0, 1.0]             # the moment it begins at: a step, and alpha
///   to = [600, 1.0]
///   edits = [
///       [120, "alignment.weight", 1.5],    # step, key, value as sliders show it
///       [130, "alignment.weight", 1.6, 131, 1.7, 133, 1.8],    # dragged: step, value, … of one edit
///   ]
///   camera = [
///       # moment [steps], x, y, z of the point looked at [m], distance from it [m], azimuth, elevation,
///       # field of view [°], where in the picture that point is: right, up (1 is the edge)
///       [0, 0.0, 0.0, 0.0, 12.0, 34.4, -6.9, 45.0, 0.16, -0.02],
///   ]
///   hashes = [                  # of the state after so many steps, before edits
///       [60, "b2e6ad1f5aa08e0c"],
///   ]
///   preset = '''…'''            # the scene at its first step, as presets are written
///   loaded = '''…'''            # the preset that it came from, where --set or a slider changed it since
///   snapshot_step = 36000       # its first step, where that is not 0: nothing above lies before it
///   snapshot = '''…'''          # the state after it, as snapshotText writes it
///   [[played]]                  # what was added while it was being recorded: edits, camera, hashes and to
std::string takeText(const Take& take);

/// What was played since, as text that follows takeText in a file: all of it belongs to the same take.
std::string takeBlockText(const Take& played);

/// Reads a take. Problems name file, line and column: of another version, a key or value that is none, an
/// edit that the scene cannot take. `fileName` is for messages.
Result<Take> parseTake(std::string_view text, const std::string& fileName);

/// Whether a file of that name is meant to be a take: it ends in .take, in any case.
bool isTakeName(const std::filesystem::path& file);

/// Whether it is one that was being recorded: it ends in .take.partial.
bool isPartialTakeName(const std::filesystem::path& file);

/// Of a partial take a last [[played]] that was cut short is left out.
Result<Take> loadTake(const std::filesystem::path& file);

/// Writes it whole; nothing is lost when that fails.
Outcome saveTake(const Take& take, const std::filesystem::path& file);

/// The same under a name that no file has: that one, else the next number; where it went.
Result<std::filesystem::path> saveNewTake(const Take& take, const std::filesystem::path& wanted);

}  // namespace shoal
