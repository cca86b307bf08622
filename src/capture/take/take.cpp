#include "capture/take/take.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "capture/take/take_format.hpp"
#include "sim/scene/key_index.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/one_line.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"

namespace shoal {

namespace {

using take_format::kCameraColumns;
using take_format::kMaxCameraNumber;

constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;

/// Parses one take, up to the first mistake.
class TakeReader {
public:
    explicit TakeReader(const std::string& fileName) : m_fileName(fileName), m_mistakes(fileName) {}

    Result<Take> read(std::string_view text) {
        const Result<toml::table> parsed = parseToml(text, m_fileName, kTakeBudget);
        if (!parsed) {
            return parsed.problem();
        }
        readRoot(*parsed);
        if (!m_mistakes.isEmpty()) {
            return m_mistakes.problem();
        }
        return m_presetProblem ? Result<Take>(*m_presetProblem) : Result<Take>(std::move(m_take));
    }

private:
    bool isRight() const { return m_mistakes.isEmpty() && !m_presetProblem; }

    void note(toml::source_position where, std::string_view what) {
        m_mistakes.note(where, std::string(what));
    }

    /// Reports a missing key, unless there is a mistake already: a misspelt key explains it better.
    void noteMissing(std::string_view what) {
        if (m_mistakes.isEmpty()) {
            note({1, 1}, what);
        }
    }

    void readRoot(const toml::table& root) {
        if (!isKnownFormat(root)) {
            return;
        }
        constexpr std::array<std::string_view, 13> kKeys{
            "take",   "name",   "from",          "to",       "edits", "camera", "stepped_by", "hashes",
            "preset", "loaded", "snapshot_step", "snapshot", "played"};
        noteUnknownKeys(root, kKeys);
        readPreset(root);
        readSnapshot(root);
        m_take.from = readMoment(root, "from");
        m_take.steppedBy = oneLine(root["stepped_by"].value_or(std::string()), kMaxNameBytes);
        readPlayed(root);
        if (isRight() && m_take.to.steps() < m_take.from.steps()) {
            note(root.get("to")->source().begin, "to lies before from: a take runs forwards");
        }
        if (const toml::array* list = listOf(root, "played")) {
            for (const toml::node& node : *list) {
                readBlock(node);
            }
        }
    }

    /// Reads end, edits, camera and hashes of the whole take or of one block.
    void readPlayed(const toml::table& table) {
        m_take.to = readMoment(table, "to");
        readEdits(table);
        readCamera(table);
        readHashes(table);
    }

    void readBlock(const toml::node& node) {
        const toml::table* block = node.as_table();
        if (block == nullptr || !block->contains("to")) {
            return note(node.source().begin, "[[played]] needs a \"to\"; the file may have been cut short");
        }
        constexpr std::array<std::string_view, 4> kKeys{"edits", "camera", "hashes", "to"};
        noteUnknownKeys(*block, kKeys);
        const Moment before = m_take.to;
        readPlayed(*block);
        if (isRight() && m_take.to.steps() < before.steps()) {
            note(node.source().begin, "to lies before that of the block before: a take runs forwards");
        }
    }

    void noteUnknownKeys(const toml::table& table, std::span<const std::string_view> keys) {
        for (const auto& [key, node] : table) {
            if (std::ranges::find(keys, key.str()) == keys.end()) {
                const std::vector<std::string> known(keys.begin(), keys.end());
                m_mistakes.noteUnknown("key", key, known);
            }
        }
    }

    bool isKnownFormat(const toml::table& root) {
        const toml::node* node = root.get("take");
        if (node == nullptr) {
            noteMissing("this is not a take: it has no line such as \"take = 2\"");
            return false;
        }
        if (node->value<std::int64_t>() != take_format::kFormat) {
            note(node->source().begin,
                 fmt::format("the take has another format; this Shoal reads format {}: use the version that "
                             "made it",
                             take_format::kFormat));
        }
        return isRight();
    }

