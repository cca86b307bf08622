#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shoal {

/// A value of a setting over the seconds of a shot.
struct SettingTrack {
    /// How a value becomes the next.
    enum class Ease {
        smooth,  ///< starts and ends at rest: 3u² − 2u³
        linear,
        jump,  ///< at the moment of the next
    };

    struct Key {
        double seconds = 0.0;      ///< from the shot's start
        double shown = 0.0;        ///< in the unit that users see
        Ease ease = Ease::smooth;  ///< from the key before to this one
    };

    std::string key;           ///< full, as in edits
    bool isGeometric = false;  ///< between two positive values, equal times give equal factors
    bool isWhole = false;      ///< whole numbers only
    std::vector<Key> keys;     ///< in the order of their seconds; at least one

    /// Returns the value at a moment of the shot; empty before the first key.
    std::optional<double> at(double seconds) const;

    /// Whether it changes after the shot's start.
    bool moves() const { return keys.size() > 1 || keys.front().seconds > 0.0; }
};

/// The speed of time over the seconds of a shot: seconds of the flock in a second of film, linear between
/// keys.
class SpeedTrack {
public:
    struct Key {
        double seconds = 0.0;  ///< from the shot's start
        double speed = 1.0;    ///< above 0
    };

    explicit SpeedTrack(double speed = 1.0) : m_keys{{0.0, speed}} {}
    /// In the order of their seconds; at least one.
    explicit SpeedTrack(std::vector<Key> keys) : m_keys(std::move(keys)) {}

    double at(double seconds) const;
    /// Empty if it changes.
    std::optional<double> constant() const;
    /// Returns how far the flock has come [s] at a moment of the film: the integral of the speed.
    double flockSeconds(double seconds) const;
    /// Returns the moment of the film at which the flock has come so far: the inverse of flockSeconds().
    double filmSeconds(double flockSeconds) const;

private:
    std::vector<Key> m_keys;
};

}  // namespace shoal
