#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "play/session/instant.hpp"
#include "play/what_if.hpp"
#include "render/camera/camera.hpp"
#include "ui/widgets/ui_probe.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/measures/measure_history.hpp"
#include "viewer/objects/object_marks.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

/// The viewer's visible state at one moment, for tests that move a real mouse.
struct ProbeState {
    Instant shown;
    const Camera& camera;
    std::string_view view;  ///< name of the camera's view
    const UiProbe& items;
    Window::Size window;
    std::uint64_t frame = 0;
    bool isPaused = false;
    bool isRewound = false;
    bool isPanelShown = true;
    bool isHelpShown = false;
    std::optional<BoidName> followed;
    std::string message;       ///< the newest
    std::size_t messages = 0;  ///< how many are shown
    int samples = 0;           ///< per pixel of the last picture
    float scale = 1.0f;        ///< of the last picture's sides: below 1 if it is drawn smaller
    std::string legend;        ///< its title; empty if there is no legend
    std::size_t galleryPictures = 0;
    double timeScale = 1.0;
    const MeasureSample& measures;       ///< as the panel shows them
    std::optional<Instant> split;        ///< the flock A beside it
    const Spread* spread = nullptr;      ///< of a push in A
    std::string selectedObject;          ///< its key, or empty
    const ObjectMarks& objectMarks;      ///< as drawn
    std::span<Feature* const> features;  ///< that add to it
};

/// The state as JSON: controls with their rectangles, all tunables, measures, camera.
std::string probeText(const ProbeState& state);

}  // namespace shoal