    void readPreset(const toml::table& root) {
        auto scene = readScene(root, "preset");
        if (!scene) {
            return m_presetProblem ? void()
                                   : noteMissing("the take has no preset: a text such as preset = '''…'''");
        }
        m_take.scene = std::move(*scene);
        m_take.loaded = readScene(root, "loaded");
    }

    void readSnapshot(const toml::table& root) {
        const toml::node* step = root.get("snapshot_step");
        const toml::node* text = root.get("snapshot");
        if (!isRight() || (step == nullptr && text == nullptr)) {
            return;
        }
        if (step == nullptr || text == nullptr || !text->is_string()) {
            return note((step != nullptr ? step : text)->source().begin,
                        "a snapshot needs its text and its step: snapshot and snapshot_step");
        }
        const auto number = stepOf(*step);
        auto snapshot = parseSnapshot(text->as_string()->get(), m_take.scene);
        if (!snapshot) {
            return note(text->source().begin, snapshot.problem().text);
        }
        snapshot->step = number.value_or(0);
        m_take.snapshot = std::make_shared<const Snapshot>(std::move(*snapshot));
    }

    /// Returns the scene in a text; empty if there is none, or a mistake in it.
    std::optional<Scene> readScene(const toml::table& root, std::string_view key) {
        const auto* preset = root.get(key) != nullptr ? root.get(key)->as_string() : nullptr;
        if (preset == nullptr || m_presetProblem) {
            return std::nullopt;
        }
        const auto* name = root.get("name") != nullptr ? root.get("name")->as_string() : nullptr;
        if (name != nullptr && name->get().size() > kMaxNameBytes) {
            note(name->source().begin, fmt::format("name has over {} bytes", kMaxNameBytes));
            return std::nullopt;
        }
        auto scene = parsePreset(preset->get(), fmt::format("{}: {}", m_fileName, key));
        if (!scene) {
            m_presetProblem = scene.problem();
            return std::nullopt;
        }
        scene->name = name != nullptr ? name->get() : "take";
        return std::move(*scene);
    }

    /// Returns the `count` numbers of a list after its first `first` items. Anything else in the list is a
    /// mistake.
    template <std::size_t count>
    /// `more`: elements of the list after the numbers.
    std::optional<std::array<double, count>> numbersOf(const toml::node& node, std::size_t first,
                                                       std::string_view what, std::size_t more = 0) {
        const toml::array* list = node.as_array();
        std::array<double, count> numbers{};
        bool isRight = list != nullptr && list->size() == first + count + more;
        for (std::size_t i = 0; isRight && i < count; ++i) {
            const auto number = (*list)[first + i].value<double>();
            isRight = number && std::isfinite(*number);
            numbers[i] = number.value_or(0.0);
        }
        if (!isRight) {
            note(node.source().begin, what);
            return std::nullopt;
        }
        return numbers;
    }

    /// Reads a step: a whole number from 0.
    std::optional<std::uint64_t> stepOf(const toml::node& node) {
        const auto step = node.value_exact<std::int64_t>();
        if (!step || *step < 0) {
            note(node.source().begin, "a step must be a whole number of 0 or more");
            return std::nullopt;
        }
        return static_cast<std::uint64_t>(*step);
    }

    /// Reads a step that is not before the take's first.
    std::optional<std::uint64_t> playedStepOf(const toml::node& node) {
        const auto step = stepOf(node);
        if (step && *step < m_take.firstStep()) {
            note(node.source().begin,
                 fmt::format("step {} lies before the snapshot's, {}", *step, m_take.firstStep()));
            return std::nullopt;
        }
        return step;
    }

