#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "capture/format/quality.hpp"
#include "viewer/command/command.hpp"
#include "viewer/command/items.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/measures/figures.hpp"
#include "viewer/measures/score_card.hpp"
#include "viewer/panel/panel_shown.hpp"
#include "viewer/settings/picture_settings.hpp"

namespace shoal {

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
    PictureSettings* picture = nullptr;      ///< which the panel changes; null where it cannot
    float pictureScale = 1.0f;               ///< of each side: below 1 while it is drawn smaller
    bool isQualityLowered = false;           ///< while it is slow
    std::string_view device = {};            ///< that steps the flock; empty if the processor does
    std::span<const PresetItem> presets;
    std::size_t presetIndex = 0;              ///< of the loaded preset; presets.size() if none
    std::string copyTitle = {};               ///< title proposed when the scene is saved
    std::span<const RecentItem> recent = {};  ///< newest first
    std::uint64_t stepCount = 0;
    double timeScale = 1.0;
    bool isPaused = false;
    bool hasKeyboard = false;               ///< keys move between its controls
    bool hasStripKeyboard = false;          ///< keys move between the strip's icons
    std::optional<std::string> chosenBoid;  ///< description of the boid followed
    std::string selectedObject = {};        ///< "obstacle.stone-1": its sliders are unfolded; empty if none
    float coveredBelow = 0.0f;              ///< [px] above the strip of icons, covered by the timeline
    float freeRight = 0.0f;  ///< [px] left edge of what covers the view's right; 0 if nothing does
    Figures figures;
    const ScoreInput* score = nullptr;        ///< the flock compared with targets; no card if null
    bool isPlaying = false;                   ///< a take
    bool isRewound = false;                   ///< it is the last minutes of the live flock
    std::span<Feature* const> features = {};  ///< that build rows of their own
    std::string graphics = {};                ///< description of the GPU; not shown if empty
};

}  // namespace shoal
