#pragma once

#include <limits>
#include <optional>
#include <string>

#include "ui/widgets/ui_probe.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/film/capture_settings.hpp"

namespace shoal {

/// Data for the capture panel.
struct CapturePanelInput {
    FilmProgress progress;
    std::string folder;          ///< where captures are saved, for display
    std::string estimate;        ///< how large the file becomes, for display
    bool isWaiting = false;      ///< recording waits because the viewer is paused
    bool hasKeyboard = false;    ///< keys move between its controls
    float coveredBelow = 0.0f;   ///< [px] height of the view's bottom that icons and plots cover
    CaptureSettings usual = {};  ///< what the marks at changed settings go back to
};

/// The capture panel at the right of the view: settings, one button and progress. It changes the settings and
/// appends commands; it captures nothing itself.
class CapturePanel {
public:
    void toggle() { m_isOpen = !m_isOpen; }
    bool isOpen() const { return m_isOpen; }

    /// Builds the panel within an ImGui frame. In a window too narrow for both, it covers the other panel.
    void build(const CapturePanelInput& input, CaptureSettings& settings, const WidgetContext& context,
               Commands& commands);

private:
    bool m_isOpen = false;
    float m_height = 0.0f;                                       ///< [px] of its content in the last frame
    float m_sinceRecording = std::numeric_limits<float>::max();  ///< [s]
};

/// Returns the panel's left edge [px] in a view `viewWidth` [px] wide: beside its right edge, or over the
/// other panel if there is no space for both.
float capturePanelLeft(const WidgetContext& context, float viewWidth);

/// Draws marks with a red dot in the view's upper right corner, beside the capture panel if that is open: the
/// length of the film, or of the take [s], that is being recorded, and how far the film that is being made
/// is. Captures never contain them.
void buildRecordingMarks(const FilmProgress& progress, std::optional<double> take,
                         const WidgetContext& context, bool isPanelOpen);

}  // namespace shoal
