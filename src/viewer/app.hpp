#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "play/background/background.hpp"
#include "play/player.hpp"
#include "terminal/fault_notices.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/command/command.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/features.hpp"
#include "viewer/files/opened_document.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/host/held_slider.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/host/options.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/host/pointer.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/measures/live_score.hpp"
#include "viewer/settings/viewer_state.hpp"
#include "viewer/stage/screen.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

/// The viewer: a flock in a window, with its panel. It runs the frame and runs every command. Owners and
/// features know the Services, and none knows the viewer.
class App {
public:
    /// The window's OpenGL functions must be loaded. A problem is always about graphics.
    /// `background` must outlive it.
    static Result<std::unique_ptr<App>> create(Window& window, Background& background,
                                               PreparedDocument prepared, const ViewOptions& options,
                                               ViewerState state);

    /// Handles events, shows the due state of the flock and draws one frame; nothing if the window is lost.
    void frame();

    /// Returns all commands of a viewer. `app` may be null if none of them is run.
    static CommandTable commands(App* app);

    std::uint64_t frameCount() const { return m_frameCount; }

    /// Writes the probe file if tests asked for one.
    void writeProbeFile();

    /// Tells the user, in the window and on the terminal, what went wrong before the first frame.
    void reportProblem(const std::string& text) { m_openScene.reportProblem(text); }

    /// What no longer responds when the viewer ends.
    enum class Lost { nothing, window, graphics };

    /// Completes any recording and remembers the state before the window closes. Prints the recording's path
    /// on standard error.
    void finish(Lost lost = Lost::nothing);

private:
    /// What may fail, made before the rest.
    struct Parts {
        std::unique_ptr<Messages> messages;
        std::unique_ptr<Stage> stage;
        std::unique_ptr<Panels> panels;
        Screen screen;
    };

    App(Window& window, Background& background, Parts parts, const Scene& scene, const ViewOptions& options,
        ViewerState state);

    void beginFrame();
    void rest(bool hasNews);
    bool isStill() const;
    void updateLayout();
    void receive();
    void wantMeasures();
    void takeInput();
    void takeBatch(std::span<const InputEvent> batch, double seconds);
    Commands buildPanels(EscapeKey& escape);
    PanelInput panelInput();
    void buildOverlays();
    void handle(const InputEvent& event);
    void moveCamera();
    void applyEdits();
    void draw();
    void drawScene();
    void tellOfShaders();
    void present();

    void restart(std::uint64_t seed);

    // Carrying out what the user asks for: app_commands.cpp.
    void apply(const Commands& commands);
    void setTunables(const SetTunables& command);
    void pause();
    void startOver();
    void rewind();
    void goLive();
    void toggleGallery();
    void openGallery(std::optional<LookSettings::Place> place);
    void openKind(LookSettings::Place place);
    void openNeighbour(bool isNext);
    void seek(double seconds);
    void setQuality(const std::string& name);
    void cancel();

    Window& m_window;
    Background& m_background;
    const UserPaths m_paths = userPaths();
    const ViewOptions m_options;
    const std::string m_graphics;
    FrameLayout m_layout;             ///< of this frame
    std::optional<float> m_sideLeft;  ///< [px] left edge of the card at the right, as built

    CommandTable m_commands;
    Player m_player;
    std::unique_ptr<Messages> m_messages;
    FaultNotices m_faults;
    LiveFigures m_figures;
    LiveScore m_score;
    std::unique_ptr<Stage> m_stage;
    Screen m_screen;
    std::unique_ptr<Panels> m_panels;
    Views m_views;
    Edits m_edits;
    ListedPresets m_presets;
    std::vector<Feature*> m_eachFeature;
    const Services m_services;
    HeldSlider m_heldSlider;
    Pointer m_pointer;
    OpenScene m_openScene;
    Features m_features;

    std::vector<InputEvent> m_events;
    double m_probeDue = 0.0;
    Background::Lane m_probes;
    bool m_isProbeUnderWay = false;
    std::optional<double> m_compilingSince;  ///< [s]
    double m_frameStart = 0.0;
    double m_frameSeconds = 0.0;  ///< as cameras and messages move
    double m_realSeconds = 0.0;   ///< of the last frame
    bool m_isResting = false;     ///< nothing is drawn until something happens
    double m_awakeUntil = 0.0;    ///< [s]
    double m_lastDrawn = 0.0;     ///< [s]
    std::uint64_t m_frameCount = 0;
};

}  // namespace shoal
