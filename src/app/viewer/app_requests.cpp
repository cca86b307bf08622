// Part of App: requests from the panel, the keys and the mouse.

#include <algorithm>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/files/user_files.hpp"
#include "app/film/recorder.hpp"
#include "app/viewer/app.hpp"
#include "app/window/key_map.hpp"
#include "sim/scene/population.hpp"
#include "ui/widgets/keyboard.hpp"

namespace shoal {

namespace {

constexpr int kScreenshotSamples = 8;

}  // namespace

void App::handle(const InputEvent& event) {
    const bool isOverPanel = isPointerOverPanel();
    // The camera always needs the pointer's position.
    if (!handleObjects(event, !isOverPanel) || std::holds_alternative<PointerMoved>(event)) {
        if (const auto at = m_cameraInput.handle(event, m_stage->camera(), isOverPanel,
                                                 static_cast<double>(m_layout.height()))) {
            click(*at);
        }
    }
    if (const auto* dropped = std::get_if<FilesDropped>(&event)) {
        loadFiles(dropped->files);
    }
    // Text typed into a field is not a command.
    if (ImGui::GetIO().WantTextInput && isForTextField(event)) {
        return;
    }
    std::optional<Command> command;
    if (const auto* key = std::get_if<KeyPressed>(&event)) {
        m_pressedKeys.push_back(key->code);
        command = commandFor(*key);
    } else if (const auto* character = std::get_if<CharacterTyped>(&event)) {
        command = commandFor(*character);
    }
    if (command) {
        execute(*command);
    }
}

bool App::isPointerOverPanel() const {
    return ImGui::GetIO().WantCaptureMouse;
}

void App::execute(Command command) {
    switch (command) {
        case Command::pause:
            m_player.startOverAtEnd();
            m_player.clock().setPaused(!m_player.clock().isPaused());
            break;
        case Command::singleStep:
            m_player.clock().setPaused(true);
            m_player.clock().requestSingleStep();
            break;
        case Command::restart:
            if (const Take* take = m_session.playing()) {
                m_player.replay().rewind(*take);
            } else {
                restart(m_session.simulation().scene().seed);
            }
            break;
        case Command::frameFlock:
            m_stage->director().frameFlock(m_session);
            break;
        case Command::nextView:
            showView(1);
            break;
        case Command::previousView:
            showView(-1);
            break;
        case Command::eyes:
            lookThroughEyes();
            break;
        case Command::keepSettings:
            keepSettings();
            break;
        case Command::compare:
            compareSettings();
            break;
        case Command::sideBySide:
            toggleSplit();
            break;
        case Command::morph:
            morphSettings();
            break;
        case Command::copy:
            copySettings();
            break;
        case Command::paste:
            pasteSettings();
            break;
        case Command::undo:
            stopMorph();
            travel(m_history.undo(), "undo");
            break;
        case Command::redo:
            stopMorph();
            travel(m_history.redo(), "redo");
            break;
        case Command::lead:
            makeChosenLeader();
            break;
        case Command::tour:
            startTour();
            break;
        case Command::gallery:
            toggleGallery();
            break;
        case Command::openFile:
            showFileDialog();
            break;
        case Command::inspect:
            toggleInspector();
            break;
        case Command::help:
            m_isHelpShown = !m_isHelpShown;
            if (m_isHelpShown && m_gallery.isOpen()) {
                releaseKeyboard();  // the search field: the next Esc closes the help
            }
            break;
        case Command::measures:
            if (m_isPanelShown || !m_panel.isStripShown()) {
                m_panel.toggleStrip();
            }
            m_isPanelShown = true;
            break;
        case Command::hidePanel:
            m_isPanelShown = !m_isPanelShown;
            break;
        case Command::larger:
        case Command::smaller:
            m_panel.setSize(nextSize(m_panel.layout().look.size, command == Command::larger));
            break;
        case Command::usualSize:
            m_panel.setSize(1.0f);
            break;
        case Command::fullScreen:
            m_window.toggleFullScreen();
            break;
        case Command::screenshot:
            saveScreenshotNow();
            break;
        case Command::film:
            toggleFilm();
            break;
        case Command::capture:
            m_capturePanel.toggle();
            break;
        case Command::recordTake:
            recordTake();
            break;
        case Command::keepTake:
            m_takeDesk.keep();
            break;
        case Command::removeObject:
            removeSelected();
            break;
        case Command::cancel:
            if (m_morph) {
                stopMorph();
                break;
            }
            if (!m_isHelpShown && !m_stage->director().boid() && m_split) {
                endSplit();
                break;
            }
            if (!m_objectTool.selected().empty() && !m_isHelpShown) {
                m_objectTool.select({});
                break;
            }
            m_isHelpShown = false;
            stepCameraBack();
            break;
        case Command::quit:
            m_window.close();
            break;
    }
}

void App::makeChosenLeader() {
    const std::optional<BoidName> chosen = m_stage->director().boid();
    if (!chosen) {
        m_messages.post("Click a boid, then press L");
        return;
    }
    stopMorph();
    const Species& species = m_session.simulation().scene().species[chosen->species];
    const std::string rule = fmt::format("species.{}.follow_leader", species.name);
    const auto* follows = m_session.simulation().scene().species[chosen->species].rules.find("follow_leader");
    const bool isNew = follows != nullptr && !follows->isEnabled;
    m_session.queue({rule + ".leader", static_cast<double>(chosen->id)});
    m_session.queue({rule + ".enabled", 1.0});
    m_messages.post(fmt::format("{} {} leads{}", species.name, chosen->id,
                                isNew ? ". The rule \"Follow leader\" is now on" : ""));
}

FlyKeys App::heldFlyKeys() const {
    const ImGuiIO& io = ImGui::GetIO();
    if (!m_keyboard.isIn(KeyboardPlace::picture) || m_keyboard.isInGallery() || io.WantTextInput ||
        io.KeyCtrl || io.KeySuper || io.KeyAlt) {
        return {};
    }
    // A key that was pressed and released within a slow frame counts as held during that frame.
    const auto isHeld = [this](int code) {
        return m_window.isHeld(code) || std::ranges::find(m_pressedKeys, code) != m_pressedKeys.end();
    };
    const auto [ahead, left, back, right, down, up] = flyCodes(Window::labelAt);
    return {.left = isHeld(left),
            .right = isHeld(right),
            .up = isHeld(up),
            .down = isHeld(down),
            .ahead = isHeld(ahead),
            .back = isHeld(back)};
}

void App::applyRequests(const PanelRequests& requests) {
    if (!requests.edits.empty()) {
        stopMorph();
    }
    // A full reset already restores the loaded world.
    const bool makesRoom = requests.edits.size() == 1;
    for (const Edit& edit : requests.edits) {
        if (makesRoom) {
            for (const Edit& room : roomFor(m_session.loaded(), m_session.simulation().scene(), edit)) {
                queue(room);
            }
        }
        queue(edit);
    }
    if (requests.selects) {
        m_objectTool.select(*requests.selects);
    }
    if (requests.removesSelected) {
        removeSelected();
    }
    if (requests.adds) {
        addObject(*requests.adds);
    }
    if (requests.undoes) {
        execute(Command::undo);
    }
    if (requests.redoes) {
        execute(Command::redo);
    }
    if (requests.variesALittle || requests.variesMuch) {
        explore(requests.variesMuch ? Distance::far : Distance::near);
    }
    if (requests.comparesSettings) {
        execute(ImGui::GetIO().KeyShift ? Command::keepSettings : Command::compare);
    }
    if (requests.splits) {
        execute(Command::sideBySide);
    }
    if (requests.morphs) {
        execute(Command::morph);
    }
    if (requests.timeScale) {
        m_player.clock().setTimeScale(*requests.timeScale);
    }
    if (requests.togglesPause) {
        execute(Command::pause);
    }
    if (requests.stepsOnce) {
        execute(Command::singleStep);
    }
    if (requests.seed) {
        restart(*requests.seed);
    } else if (requests.restarts) {
        execute(Command::restart);
    }
    if (requests.framesFlock) {
        execute(Command::frameFlock);
    }
    if (requests.stopsFollowing) {
        stepCameraBack();
    }
    if (requests.view) {
        chooseView(*requests.view);
    }
    if (requests.recordsTake) {
        recordTake();
    }
    if (requests.keepsTake) {
        m_takeDesk.keep();
    }
    if (requests.take) {
        openTake(*requests.take);
    }
    if (requests.takesPicture) {
        execute(Command::screenshot);
    }
    if (requests.togglesCapture) {
        execute(Command::capture);
    }
    if (requests.togglesGallery) {
        execute(Command::gallery);
    }
    if (!requests.address.empty()) {
        openAddress(requests.address);
    }
    if (requests.startsTour) {
        execute(Command::tour);
    }
    if (requests.togglesHelp) {
        execute(Command::help);
    }
    if (requests.saveAs) {
        savePresetAs(*requests.saveAs, requests.isOverwriteConfirmed);
    }
    if (requests.preset) {
        loadListedPreset(*requests.preset);
    }
    if (requests.recent) {
        openRecent(*requests.recent);
    }
}

void App::queue(const Edit& edit) {
    constexpr std::string_view kPrefix = "camera.";
    if (!edit.key.starts_with(kPrefix)) {
        m_session.queue(edit);
        return;
    }
    // The scene's camera is the initial one; the viewer's camera has moved on since.
    CameraSettings settings = m_stage->camera().settings();
    const Tunables tunables{&settings, CameraSettings::parameters};
    if (const auto index = tunables.find(std::string_view(edit.key).substr(kPrefix.size()))) {
        const Parameter& parameter = tunables.parameters[*index];
        m_session.queue(edit, parameter.shown(tunables.get(*index)));
        tunables.set(*index, parameter.stored(edit.shown));
        m_stage->camera().apply(settings);
    }
}

void App::saveScreenshotNow() {
    const Window::Size size = m_layout.framebuffer;
    if (!m_layout.isVisible()) {
        return;
    }
    const Film film{.size = {size.width, size.height}, .samples = kScreenshotSamples};
    auto image = Recorder::picture(film, m_session, *m_stage, m_player.alpha(), wholePose());
    if (!image) {
        m_messages.postProblem(image.problem().text);
        return;
    }
    m_background.run([image = std::move(*image), name = m_session.loaded().name, folder = m_paths.pictures(),
                      take = takeOfNow()] { return saveScreenshot(image, name, folder, takeText(take)); },
                     [this, isSplit = m_split != nullptr](const Result<std::filesystem::path>& saved) {
                         if (saved) {
                             m_messages.post(fmt::format("Saved {}{}", saved->string(),
                                                         isSplit ? ", which shows B alone" : ""));
                         } else {
                             m_messages.postProblem(saved.problem().text);
                         }
                     },
                     Background::AtEnd::awaited);
}

PanelInput App::panelInput() const {
    static const std::vector<ViewItem> views = [] {
        std::vector<ViewItem> items;
        for (const CameraView& view : sceneViews()) {
            items.push_back({view.name, view.help});
        }
        return items;
    }();
    return {.scene = &m_session.simulation().scene(),
            .loaded = &m_session.loaded(),
            .revision = m_session.revision(),
            .camera = m_stage->camera().settings(),
            .isCameraTurning = m_stage->camera().isCircling(),
            .views = views,
            .viewIndex = static_cast<std::size_t>(&m_stage->director().view() - sceneViews().data()),
            .presets = m_presetItems,
            .presetIndex = m_presetIndex,
            .copyTitle = m_copyTitle,
            .recent = m_recentItems,
            .stepCount = m_session.simulation().stepCount(),
            .timeScale = m_player.clock().timeScale(),
            .isPaused = m_player.clock().isPaused(),
            .hasKeyboard = m_keyboard.isIn(KeyboardPlace::panel),
            .canUndo = m_history.canUndo(),
            .canRedo = m_history.canRedo(),
            .otherSettings = m_other ? m_other->letter : '\0',
            .isSplit = m_split != nullptr,
            .besideHistory = m_split ? &m_split->history() : nullptr,
            .phases = &m_phases.grid(),
            .morphProgress = morphProgress(),
            .chosenBoid = followedName(),
            .selectedObject = m_objectTool.selected(),
            .coveredBelow = m_layout.timelineHeight,
            .inspector = inspectorInput(),
            .figures = m_figures.figures(),
            .takes = m_takeDesk.panelInput(),
            .graphics = m_graphics};
}

void App::postOutcome(const Outcome& outcome, const std::string& success) {
    if (outcome) {
        m_messages.post(success);
    } else {
        m_messages.postProblem(outcome.problem().text);
    }
}

}  // namespace shoal
