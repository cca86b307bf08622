#include "capture/take.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>
#include <shoal/whole_file.hpp>

#include "sim/toml_mistakes.hpp"
#include "sim/toml_parse.hpp"
#include "sim/toml_text.hpp"

namespace shoal {

namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::string_view kEnding = ".take";
constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
constexpr std::size_t kCameraColumns = 10;

/// In double precision, or the way to degrees and back would not end at the same float.
double degrees(float radians) {
    return static_cast<double>(radians) * kDegreesPerRadian;
}

std::string momentText(const Moment& moment) {
    return fmt::format("[{}, {}]", moment.step, moment.alpha);
}

/// As a literal where its characters allow, so that people can read it.
std::string presetBlock(const std::string& preset) {
    return preset.find("'''") == std::string::npos ? fmt::format("'''\n{}'''", preset) : tomlText(preset);
}

/// Whether all are finite in single precision too.
bool isFloats(const std::array<double, kCameraColumns>& numbers) {
    return std::ranges::all_of(numbers, [](double each) { return std::isfinite(static_cast<float>(each)); });
}

/// Reads one take; the first mistake ends it.
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

    /// What is not there has no place of its own; what is misspelt explains it better.
    void noteMissing(std::string_view what) {
        if (m_mistakes.isEmpty()) {
            note({1, 1}, what);
        }
    }

    void readRoot(const toml::table& root) {
        if (!isKnownFormat(root)) {
            return;
        }
        constexpr std::array<std::string_view, 8> kKeys{"take",  "name",   "from",   "to",
                                                        "edits", "camera", "hashes", "preset"};
        for (const auto& [key, node] : root) {
            if (std::ranges::find(kKeys, key.str()) == kKeys.end()) {
                const std::vector<std::string> known(kKeys.begin(), kKeys.end());
                m_mistakes.noteUnknown("key", key, known);
            }
        }
        readPreset(root);
        m_take.from = readMoment(root, "from");
        m_take.to = readMoment(root, "to");
        if (isRight() && m_take.to.steps() < m_take.from.steps()) {
            note(root.get("to")->source().begin, "to lies before from: a take runs forwards");
        }
        readEdits(root);
        readCamera(root);
        readHashes(root);
    }

    bool isKnownFormat(const toml::table& root) {
        const toml::node* node = root.get("take");
        if (node == nullptr) {
            noteMissing("this is no take: it has no line such as \"take = 1\"");
        } else if (node->value<std::int64_t>() != kFormat) {
            note(node->source().begin,
                 fmt::format("a take of another format; this Shoal reads format {}: use the one that made it",
                             kFormat));
        }
        return isRight();
    }

    void readPreset(const toml::table& root) {
        const auto* preset = root.get("preset") != nullptr ? root.get("preset")->as_string() : nullptr;
        if (preset == nullptr) {
            noteMissing("the take has no preset: a text such as preset = '''…'''");
            return;
        }
        const auto* name = root.get("name") != nullptr ? root.get("name")->as_string() : nullptr;
        if (name != nullptr && name->get().size() > kMostNameBytes) {
            return note(name->source().begin, fmt::format("name has over {} bytes", kMostNameBytes));
        }
        auto scene = parsePreset(preset->get(), fmt::format("{}: preset", m_fileName));
        if (!scene) {
            m_presetProblem = scene.problem();
            return;
        }
        m_take.scene = std::move(*scene);
        m_take.scene.name = name != nullptr ? name->get() : "take";
    }

