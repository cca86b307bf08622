#include "viewer/app.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "render/gl/gpu.hpp"
#include "system/files/atomic_file.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/colour/legend.hpp"
#include "viewer/colour/palettes.hpp"
#include "viewer/help/help_overlay.hpp"
#include "viewer/probe_file.hpp"
#include "viewer/stage/name_tags.hpp"
#include "viewer/stage/tick_labels.hpp"
#include "viewer/time/timeline.hpp"
#include "viewer/tunables/tunable_row.hpp"
#include "viewer/window/input_batches.hpp"
#include "viewer/window/key_map.hpp"

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

/// Returns a tuple in which each element is made from the services.
template <class... Each>
std::tuple<Each...> featuresOf(std::type_identity<std::tuple<Each...>> /*list*/, const Services& services) {
    const auto servicesFor = [&]<class One>(std::type_identity<One>) -> const Services& { return services; };
    return std::tuple<Each...>(servicesFor(std::type_identity<Each>())...);
}

bool isTyped(const InputEvent& event) {
    const auto* key = std::get_if<KeyPressed>(&event);
    return std::holds_alternative<CharacterTyped>(event) || (key != nullptr && !key->isRepeat);
}

}  // namespace

Result<std::unique_ptr<App>> App::create(Window& window, Background& background, PreparedDocument prepared,
                                         const ViewOptions& options, ViewerState state) {
    const Scene& scene = sceneOf(prepared.document);
    auto stage = Stage::create(scene.camera, options.shaderDir);
    if (!stage) {
        return stage.problem();
    }
    if (!isSoftwareRenderer(Window::loader())) {
        (*stage)->renderer().timePasses(PassTimer::Mode::onCard);
    }
    Screen screen(window, options.maxFps.value_or(std::numeric_limits<double>::infinity()),
                  options.quality ? options.quality : state.quality);
    auto messages = std::make_unique<Messages>();
    auto panels = Panels::create(window, background, *messages, !options.probeFile.empty());
    if (!panels) {
        return panels.problem();
    }
    Parts parts{std::move(messages), std::move(*stage), std::move(*panels), std::move(screen)};
    const bool isFirstLaunch = !options.isSceneNamed && !state.scene;
    std::unique_ptr<App> app(new App(window, background, std::move(parts), scene, options, std::move(state)));
    app->m_openScene.start(std::move(prepared));
    if (isFirstLaunch) {
        app->m_stage->glideIn();
    }
    app->updateLayout();
    return app;
}

App::App(Window& window, Background& background, Parts parts, const Scene& scene, const ViewOptions& options,
         ViewerState state)
    : m_window(window),
      m_background(background),
      m_options(options),
      m_graphics(describe(currentGpu())),
      m_player(scene, options.scene.simulation, background),
      m_messages(std::move(parts.messages)),
      m_figures(&background),
      m_score(background, m_paths.targets()),
      m_stage(std::move(parts.stage)),
      m_screen(std::move(parts.screen)),
      m_panels(std::move(parts.panels)),
      m_views(m_player, *m_stage, *m_messages),
      m_edits(m_player, *m_stage, *m_messages),
      m_services{window,    background, m_paths,     m_options,   m_player,   *m_stage,
                 m_screen,  m_figures,  m_score,     *m_messages, m_edits,    m_views,
                 *m_panels, m_presets,  m_openScene, m_layout,    m_commands, m_eachFeature},
      m_heldSlider(m_player, *m_stage),
      m_pointer(m_services),
      m_openScene(m_services, std::move(state)),
      m_features(featuresOf(std::type_identity<Features>(), m_services)),
      m_frameStart(Window::now()) {
    std::apply([this](auto&... each) { m_eachFeature = {&each...}; }, m_features);
    m_commands = commands(this);
    m_messages->useKeysOf(m_commands);
    if (const auto ignored = m_commands.rebind(m_openScene.state().keys); !ignored.empty()) {
        m_openScene.reportProblem(
            fmt::format("{}, [keys]: {}", m_paths.viewerState().string(), fmt::join(ignored, "; ")));
    }
    m_stage->beginScene(m_player.shown());
    m_stage->studyBeside(background, m_player.copyOfB(), m_player.copyOfA());
}

