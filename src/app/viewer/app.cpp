#include "app/viewer/app.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "app/stage/name_tags.hpp"
#include "app/viewer/manual.hpp"
#include "app/window/input_batches.hpp"
#include "app/window/key_map.hpp"
#include "ui/measures/measure_strip.hpp"
#include "ui/overlay/help_overlay.hpp"
#include "ui/overlay/legend.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr double kMinimisedWait = 0.05;
// At rest, the viewer looks this often [s] whether the window is closed or a signal has come …
constexpr double kRestingWait = 0.1;
// … and draws this often [s], for what arrives from elsewhere, such as a file from a slow disk.
constexpr double kRestingFrame = 2.0;
// It goes to rest this long [s] after the last event: fades and easing have ended by then.
constexpr double kAwakeSeconds = 10.0;
constexpr double kProbeInterval = 0.1;
// After a long stall, cameras and messages advance as if the frame had taken this long [s].
constexpr double kLongestFrame = 0.1;

/// Returns the arguments for `shoal render` that make it draw as this viewer does.
std::vector<std::string> renderArguments(const ViewOptions& options) {
    std::vector<std::string> arguments;
    if (options.gpu.kind != GpuChoice::Kind::best) {
        const bool isSoftware = options.gpu.kind == GpuChoice::Kind::software;
        arguments = {"--gpu", isSoftware ? "software" : std::to_string(options.gpu.number)};
    }
    if (!options.shaderDir.empty()) {
        arguments.insert(arguments.end(), {"--shader-dir", options.shaderDir.string()});
    }
    for (const std::filesystem::path& plugin : options.scene.plugins) {
        arguments.insert(arguments.end(), {"--plugin", plugin.string()});
    }
    return arguments;
}

}  // namespace

/// Samples per pixel. A software renderer uses none: with them a frame takes 0.34 s instead of 0.14 s, for
/// little gain.
int App::windowSamples() {
    constexpr int kSamples = 4;
    return isSoftwareRenderer(Window::loader()) ? 0 : kSamples;
}

Result<std::unique_ptr<App>> App::create(Window& window, Background& background, PreparedDocument prepared,
                                         const ViewOptions& options, ViewerState state) {
    OpenedDocument& document = prepared.document;
    std::unique_ptr<App> app(new App(window, background, sceneOf(document), options, std::move(state)));
    auto stage = Stage::create(app->m_player.shown().simulation().scene().camera, options.shaderDir);
    if (!stage) {
        return stage.problem();
    }
    app->m_stage = std::move(*stage);
    app->m_stage->beginScene(app->m_player.shown());
    app->m_stage->studyBeside(background, app->m_player.copyOfB(), app->m_player.copyOfA());
    auto canvas = WindowCanvas::create(App::windowSamples());
    if (!canvas) {
        return canvas.problem();
    }
    app->m_canvas.emplace(std::move(*canvas));
    app->m_ui = std::make_unique<UiContext>(window.uiScale());
    auto painter = UiPainter::create(window.handle());
    if (!painter) {
        return painter.problem();
    }
    app->m_painter = std::move(*painter);
    app->usePresets(listPresets(app->m_paths));
    app->m_takeDesk.recover();
    app->restoreState(options);
    app->updateLayout();
    if (std::holds_alternative<Take>(document)) {
        app->show(std::move(document), options.scene.preset);
        app->m_history = {};  // nothing was shown before it
        return app;
    }
    if (options.scene.seed || options.scene.boids || !options.scene.assignments.empty()) {
        app->m_given = {app->m_player.shown().simulation().scene(), prepared.saved, app->m_origin};
        if (!options.scene.assignments.empty()) {
            // The panel marks what --set changes.
            app->m_player.adoptPreset(std::move(prepared.saved));
        }
    }
    return app;
}