    /// A list's numbers, if it has just so many and all are finite.
    template <std::size_t count>
    std::optional<std::array<double, count>> numbersOf(const toml::node& node, std::size_t first,
                                                       std::string_view what) {
        const toml::array* list = node.as_array();
        std::array<double, count> numbers{};
        bool isRight = list != nullptr && list->size() == first + count;
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

    /// A whole number of steps from 0.
    std::optional<std::uint64_t> stepOf(const toml::node& node) {
        const auto step = node.value_exact<std::int64_t>();
        if (!step || *step < 0) {
            note(node.source().begin, "a step is a whole number from 0");
            return std::nullopt;
        }
        return static_cast<std::uint64_t>(*step);
    }

    Moment readMoment(const toml::table& root, std::string_view key) {
        const toml::node* node = root.get(key);
        if (node == nullptr) {
            noteMissing(
                fmt::format("{} is missing: a step and a share of it, such as {} = [600, 1.0]", key, key));
            return {};
        }
        const auto numbers = numbersOf<2>(
            *node, 0, fmt::format("{0} wants a step and a share of it, such as {0} = [600, 1.0]", key));
        if (!numbers) {
            return {};
        }
        const auto step = stepOf((*node->as_array())[0]);
        const auto alpha = static_cast<float>((*numbers)[1]);
        if (!(alpha >= 0.0f && alpha <= 1.0f)) {
            note(node->source().begin, fmt::format("{}: the share of a step is from 0 to 1", key));
        }
        return {step.value_or(0), alpha};
    }

    /// What stands under a key: a list, or nothing.
    const toml::array* listOf(const toml::table& root, std::string_view key) {
        const toml::node* node = root.get(key);
        if (node != nullptr && !node->is_array()) {
            note(node->source().begin, fmt::format("{} must be a list", key));
        }
        return node != nullptr ? node->as_array() : nullptr;
    }

    void readEdits(const toml::table& root) {
        const toml::array* list = listOf(root, "edits");
        if (list == nullptr || !isRight()) {
            return;
        }
        if (list->size() > kMostEdits) {
            return note(list->source().begin, fmt::format("a take has at most {} edits", kMostEdits));
        }
        // Made on a copy, one after another, as replaying will: what it refuses is said now, with its line.
        Scene scene = m_take.scene;
        for (const toml::node& node : *list) {
            const toml::array* row = node.as_array();
            if (row == nullptr || row->size() != 3 || !(*row)[1].is_string() ||
                (*row)[1].as_string()->get().size() > kMostNameBytes) {
                return note(node.source().begin,
                            "an edit is a step, a key and a value: [120, \"alignment.weight\", 1.5]");
            }
            const auto step = stepOf((*row)[0]);
            const auto shown = numbersOf<1>(node, 2, "an edit's value is a number");
            if (!step || !shown) {
                return;
            }
            if (!m_take.edits.empty() && *step < m_take.edits.back().step) {
                return note(node.source().begin, "edits must come in the order of their steps");
            }
            m_take.edits.push_back({*step, {(*row)[1].as_string()->get(), (*shown)[0]}});
            if (auto applied = scene.apply(m_take.edits.back().edit); !applied) {
                return note(node.source().begin, applied.problem().text);
            }
        }
    }

    void readCamera(const toml::table& root) {
        const toml::array* list = listOf(root, "camera");
        if (list == nullptr) {
            return;
        }
        for (const toml::node& node : *list) {
            const auto row =
                numbersOf<kCameraColumns>(node, 0,
                                          "a place of the camera is ten numbers: moment, x, y, z, distance, "
                                          "azimuth, elevation, field of view, right, up");
            if (!row) {
                return;
            }
            const auto number = [&row](std::size_t i) { return static_cast<float>((*row)[i]); };
            const auto radians = [&row](std::size_t i) {
                return static_cast<float>((*row)[i] / kDegreesPerRadian);
            };
            // Each is inserted in its place: in another order a million keys would take hours.
            if (!m_take.camera.isEmpty() && (*row)[0] <= m_take.camera.keys().back().at) {
                return note(node.source().begin, "the camera's moments must rise");
            }
            if (!isFloats(*row)) {
                return note(node.source().begin, "a number of the camera's is too large");
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
                                .offsetUp = number(9)}});
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
            const auto step = stepOf((*row)[0]);
            if (!step) {
                return;
            }
            if (!m_take.hashes.empty() && *step <= m_take.hashes.back().step) {
                return note(node.source().begin, "hashes must come in the order of their steps");
            }
            m_take.hashes.push_back({*step, hash});
        }
    }

    const std::string& m_fileName;
    Take m_take;
    TomlMistakes m_mistakes;
    std::optional<Problem> m_presetProblem;  ///< with places of its own
};

}  // namespace

Moment momentShown(std::uint64_t step, float alpha) {
    if (alpha > 0.0f || step == 0) {
        return {step, step == 0 ? 1.0f : alpha};
    }
    return {step - 1, 1.0f};
}

Moment momentAt(double steps) {
    constexpr double kHair = 1e-6;
    const double whole = std::max(0.0, std::ceil(steps - kHair));
    return {static_cast<std::uint64_t>(whole), std::min(1.0f, static_cast<float>(1.0 - (whole - steps)))};
}

std::string takeText(const Take& take) {
    std::string text = fmt::format(
        "# A take of Shoal: what was played, step by step, to be shot again. A step is 1/{} s.\n"
        "take = {}\nname = {}\nfrom = {}\nto = {}\n",
        kStepsPerSecond, kFormat, tomlText(take.scene.name), momentText(take.from), momentText(take.to));
    const auto out = std::back_inserter(text);
    text += "\n# step, key, value\nedits = [\n";
    for (const Take::Made& made : take.edits) {
        fmt::format_to(out, "    [{}, {}, {}],\n", made.step, tomlText(made.edit.key), made.edit.shown);
    }
    text += "]\n\n# moment, x, y, z, distance, azimuth, elevation, field of view, right, up\ncamera = [\n";
    for (const CameraPath::Key& key : take.camera.keys()) {
        const CameraPose& pose = key.pose;
        fmt::format_to(out, "    [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}],\n", key.at, pose.target.x,
                       pose.target.y, pose.target.z, pose.distance, degrees(pose.azimuth),
                       degrees(pose.elevation), degrees(pose.fieldOfView), pose.offsetRight, pose.offsetUp);
    }
    text += "]\n\n# of the state after so many steps\nhashes = [\n";
    for (const Take::Hash& each : take.hashes) {
        fmt::format_to(out, "    [{}, \"{}\"],\n", each.step, hashText(each.hash));
    }
    text += fmt::format("]\n\npreset = {}\n", presetBlock(presetText(take.scene)));
    return text;
}

Result<Take> parseTake(std::string_view text, const std::string& fileName) {
    return TakeReader(fileName).read(text);
}

bool isTakeName(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    return std::ranges::equal(ending, kEnding,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

Result<Take> loadTake(const std::filesystem::path& file) {
    const Result<std::string> text = readWholeFile(file, kTakeBudget.bytes);
    if (!text) {
        return text.problem();
    }
    return parseTake(*text, file.string());
}

Outcome saveTake(const Take& take, const std::filesystem::path& file) {
    return writeWholeFile(file, takeText(take));
}

}  // namespace shoal