void App::frame() {
    beginFrame();
    if (m_window.isLost() || m_isResting) {
        return;
    }
    receive();
    takeInput();
    moveCamera();
    applyEdits();
    draw();
    m_openScene.keep(m_frameStart);
    present();
}

void App::beginFrame() {
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
    const bool isPlaying = !m_player.isStill();
    const bool isWorking =
        std::ranges::any_of(m_eachFeature, [](const Feature* each) { return each->isBusy(); });
    return !isPlaying && !isWorking && m_messages->count() == 0 && !ImGui::IsAnyMouseDown() &&
           !ImGui::GetIO().WantTextInput && m_options.shaderDir.empty() && m_options.probeFile.empty();
}

void App::updateLayout() {
    m_layout = m_panels->layout({.isTakePlayed = m_player.shown().playing != nullptr,
                                 .isSplit = m_player.beside().has_value(),
                                 .sideLeft = m_sideLeft,
                                 .features = m_eachFeature});
}

/// Shows the state of the flock that is due.
void App::receive() {
    const bool hadDeviated = m_player.shown().deviation.has_value();
    const Player::News news = m_player.receive(m_frameStart, [this](const PublishedFlock& state) {
        m_stage->animate(m_player.shown(), state.state());
    });
    if (news.hasMoved && !news.hasJumped) {
        m_stage->director().turnAside(m_pointer.isIdle());
        m_stage->step(m_player.shown(), m_player.beside());
    }
    m_views.holdTakePose();
    if (const auto& deviation = m_player.shown().deviation; deviation && !hadDeviated) {
        m_messages->postProblem(deviation->text);
    }
    for (const Problem& problem : news.problems) {
        m_messages->postProblem(problem.text);
    }
    m_faults.add(news.faults, [this](const std::string& text) { m_messages->postProblem(text); });
    m_figures.noteSteps(news.costs.steps, news.costs.step);
    m_figures.noteSpeed(m_player.speed());
    wantMeasures();
    m_figures.update(m_player.shown().state, m_frameStart);
    m_score.update(m_panels->isShown && m_panels->panel.isScoreShown(), m_panels->panel.layout().targets,
                   m_player.shown().scene(), m_figures.figures().history);
    m_stage->keepInView(m_pointer.placeToKeep());
    for (Feature* const feature : m_eachFeature) {
        feature->receive(m_frameStart);
    }
}

/// Asks for the measures that are shown.
void App::wantMeasures() {
    std::vector<const MeasureKind*> kinds = m_score.kinds();
    if (m_panels->isShown) {
        const auto shown = m_panels->panel.shownKinds();
        kinds.insert(kinds.end(), shown.begin(), shown.end());
    }
    m_figures.want(kinds);
}

void App::takeInput() {
    m_panels->poll();
    const auto batches = inputBatches(m_events);
    const double seconds = m_realSeconds / static_cast<double>(batches.size());
    bool isFirst = true;
    const auto take = [&](std::span<const InputEvent> batch, double time) {
        if (!std::exchange(isFirst, false)) {
            applyEdits();
            m_panels->skip();
            updateLayout();
        }
        takeBatch(batch, time);
    };
    for (const std::span<const InputEvent> batch : batches) {
        if (std::ranges::any_of(batch, isTyped) && !isFieldOpen()) {
            // A field that the input before these keys asked for takes several frames to open.
            constexpr int kFramesToOpen = 4;
            for (int frame = 0; frame == 0 || (frame < kFramesToOpen && isFieldOpening()); ++frame) {
                take({}, 0.0);
            }
        }
        take(batch, seconds);
    }
    m_events.clear();
}