App::App(Window& window, Background& background, const Scene& scene, const ViewOptions& options,
         ViewerState state)
    : m_window(window),
      m_background(background),
      m_player(scene, options.scene.simulation, background),
      m_films(m_paths, renderArguments(options), m_messages, m_background),
      m_watchesShaders(!options.shaderDir.empty()),
      m_probeFile(options.probeFile),
      m_maxFps(options.maxFps.value_or(std::numeric_limits<double>::infinity())),
      m_frameStart(Window::now()),
      m_state(std::move(state)),
      m_keeper(m_background, options.isFresh ? std::filesystem::path() : m_paths.viewerState(), m_state) {}

void App::frame() {
    pollEvents();
    if (m_window.isLost() || m_isResting) {
        return;
    }
    receive();
    takeInput();
    steer();
    applyEdits();
    draw();
    keepState();
    present();
}

void App::pollEvents() {
    const double start = Window::now();
    m_realSeconds = start - m_frameStart;
    m_frameSeconds = std::min(m_realSeconds, kLongestFrame);
    m_frameStart = start;
    const bool hasNews = m_background.drain();
    // The flock in a minimised window continues, but without a busy loop.
    m_events = m_window.pollEvents(m_isResting              ? kRestingWait
                                   : m_window.isMinimised() ? kMinimisedWait
                                                            : 0.0);
    rest(hasNews);
    updateLayout();
}

/// Decides whether this frame is left out, because it would look like the last one.
void App::rest(bool hasNews) {
    if (!m_events.empty() || !isStill()) {
        m_awakeUntil = m_frameStart + kAwakeSeconds;
    }
    const bool isDue = hasNews || m_frameStart <= m_awakeUntil || m_frameStart >= m_lastDrawn + kRestingFrame;
    const bool wasResting = std::exchange(m_isResting, !isDue);
    if (!m_isResting) {
        m_lastDrawn = m_frameStart;
        if (wasResting) {
            m_figures.skipTime(m_frameStart);
        }
    }
}

/// Whether nothing moves in the picture and the panel, and nothing that the user has asked for is under way.
/// Tests observe every frame through the probe file.
bool App::isStill() const {
    const bool isPlaying = !m_player.isStill() || m_morph;
    const bool isWorking = m_search || m_phases.isRunning() || m_takeDesk.isRecording() || m_films.isBusy();
    return !isPlaying && !isWorking && m_messages.count() == 0 && !ImGui::IsAnyMouseDown() &&
           !ImGui::GetIO().WantTextInput && !m_watchesShaders && m_probeFile.empty();
}

/// Computes where everything in this frame lies.
void App::updateLayout() {
    const PanelLook& look = m_panel.layout().look;
    if (m_ui->setLook(m_window.uiScale() * look.size, look.theme)) {
        m_painter->refreshFonts();
    }
    const WidgetContext context{m_ui->scale(), nullptr};
    const auto width = static_cast<float>(m_window.size().width);
    const float panel = m_isPanelShown ? m_panel.width(context.scale, width) : 0.0f;
    const bool isStripShown = m_isPanelShown && m_panel.isStripShown();
    m_layout =
        layoutOf(m_window.size(), m_window.framebufferSize(), context.scale,
                 {.panelWidth = panel,
                  .filmPanelLeft = m_capturePanel.isOpen() ? std::optional(capturePanelLeft(context, width))
                                                           : std::nullopt,
                  .stripHeight = isStripShown ? measureStripHeight(context, width - panel) : 0.0f,
                  .timelineHeight = m_player.shown().playing() != nullptr ? timelineHeight(context) : 0.0f,
                  .isSplit = m_split != nullptr});
}

/// Returns the places that can have the keyboard now, besides the picture.
std::vector<KeyboardPlace> App::keyboardPlaces() const {
    std::vector<KeyboardPlace> places;
    if (m_isPanelShown) {
        places.push_back(KeyboardPlace::panel);
    }
    if (m_capturePanel.isOpen()) {
        places.push_back(KeyboardPlace::capturePanel);
    }
    if (m_player.shown().playing() != nullptr) {
        places.push_back(KeyboardPlace::timeline);
    }
    return places;
}

