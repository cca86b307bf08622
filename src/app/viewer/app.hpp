#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/cli/options.hpp"
#include "app/explore/phase_diagram.hpp"
#include "app/explore/variation.hpp"
#include "app/files/file_dialog.hpp"
#include "app/files/file_opener.hpp"
#include "app/files/opened_document.hpp"
#include "app/files/paths.hpp"
#include "app/files/preset_library.hpp"
#include "app/files/viewer_state.hpp"
#include "app/film/films.hpp"
#include "app/objects/object_marks.hpp"
#include "app/objects/object_tool.hpp"
#include "app/session/edit_history.hpp"
#include "app/session/morph.hpp"
#include "app/play/player.hpp"
#include "app/play/side_by_side.hpp"
#include "app/stage/boid_mark.hpp"
#include "app/stage/camera_input.hpp"
#include "app/stage/inspector_marks.hpp"
#include "app/stage/stage.hpp"
#include "app/state/gallery_desk.hpp"
#include "app/state/state_keeper.hpp"
#include "app/state/take_desk.hpp"
#include "app/study/boid_inspector.hpp"
#include "app/study/live_figures.hpp"
#include "app/terminal/fault_notices.hpp"
#include "app/viewer/frame_layout.hpp"
#include "app/viewer/probe_file.hpp"
#include "app/window/panel_keyboard.hpp"
#include "app/window/ui_painter.hpp"
#include "app/window/window.hpp"
#include "render/camera/picking.hpp"
#include "render/gl/gl_timer.hpp"
#include "render/gl/gpu.hpp"
#include "render/picture/window_canvas.hpp"
#include "system/process/desktop_opener.hpp"
#include "ui/command/command.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/overlay/tour.hpp"
#include "ui/panel/panel.hpp"
#include "ui/widgets/ui_context.hpp"
#include "ui/widgets/ui_probe.hpp"

namespace shoal {

/// The viewer: a session in a window, with its panel.
class App {
public:
    /// The window's OpenGL functions must be loaded. A problem is always about graphics.
    /// `background` must outlive it.
    static Result<std::unique_ptr<App>> create(Window& window, Background& background,
                                               PreparedDocument prepared, const ViewOptions& options,
                                               ViewerState state);

    /// Handles events, runs the due steps and draws one frame; nothing if the window is lost.
    void frame();

    std::uint64_t frameCount() const { return m_frameCount; }

    /// Writes the probe file if tests asked for one.
    void writeProbeFile();

    /// Tells the user, in the window and on the terminal, what went wrong before the first frame.
    void reportProblem(const std::string& text);

    /// What no longer responds when the viewer ends.
    enum class Lost { nothing, window, graphics };

    /// Completes any recording and remembers the state before the window closes. Prints the recording's path
    /// on standard error.
    void finish(Lost lost = Lost::nothing);

private:
    App(Window& window, Background& background, const Scene& scene, const ViewOptions& options,
        ViewerState state);

    void pollEvents();
    void rest(bool hasNews);
    bool isStill() const;
    std::vector<KeyboardPlace> keyboardPlaces() const;
    void takeInput();
    Commands buildPanels(EscapeKey& escape);
    void buildOverlays();
    void drawObjects();
    void drawInspector(const View& view);
    void toggleInspector();
    void steer();
    void freeTouchedCamera(bool wasPlayed);
    void applyEdits();
    void applyQueued();
    void receive();
    void draw();
    void drawScene();
    Frame frameOf(const ImageSize& size, const CameraPose& pose) const;
    void present();