void App::takeBatch(std::span<const InputEvent> batch, double seconds) {
    m_panels->begin(batch, seconds, m_layout);
    EscapeKey escape;
    apply(buildPanels(escape));
    buildOverlays();
    const bool wasHeld = m_views.isHeld();
    for (const InputEvent& event : batch) {
        const auto* key = std::get_if<KeyPressed>(&event);
        const NamedCommand* command = key != nullptr ? commandFor(m_commands, *key) : nullptr;
        const bool isTaken = escape.isTaken() && command != nullptr && command->id == "cancel";
        if (!isTaken && !m_panels->keyboard.takes(event)) {
            handle(event);
        }
    }
    m_views.freeTouched(wasHeld);
}

/// Builds the panels, and returns what the user asks for in them.
Commands App::buildPanels(EscapeKey& escape) {
    Commands commands;
    const WidgetContext context = m_panels->context(escape, m_commands);
    m_pointer.forgetLost();
    PanelShown shown;
    if (m_panels->isShown) {
        shown = m_panels->panel.build(panelInput(), context, commands);
    } else {
        m_panels->probe.beginFrame();
        m_panels->panel.buildShowButton(context, commands);
    }
    m_heldSlider.show(shown);
    m_sideLeft = shown.sideLeft;
    const PanelKeyboard& keyboard = m_panels->keyboard;
    if (m_player.shown().playing != nullptr) {
        TimelineInput timeline = m_player.timeline();
        timeline.isRewound = m_player.isRewound();
        timeline.hasKeyboard = keyboard.isIn(KeyboardPlace::timeline);
        buildTimeline(context, timeline, {m_layout.textLeft, m_layout.toolsHeight}, commands);
    }
    const PanelPlace place = m_panels->panel.place(context.scale, {m_layout.width(), m_layout.height()});
    for (Feature* const feature : m_eachFeature) {
        feature->build({context, place, m_panels->isShown, commands});
    }
    m_panels->gallery.build(context, m_presets,
                            {.left = m_layout.panelRight,
                             .right = m_layout.rightPanelLeft,
                             .below = m_layout.coveredBelow,
                             .hasKeys = !m_panels->isHelpShown && !keyboard.hasKeys()},
                            commands);
    if (m_panels->isHelpShown) {
        buildHelpOverlay(context, m_layout.textLeft, commands, flyKeysText(m_commands, Window::labelAt));
    }
    return commands;
}

PanelInput App::panelInput() {
    static const std::vector<ViewItem> views = [] {
        std::vector<ViewItem> items;
        for (const CameraView& view : sceneViews()) {
            items.push_back({view.name, view.help});
        }
        return items;
    }();
    const Instant& shown = m_player.shown();
    const ListedPresets& presets = m_presets;
    return {.scene = &shown.scene(),
            .loaded = &shown.loaded,
            .revision = shown.revision,
            .camera = m_stage->camera().settings(),
            .isCameraTurning = m_stage->camera().isCircling(),
            .views = views,
            .viewIndex = m_views.viewIndex(),
            .quality = m_screen.quality(),
            .usualQuality = m_screen.usualQuality(),
            .picture = &m_openScene.pictureSettings(),
            .pictureScale = m_screen.scale(),
            .isQualityLowered = m_screen.isQualityLowered(),
            .device = m_player.device(),
            .presets = presets.items(),
            .presetIndex = presets.index(),
            .copyTitle = presets.copyTitle(),
            .recent = presets.recent(),
            .stepCount = shown.stepCount(),
            .timeScale = m_player.timeScale(),
            .isPaused = m_player.isPaused(),
            .hasKeyboard = m_panels->keyboard.isIn(KeyboardPlace::panel),
            .hasStripKeyboard = m_panels->keyboard.isIn(KeyboardPlace::strip),
            .chosenBoid = m_views.followedName(),
            .selectedObject = m_pointer.selected(),
            .coveredBelow = m_layout.timelineHeight,
            .freeRight = m_layout.rightPanelLeft.value_or(m_layout.width()),
            .figures = m_figures.figures(),
            .score = &m_score.input(),
            .isPlaying = shown.playing != nullptr,
            .isRewound = m_player.isRewound(),
            .features = m_eachFeature,
            .graphics = m_graphics};
}