    Moment readMoment(const toml::table& root, std::string_view key) {
        const toml::node* node = root.get(key);
        if (node == nullptr) {
            noteMissing(fmt::format(
                "{} is missing: a step and a fraction of the next, 0 to 1, such as {} = [600, 1.0]", key,
                key));
            return {};
        }
        const auto numbers = numbersOf<2>(
            *node, 0,
            fmt::format("{0} must be a step and a fraction of the next, 0 to 1, such as {0} = [600, 1.0]",
                        key));
        if (!numbers) {
            return {};
        }
        const auto step = playedStepOf((*node->as_array())[0]);
        const auto alpha = static_cast<float>((*numbers)[1]);
        if (!(alpha >= 0.0f && alpha <= 1.0f)) {
            note(node->source().begin, fmt::format("{}: the fraction of a step must be from 0 to 1", key));
        }
        return {step.value_or(0), alpha};
    }

    /// Returns the list under a key; null if there is none.
    const toml::array* listOf(const toml::table& root, std::string_view key) {
        const toml::node* node = root.get(key);
        if (node != nullptr && !node->is_array()) {
            note(node->source().begin, fmt::format("{} must be a list", key));
        }
        return node != nullptr ? node->as_array() : nullptr;
    }

    /// An edit and its position in the file.
    struct Placed {
        Take::Made made;
        toml::source_position where;
    };

    void readEdits(const toml::table& table) {
        const toml::array* list = listOf(table, "edits");
        if (list == nullptr || !isRight()) {
            return;
        }
        std::vector<Placed> placed;
        for (const toml::node& node : *list) {
            readRow(node, placed);
        }
        if (!isRight()) {
            return;
        }
        std::ranges::stable_sort(placed, {}, [](const Placed& each) { return each.made.step; });
        // Applied to a copy, one after another, as in a replay: an edit that the scene refuses is reported
        // with its line.
        if (!m_edited) {
            m_edited = m_take.scene;
        }
        for (Placed& each : placed) {
            if (isFormer(each.made.edit)) {
                continue;
            }
            if (auto applied = m_edited->apply(each.made.edit); !applied) {
                return note(each.where, applied.problem().text);
            }
            m_take.edits.push_back(std::move(each.made));
        }
    }

    /// Reads colours that takes of Shoal 0.2 may hold, and that no longer exist, as natural ones. Returns
    /// whether there is nothing left to apply, as of a tunable that no longer exists.
    bool isFormer(Edit& edit) const {
        constexpr double kSteeringThen = 7.0;
        if (edit.key == "look.colour_by" && edit.shown == kSteeringThen) {
            edit.shown = static_cast<double>(LookSettings::ColourBy::steering);
        } else if (edit.key == "look.colour_by" &&
                   edit.shown > static_cast<double>(LookSettings::ColourBy::steering)) {
            edit.shown = static_cast<double>(LookSettings::ColourBy::species);
        }
        return (edit.key.ends_with(".coloured") && !m_edited->value(edit.key)) || isFormerTunable(edit.key);
    }

    /// Reads a row: a step, a key and a value, then more steps and values if the same tunable was edited
    /// again.
    void readRow(const toml::node& node, std::vector<Placed>& placed) {
        const toml::array* row = node.as_array();
        if (row == nullptr || row->size() < 3 || row->size() % 2 == 0 || !(*row)[1].is_string() ||
            (*row)[1].as_string()->get().size() > kMaxNameBytes) {
            return note(node.source().begin,
                        "an edit is a step, a key and a value: [120, \"alignment.weight\", 1.5]");
        }
        const std::string& key = (*row)[1].as_string()->get();
        for (std::size_t at = 0; at < row->size(); at += at == 0 ? 3 : 2) {
            const auto step = playedStepOf((*row)[at]);
            const toml::node& value = (*row)[at == 0 ? 2 : at + 1];
            const auto shown = value.value<double>();
            if (!shown || !value.is_number() || !std::isfinite(*shown)) {
                return note(node.source().begin, "an edit's value must be a number");
            }
            if (!step) {
                return;
            }
            if (*step < (at == 0 ? m_rowStep : placed.back().made.step)) {
                return note(node.source().begin, "edits must be sorted by step");
            }
            if (m_take.edits.size() + placed.size() >= kMaxEdits) {
                return note(node.source().begin, fmt::format("a take has at most {} edits", kMaxEdits));
            }
            m_rowStep = at == 0 ? *step : m_rowStep;
            placed.push_back({{*step, {key, *shown}}, node.source().begin});
        }
    }