void App::takeInput() {
    takeChosenFile();
    if (const auto problem = m_desktop.poll()) {
        m_messages.postProblem(problem->text);
    }
    const auto batches = inputBatches(m_events);
    const double seconds = m_realSeconds / static_cast<double>(batches.size());
    bool isFirst = true;
    for (const std::span<const InputEvent> batch : batches) {
        if (!isFirst) {
            applyEdits();
            m_painter->skip();
            updateLayout();
        }
        isFirst = false;
        m_keyboard.update(batch, keyboardPlaces(), isPointerOverPanel(),
                          m_gallery.isOpen() && !m_isHelpShown);
        m_painter->beginWindowFrame(batch, seconds);
        EscapeKey escape;
        carryOut(buildPanels(escape));
        buildOverlays();
        const bool isCameraPlayed = m_stage->camera().isHeld();
        for (const InputEvent& event : batch) {
            const auto* key = std::get_if<KeyPressed>(&event);
            const bool isTaken = escape.isTaken() && key != nullptr && actionFor(*key) == Action::cancel;
            if (!isTaken && !m_keyboard.takes(event)) {
                handle(event);
            }
        }
        freeTouchedCamera(isCameraPlayed);
    }
    m_events.clear();
}

/// Builds the panels, and returns what the user asks for in them.
Commands App::buildPanels(EscapeKey& escape) {
    Commands commands;
    const WidgetContext context{
        .scale = m_ui->scale(), .probe = m_probeFile.empty() ? nullptr : &m_probe, .escape = &escape};
    m_objectTool.forgetLost(m_player.shown().simulation());
    m_inspector.update(m_player.shown().simulation(),
                       {m_player.shown().stateRevision(), m_player.shown().revision()},
                       m_stage->director().boid(), Window::now);
    PanelShown shown;
    if (m_isPanelShown) {
        shown = m_panel.build(panelInput(), context, commands);
    } else {
        m_probe.beginFrame();
    }
    askForPhases(shown.phases);
    m_isWorldShown = shown.isWorldShown;
    updateRings(shown.radius);
    buildTimelineBar(context, commands);
    buildCapturePanel(context, commands);
    buildTour(context, commands);
    buildGallery(context, commands);
    if (m_isHelpShown) {
        buildHelpOverlay(context, m_layout.textLeft, commands, flyKeysText(Window::labelAt));
    }
    return commands;
}

/// Builds what lies on the picture, which the commands may have changed.
void App::buildOverlays() {
    const float scale = m_ui->scale();
    const float width = m_layout.width();
    const float height = m_layout.height();
    const View view = m_stage->camera().view(m_layout.aspect());
    drawNameTags(nameTagsOf(m_player.shown().simulation(), view, width, height, m_player.alpha()),
                 theme::kFontSize * scale);
    m_mark.reset();
    if (const auto& boid = m_stage->director().boid(); boid && !m_stage->camera().isLookingFrom()) {
        m_mark = markOf(m_player.shown().simulation(), *boid, view, width, height, m_player.alpha(), scale);
    }
    drawInspector(view);
    if (m_mark) {
        drawBoidMark(*m_mark, scale);
    }
    const WidgetContext context{scale, nullptr};
    buildRecordingMarks(filmProgress(), m_takeDesk.panelInput().recorded, context, m_capturePanel.isOpen());
    const float bottom = height - m_layout.coveredBelow;
    m_messages.build(context, {.left = m_layout.textLeft, .right = m_layout.textRight, .bottom = bottom});
    drawSplitOverlay(context);
    if (const auto& legend = m_stage->legend()) {
        drawLegend(*legend, {.right = width, .bottom = bottom, .fontSize = theme::kFontSize * scale});
    }
}

