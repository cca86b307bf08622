// Writes takes as text.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"
#include "capture/take/take_format.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/toml_text.hpp"

namespace shoal {

namespace {

using take_format::kMaxCameraNumber;

// [steps] A pause no longer than this belongs to the same drag of a slider.
constexpr std::uint64_t kHeldSteps = kStepsPerSecond;

/// In double precision: otherwise converting to degrees and back would change the float.
double degrees(float radians) {
    return static_cast<double>(radians) * 180.0 / std::numbers::pi;
}

/// Clamps a number to the range that readers accept: a camera that follows a flock may be farther away.
double readable(double number) {
    return std::isnan(number) ? 0.0 : std::clamp(number, -kMaxCameraNumber, kMaxCameraNumber);
}

/// Overload for floats, which print fewer digits.
float readable(float number) {
    return static_cast<float>(readable(static_cast<double>(number)));
}

std::string momentText(const Moment& moment) {
    return fmt::format("[{}, {}]", moment.step, moment.alpha);
}

/// Uses a literal string if its characters allow, so that people can read it.
std::string presetBlock(const std::string& preset) {
    return preset.find("'''") == std::string::npos ? fmt::format("'''\n{}'''", preset) : tomlText(preset);
}

/// Short enough for readers even if each byte becomes the three of U+FFFD.
std::string nameText(std::string_view name) {
    return tomlText(name.substr(0, kMaxNameBytes / 3));
}

/// Successive edits of one tunable, close in time: a slider being dragged.
struct Row {
    std::string_view key;
    std::vector<const Take::Made*> made;
};

/// Groups edits into rows. Sorting by step, and within a step by row, restores their order.
std::vector<Row> rowsOf(const std::vector<Take::Made>& edits) {
    std::vector<Row> rows;
    std::map<std::string_view, std::size_t> newest;  // latest row of each key
    std::uint64_t step = 0;
    std::size_t first = 0;  // first row that the next edit of this step may join
    for (const Take::Made& made : edits) {
        if (made.step != step) {
            step = made.step;
            first = 0;
        }
        const auto row = newest.find(made.edit.key);
        if (row == newest.end() || row->second < first ||
            step - rows[row->second].made.back()->step > kHeldSteps) {
            newest[made.edit.key] = first = rows.size();
            rows.push_back({made.edit.key, {}});
        } else {
            first = row->second;
        }
        rows[first].made.push_back(&made);
    }
    return rows;
}

void addEdits(std::string& text, const std::vector<Take::Made>& edits) {
    text += "edits = [\n";
    for (const Row& row : rowsOf(edits)) {
        text += fmt::format("    [{}, {}, {}", row.made.front()->step, tomlText(row.key),
                            row.made.front()->edit.shown);
        for (std::size_t index = 1; index < row.made.size(); ++index) {
            text += fmt::format(", {}, {}", row.made[index]->step, row.made[index]->edit.shown);
        }
        text += "],\n";
    }
    text += "]\n";
}

void addCamera(std::string& text, const CameraPath& camera) {
    text += "camera = [\n";
    for (const CameraPath::Key& key : camera.keys()) {
        const CameraPose& pose = key.pose;
        text += fmt::format(
            "    [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}{}],\n", key.at, readable(pose.target.x),
            readable(pose.target.y), readable(pose.target.z), readable(pose.distance),
            readable(degrees(pose.azimuth)), readable(degrees(pose.elevation)), degrees(pose.fieldOfView),
            readable(pose.offsetRight), readable(pose.offsetUp), pose.isOrthographic ? ", 1" : "");
    }
    text += "]\n";
}

void addHashes(std::string& text, const std::vector<Take::Hash>& hashes) {
    text += "hashes = [\n";
    for (const Take::Hash& each : hashes) {
        text += fmt::format("    [{}, \"{}\"],\n", each.step, hashText(each.hash));
    }
    text += "]\n";
}

}  // namespace

std::string takeText(const Take& take) {
    std::string text = fmt::format(
        "# A take of Shoal: what was played, step by step, to be reproduced. {} steps are a second.\n"
        "take = {}\nname = {}\nfrom = {}\nto = {}\n",
        take.scene.time.stepsPerSecond(), take_format::kFormat, nameText(take.scene.name),
        momentText(take.from), momentText(take.to));
    if (!take.steppedBy.empty()) {
        text += fmt::format("stepped_by = {}\n", nameText(take.steppedBy));
    }
    text += "\n# step, key, value, and while a slider is dragged: step, value, …\n";
    addEdits(text, take.edits);
    text += "\n# moment, x, y, z, distance, azimuth, elevation, field of view, right, up\n";
    addCamera(text, take.camera);
    text += "\n# hash of the state after this many steps\n";
    addHashes(text, take.hashes);
    const std::string preset = presetText(take.scene);
    text += fmt::format("\npreset = {}\n", presetBlock(preset));
    if (const std::string loaded = take.loaded ? presetText(*take.loaded) : preset; loaded != preset) {
        text += fmt::format("\nloaded = {}\n", presetBlock(loaded));
    }
    if (take.snapshot) {
        text += fmt::format(
            "\n# the state after this many steps, bit for bit\nsnapshot_step = {}\nsnapshot = '''\n{}'''\n",
            take.snapshot->step, snapshotText(*take.snapshot));
    }
    return text;
}

std::string takeBlockText(const Take& played) {
    std::string text(take_format::kBlockBegin);
    addEdits(text, played.edits);
    addCamera(text, played.camera);
    addHashes(text, played.hashes);
    // Last, so that its absence reveals a truncated block.
    return text + fmt::format("to = {}\n", momentText(played.to));
}

}  // namespace shoal