/// Builds what lies on the picture, which the commands may have changed.
void App::buildOverlays() {
    const WidgetContext context = m_panels->overlayContext();
    const float fontSize = theme::kFontSize * context.scale;
    const float width = m_layout.width();
    const float height = m_layout.height();
    const StateView state = m_player.shown();
    const View view = m_stage->camera().view(m_layout.aspect());
    std::vector<TickLabel> ticks = tickLabelsOf(state.scene(), view, width, height, fontSize);
    // Beside a second picture, they belong to this one alone.
    std::erase_if(ticks, [this](const TickLabel& tick) { return tick.x < m_layout.pictureLeft; });
    drawTickLabels(ticks, fontSize, isOnPaper(state.scene().look));
    drawNameTags(nameTagsOf(state, view, width, height, m_player.alpha()), fontSize);
    for (Feature* const feature : m_eachFeature) {
        feature->buildOverlay(context);
    }
    const float bottom = height - m_layout.coveredBelow;
    if (const auto folder = m_messages->build(
            context, {.left = m_layout.textLeft, .right = m_layout.textRight, .bottom = bottom})) {
        m_panels->openFolder(*folder);
    }
    if (const auto& legend = m_stage->legend()) {
        const float right = std::min(m_sideLeft.value_or(width), m_layout.rightPanelLeft.value_or(width));
        drawLegend(*legend, {.right = right, .bottom = bottom, .fontSize = fontSize});
    }
}

/// Handles an event that no panel took.
void App::handle(const InputEvent& event) {
    m_pointer.handle(event);
    if (const auto* dropped = std::get_if<FilesDropped>(&event)) {
        m_openScene.openFiles(dropped->files);
    }
    // Text typed into a field is not a command.
    if (ImGui::GetIO().WantTextInput && isForTextField(event)) {
        return;
    }
    const NamedCommand* command = nullptr;
    if (const auto* key = std::get_if<KeyPressed>(&event)) {
        command = commandFor(m_commands, *key);
    } else if (const auto* character = std::get_if<CharacterTyped>(&event)) {
        command = commandFor(m_commands, *character);
    }
    if (command == nullptr) {
        return;
    }
    // The keys copy what the mouse is on.
    const std::string value = command->id == "copy" ? valueUnderPointer() : std::string();
    if (!value.empty()) {
        m_commands.run("copy_value", {.text = value});
    } else {
        m_commands.run(command->id);
    }
}

void App::moveCamera() {
    m_views.rest(m_pointer.isPlacing(), static_cast<float>(m_frameSeconds));
    m_views.move(m_pointer.takeFlyKeys(), static_cast<float>(m_frameSeconds), m_layout);
    m_pointer.follow(m_frameSeconds);
}

void App::applyEdits() {
    m_openScene.showOpened();
    m_edits.apply();
    for (Feature* const feature : m_eachFeature) {
        feature->afterEdits();
    }
    m_player.forgetAbandonedBranch();
}

void App::draw() {
    const double start = Window::now();
    constexpr std::string_view kShaders = "shaders";
    if (const auto reloaded = m_stage->renderer().reloadShadersIfChanged(); !reloaded) {
        m_messages->postProblem(reloaded.problem().text, kShaders);
    } else if (*reloaded) {
        m_messages->dismiss(kShaders);
        m_screen.refresh();
    }
    if (m_window.isMinimised() || !m_layout.isVisible()) {
        m_panels->skip();
        return;
    }
    // Edits may have changed the flock since the camera was moved.
    m_stage->aim(m_player.shown(), m_player.alpha(), m_player.beside());
    m_player.noteCamera(m_views.wholePose(m_layout));
    drawScene();
    m_pointer.drawMarks();  // with the camera of this picture: outlines must not lag behind objects
    m_panels->draw();
    m_figures.noteFrame(std::max(Window::now() - start, m_screen.softwareSeconds()),
                        m_stage->sendingSeconds(), m_stage->renderer().passTimes());
}

