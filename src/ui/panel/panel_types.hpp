#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "ui/command/command.hpp"
#include "ui/command/items.hpp"
#include "ui/explore/wish_card.hpp"
#include "ui/inspector/inspector_card.hpp"
#include "ui/measures/measure_history.hpp"
#include "ui/measures/score_card.hpp"
#include "ui/panel/compare_bar.hpp"

namespace shoal {

/// What a picture costs beside the steps [s].
struct FrameCost {
    double sending = 0.0;  ///< preparing the bodies and passing them to the graphics card
    double drawing = 0.0;  ///< all that the processor does to draw a frame, sending included
    double card = 0.0;     ///< what the graphics card takes to draw the flock and its place; 0 if unknown
    std::vector<std::pair<std::string, double>> passes;  ///< name and time [s] of each pass on the card
};

/// Live figures, updated every half second; the history more often.
struct Figures {
    bool hasTimes = true;  ///< wall-clock times are shown: `step` and `cost`
    float framesPerSecond = 0.0f;
    StepProfile step;                ///< [s] mean of a step, by stage
    FrameCost cost;                  ///< means
    float realTime = 1.0f;           ///< simulated seconds per second requested; below 1 it cannot keep up
    MeasureSample measures;          ///< of the largest species
    MeasureHistory history;          ///< likewise
    std::optional<float> bestValue;  ///< the best value found by the first species that searches the ground
};

/// Data about takes for the panel.
struct TakesInput {
    bool isPlaying = false;              ///< a take is being played; nothing is logged
    bool isRewound = false;              ///< it is the last minutes of the live flock
    std::optional<double> recorded;      ///< [s] length of the take being recorded
    double kept = 0.0;                   ///< [s] recent play that can be kept
    std::span<const std::string> saved;  ///< names of saved takes, newest first
};

/// Data for the panel. It keeps copies of the scenes and copies them again when `revision` changes.
struct PanelInput {
    const Scene* scene = nullptr;          ///< current state
    const Scene* loaded = nullptr;         ///< the loaded preset: its title, and the reference for "changed"
    std::uint64_t revision = 0;            ///< changes whenever either scene does
    CameraSettings camera;                 ///< current camera, which replaces the scene's
    bool isCameraTurning = false;          ///< it turns by itself: its azimuth does not count as changed
    std::span<const ViewItem> views = {};  ///< of the camera; no choice if empty
    std::size_t viewIndex = 0;
    Quality quality = Quality::normal;       ///< of the picture
    Quality usualQuality = Quality::normal;  ///< what suits the graphics device
    bool shrinksWhenSlow = true;             ///< the picture
    float pictureScale = 1.0f;               ///< of each side: below 1 while it is drawn smaller
    bool isQualityLowered = false;           ///< while it is slow
    std::span<const PresetItem> presets;
    std::size_t presetIndex = 0;              ///< of the loaded preset; presets.size() if none
    std::string copyTitle = {};               ///< title proposed when the scene is saved
    std::span<const RecentItem> recent = {};  ///< newest first
    std::uint64_t stepCount = 0;
    double timeScale = 1.0;
    bool isPaused = false;
    bool hasKeyboard = false;       ///< keys move between its controls
    bool hasStripKeyboard = false;  ///< keys move between the strip's icons
    bool canUndo = false;
    bool canRedo = false;
    bool isCaptureShown = false;                    ///< the panel of captures is open
    const CompareInput* compare = nullptr;          ///< two flocks shown side by side; null if there is one
    const MeasureHistory* besideHistory = nullptr;  ///< of the flock A; null if there is none
    std::optional<std::string> chosenBoid;          ///< description of the boid followed
    std::string selectedObject = {};  ///< "obstacle.stone-1": its sliders are unfolded; empty if none
    float coveredBelow = 0.0f;        ///< [px] above the strip of icons, covered by the timeline
    float freeRight = 0.0f;           ///< [px] left edge of what covers the view's right; 0 if nothing does
    std::optional<InspectorInput> inspector = {};  ///< of the boid followed
    Figures figures;
    const ScoreInput* score = nullptr;  ///< the flock compared with targets; no card if null
    const WishInput* wish = nullptr;    ///< the search for settings; no card if null
    TakesInput takes = {};
    std::string graphics = {};  ///< description of the GPU; not shown if empty
};

/// A radius being dragged, to be drawn around a boid.
struct ShownRadius {
    std::size_t speciesIndex = 0;
    float radius = 0.0f;  ///< [m]
};

/// What the panel wants shown beside it, in the frame that it was built in.
struct PanelShown {
    std::optional<ShownRadius> radius;
    bool isWorldShown = false;      ///< the world's edges: one of its sliders, or of a wall's, is held
    std::optional<float> sideLeft;  ///< [px] left edge of the card at the right; empty if there is none
};

}  // namespace shoal
