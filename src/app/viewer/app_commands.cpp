// Part of App: commands of the panels, the keys and the mouse.

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
    std::optional<Action> action;
    if (const auto* key = std::get_if<KeyPressed>(&event)) {
        m_pressedKeys.push_back(key->code);
        action = actionFor(*key);
    } else if (const auto* character = std::get_if<CharacterTyped>(&event)) {
        action = actionFor(*character);
    }
    if (action) {
        carryOut(*action);
    }
}

bool App::isPointerOverPanel() const {
    return ImGui::GetIO().WantCaptureMouse;
}

void App::carryOut(const Commands& commands) {
    for (const Command& command : commands) {
        std::visit([this](const auto& each) { carryOut(each); }, command);
    }
}

void App::carryOut(Action action) {
    switch (action) {
        case Action::pause:
            m_player.startOverAtEnd();
            m_player.setPaused(!m_player.isPaused());
            break;
        case Action::singleStep:
            m_player.stepOnce();
            break;
        case Action::restart:
            if (m_player.shown().playing() != nullptr) {
                m_player.rewind();
            } else {
                restart(m_player.shown().simulation().scene().seed);
            }
            break;
        case Action::frameFlock:
            m_stage->director().frameFlock(m_player.shown());
            break;
        case Action::nextView:
            showView(1);
            break;
        case Action::previousView:
            showView(-1);
            break;
        case Action::eyes:
            lookThroughEyes();
            break;
        case Action::keepSettings:
            keepSettings();
            break;
        case Action::compare:
            compareSettings();
            break;
        case Action::sideBySide:
            toggleSplit();
            break;
        case Action::morph:
            morphSettings();
            break;
        case Action::copy:
            copySettings();
            break;
        case Action::paste:
            pasteSettings();
            break;
        case Action::undo:
            stopMorph();
            travel(m_history.undo(), "undo");
            break;
        case Action::redo:
            stopMorph();
            travel(m_history.redo(), "redo");
            break;
        case Action::lead:
            makeChosenLeader();
            break;
        case Action::tour:
            startTour();
            break;
        case Action::gallery:
            toggleGallery();
            break;
        case Action::openFile:
            showFileDialog();
            break;
        case Action::inspect:
            toggleInspector();
            break;
        case Action::help:
            m_isHelpShown = !m_isHelpShown;
            if (m_isHelpShown && m_gallery.isOpen()) {
                releaseKeyboard();  // the search field: the next Esc closes the help
            }
            break;
        case Action::measures:
            if (m_isPanelShown || !m_panel.isStripShown()) {
                m_panel.toggleStrip();
            }
            m_isPanelShown = true;
            break;
        case Action::hidePanel:
            m_isPanelShown = !m_isPanelShown;
            break;
        case Action::larger:
        case Action::smaller:
            m_panel.setSize(nextSize(m_panel.layout().look.size, action == Action::larger));
            break;
        case Action::usualSize:
            m_panel.setSize(1.0f);
            break;
        case Action::fullScreen:
            m_window.toggleFullScreen();
            break;
        case Action::screenshot:
            saveScreenshotNow();
            break;
        case Action::film:
            toggleFilm();
            break;
        case Action::capture:
            m_capturePanel.toggle();
            break;
        case Action::recordTake:
            recordTake();
            break;
        case Action::keepTake:
            m_takeDesk.keep();
            break;
        case Action::removeObject:
            removeSelected();
            break;
        case Action::stopFollowing:
            stepCameraBack();
            break;
        case Action::varyALittle:
            explore(Distance::near);
            break;
        case Action::varyMuch:
            explore(Distance::far);
            break;
        case Action::goLive:
            goLive();
            break;
        case Action::takeCamera:
            m_player.toggleCamera();
            break;
        case Action::cancelFilm:
            m_films.cancel();
            break;
        case Action::manual:
            openManual();
            break;
        case Action::tourBack:
        case Action::tourNext:
            if (m_tour) {
                showExperiment(action == Action::tourNext ? m_tour->step + 1 : m_tour->step - 1);
            }
            break;
        case Action::cancel:
            cancel();
            break;
        case Action::quit:
            m_window.close();
            break;
    }
}

