#pragma once

#include <optional>
#include <string>

#include "ui/capture_settings.hpp"
#include "ui/ui_probe.hpp"
#include "ui/widgets.hpp"

namespace shoal {

/// All that the capture panel shows.
struct CapturePanelInput {
    CaptureSettings settings;
    CaptureProgress progress;
    std::string folder;      ///< where captures go, in words
    bool isWaiting = false;  ///< the film does, for the viewer is paused
};

/// What the user asked of it in one frame.
struct CaptureRequests {
    std::optional<CaptureSettings> settings;  ///< as they are to be from now on
    bool starts = false;
    bool stops = false;
    bool closes = false;
};

/// The panel at the right of the picture that captures it: what is wanted, one button, and how it goes. It
/// shows and asks; it captures nothing itself.
class CapturePanel {
public:
    /// Builds the panel within an ImGui frame. In a window too narrow for both it lies over the other panel.
    CaptureRequests build(const CapturePanelInput& input, const WidgetContext& context);

private:
    float m_height = 0.0f;  ///< [px] of what it held in the last frame
};

/// A red dot with the length of the film so far, in the picture's upper right corner, beside the capture
/// panel where that is open; no part of any capture.
void buildRecordingMark(const CaptureProgress& progress, const WidgetContext& context, bool isPanelOpen);

/// The same for a take that is being recorded, with its length [s]; below the film's mark where there is one.
void buildTakeMark(double seconds, const CaptureProgress& progress, const WidgetContext& context,
                   bool isPanelOpen);

}  // namespace shoal
