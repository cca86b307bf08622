#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "ui/command/items.hpp"
#include "ui/explore/morph_row.hpp"
#include "ui/explore/phase_grid.hpp"
#include "ui/inspector/inspector_card.hpp"
#include "ui/measures/measure_history.hpp"

namespace shoal {

/// What a picture costs beside the steps [s].
struct FrameCost {
    double animating = 0.0;  ///< of the bodies, in one step
    double sending = 0.0;    ///< preparing the bodies and passing them to the graphics card
    double drawing = 0.0;    ///< all that the processor does to draw a frame, sending included
    double card = 0.0;       ///< what the graphics card takes to draw the flock and its place; 0 if unknown
};

/// Live figures, updated every half second; the history more often.
struct Figures {
    bool hasTimes = true;  ///< wall-clock times are shown: `step` and `cost`
    float framesPerSecond = 0.0f;
    StepProfile step;                ///< [s] mean of a step, by stage
    FrameCost cost;                  ///< mean of a frame
    float realTime = 1.0f;           ///< simulated seconds per second requested; below 1 it cannot keep up
    MeasureSample measures;          ///< of the largest species
    MeasureHistory history;          ///< likewise
    std::optional<float> bestValue;  ///< the best value found by the first species that searches the ground
};

/// Data about takes for the panel.
struct TakesInput {
    bool isPlaying = false;              ///< a take is being played; nothing is logged
    std::optional<double> recorded;      ///< [s] length of the take being recorded
    double kept = 0.0;                   ///< [s] recent play that can be kept
    std::span<const std::string> saved;  ///< names of saved takes, newest first
};

/// Objects that the panel can add to the world.
enum class NewObject { stone, goal, lure, scare };

/// Data for the panel. It keeps copies of the scenes and copies them again when `revision` changes.
struct PanelInput {
    const Scene* scene = nullptr;          ///< current state
    const Scene* loaded = nullptr;         ///< the loaded preset: its title, and the reference for "changed"
    std::uint64_t revision = 0;            ///< changes whenever either scene does
    CameraSettings camera;                 ///< current camera, which replaces the scene's
    bool isCameraTurning = false;          ///< it turns by itself: its azimuth does not count as changed
    std::span<const ViewItem> views = {};  ///< of the camera; no choice if empty
    std::size_t viewIndex = 0;
    std::span<const PresetItem> presets;
    std::size_t presetIndex = 0;              ///< of the loaded preset; presets.size() if none
    std::string copyTitle = {};               ///< title proposed when the scene is saved
    std::span<const RecentItem> recent = {};  ///< newest first
    std::uint64_t stepCount = 0;
    double timeScale = 1.0;
    bool isPaused = false;
    bool hasKeyboard = false;  ///< keys move between its controls
    bool canUndo = false;
    bool canRedo = false;
    char otherSettings = '\0';  ///< 'A' or 'B': the settings to switch to; 0 if none are kept
    bool isSplit = false;       ///< two flocks are shown side by side
    const MeasureHistory* besideHistory = nullptr;  ///< of the flock A; null if there is none
    const PhaseGrid* phases = nullptr;              ///< results behind the pad; null if there are none
    std::optional<double> morphProgress = {};       ///< 0 .. 1 of the morph under way
    std::optional<std::string> chosenBoid;          ///< description of the boid followed
    std::string selectedObject = {};  ///< "obstacle.stone-1": its sliders are unfolded; empty if none
    float coveredBelow = 0.0f;        ///< [px] of the view's bottom, covered by the timeline
    std::optional<InspectorInput> inspector = {};  ///< of the boid followed
    Figures figures;
    TakesInput takes = {};
    std::string graphics = {};  ///< description of the GPU; not shown if empty
};

/// A radius being dragged, to be drawn around a boid.
struct ShownRadius {
    std::size_t speciesIndex = 0;
    float radius = 0.0f;  ///< [m]
};

/// The user's requests in one frame.
struct PanelRequests {
    std::vector<Edit> edits;
    std::optional<NewObject> adds;
    bool removesSelected = false;        ///< the object that PanelInput names
    std::optional<std::string> selects;  ///< the key of an object, or empty to select none
    std::optional<std::size_t> preset;   ///< index into PanelInput::presets, to load
    std::optional<std::size_t> recent;   ///< index into PanelInput::recent, to open
    bool undoes = false;
    bool redoes = false;
    bool variesALittle = false;         ///< asks for similar settings that keep the flock alive
    bool variesMuch = false;            ///< asks for quite different ones
    bool comparesSettings = false;      ///< keeps the settings, or switches to the others
    std::optional<PhaseAxes> phases;    ///< of the diagram that the pad shows; empty while it is folded
    bool splits = false;                ///< shows two settings side by side, or ends that
    bool morphs = false;                ///< starts the morph chosen in the panel, or stops it
    std::optional<std::string> saveAs;  ///< a preset's title
    bool isOverwriteConfirmed = false;  ///< of the file that `saveAs` replaces
    std::optional<std::uint64_t> seed;  ///< restart with this one
    std::optional<double> timeScale;
    bool togglesPause = false;
    bool stepsOnce = false;
    bool restarts = false;
    bool framesFlock = false;
    bool stopsFollowing = false;
    std::optional<std::size_t> view;  ///< index into PanelInput::views, to look from
    bool togglesGallery = false;
    std::string address;      ///< of the preset's source, to open in the browser
    bool startsTour = false;  ///< starts the tour, or ends it
    bool togglesHelp = false;
    bool takesPicture = false;
    bool recordsTake = false;         ///< begins a take, or ends the one being recorded
    bool keepsTake = false;           ///< saves recent play as a take
    std::optional<std::size_t> take;  ///< index into TakesInput::saved, to play
    bool togglesCapture = false;
    bool takesEscape = false;  ///< the panel used the Esc pressed in this frame; ignore it elsewhere
    std::optional<ShownRadius> shownRadius;
    bool showsWorld = false;  ///< draws the world's edges: one of its sliders, or of a wall's, is held
};

}  // namespace shoal
