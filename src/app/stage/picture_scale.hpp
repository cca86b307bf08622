#pragma once

#include <array>
#include <cstddef>

namespace shoal {

/// How large the window's picture is drawn before it is enlarged to the window: smaller while frames take too
/// long.
class PictureScale {
public:
    static constexpr double kSlow = 0.040;  ///< [s] a frame that takes longer makes the picture smaller

    /// Of each side, 0.5 .. 1.
    float now() const { return kScales[m_index]; }

    /// Turned off, it is 1.
    void turnOn(bool isOn);
    bool isOn() const { return m_isOn; }

    /// Notes what drawing a frame of this scale took [s], without waiting for the screen.
    void note(double seconds);

private:
    static constexpr std::array kScales{1.0f, 0.75f, 0.5f};

    void choose(std::size_t index);

    bool m_isOn = true;
    std::size_t m_index = 0;
    double m_mean = 0.0;  ///< [s] of recent frames
    int m_frames = 0;     ///< since the scale changed
};

}  // namespace shoal
