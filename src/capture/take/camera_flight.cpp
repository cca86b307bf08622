#include "capture/take/camera_flight.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"

namespace shoal {

namespace {

constexpr double kTargetLimit = 1e6;  // [m] limit on a target's coordinates

/// A key's numbers. Omitted ones keep the values of the previous key.
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
    FlightReader(const std::string& fileName, const CameraPose& start)
        : m_fileName(fileName), m_mistakes(fileName), m_pose(start) {
        m_pose.target = {};
    }

    Result<CameraFlight> read(std::string_view text) {
        const Result<toml::table> parsed = parseToml(text, m_fileName, kFlightBudget);
        if (!parsed) {
            return parsed.problem();
        }
        bool hasKeys = false;
        for (const auto& [key, node] : *parsed) {
            if (key == "aim") {
                readAim(node);
            } else if (key == "key") {
                hasKeys = true;
                readKeys(node);
            } else {
                const std::vector<std::string> known{"aim", "key"};
                m_mistakes.noteUnknown(node.is_table() ? "table" : "key", key, known);
            }
        }
        if (!hasKeys) {
            m_mistakes.note({1, 1}, "there is no key: add a table such as [[key]], with seconds = 0");
        }
        if (!m_mistakes.isEmpty()) {
            return m_mistakes.problem();
        }
        return std::move(m_flight);
    }

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
        FlightKey numbers{.seconds = 0.0f,
                          .distance = m_pose.distance,
                          .azimuth = m_pose.azimuth,
                          .elevation = m_pose.elevation,
                          .fieldOfView = m_pose.fieldOfView};
        const Tunables tunables{&numbers, FlightKey::parameters};
        for (const auto& [key, node] : table) {
            if (const auto index = tunables.find(key.str())) {
                if (const auto stored = tomlValue(tunables.parameters[*index], node)) {
                    tunables.set(*index, *stored);
                } else {
                    m_mistakes.note(node.source().begin, stored.problem().text);
                }
            } else if (key == "target") {
                readTarget(node);
            } else {
                std::vector<std::string> known{"target"};
                for (const Parameter& parameter : tunables.parameters) {
                    known.emplace_back(parameter.declared.key);
                }
                m_mistakes.noteUnknown("key", key, known);
            }
        }
        // Reported only without other mistakes: a misspelt key already explains the missing one.
        if (!table.contains("seconds") && m_mistakes.isEmpty()) {
            m_mistakes.note(table.source().begin, "a [[key]] needs its seconds");
        } else if (table.contains("seconds") && m_last && numbers.seconds <= *m_last) {
            m_mistakes.note(
                table.get("seconds")->source().begin,
                fmt::format("seconds must be greater than those of the previous key, {}", *m_last));
            return;
        }
        m_last = numbers.seconds;
        m_pose.distance = numbers.distance;
        m_pose.azimuth = numbers.azimuth;
        m_pose.elevation = numbers.elevation;
        m_pose.fieldOfView = numbers.fieldOfView;
        m_flight.path.put({.at = static_cast<double>(numbers.seconds), .pose = m_pose});
    }

    void readTarget(const toml::node& node) {
        std::vector<float> numbers;
        if (const toml::array* list = node.as_array()) {
            for (const toml::node& each : *list) {
                const auto number = each.value<double>();
                if (number && each.is_number() && std::abs(*number) <= kTargetLimit) {
                    numbers.push_back(static_cast<float>(*number));
                }
            }
            if (numbers.size() == 3 && list->size() == 3) {
                m_pose.target = {numbers[0], numbers[1], numbers[2]};
                return;
            }
        }
        m_mistakes.note(node.source().begin,
                        "target must be three numbers from -1000000 to 1000000 m, such as [0, 1.5, 0]");
    }

    const std::string& m_fileName;
    TomlMistakes m_mistakes;
    CameraPose m_pose;  ///< the previous key's
    std::optional<float> m_last;
    CameraFlight m_flight;
};

}  // namespace

Result<CameraFlight> parseCameraFlight(std::string_view toml, const std::string& fileName,
                                       const CameraPose& start) {
    return FlightReader(fileName, start).read(toml);
}

}  // namespace shoal