    void handle(const InputEvent& event);
    void carryOut(const Commands& commands);
    void carryOut(Action action);
    void carryOut(const SetTunables& command);
    void carryOut(const Select& command);
    void carryOut(const Add& command);
    void carryOut(const OpenPreset& command);
    void carryOut(const OpenRecent& command);
    void carryOut(const OpenTake& command);
    void carryOut(const OpenAddress& command);
    void carryOut(const SaveAs& command);
    void carryOut(const Restart& command);
    void carryOut(const SetTimeScale& command);
    void carryOut(const SetView& command);
    void carryOut(const Seek& command);
    void carryOut(const SetFilm& command);
    void carryOut(const ToggleFavourite& command);
    void cancel();
    bool isPointerOverPanel() const;
    std::optional<WindowPicture> picturePointedAt() const;
    void followPointer();
    bool handleObjects(const InputEvent& event, bool isOnPicture);
    void removeSelected();
    void click(const CameraInput::Point& at);
    void makeChosenLeader();
    void showView(int direction);
    void lookThroughEyes();
    void stepCameraBack();
    FlyKeys heldFlyKeys() const;
    void queue(const Edit& edit);
    EditHistory::Edited editedNow() const;
    void goBackTo(EditHistory::Edited edited);
    void startTour();
    void showExperiment(std::size_t step);
    void endTour();
    bool isExperimentTried() const;
    void buildTour(const WidgetContext& context, Commands& commands);
    void travel(const EditHistory::Step& step, std::string_view what);
    void toggleGallery();
    void buildGallery(const WidgetContext& context, Commands& commands);
    void showFileDialog();
    void takeChosenFile();
    void loadFiles(std::vector<std::filesystem::path> files);
    void showOpened();
    void show(OpenedDocument document, std::string origin, const std::optional<Scene>& preset = std::nullopt);
    void begin(OpenedDocument document);
    void restart(std::uint64_t seed);
    void restoreState(const ViewOptions& options);
    void noteOpened(const std::string& nameOrFile);
    void refreshRecent();
    void noteState();
    bool noteLeft();
    bool offerLeftEdits(const std::string& origin);
    void offerReplaced();
    void keepState();
    void finishRecording();
    Scene sceneToSave() const;
    void explore(Distance distance);
    void takeVariation();
    void cancelSearch();
    void applyAsOneGesture(const std::vector<Edit>& edits);
    void markEdits(const std::vector<Change>& changes);
    void morphSettings();
    void beginMorph(const Scene& target, const std::string& name);
    void noteMorphed(const std::vector<Edit>& edits, const Scene& from);
    void endMorph();
    void stopMorph();
    std::optional<double> morphProgress() const;
    void askForPhases(const std::optional<PhaseAxes>& axes);
    void toggleSplit();
    void beginSplit();
    void endSplit();
    void dropSplit();
    void drawSplitOverlay(const WidgetContext& context);
    void drawHalves();
    static int windowSamples();
    void keepSettings();
    void compareSettings();
    void copySettings();
    void pasteSettings();
    void saveScreenshotNow();
    void openManual();
    void buildTimelineBar(const WidgetContext& context, Commands& commands);
    void recordTake();
    void withTakeOfNow(std::function<void(Take)> then);
    void goLive();
    void buildCapturePanel(const WidgetContext& context, Commands& commands);
    bool isFilming() const;
    FilmProgress filmProgress() const;
    void toggleFilm();
    void orderFilm(Take take, FilmOrder order);
    void recordFilm(FilmOrder order);
    void updateFilms();
    void refreshPresets();
    void usePresets(PresetList list);
    void notePreset();
    void noteSaved(const Scene& scene, bool isShown, PresetList presets);
    void updateRings(const std::optional<ShownRadius>& shown);
    void setFrame();
    PanelInput panelInput() const;
    std::optional<std::string> followedName() const;
    std::optional<InspectorInput> inspectorInput() const;
    void updateLayout();
    CameraPose wholePose() const;
    void postOutcome(const Outcome& outcome, const std::string& success);

    /// Settings to compare the current ones with.
    struct OtherSettings {
        Scene scene;
        char letter = 'A';
    };

    /// The guided tour, and the state that it restores at its end.
    struct Tour {
        EditHistory::Edited before;
        EditHistory history;
        Folds folds;
        std::optional<OtherSettings> other;
        bool isPaused = false;
        bool isPanelShown = true;
        bool isCameraTouched = false;
        std::optional<BoidName> followed;
        const CameraView* view = nullptr;
        std::size_t step = 0;
        bool isReached = false;  ///< the goal of its experiment has been reached
    };

    /// A morph of the settings under way.
    struct RunningMorph {
        Morph morph;
        Scene from;                          ///< as it began
        std::string name;                    ///< of the target, for messages
        std::optional<OtherSettings> after;  ///< the settings to switch to once it is over
    };