void App::openManual() {
    m_isHelpShown = false;
    if (const Outcome opened = m_desktop.open(manualPage()); !opened) {
        m_messages.postProblem(opened.problem().text);
    }
}

void App::steer() {
    const auto seconds = static_cast<float>(m_frameSeconds);
    const bool isCameraPlayed = m_stage->camera().isHeld();
    CameraInput::fly(heldFlyKeys(), m_stage->camera(), seconds);
    m_pressedKeys.clear();
    freeTouchedCamera(isCameraPlayed);
    setFrame();
    m_stage->aim(m_player.shown(), m_player.alpha());
    m_stage->camera().advance(seconds);
    followPointer();
}

void App::freeTouchedCamera(bool wasPlayed) {
    if (wasPlayed && !m_stage->camera().isHeld()) {
        m_player.freeCamera();
    }
}

void App::applyEdits() {
    showOpened();
    takeVariation();
    applyQueued();
}

void App::applyQueued() {
    const bool wasPlaying = m_player.shown().playing() != nullptr;
    for (const Problem& problem : m_player.applyQueued()) {
        m_messages.postProblem(problem.text);
    }
    const std::vector<Change> changes = m_player.takeChanges();
    m_history.note(changes);
    markEdits(changes);
    // All changes while a mouse button is held form one gesture: a drag of a slider or of a point. So do all
    // changes of a morph.
    if (!ImGui::IsAnyMouseDown() && !m_morph) {
        m_history.endGesture();
    }
    if (wasPlaying && m_player.shown().playing() == nullptr) {
        m_messages.post("You changed the flock: the take ends here, the session is live");
    }
}

/// Shows the state of the flock that is due.
void App::receive() {
    const bool hadDeviated = m_player.shown().deviation().has_value();
    const Player::News news = m_player.receive(m_frameStart);
    if (news.hasMoved && !news.hasJumped) {
        m_stage->step(m_player.shown());
    }
    if (const auto pose = m_player.takePose()) {
        m_stage->camera().hold(*pose);
    }
    if (const auto& deviation = m_player.shown().deviation(); deviation && !hadDeviated) {
        m_messages.postProblem(deviation->text);
    }
    for (const Problem& problem : news.problems) {
        m_messages.postProblem(problem.text);
    }
    if (m_morph && news.hasMorphed) {
        endMorph();
    }
    m_faults.add(news.faults, [this](const std::string& text) { m_messages.postProblem(text); });
    m_figures.noteSteps(news.costs.steps, news.costs.step, news.costs.animating);
    m_figures.noteSpeed(m_player.speed());
    m_figures.want(m_isPanelShown ? m_panel.shownKinds() : std::vector<const MeasureKind*>());
    m_figures.update(m_player.shown().simulation(), m_frameStart);
    if (m_split) {
        m_split->update(*m_player.beside(), m_frameStart);
    }
}

void App::draw() {
    const double start = Window::now();
    m_takeDesk.update(m_frameStart);
    updateFilms();
    if (auto reloaded = m_stage->renderer().reloadShadersIfChanged(); !reloaded) {
        m_messages.postProblem(reloaded.problem().text);
    }
    if (m_window.isMinimised() || !m_layout.isVisible()) {
        m_painter->skip();
        return;
    }
    // The steps of this frame moved the flock and changed the moment shown.
    m_stage->aim(m_player.shown(), m_player.alpha());
    m_player.noteCamera(wholePose());
    m_cardTimer.begin();
    drawScene();
    m_cardTimer.end();
    drawObjects();  // with the camera of this picture, so that outlines do not lag behind their objects
    m_painter->draw();
    m_figures.noteFrame(Window::now() - start, m_stage->sendingSeconds(), m_cardTimer.poll());
}

