#pragma once

#include <array>
#include <cstddef>

namespace shoal {

/// How the window's picture is drawn while frames take too long: first at low quality, then smaller, and
/// enlarged to the window.
class PictureScale {
public:
    static constexpr double kSlow = 0.040;  ///< [s] a frame that takes longer makes the picture cheaper

    /// Of each side, 0.5 .. 1.
    float now() const { return kSteps[m_index].scale; }

    /// Whether the picture is drawn at low quality for the sake of speed.
    bool isLow() const { return m_mayLower && kSteps[m_index].isLow; }

    /// Turned off, the picture has its full size and quality.
    void turnOn(bool isOn);

    /// Whether the quality may be lowered: not if it is low already, or if the user has chosen it.
    void letLower(bool may);

    /// How long a frame of full size and quality is expected to take [s]; rather too long. 0 if unknown.
    double expectedAtBest() const { return m_mean * costOf(0) / costOf(m_index); }

    /// Begins with the cheapest picture, which grows as soon as a better one is fast enough.
    void beginSmall() { choose(kSteps.size() - 1); }

    /// Notes what drawing a frame at this step took [s], without waiting for the screen or for shaders.
    void note(double seconds);

private:
    struct Step {
        float scale;
        bool isLow;
        double cost;  ///< as part of the first step's; less rather than more
    };
    static constexpr std::array kSteps{Step{1.0f, false, 1.0}, Step{1.0f, true, 0.2},
                                       Step{0.75f, true, 0.112}, Step{0.5f, true, 0.05}};

    void choose(std::size_t index);
    bool isUsable(std::size_t index) const { return index != 1 || m_mayLower; }
    double costOf(std::size_t index) const;
    std::size_t bestBelow(double seconds) const;

    bool m_isOn = true;
    bool m_mayLower = false;
    std::size_t m_index = 0;
    double m_mean = 0.0;   ///< [s] of recent frames
    int m_frames = 0;      ///< since the step changed
    double m_spent = 0.0;  ///< [s] in them
};

}  // namespace shoal
