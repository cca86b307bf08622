#include "viewer/script/film_script.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "capture/picture/png.hpp"
#include "capture/take/flight_reader.hpp"
#include "capture/take/take_replay.hpp"
#include "lab/life/targets.hpp"
#include "render/camera/camera_views.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/key_index.hpp"
#include "sim/scene/population.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

constexpr int kFormat = 1;
constexpr int kMaxSide = 16384;  // [px]
constexpr double kMinSpeed = 0.01;
constexpr double kMaxSpeed = 100.0;
constexpr std::size_t kMaxShots = 200;    // each may hold a take
constexpr double kRoundedMoment = 1e-3;   // [s]
constexpr double kRoundedSeconds = 0.02;  // what a script's numbers may lack

/// The numbers of a shot.
struct ShotNumbers {
    float seconds = 5.0f;
    float from = 0.0f;
    float warmup = 0.0f;
    float waitAtMost = 120.0f;
    float dissolve = 0.0f;
    float fadeIn = 0.0f;
    float fadeOut = 0.0f;
    int boids = 0;

    static constexpr std::array parameters{
        parameter<&ShotNumbers::seconds>("seconds", linear(0.01, 100000, "s")),
        parameter<&ShotNumbers::from>("from", linear(0, 100000, "s")),
        parameter<&ShotNumbers::warmup>("warmup", linear(0, 100000, "s")),
        parameter<&ShotNumbers::waitAtMost>("wait_at_most", linear(0, 100000, "s")),
        parameter<&ShotNumbers::dissolve>("dissolve", linear(0, 10, "s")),
        parameter<&ShotNumbers::fadeIn>("fade_in", linear(0, 10, "s")),
        parameter<&ShotNumbers::fadeOut>("fade_out", linear(0, 10, "s")),
        parameter<&ShotNumbers::boids>("boids", linear(0, kMaxBoids)),
    };
};

/// When some words are shown.
struct WordsNumbers {
    float from = 0.0f;
    float to = 0.0f;

    static constexpr std::array parameters{
        parameter<&WordsNumbers::from>("from", linear(0, 100000, "s")),
        parameter<&WordsNumbers::to>("to", linear(0, 100000, "s")),
    };
};

constexpr std::array<std::string_view, 12> kOtherShotKeys{
    "preset", "take", "seed", "wait", "camera", "aim", "key", "speed", "set", "text", "show", "plot"};
constexpr std::array<std::string_view, 4> kShown{"panel", "caption", "clock", "scale"};
constexpr std::array<std::string_view, 2> kPlaces{"caption", "title"};
constexpr std::array<std::string_view, 3> kEases{"smooth", "linear", "jump"};
constexpr std::array<std::string_view, 10> kHeadKeys{"film", "size",    "fps",      "quality", "fidelity",
                                                     "logo", "shutter", "max_size", "loop",    "shot"};

template <class Names>
std::vector<std::string> namesOf(const Names& names) {
    return {names.begin(), names.end()};
}

class ScriptReader {
public:
    ScriptReader(const std::filesystem::path& file, const UserPaths& paths)
        : m_file(file), m_paths(paths), m_mistakes(file.string()) {}

    Result<FilmScript> read(std::string_view text) {
        const Result<toml::table> parsed = parseToml(text, m_file.string(), kFlightBudget);
        if (!parsed) {
            return parsed.problem();
        }
        m_script.text = text;
        readHead(*parsed);
        readShots(*parsed);
        return m_mistakes.isEmpty() ? Result<FilmScript>(std::move(m_script)) : m_mistakes.problem();
    }

private:
    void wrong(const toml::node& node, std::string what) {
        m_mistakes.note(node.source().begin, std::move(what));
    }

    /// Returns the index of a name among others; empty, and noted, if it is none.
    template <class Names>
    std::optional<std::size_t> indexOf(const toml::node& node, std::string_view what, const Names& names) {
        const auto* text = node.as_string();
        const auto found = std::ranges::find(names, text == nullptr ? std::string_view() : text->get());
        if (found != names.end()) {
            return static_cast<std::size_t>(found - names.begin());
        }
        const std::vector<std::string> known = namesOf(names);
        wrong(node, fmt::format("{} must be one of {}{}", what, fmt::join(known, ", "),
                                text == nullptr ? "" : suggestion(nearestName(text->get(), known))));
        return std::nullopt;
    }