/// Returns a frame of the present moment; its framebuffer is the canvas.
Frame App::frameOf(const ImageSize& size, const CameraPose& pose) const {
    return {.size = size,
            .framebuffer = m_canvas->framebuffer(),
            .alpha = m_player.alpha(),
            .view = viewOf(pose, size.aspect()),
            .look = {},
            .highlighted = m_stage->director().boid(),
            .rings = m_rings,
            .lines = {}};
}

void App::drawScene() {
    m_stage->showWorld(m_isWorldShown);
    if (m_split) {
        drawHalves();
        return;
    }
    const Window::Size size = m_layout.framebuffer;
    m_leftCanvas.reset();
    if (auto sized = m_canvas->resize(size.width, size.height); !sized) {
        m_messages.postProblem(sized.problem().text);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        return;
    }
    m_stage->draw(m_player.shown(), frameOf({size.width, size.height}, m_stage->camera().pose()),
                  m_frameStart);
    if (auto drawn = m_stage->renderer().lastFrame(); !drawn) {
        m_messages.postProblem(drawn.problem().text);
    }
    m_canvas->show();
}

void App::present() {
    m_player.send();
    if (!m_window.isMinimised()) {
        m_window.present();
    }
    ++m_frameCount;
    if (!m_probeFile.empty() && m_frameStart >= m_probeDue) {
        writeProbeFile();
        m_probeDue = m_frameStart + kProbeInterval;
    }
    // If presenting does not wait for the screen (a driver without vertical sync, a hidden window), drawing
    // faster than the screen would only waste energy.
    const double due = m_frameStart + std::max(0.9 / m_window.refreshRate(), 1.0 / m_maxFps);
    if (const double left = due - Window::now(); left > 0.0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }
}

void App::updateRings(const std::optional<ShownRadius>& shown) {
    m_rings.clear();
    if (!shown) {
        m_ringed.reset();
        return;
    }
    // The chosen boid, or one in the middle of the flock. It stays the same while the slider is held.
    if (!m_ringed || m_ringed->species != shown->speciesIndex) {
        const std::optional<BoidName>& chosen = m_stage->director().boid();
        m_ringed = chosen && chosen->species == shown->speciesIndex
                       ? chosen
                       : nearestBoid(m_player.shown().simulation(), shown->speciesIndex,
                                     sceneExtent(m_player.shown().simulation()).centre);
    }
    if (m_ringed) {
        if (const auto place = placeOf(m_player.shown().simulation(), *m_ringed, m_player.alpha())) {
            m_rings.push_back({.centre = *place, .radius = shown->radius});
        }
    }
}

void App::writeProbeFile() {
    if (m_probeFile.empty()) {
        return;
    }
    const auto written = writeProbe({.shown = m_player.shown(),
                                     .camera = m_stage->camera(),
                                     .view = m_stage->director().view().name,
                                     .mark = m_mark,
                                     .items = m_probe,
                                     .window = m_layout.window,
                                     .frame = m_frameCount,
                                     .isPaused = m_player.isPaused(),
                                     .isPanelShown = m_isPanelShown,
                                     .isHelpShown = m_isHelpShown,
                                     .followed = m_stage->director().boid(),
                                     .message = m_messages.latest(),
                                     .legend = m_stage->legend() ? m_stage->legend()->title : std::string(),
                                     .galleryPictures = m_gallery.pictureCount(),
                                     .timeScale = m_player.timeScale(),
                                     .capture = filmProgress(),
                                     .isCapturePanelShown = m_capturePanel.isOpen(),
                                     .takeSeconds = m_takeDesk.panelInput().recorded,
                                     .morph = morphProgress(),
                                     .phases = m_phases.grid().done,
                                     .split = m_player.beside(),
                                     .inspected = m_inspector.now(),
                                     .inspectorMarks = m_inspectorMarks,
                                     .selectedObject = m_objectTool.selected(),
                                     .objectMarks = m_objectMarks},
                                    m_probeFile);
    if (!written) {
        m_messages.postProblem(written.problem().text);
    }
}

}  // namespace shoal
