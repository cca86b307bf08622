#pragma once

#include <memory>
#include <span>
#include <string>

#include "system/process/desktop_opener.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/widgets/ui_context.hpp"
#include "ui/widgets/ui_probe.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/scenes/gallery_desk.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/window/panel_keyboard.hpp"
#include "viewer/window/ui_painter.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

/// The panels of the window: which are shown, which has the keyboard, and what draws them.
class Panels {
public:
    /// `isProbed`: tests ask where the controls are. Both must outlive this.
    static Result<std::unique_ptr<Panels>> create(Window& window, Background& background, Messages& messages,
                                                  bool isProbed);

    /// Adds its commands to the table. `panels` may be null if none of them is run.
    static void declare(CommandTable& commands, Panels* panels);

    Panel panel;
    GalleryDesk gallery;
    PanelKeyboard keyboard;
    UiProbe probe;
    bool isShown = true;  ///< the panel
    bool isHelpShown = false;

    /// What the layout of a frame depends on besides the panels.
    struct Situation {
        bool isTakePlayed = false;
        bool isSplit = false;
        std::optional<float> sideLeft = {};  ///< [px] left edge of the card at the right, as last built
        std::span<Feature* const> features = {};
    };
    /// Computes where everything in this frame lies, in the fonts and colours that the user has chosen.
    FrameLayout layout(const Situation& situation);

    /// Begins a frame of the panels with these events, `seconds` after the one before. `layout`: of this
    /// frame.
    void begin(std::span<const InputEvent> events, double seconds, const FrameLayout& layout);
    /// Ends it without drawing it.
    void skip() { m_painter->skip(); }
    /// Ends it and draws it.
    void draw() { m_painter->draw(); }

    /// To build the panels with, which take Esc from `escape`.
    WidgetContext context(EscapeKey& escape, const CommandTable& commands);
    /// To build what lies on the picture.
    WidgetContext overlayContext() const { return {m_ui.scale(), nullptr}; }

    static bool isPointerOver();

    void toggleHelp();
    void toggleMeasures();
    void changeSize(bool isLarger);
    void openManual();
    void openAddress(const std::string& address);
    void openFolder(const std::filesystem::path& folder);
    /// Tells the user if something could not be opened. Call once a frame.
    void poll();

private:
    Panels(Window& window, Background& background, Messages& messages, bool isProbed);

    /// Tells the user why something could not be opened.
    void tell(const Outcome& opened);

    Window& m_window;
    Messages& m_messages;
    bool m_isProbed;
    UiContext m_ui;
    std::unique_ptr<UiPainter> m_painter;
    DesktopOpener m_desktop;
};

}  // namespace shoal