/// Ends one thing for an Esc that no panel took: a morph, the help, the comparison, the selection, or
/// following.
void App::cancel() {
    if (m_morph) {
        stopMorph();
    } else if (m_isHelpShown) {
        m_isHelpShown = false;
        stepCameraBack();
    } else if (m_split && !m_stage->director().boid()) {
        endSplit();
    } else if (!m_objectTool.selected().empty()) {
        m_objectTool.select({});
    } else {
        stepCameraBack();
    }
}

void App::makeChosenLeader() {
    const std::optional<BoidName> chosen = m_stage->director().boid();
    if (!chosen) {
        m_messages.post("Click a boid, then press L");
        return;
    }
    stopMorph();
    const Species& species = m_player.shown().simulation().scene().species[chosen->species];
    const std::string rule = fmt::format("species.{}.follow_leader", species.name);
    const auto* follows =
        m_player.shown().simulation().scene().species[chosen->species].rules.find("follow_leader");
    const bool isNew = follows != nullptr && !follows->isEnabled;
    m_player.queue({rule + ".leader", static_cast<double>(chosen->id)});
    m_player.queue({rule + ".enabled", 1.0});
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

void App::carryOut(const SetTunables& command) {
    stopMorph();
    // A full reset already restores the loaded world.
    const bool makesRoom = command.edits.size() == 1;
    for (const Edit& edit : command.edits) {
        if (makesRoom) {
            for (const Edit& room :
                 roomFor(m_player.shown().loaded(), m_player.shown().simulation().scene(), edit)) {
                queue(room);
            }
        }
        queue(edit);
    }
}

void App::carryOut(const Select& command) {
    m_objectTool.select(command.key);
}

void App::carryOut(const Restart& command) {
    restart(command.seed);
}

void App::carryOut(const SetTimeScale& command) {
    m_player.setTimeScale(command.scale);
}

void App::queue(const Edit& edit) {
    constexpr std::string_view kPrefix = "camera.";
    if (!edit.key.starts_with(kPrefix)) {
        m_player.queue(edit);
        return;
    }
    // The scene's camera is the initial one; the viewer's camera has moved on since.
    CameraSettings settings = m_stage->camera().settings();
    const Tunables tunables{&settings, CameraSettings::parameters};
    if (const auto index = tunables.find(std::string_view(edit.key).substr(kPrefix.size()))) {
        const Parameter& parameter = tunables.parameters[*index];
        m_player.queue(edit, parameter.shown(tunables.get(*index)));
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
    auto image = Recorder::picture(film, m_player.shown(), *m_stage, m_player.alpha(), wholePose());
    if (!image) {
        m_messages.postProblem(image.problem().text);
        return;
    }
    withTakeOfNow([this, image = std::move(*image), name = m_player.shown().loaded().name,
                   isSplit = m_split != nullptr](const Take& take) {
        m_background.run([image, name, folder = m_paths.pictures(),
                          take] { return saveScreenshot(image, name, folder, takeText(take)); },
                         [this, isSplit](const Result<std::filesystem::path>& saved) {
                             if (saved) {
                                 m_messages.post(fmt::format("Saved {}{}", saved->string(),
                                                             isSplit ? ", which shows B alone" : ""));
                             } else {
                                 m_messages.postProblem(saved.problem().text);
                             }
                         },
                         Background::AtEnd::awaited);
    });
}

PanelInput App::panelInput() const {
    static const std::vector<ViewItem> views = [] {
        std::vector<ViewItem> items;
        for (const CameraView& view : sceneViews()) {
            items.push_back({view.name, view.help});
        }
        return items;
    }();
    return {.scene = &m_player.shown().simulation().scene(),
            .loaded = &m_player.shown().loaded(),
            .revision = m_player.shown().revision(),
            .camera = m_stage->camera().settings(),
            .isCameraTurning = m_stage->camera().isCircling(),
            .views = views,
            .viewIndex = static_cast<std::size_t>(&m_stage->director().view() - sceneViews().data()),
            .presets = m_presetItems,
            .presetIndex = m_presetIndex,
            .copyTitle = m_copyTitle,
            .recent = m_recentItems,
            .stepCount = m_player.shown().simulation().stepCount(),
            .timeScale = m_player.timeScale(),
            .isPaused = m_player.isPaused(),
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
