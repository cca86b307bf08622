#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// What the panel lists of a preset.
struct PresetItem {
    std::string name;
    std::string title;
    std::string watch;
    bool isOwn = false;   ///< the user's, not built in
    std::string problem;  ///< why it cannot be opened, or empty
};

/// Live figures, as they were at the last half second.
struct Figures {
    static constexpr std::size_t kHistory = 120;  ///< half seconds: one minute

    /// One figure over time, oldest first.
    struct History {
        std::array<float, kHistory> values{};
        std::size_t count = 0;

        void add(float value);
        void clear() { count = 0; }
    };

    bool hasTimes = true;  ///< of the wall clock: `step` and `drawSeconds`; not shown otherwise
    float framesPerSecond = 0.0f;
    StepProfile step;          ///< [s] mean of a step, by stage
    float drawSeconds = 0.0f;  ///< [s] mean time between asking for a picture and showing it
    float realTime = 1.0f;     ///< simulated seconds for each second asked for; below 1 it cannot keep up
    float polarisation = 0.0f;
    float milling = 0.0f;
    float spacing = 0.0f;            ///< [m] mean distance to the nearest other
    std::optional<float> bestValue;  ///< the least that a species which searches the ground has found
    History polarisationHistory;
    History millingHistory;
    History stepHistory;  ///< [ms]
};

/// What the panel shows of takes.
struct TakesInput {
    bool isPlaying = false;              ///< a take is played: nothing is noted
    std::optional<double> recorded;      ///< [s] of the one being recorded
    double kept = 0.0;                   ///< [s] that just happened and can be kept
    std::span<const std::string> saved;  ///< names of those kept before, the newest first
};

/// All that the panel shows. It keeps copies of the scenes and takes new ones when `revision` changes.
struct PanelInput {
    const Scene* scene = nullptr;   ///< as it is
    const Scene* loaded = nullptr;  ///< the preset at hand: its title, and what "changed" refers to
    std::uint64_t revision = 0;     ///< differs from the last one when either scene does
    CameraSettings camera;          ///< where the camera is now, whatever the scene says
    bool isCameraTurning = false;   ///< of itself: its azimuth is nobody's doing
    std::span<const PresetItem> presets;
    std::size_t presetIndex = 0;  ///< the one loaded; presets.size() for none of them
    std::uint64_t stepCount = 0;
    double timeScale = 1.0;
    bool isPaused = false;
    std::optional<std::string> chosenBoid;  ///< in words, while one is followed
    Figures figures;
    TakesInput takes = {};
    std::string graphics = {};  ///< what draws, in words; empty shows nothing
};

/// A radius being dragged, to be drawn around a fish.
struct ShownRadius {
    std::size_t speciesIndex = 0;
    float radius = 0.0f;  ///< [m]
};

/// What the user asked for in one frame.
struct PanelRequests {
    std::vector<Edit> edits;
    std::optional<std::size_t> preset;  ///< index into PanelInput::presets, to load
    std::optional<std::string> saveAs;  ///< a preset's name
    bool isOverwriteConfirmed = false;  ///< of the file that `saveAs` would replace
    std::optional<std::uint64_t> seed;  ///< restart with this one
    std::optional<double> timeScale;
    bool togglesPause = false;
    bool stepsOnce = false;
    bool restarts = false;
    bool framesFlock = false;
    bool stopsFollowing = false;
    bool togglesHelp = false;
    bool takesPicture = false;
    bool recordsTake = false;         ///< begins a take, or ends the one being recorded
    bool keepsTake = false;           ///< of what just happened
    std::optional<std::size_t> take;  ///< index into TakesInput::saved, to play
    bool togglesCapture = false;
    bool takesEscape = false;  ///< the Esc pressed in this frame closed something; it means nothing else
    std::optional<ShownRadius> shownRadius;
};

}  // namespace shoal
