#pragma once

#include <optional>
#include <string>

#include "ui/panel/capture_settings.hpp"
#include "ui/widgets/ui_probe.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Data for the capture panel.
struct CapturePanelInput {
    CaptureSettings settings;
    CaptureProgress progress;
    std::string folder;        ///< where captures are saved, for display
    bool isWaiting = false;    ///< the film waits because the viewer is paused
    bool hasKeyboard = false;  ///< keys move between its controls
};

/// The user's requests in one frame.
struct CaptureRequests {
    std::optional<CaptureSettings> settings;  ///< if changed
    bool starts = false;
    bool stops = false;
    bool closes = false;
};

/// The capture panel at the right of the view: settings, one button and progress. It only returns
/// requests; it captures nothing itself.
class CapturePanel {
public:
    /// Builds the panel within an ImGui frame. In a window too narrow for both, it covers the other panel.
    CaptureRequests build(const CapturePanelInput& input, const WidgetContext& context);

private:
    float m_height = 0.0f;  ///< [px] of its content in the last frame
};

/// Returns the panel's left edge [px]: at the right of the window, or over the other panel if there is no
/// space for both.
float capturePanelLeft(const WidgetContext& context);

/// Draws a red dot and the length of the film so far in the view's upper right corner, beside the capture
/// panel if that is open. Captures never contain it.
void buildRecordingMark(const CaptureProgress& progress, const WidgetContext& context, bool isPanelOpen);

/// Draws the same mark for a take being recorded, with its length [s]; below the film's mark if there is one.
void buildTakeMark(double seconds, const CaptureProgress& progress, const WidgetContext& context,
                   bool isPanelOpen);

}  // namespace shoal