    void readCamera(const toml::table& root) {
        const toml::array* list = listOf(root, "camera");
        if (list == nullptr) {
            return;
        }
        for (const toml::node& node : *list) {
            // An orthographic key has one number more, which is 1.
            const toml::array* numbers = node.as_array();
            const bool isOrthographic = numbers != nullptr && numbers->size() == kCameraColumns + 1 &&
                                        (*numbers)[kCameraColumns].value<double>() == 1.0;
            const auto row = numbersOf<kCameraColumns>(
                node, 0,
                "a camera key must be ten numbers: moment, x, y, z, distance, azimuth, elevation, field of "
                "view, right, up; and a 1 if it is orthographic",
                isOrthographic ? 1 : 0);
            if (!row) {
                return;
            }
            if (std::ranges::any_of(*row, [](double each) { return std::abs(each) > kMaxCameraNumber; })) {
                return note(node.source().begin,
                            fmt::format("a number in a camera key must be from {:g} to {:g}",
                                        -kMaxCameraNumber, kMaxCameraNumber));
            }
            const auto number = [&row](std::size_t i) { return static_cast<float>((*row)[i]); };
            const auto radians = [&row](std::size_t i) {
                return static_cast<float>((*row)[i] / kDegreesPerRadian);
            };
            // Keys are inserted in order: unsorted, a million of them would take hours.
            if (!m_take.camera.isEmpty() && (*row)[0] <= m_take.camera.keys().back().at) {
                return note(node.source().begin, "the moments of camera keys must increase");
            }
            if (!(number(4) > 0.0f) || !(number(7) > 0.0f && number(7) < 180.0f)) {
                return note(node.source().begin,
                            "the camera's distance must be above 0 m, its field of view between 0 and 180°");
            }
            m_take.camera.put({(*row)[0],
                               {.target = {number(1), number(2), number(3)},
                                .distance = number(4),
                                .azimuth = radians(5),
                                .elevation = radians(6),
                                .fieldOfView = radians(7),
                                .offsetRight = number(8),
                                .offsetUp = number(9),
                                .isOrthographic = isOrthographic}});
        }
    }

    void readHashes(const toml::table& root) {
        const toml::array* list = listOf(root, "hashes");
        if (list == nullptr) {
            return;
        }
        for (const toml::node& node : *list) {
            const toml::array* row = node.as_array();
            const auto* text = row != nullptr && row->size() == 2 ? (*row)[1].as_string() : nullptr;
            std::uint64_t hash = 0;
            const std::string digits = text != nullptr ? text->get() : std::string();
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
            if (digits.size() != 16 || error != std::errc{} || end != digits.data() + digits.size()) {
                return note(node.source().begin,
                            "a hash is a step and 16 hexadecimal digits: [60, \"b2e6ad1f5aa08e0c\"]");
            }
            const auto step = playedStepOf((*row)[0]);
            if (!step) {
                return;
            }
            if (!m_take.hashes.empty() && *step <= m_take.hashes.back().step) {
                return note(node.source().begin, "hashes must be sorted by step");
            }
            m_take.hashes.push_back({*step, hash});
        }
    }

    const std::string& m_fileName;
    Take m_take;
    TomlMistakes m_mistakes;
    std::uint64_t m_rowStep = 0;             ///< first step of the last row of edits
    std::optional<Scene> m_edited;           ///< after all edits so far
    std::optional<Problem> m_presetProblem;  ///< has its own file positions
};

}  // namespace

Result<Take> parseTake(std::string_view text, const std::string& fileName) {
    return TakeReader(fileName).read(text);
}

}  // namespace shoal