    std::optional<std::string> stringFrom(const toml::node& node, std::string_view key) {
        if (const auto* text = node.as_string()) {
            return text->get();
        }
        wrong(node, fmt::format("{} is {}, but must be a string", key, tomlTypeName(node)));
        return std::nullopt;
    }

    /// Reads a pair of numbers, or more; empty and noted if it is none.
    const toml::array* listFrom(const toml::node& node, std::string_view what, std::size_t least,
                                std::size_t most) {
        const toml::array* list = node.as_array();
        if (list != nullptr && list->size() >= least && list->size() <= most) {
            return list;
        }
        wrong(node, std::string(what));
        return nullptr;
    }

    std::optional<double> numberIn(const toml::array& list, std::size_t index) {
        const auto number = list[index].value<double>();
        return list[index].is_number() && number && std::isfinite(*number) ? number : std::nullopt;
    }

    /// Reads those keys of a table that are declared numbers.
    void readNumbers(const toml::table& table, const Tunables& tunables) {
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const Parameter& parameter = tunables.parameters[index];
            const toml::node* node = table.get(parameter.declared.key);
            if (node == nullptr) {
                continue;
            }
            if (const auto stored = tomlValue(parameter, *node)) {
                tunables.set(index, *stored);
            } else {
                wrong(*node, stored.problem().text);
            }
        }
    }

    void noteUnknownKeys(const toml::table& table, const std::vector<std::string>& known) {
        for (const auto& [key, node] : table) {
            if (std::ranges::count(known, key.str()) == 0) {
                m_mistakes.noteUnknown(node.is_table() ? "table" : "key", key, known);
            }
        }
    }

    // The film as a whole.

    void readHead(const toml::table& table) {
        const toml::node* format = table.get("film");
        if (format == nullptr || format->value<std::int64_t>() != kFormat) {
            m_mistakes.note(format == nullptr ? toml::source_position{1, 1} : format->source().begin,
                            fmt::format("a film script begins with film = {}", kFormat));
        }
        noteUnknownKeys(table, namesOf(kHeadKeys));
        if (const toml::node* size = table.get("size")) {
            readSize(*size);
        }
        if (const toml::node* fps = table.get("fps")) {
            const auto written = fps->is_string() ? fps->value<std::string>()
                                 : fps->is_number()
                                     ? std::optional(fmt::format("{}", fps->value<double>().value_or(0.0)))
                                     : std::nullopt;
            m_script.rate = written ? frameRateFrom(*written) : std::nullopt;
            if (!m_script.rate || m_script.rate->perSecond() > kMaxRenderRate) {
                wrong(*fps, fmt::format("fps must be a number from 0.01 to {}, or a fraction such as "
                                        "\"30000/1001\"",
                                        kMaxRenderRate));
            }
        }
        if (const toml::node* quality = table.get("quality")) {
            if (const auto index = indexOf(*quality, "quality", kQualityNames)) {
                m_script.quality = static_cast<Quality>(*index);
            }
        }
        if (const toml::node* fidelity = table.get("fidelity")) {
            if (const auto index = indexOf(*fidelity, "fidelity", kFidelityNames)) {
                m_script.fidelity = static_cast<Fidelity>(*index);
            }
        }
        if (const toml::node* logo = table.get("logo")) {
            readLogo(*logo);
        }
        if (const toml::node* shutter = table.get("shutter")) {
            const auto degrees = shutter->value<std::int64_t>();
            if (shutter->is_integer() && degrees && *degrees >= 0 && *degrees <= 360) {
                m_script.shutterDegrees = static_cast<int>(*degrees);
            } else {
                wrong(*shutter, "shutter must be a whole number from 0 to 360");
            }
        }
        if (const toml::node* most = table.get("max_size")) {
            m_script.maxBytes = most->is_string() ? bytesFrom(*most->value<std::string>()) : std::nullopt;
            if (!m_script.maxBytes) {
                wrong(*most, "max_size must be a size such as \"3M\" or \"800k\"");
            }
        }
        if (const toml::node* loop = table.get("loop")) {
            if (const auto* value = loop->as_boolean()) {
                m_script.isLoop = value->get();
            } else {
                wrong(*loop, "loop must be true or false");
            }
        }
    }

    void readLogo(const toml::node& node) {
        if (const auto name = stringFrom(node, "logo")) {
            auto logo = loadPng(located(*name));
            if (logo) {
                m_logo = std::make_shared<const Image>(std::move(*logo));
            } else {
                wrong(node, logo.problem().text);
            }
        }
    }

    void readSize(const toml::node& node) {
        constexpr const char* kWhat = "size must be width and height in pixels, such as [1280, 720]";
        if (const toml::array* list = listFrom(node, kWhat, 2, 2)) {
            const auto width = numberIn(*list, 0);
            const auto height = numberIn(*list, 1);
            if (width && height && *width >= 1 && *width <= kMaxSide && *height >= 1 && *height <= kMaxSide) {
                m_script.size = ImageSize{static_cast<int>(*width), static_cast<int>(*height)};
            } else {
                wrong(node, kWhat);
            }
        }
    }

    void readShots(const toml::table& table) {
        const toml::node* node = table.get("shot");
        const toml::array* shots = node == nullptr ? nullptr : node->as_array();
        if (shots != nullptr && shots->size() > kMaxShots) {
            wrong(*node, fmt::format("a film has at most {} shots", kMaxShots));
            return;
        }
        if (shots == nullptr || shots->empty() || !shots->is_homogeneous(toml::node_type::table)) {
            // A mistake above already explains it.
            if (node == nullptr && !m_mistakes.isEmpty()) {
                return;
            }
            m_mistakes.note(node == nullptr ? toml::source_position{1, 1} : node->source().begin,
                            "a film script needs shots: tables such as [[shot]], with preset and seconds");
            return;
        }
        for (const toml::node& each : *shots) {
            readShot(*each.as_table());
        }
    }

    // One shot.

    void readShot(const toml::table& table) {
        ShotNumbers numbers;
        const Tunables tunables{&numbers, ShotNumbers::parameters};
        std::vector<std::string> known = namesOf(kOtherShotKeys);
        for (const Parameter& parameter : tunables.parameters) {
            known.emplace_back(parameter.declared.key);
        }
        readNumbers(table, tunables);
        for (const auto& [key, node] : table) {
            if (std::ranges::count(kHeadKeys, key.str()) > 0) {
                m_mistakes.note(key.source().begin,
                                fmt::format("{} belongs before the first [[shot]]", key.str()));
            }
        }
        noteUnknownKeys(table, known);
        // Reported only without other mistakes: a misspelt key already explains the missing one.
        if (!table.contains("seconds") && m_mistakes.isEmpty()) {
            m_mistakes.note(table.source().begin, "a [[shot]] needs its seconds");
        }
        Shot shot;
        shot.logo = m_logo;
        shot.seconds = static_cast<double>(numbers.seconds);
        shot.warmup = static_cast<double>(numbers.warmup) + static_cast<double>(numbers.from);
        shot.dissolve = static_cast<double>(numbers.dissolve);
        shot.fadeIn = static_cast<double>(numbers.fadeIn);
        shot.fadeOut = static_cast<double>(numbers.fadeOut);
        for (const char* key : {"fade_in", "fade_out"}) {
            const toml::node* fade = table.get(key);
            if (fade != nullptr && fade->value<double>().value_or(0.0) > shot.seconds) {
                wrong(*fade, fmt::format("{} is longer than the shot", key));
            }
        }
        readDocument(table, numbers, shot);
        if (m_scene) {
            readSettings(table, shot);
            readCamera(table, shot);
        }
        readJoint(table, shot);
        const toml::node* speed = table.get("speed");
        if (speed != nullptr) {
            readSpeed(*speed, shot);
        }
        if (m_takeLeft) {
            *m_takeLeft -= shot.warmup + shot.speed.flockSeconds(shot.seconds);
            if (*m_takeLeft < -kRoundedSeconds) {
                m_mistakes.note(table.source().begin,
                                fmt::format("the take ends {:.2f} s before the shot does", -*m_takeLeft));
            }
        }
        if (const toml::node* wait = table.get("wait")) {
            readWait(*wait, static_cast<double>(numbers.waitAtMost), shot);
        }
        if (const toml::node* text = table.get("text")) {
            readText(*text, shot);
        }
        if (const toml::node* show = table.get("show")) {
            readShow(*show, shot);
        }
        if (const toml::node* plot = table.get("plot")) {
            const auto key = stringFrom(*plot, "plot");
            const auto column = key ? columnNamed(*key) : Problem{};
            if (column) {
                shot.plot = *column;
            } else if (key) {
                wrong(*plot, "plot: " + column.problem().text);
            }
        }
        m_script.shots.push_back(std::move(shot));
    }

    /// A file's name starts from the script's folder.
    std::string located(const std::string& name) const {
        std::error_code ignored;
        const std::filesystem::path beside = m_file.parent_path() / name;
        return std::filesystem::is_regular_file(beside, ignored) ? beside.string() : name;
    }

    void readDocument(const toml::table& table, const ShotNumbers& numbers, Shot& shot) {
        const toml::node* preset = table.get("preset");
        const toml::node* take = table.get("take");
        const toml::node* named = preset != nullptr ? preset : take;
        if (preset != nullptr && take != nullptr) {
            wrong(*take, "a shot has a preset or a take, not both");
        }
        if (named == nullptr) {
            if (m_script.shots.empty() && !m_scene) {
                m_mistakes.note(table.source().begin, "the first [[shot]] needs a preset or a take");
            }
            for (const std::string_view key : {"seed", "boids", "from"}) {
                if (const toml::node* node = table.get(key)) {
                    wrong(*node, fmt::format("{} needs a preset or a take in the same shot", key));
                }
            }
            return;
        }
        const auto name = stringFrom(*named, preset != nullptr ? "preset" : "take");
        auto opened = name ? openNamed(located(*name), m_paths) : Problem{};
        if (!opened) {
            if (name) {
                wrong(*named, opened.problem().text);
            }
            return;
        }
        if (std::holds_alternative<Take>(*opened) != (preset == nullptr)) {
            wrong(*named,
                  fmt::format("{} is a {}: write {} = \"{}\"", *name, preset == nullptr ? "preset" : "take",
                              preset == nullptr ? "preset" : "take", *name));
            return;
        }
        const Scene saved = sceneOf(*opened);
        if (auto* scene = std::get_if<Scene>(&*opened)) {
            readStart(table, numbers, *scene);
            m_takeLeft.reset();
            m_hasTakeCamera = false;
        } else {
            m_takeLeft = std::get<Take>(*opened).seconds();
            m_hasTakeCamera = !std::get<Take>(*opened).camera.isEmpty();
            for (const std::string_view key : {"seed", "boids"}) {
                if (const toml::node* node = table.get(key)) {
                    wrong(*node, fmt::format("a take has its own {0}: omit {0}", key));
                }
            }
        }
        m_scene = sceneOf(*opened);
        shot.document = PreparedDocument{std::move(*opened), saved};
    }

    void readStart(const toml::table& table, const ShotNumbers& numbers, Scene& scene) {
        if (const toml::node* from = table.get("from")) {
            wrong(*from, "from is for a take; a preset has warmup");
        }
        if (const toml::node* seed = table.get("seed")) {
            const auto number = seed->value<std::int64_t>();
            if (seed->is_integer() && number && *number >= 0) {
                scene.seed = static_cast<std::uint64_t>(*number);
            } else {
                wrong(*seed, "seed must be a whole number of at least 0");
            }
        }
        if (table.contains("boids")) {
            populate(numbers.boids, scene);
        }
        if (const Outcome legal = scene.check(); !legal) {
            wrong(table, legal.problem().text);
        }
    }

    void readJoint(const toml::table& table, const Shot& shot) {
        if (shot.dissolve <= 0.0) {
            return;
        }
        const toml::node& node = *table.get("dissolve");
        if (m_script.shots.empty()) {
            wrong(node, "the first shot has none before it to dissolve from; use fade_in");
            return;
        }
        const Shot& before = m_script.shots.back();
        if (shot.dissolve > shot.seconds || before.dissolve + shot.dissolve > before.seconds) {
            wrong(node, "dissolve is longer than what is left of a shot");
        }
    }

    // What moves.

    void readSettings(const toml::table& table, Shot& shot) {
        const toml::node* node = table.get("set");
        if (node == nullptr) {
            return;
        }
        if (const toml::table* set = node->as_table()) {
            readSet(*set, "", shot);
        } else {
            wrong(*node, "set must be a table such as { \"alignment.weight\" = 2 }");
        }
    }

    /// `set.alignment.weight` and `set."alignment.weight"` are the same.
    void readSet(const toml::table& table, const std::string& start, Shot& shot) {
        for (const auto& [key, node] : table) {
            const std::string name =
                start.empty() ? std::string(key.str()) : fmt::format("{}.{}", start, key.str());
            if (const toml::table* inner = node.as_table()) {
                readSet(*inner, name, shot);
            } else {
                readTrack(key, name, node, shot);
            }
        }
    }

    void readTrack(const toml::key& key, const std::string& name, const toml::node& node, Shot& shot) {
        const auto found = parameterOf(*m_scene, name);
        const auto full = fullKey(*m_scene, sectionIndex(m_scene->sections()), name);
        if (!found || !full) {
            m_mistakes.note(key.source().begin,
                            found ? fmt::format("{} cannot be set", name) : found.problem().text);
            return;
        }
        if (m_takeLeft && movesFlock(*full)) {
            m_mistakes.note(
                key.source().begin,
                fmt::format("a take replays its recorded motion; set can change its camera and look, "
                            "not {}",
                            name));
            return;
        }
        const std::vector<Section> sections = m_scene->sections();
        const auto tunable = findTunable(sections, *full);
        if (tunable && tunable->section->isFixed && (node.is_array() || !shot.document)) {
            m_mistakes.note(key.source().begin,
                            fmt::format("{} can only be set once, where a preset begins", name));
            return;
        }
        const Parameter& parameter = *found;
        const bool jumps = parameter.form == Form::toggle || parameter.form == Form::choice;
        SettingTrack track{.key = *full,
                           .isGeometric = parameter.declared.isLogarithmic,
                           .isWhole = parameter.form == Form::integer,
                           .keys = {}};
        const auto add = [&](double seconds, const toml::node& value, SettingTrack::Ease ease) {
            if (const auto stored = tomlValue(parameter, value)) {
                track.keys.push_back({seconds, parameter.shown(*stored), ease});
            } else {
                wrong(value, stored.problem().text);
            }
        };
        if (!node.is_array()) {
            add(0.0, node, SettingTrack::Ease::jump);
        } else {
            constexpr const char* kWhat =
                "a setting that moves has keys of seconds and value, such as [[0, 1], [4, 2.5, \"linear\"]]";
            for (const toml::node& each : *node.as_array()) {
                const toml::array* list = listFrom(each, kWhat, 2, 3);
                const auto seconds = list != nullptr ? momentIn(*list, track.keys, shot) : std::nullopt;
                const auto ease = list != nullptr && list->size() == 3 ? indexOf((*list)[2], "easing", kEases)
                                                                       : std::optional<std::size_t>(0);
                if (seconds && ease) {
                    add(*seconds, (*list)[1],
                        jumps ? SettingTrack::Ease::jump : static_cast<SettingTrack::Ease>(*ease));
                }
            }
        }
        if (track.keys.empty()) {
            if (m_mistakes.isEmpty()) {
                wrong(node, fmt::format("{} has no value", name));
            }
            return;
        }
        for (const SettingTrack::Key& each : track.keys) {
            settle({track.key, each.shown}, key, each.seconds == 0.0 ? &shot : nullptr);
        }
        shot.settings.push_back(std::move(track));
    }

    /// Applies a value to the scene that later keys and shots refer to. A new flock of `shot` starts with it.
    void settle(const Edit& edit, const toml::key& key, Shot* shot) {
        if (const auto changed = m_scene->apply(edit); !changed) {
            m_mistakes.note(key.source().begin, changed.problem().text);
            return;
        }
        auto* scene =
            shot != nullptr && shot->document ? std::get_if<Scene>(&shot->document->document) : nullptr;
        if (scene != nullptr) {
            [[maybe_unused]] const auto applied = scene->apply(edit);  // as above
        }
    }

    /// Returns the moment that a key begins with, after the one before and within the shot.
    template <class Key>
    std::optional<double> momentIn(const toml::array& list, const std::vector<Key>& before,
                                   const Shot& shot) {
        const auto seconds = numberIn(list, 0);
        const bool isLater = seconds && (before.empty() || *seconds > before.back().seconds);
        // The shot's length is a float, and the storyboard writes whole milliseconds.
        if (isLater && *seconds >= 0.0 && *seconds <= shot.seconds + kRoundedMoment) {
            return std::min(*seconds, shot.seconds);
        }
        wrong(list[0], fmt::format("the seconds of a key must be from 0 to the shot's {:g}, and more than "
                                   "those of the key before",
                                   shot.seconds));
        return std::nullopt;
    }

    void readSpeed(const toml::node& node, Shot& shot) {
        const std::string what = fmt::format(
            "speed must be a number from {} to {}, or keys of seconds and speed, such as "
            "[[0, 1], [2, 0.1]]",
            kMinSpeed, kMaxSpeed);
        const auto isLegal = [](const std::optional<double>& speed) {
            return speed && *speed >= kMinSpeed && *speed <= kMaxSpeed;
        };
        if (node.is_number()) {
            const auto speed = node.value<double>();
            if (isLegal(speed)) {
                shot.speed = SpeedTrack(*speed);
            } else {
                wrong(node, what);
            }
            return;
        }
        std::vector<SpeedTrack::Key> keys;
        if (const toml::array* list = listFrom(node, what, 1, 1000)) {
            for (const toml::node& each : *list) {
                const toml::array* pair = listFrom(each, what, 2, 2);
                const auto seconds = pair != nullptr ? momentIn(*pair, keys, shot) : std::nullopt;
                if (seconds && isLegal(numberIn(*pair, 1))) {
                    keys.push_back({*seconds, *numberIn(*pair, 1)});
                } else if (seconds) {
                    wrong((*pair)[1], what);
                }
            }
        }
        if (!keys.empty()) {
            shot.speed = SpeedTrack(std::move(keys));
        }
    }

    // The camera.

    void readCamera(const toml::table& table, Shot& shot) {
        const toml::node* camera = table.get("camera");
        const toml::node* key = table.get("key");
        if (camera != nullptr && key != nullptr) {
            wrong(*camera, "a shot's camera is a view or has keys: [[shot.key]], not both");
        } else if (key != nullptr) {
            shot.views.push_back({0.0, {.name = "key", .flight = readCameraFlight(table, m_mistakes)}});
        } else if (const toml::node* aim = table.get("aim")) {
            wrong(*aim, "aim needs keys of the camera: [[shot.key]]");
        } else if (camera != nullptr && camera->is_array()) {
            constexpr const char* kWhat =
                "a camera is a view such as \"follow\", or keys of seconds and view, such as "
                "[[0, \"school\"], [4, \"follow:12\"]]";
            for (const toml::node& each : *camera->as_array()) {
                const toml::array* pair = listFrom(each, kWhat, 2, 2);
                const auto seconds = pair != nullptr ? momentIn(*pair, shot.views, shot) : std::nullopt;
                if (seconds) {
                    readView((*pair)[1], *seconds, shot);
                }
            }
        } else if (camera != nullptr) {
            readView(*camera, 0.0, shot);
        }
        if (shot.document && (shot.views.empty() || shot.views.front().seconds > 0.0)) {
            shot.views.insert(shot.views.begin(), Shot::View{});
        }
    }

    void readView(const toml::node& node, double seconds, Shot& shot) {
        const auto name = stringFrom(node, "camera");
        if (!name) {
            return;
        }
        if (const auto id = followedId(*name)) {
            if (static_cast<std::int64_t>(*id) >= m_scene->boidCount()) {
                wrong(node, fmt::format("camera {}: the ids are 0 to {}", *name, m_scene->boidCount() - 1));
            }
        } else if (isFlightFile(*name) && seconds == 0.0) {
            const std::string file = located(*name);
            const auto text = readWholeFile(file, kFlightBudget.bytes);
            auto flight = text ? parseCameraFlight(*text, file) : text.problem();
            if (!flight) {
                wrong(node, flight.problem().text);
                return;
            }
            shot.views.push_back({seconds, {.name = *name, .flight = std::move(*flight), .text = *text}});
            return;
        } else if (*name == "played" && !m_hasTakeCamera) {
            wrong(node, "camera played: the shot has no take with a recorded camera");
        } else if (findCameraView(*name) == nullptr) {
            wrong(node, fmt::format("camera must be {}, not \"{}\"", cameraViewNames(), *name));
        }
        shot.views.push_back({seconds, {.name = *name, .flight = {}}});
    }

    // What is shown.

    void readWait(const toml::node& node, double most, Shot& shot) {
        const auto text = stringFrom(node, "wait");
        if (!text) {
            return;
        }
        const std::size_t sign = text->find_first_of("<>");
        const auto trimmed = [](std::string_view part) {
            const auto from = part.find_first_not_of(' ');
            return from == part.npos ? std::string_view()
                                     : part.substr(from, part.find_last_not_of(' ') - from + 1);
        };
        const std::string_view whole = *text;
        const auto limit =
            sign == whole.npos ? std::nullopt : finiteNumberFrom(trimmed(whole.substr(sign + 1)));
        if (!limit) {
            wrong(node, "wait must be a measure, > or <, and a number, such as \"polarisation > 0.9\"");
            return;
        }
        const auto column = columnNamed(trimmed(whole.substr(0, sign)));
        if (!column) {
            wrong(node, "wait: " + column.problem().text);
            return;
        }
        const toml::source_position where = node.source().begin;
        shot.wait = Wait{.column = *column,
                         .isAbove = whole[sign] == '>',
                         .limit = *limit,
                         .most = most,
                         .text = *text,
                         .place = fmt::format("{}:{}:{}", m_file.string(), where.line, where.column)};
    }

    void readText(const toml::node& node, Shot& shot) {
        if (const auto* text = node.as_string()) {
            shot.words.push_back({.from = 0.0, .to = shot.seconds, .words = {.text = text->get()}});
            return;
        }
        if (const auto* table = node.as_table()) {
            readWords(*table, shot);
            return;
        }
        const toml::array* list = node.as_array();
        if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::table)) {
            wrong(node, "text must be a string, or tables such as { text = \"Order\", from = 1, to = 4 }");
            return;
        }
        for (const toml::node& each : *list) {
            readWords(*each.as_table(), shot);
        }
    }

    void readWords(const toml::table& table, Shot& shot) {
        WordsNumbers numbers{.from = 0.0f, .to = static_cast<float>(shot.seconds)};
        const Tunables tunables{&numbers, WordsNumbers::parameters};
        Shot::Timed timed;
        readNumbers(table, tunables);
        noteUnknownKeys(table, {"text", "from", "to", "place"});
        if (const toml::node* text = table.get("text")) {
            timed.words.text = stringFrom(*text, "text").value_or("");
        }
        if (const toml::node* place = table.get("place")) {
            timed.words.place =
                static_cast<PictureText::Place>(indexOf(*place, "place", kPlaces).value_or(0));
        }
        if (timed.words.text.empty()) {
            wrong(table, "text is missing");
        }
        if (static_cast<double>(numbers.from) >= shot.seconds) {
            wrong(table, fmt::format("the text begins after the shot's {:g} s", shot.seconds));
        } else if (numbers.to <= numbers.from) {
            wrong(table, "the text ends before it begins: to must be greater than from");
        }
        timed.from = static_cast<double>(numbers.from);
        timed.to = static_cast<double>(numbers.to);
        shot.words.push_back(std::move(timed));
    }

    void readShow(const toml::node& node, Shot& shot) {
        const toml::array* list = node.as_array();
        if (list == nullptr) {
            wrong(node, fmt::format("show must be a list of {}", fmt::join(kShown, ", ")));
            return;
        }
        const std::array<bool*, kShown.size()> shown{&shot.hasPanel, &shot.hasCaption, &shot.hasClock,
                                                     &shot.hasScale};
        for (const toml::node& each : *list) {
            if (const auto index = indexOf(each, "show", kShown)) {
                *shown[*index] = true;
            }
        }
    }

    const std::filesystem::path& m_file;
    const UserPaths& m_paths;
    TomlMistakes m_mistakes;
    std::optional<Scene> m_scene;      ///< of the shot being read, with its settings so far
    std::optional<double> m_takeLeft;  ///< [s] of the take that its flock plays
    bool m_hasTakeCamera = false;
    std::shared_ptr<const Image> m_logo;
    FilmScript m_script;
};

}  // namespace

Result<FilmScript> parseFilmScript(std::string_view text, const std::filesystem::path& file,
                                   const UserPaths& paths) {
    return ScriptReader(file, paths).read(text);
}

long long framesIn(double seconds, const FrameRate& rate) {
    return std::max(1LL, std::llround(seconds * rate.perSecond()));
}

}  // namespace shoal