void App::drawScene() {
    if (m_player.isRehearsing()) {
        m_screen.showAgain();
        return;
    }
    m_screen.shrinkWhenSlow(m_openScene.pictureSettings().shrinksWhenSlow);
    const Screen::Picture picture{.shown = m_player.shown(),
                                  .beside = m_player.beside(),
                                  .alpha = m_player.alpha(),
                                  .rings = m_stage->rings(),
                                  .isStill = m_player.isStill(),
                                  .now = m_frameStart};
    constexpr std::string_view kTopic = "picture";
    if (const Outcome drawn = m_screen.draw(*m_stage, picture, m_layout); !drawn) {
        m_messages->postProblem(drawn.problem().text, kTopic);
    } else {
        m_messages->dismiss(kTopic);
    }
    tellOfShaders();
}

/// Says, after a short delay, why the picture is not whole yet.
void App::tellOfShaders() {
    constexpr std::string_view kTopic = "compiling";
    constexpr double kMoment = 0.4;  // [s]
    if (!m_screen.isCompiling()) {
        m_compilingSince.reset();
        m_messages->dismiss(kTopic);
    } else if (!m_compilingSince) {
        m_compilingSince = m_frameStart;
    } else if (m_frameStart - *m_compilingSince > kMoment && m_messages->count() == 0) {
        m_messages->post("Compiling shaders for this graphics driver. The next start will be faster.",
                         kTopic);
        m_compilingSince = std::numeric_limits<double>::infinity();  // told
    }
}

void App::present() {
    m_player.send();
    ++m_frameCount;
    m_screen.present(m_frameStart);
    if (m_frameStart >= m_probeDue && !m_isProbeUnderWay) {
        writeProbeFile();
        m_probeDue = m_frameStart + kProbeInterval;
    }
}

void App::restart(std::uint64_t seed) {
    m_openScene.forgetRequests();
    for (Feature* const feature : m_eachFeature) {
        feature->restart();
    }
    m_player.restart(seed);
    m_figures.restart();
}

void App::finish(Lost lost) {
    for (Feature* const feature : m_eachFeature) {
        feature->finish();
    }
    m_openScene.finish(lost == Lost::window, m_frameStart);
}

void App::writeProbeFile() {
    if (m_options.probeFile.empty()) {
        return;
    }
    const auto& legend = m_stage->legend();
    std::string text = probeText({.shown = m_player.shown(),
                                  .camera = m_stage->camera(),
                                  .view = m_views.view().name,
                                  .items = m_panels->probe,
                                  .window = m_layout.window,
                                  .frame = m_frameCount,
                                  .isPaused = m_player.isPaused(),
                                  .isRewound = m_player.isRewound(),
                                  .isPanelShown = m_panels->isShown,
                                  .isHelpShown = m_panels->isHelpShown,
                                  .followed = m_stage->director().boid(),
                                  .message = m_messages->latest(),
                                  .messages = m_messages->count(),
                                  .samples = m_stage->renderer().samples(),
                                  .scale = m_screen.scale(),
                                  .legend = legend ? legend->title : std::string(),
                                  .galleryPictures = m_panels->gallery.pictureCount(),
                                  .timeScale = m_player.timeScale(),
                                  .measures = m_figures.figures().measures,
                                  .split = m_player.beside(),
                                  .spread = m_player.spread(),
                                  .selectedObject = m_pointer.selected(),
                                  .objectMarks = m_pointer.objectMarks(),
                                  .features = m_eachFeature});
    m_isProbeUnderWay = true;
    m_background.run(
        m_probes,
        [text = std::move(text), file = m_options.probeFile] {
            return writeFileAtomically(file, text, Overwrite::anything());
        },
        [this](const Outcome& written) {
            m_isProbeUnderWay = false;
            if (!written) {
                m_messages->postProblem(written.problem().text);
            }
        });
}

}  // namespace shoal
