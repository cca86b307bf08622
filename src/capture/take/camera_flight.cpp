#include "capture/take/camera_flight.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "capture/take/flight_reader.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"

namespace shoal {

namespace {

constexpr double kTargetLimit = 1e6;  // [m] limit on a target's coordinates

/// A key's numbers, and which of them it gives.
struct FlightKey {
    float seconds = 0.0f;
    float distance = 12.0f;
    float azimuth = 0.0f;
    float elevation = 0.0f;
    float fieldOfView = 0.785f;

    static constexpr std::array parameters{
        parameter<&FlightKey::seconds>("seconds", linear(0, 1000000, "s")),
        parameter<&FlightKey::distance>("distance", linear(0.1, 5000, "m")),
        parameter<&FlightKey::azimuth>("azimuth", linear(-36000, 36000, "°")),
        parameter<&FlightKey::elevation>(
            "elevation", linear(-CameraSettings::kMaxElevation, CameraSettings::kMaxElevation, "°")),
        parameter<&FlightKey::fieldOfView>("field_of_view", linear(3, 140, "°")),
    };
};

class FlightReader {
public:
    FlightReader(const toml::table& table, TomlMistakes& mistakes) : m_mistakes(mistakes) {
        if (const toml::node* aim = table.get("aim")) {
            readAim(*aim);
        }
        if (const toml::node* key = table.get("key")) {
            readKeys(*key);
        }
    }

    CameraFlight take() { return std::move(m_flight); }

private:
    void readAim(const toml::node& node) {
        const std::vector<std::string> known(CameraFlight::aims.begin(), CameraFlight::aims.end());
        const auto* text = node.as_string();
        const auto found = std::ranges::find(known, text == nullptr ? std::string() : text->get());
        if (found == known.end()) {
            m_mistakes.note(node.source().begin, "aim must be \"flock\", \"world\" or \"boid\"");
            return;
        }
        m_flight.aim = static_cast<CameraFlight::Aim>(found - known.begin());
    }

    void readKeys(const toml::node& node) {
        const toml::array* keys = node.as_array();
        if (keys == nullptr || keys->empty() || !keys->is_homogeneous(toml::node_type::table)) {
            m_mistakes.note(node.source().begin,
                            fmt::format("key is {}, but must be tables: [[key]]", tomlTypeName(node)));
            return;
        }
        for (const toml::node& key : *keys) {
            readKey(*key.as_table());
        }
    }

    void readKey(const toml::table& table) {
        FlightKey numbers;
        CameraFlight::Key read;
        const Tunables tunables{&numbers, FlightKey::parameters};
        const std::array<std::optional<float>*, 5> places{nullptr, &read.distance, &read.azimuth,
                                                          &read.elevation, &read.fieldOfView};
        for (const auto& [key, node] : table) {
            if (const auto index = tunables.find(key.str())) {
                if (const auto stored = tomlValue(tunables.parameters[*index], node)) {
                    tunables.set(*index, *stored);
                    if (places[*index] != nullptr) {
                        places[*index]->emplace(static_cast<float>(*stored));
                    }
                } else {
                    m_mistakes.note(node.source().begin, stored.problem().text);
                }
            } else if (key == "target") {
                read.target = targetFrom(node);
            } else {
                std::vector<std::string> known{"target"};
                for (const Parameter& parameter : tunables.parameters) {
                    known.emplace_back(parameter.declared.key);
                }
                m_mistakes.noteUnknown("key", key, known);
            }
        }
        read.seconds = static_cast<double>(numbers.seconds);
        const double last = m_flight.keys.empty() ? -1.0 : m_flight.keys.back().seconds;
        // Reported only without other mistakes: a misspelt key already explains the missing one.
        if (!table.contains("seconds") && m_mistakes.isEmpty()) {
            m_mistakes.note(table.source().begin, "a [[key]] needs its seconds");
        } else if (table.contains("seconds") && read.seconds <= last) {
            m_mistakes.note(table.get("seconds")->source().begin,
                            fmt::format("seconds must be greater than those of the previous key, {}",
                                        static_cast<float>(last)));
            return;
        }
        m_flight.keys.push_back(read);
    }

    std::optional<Vec3f> targetFrom(const toml::node& node) {
        std::vector<float> numbers;
        if (const toml::array* list = node.as_array()) {
            for (const toml::node& each : *list) {
                const auto number = each.value<double>();
                if (number && each.is_number() && std::abs(*number) <= kTargetLimit) {
                    numbers.push_back(static_cast<float>(*number));
                }
            }
            if (numbers.size() == 3 && list->size() == 3) {
                return Vec3f{numbers[0], numbers[1], numbers[2]};
            }
        }
        m_mistakes.note(node.source().begin,
                        "target must be three numbers from -1000000 to 1000000 m, such as [0, 1.5, 0]");
        return std::nullopt;
    }

    TomlMistakes& m_mistakes;
    CameraFlight m_flight;
};

}  // namespace

CameraPath CameraFlight::path(const CameraPose& start) const {
    CameraPath path(CameraPath::Course::smooth);
    CameraPose pose = start;
    pose.target = {};
    for (const Key& key : keys) {
        pose.target = key.target.value_or(pose.target);
        pose.distance = key.distance.value_or(pose.distance);
        pose.azimuth = key.azimuth.value_or(pose.azimuth);
        pose.elevation = key.elevation.value_or(pose.elevation);
        pose.fieldOfView = key.fieldOfView.value_or(pose.fieldOfView);
        path.put({.at = key.seconds, .pose = pose});
    }
    return path;
}

CameraFlight readCameraFlight(const toml::table& table, TomlMistakes& mistakes) {
    return FlightReader(table, mistakes).take();
}

Result<CameraFlight> parseCameraFlight(std::string_view toml, const std::string& fileName) {
    const Result<toml::table> parsed = parseToml(toml, fileName, kFlightBudget);
    if (!parsed) {
        return parsed.problem();
    }
    TomlMistakes mistakes(fileName);
    const std::vector<std::string> known{"aim", "key"};
    for (const auto& [key, node] : *parsed) {
        if (std::ranges::count(known, key.str()) == 0) {
            mistakes.noteUnknown(node.is_table() ? "table" : "key", key, known);
        }
    }
    CameraFlight flight = readCameraFlight(*parsed, mistakes);
    if (!parsed->contains("key")) {
        mistakes.note({1, 1}, "there is no key: add a table such as [[key]], with seconds = 0");
    }
    return mistakes.isEmpty() ? Result<CameraFlight>(std::move(flight)) : mistakes.problem();
}

}  // namespace shoal