    /// A scene with values that options of the command line gave. They are not the user's edits.
    struct GivenScene {
        Scene scene;
        Scene preset;  ///< without them
        std::string origin;
    };

    /// A search for other settings.
    struct Search {
        std::atomic<bool> isCancelled = false;  ///< read by its thread
        std::uint64_t revision = 0;             ///< of the settings that it varies
        std::optional<std::vector<Edit>> found;
    };

    Window& m_window;
    Background& m_background;
    UserPaths m_paths = userPaths();
    Player m_player;
    EditHistory m_history;
    std::unique_ptr<UiContext> m_ui;
    std::unique_ptr<UiPainter> m_painter;
    std::unique_ptr<Stage> m_stage;
    std::optional<WindowCanvas> m_canvas;
    std::optional<WindowCanvas> m_leftCanvas;  ///< of a split picture
    GlTimer m_cardTimer;                       ///< around the scene
    std::string m_graphics = describe(currentGpu());
    Panel m_panel;
    Messages m_messages;
    FaultNotices m_faults;
    LiveFigures m_figures{&m_background};
    CameraInput m_cameraInput;
    PanelKeyboard m_keyboard;
    ObjectTool m_objectTool;
    TakeDesk m_takeDesk{m_player, m_messages, m_background, m_paths.takes()};
    Films m_films;
    std::optional<FilmOrder> m_filming;  ///< of the take being recorded, if it becomes a film
    CapturePanel m_capturePanel;
    FileOpener m_opener{m_background};
    FileDialog m_fileDialog;
    std::vector<PresetEntry> m_presets;
    std::vector<PresetItem> m_presetItems;
    std::string m_unlistedPresets;  ///< what the user was told about presets beyond the list's limit
    std::size_t m_presetIndex = 0;
    std::string m_copyTitle;  ///< proposed for saving
    FrameLayout m_layout;     ///< of this frame
    std::vector<InputEvent> m_events;
    std::vector<int> m_pressedKeys;    ///< in the picture, since the camera flew last
    std::optional<BoidName> m_ringed;  ///< shows the ring while a radius slider is held
    std::vector<Ring> m_rings;
    bool m_isWorldShown = false;     ///< while a slider of the world or of a wall is held
    ObjectMarks m_objectMarks;       ///< as drawn
    std::optional<BoidMark> m_mark;  ///< of the boid followed, if it is in the picture
    BoidInspector m_inspector{m_background, m_player.copyOfB()};
    std::optional<InspectorMarks> m_inspectorMarks;  ///< as drawn
    bool m_watchesShaders;                           ///< for changes to their files
    UiProbe m_probe;
    std::filesystem::path m_probeFile;
    double m_maxFps;  ///< [1/s]
    double m_probeDue = 0.0;
    double m_frameStart = 0.0;
    double m_frameSeconds = 0.0;  ///< as cameras and messages move
    double m_realSeconds = 0.0;   ///< of the last frame
    bool m_isResting = false;     ///< nothing is drawn until something happens
    double m_awakeUntil = 0.0;    ///< [s]
    double m_lastDrawn = 0.0;     ///< [s]
    std::uint64_t m_frameCount = 0;
    bool m_isPanelShown = true;
    bool m_isHelpShown = false;
    std::optional<Tour> m_tour;
    std::optional<OtherSettings> m_other;
    std::optional<RunningMorph> m_morph;
    PhaseDiagram m_phases;
    std::unique_ptr<SideBySide> m_split;  ///< if the flock A is in the left half
    std::shared_ptr<Search> m_search;     ///< null if there is none
    std::uint64_t m_searchSeed = 1;       ///< of the next search
    DesktopOpener m_desktop;
    ViewerState m_state;  ///< as read, then as last noted
    StateKeeper m_keeper;
    std::string m_origin;  ///< where the scene comes from: a preset's name or a file
    bool m_isSceneNamed = false;
    std::optional<GivenScene> m_given;
    std::string m_editedText;  ///< the scene to remember, at m_editedRevision
    std::string m_pastedText;  ///< the pasted text that it was edited from, if it has no origin
    std::optional<std::uint64_t> m_editedRevision;
    std::vector<RecentItem> m_recentItems;
    GalleryDesk m_gallery;
};

}  // namespace shoal
