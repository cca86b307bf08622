// Part of App: the state remembered from one run to the next.

#include <algorithm>
#include <system_error>
#include <utility>

#include <shoal/preset.hpp>

#include "app/files/remembered_scene.hpp"
#include "app/terminal/console.hpp"
#include "app/viewer/app.hpp"
#include "system/files/atomic_file.hpp"
#include "ui/widgets/fonts.hpp"

namespace shoal {

namespace {

/// Returns a preset's name unchanged, or a file's absolute path: the next run may start in another folder.
/// Empty if the next run cannot open it: it was pasted, or read from a pipe.
std::string originOf(const std::string& nameOrFile, const std::vector<PresetEntry>& presets) {
    if (isGivenDescriptor(nameOrFile)) {
        return {};
    }
    std::error_code error;
    const bool isPreset = std::ranges::find(presets, nameOrFile, &PresetEntry::name) != presets.end();
    const bool isFile = !isPreset && std::filesystem::exists(nameOrFile, error);
    const auto whole = isFile ? std::filesystem::absolute(nameOrFile, error) : std::filesystem::path();
    return isFile && !error ? whole.string() : nameOrFile;
}

}  // namespace

void App::restoreState(const ViewOptions& options) {
    m_panel.setLayout(m_state.panel);
    if (options.uiScale) {
        m_panel.setSize(static_cast<float>(*options.uiScale));
    }
    m_isSceneNamed = options.isSceneNamed;
    m_origin = originOf(options.scene.preset, m_presets);
    if (m_isSceneNamed) {
        noteOpened(options.scene.preset);
    }
    refreshRecent();
    if (m_isSceneNamed || !m_state.scene) {
        return;
    }
    const RememberedScene& remembered = *m_state.scene;
    auto recalled = recallScene(remembered, m_paths);
    const bool hasText = !remembered.edited.empty() || !remembered.pasted.empty();
    const bool isLost = hasText && (!recalled || recalled->areEditsLost);
    const auto aside = isLost ? copyAside(m_paths.viewerState()) : std::nullopt;
    const std::string copied = aside ? "; they are kept in " + aside->string() : "";
    if (!recalled) {
        reportProblem(recalled.problem().text + copied);
        return;
    }
    m_origin = remembered.origin;
    begin(std::move(recalled->now));
    m_player.adoptPreset(std::move(recalled->preset));
    notePreset();
    refreshRecent();
    m_stage->camera().apply(remembered.camera);
    if (remembered.isCameraTouched) {
        m_stage->camera().touch();
    }
    if (!recalled->remark.empty()) {
        m_messages.post(recalled->remark + copied);
    }
    offerReplaced();
}

/// Offers once what a second viewer replaced: other edits of this scene, and a pasted scene.
void App::offerReplaced() {
    const std::string shown = m_state.scene->edited.empty() ? std::string() : m_origin;
    bool isOffered = false;
    for (const std::string& origin : {shown, std::string()}) {
        isOffered = offerLeftEdits(origin) || isOffered;
        m_state.forgetLeft(origin);
    }
    if (isOffered) {
        m_messages.post("There are unsaved changes from another window: Ctrl+Z brings them back");
    }
}

void App::reportProblem(const std::string& text) {
    printLine(text);
    m_messages.postProblem(text);
}

void App::noteOpened(const std::string& nameOrFile) {
    m_origin = originOf(nameOrFile, m_presets);
    if (!m_origin.empty()) {
        m_state.noteOpened(m_origin);
    }
    refreshRecent();
}

/// Lists the recently opened scenes and takes, and marks the one shown now.
void App::refreshRecent() {
    m_recentItems.clear();
    for (const std::string& origin : m_state.recent) {
        const auto preset = std::ranges::find(m_presets, origin, &PresetEntry::name);
        const bool isFile = preset == m_presets.end();
        const std::filesystem::path file = origin;
        noteLetters(origin);
        m_recentItems.push_back({.origin = origin,
                                 .title = isFile ? file.filename().string() : preset->title,
                                 .hint = isFile ? origin : preset->watch,
                                 .isShown = origin == m_origin});
    }
}

void App::carryOut(const OpenRecent& command) {
    const std::string origin = m_recentItems[command.index].origin;
    const auto preset = std::ranges::find(m_presets, origin, &PresetEntry::name);
    if (preset != m_presets.end()) {
        carryOut(OpenPreset{static_cast<std::size_t>(preset - m_presets.begin())});
    } else {
        loadFiles({origin});
    }
}

/// Updates the state, except for the window's place.
void App::noteState() {
    m_state.panel = m_panel.layout();
    if (m_tour) {
        m_state.panel.folds = m_tour->folds;
        return;
    }
    // A scene named on the command line replaces the remembered one once the user changes it. A take leaves
    // the remembered scene unchanged, too.
    m_isSceneNamed = m_isSceneNamed && !m_history.canUndo();
    if (m_isSceneNamed || m_player.shown().playing() != nullptr) {
        return;
    }
    const Scene& preset = m_player.shown().loaded();
    if (m_editedRevision != m_player.shown().revision()) {
        m_editedRevision = m_player.shown().revision();
        const Scene& now = m_player.shown().simulation().scene();
        const bool isGiven = m_given && m_given->origin == m_origin;
        m_editedText = isGiven
                           ? editedText(withoutGiven(now, m_given->scene, m_given->preset), m_given->preset)
                           : editedText(now, preset);
        m_pastedText = m_origin.empty() ? presetText(preset) : std::string();
    }
    RememberedScene scene{.origin = m_origin,
                          .pasted = m_pastedText,
                          .edited = m_editedText,
                          .camera = m_stage->director().settingsToKeep(m_player.shown()),
                          .isCameraTouched = m_stage->camera().isTouched()};
    if (m_stage->camera().isCircling()) {
        // The camera turns by itself: the state would change in every frame.
        scene.camera.azimuth = preset.camera.azimuth;
    }
    m_state.scene = std::move(scene);
}

/// Keeps the unsaved edits of the scene that is about to be left. False if it has none.
bool App::noteLeft() {
    noteState();
    if (m_tour || m_isSceneNamed || m_player.shown().playing() != nullptr || m_editedText.empty()) {
        return false;
    }
    if (!m_origin.empty()) {
        m_state.noteLeft({m_origin, m_editedText});
    }
    return true;
}

void App::keepState() {
    if (const auto problem = m_keeper.problem()) {
        m_messages.postProblem(problem->text);
    }
    if (m_keeper.isDue(m_frameStart)) {
        m_state.window = m_window.place();
        noteState();
        m_keeper.keep(m_state, m_frameStart);
    }
}

void App::finish(Lost lost) {
    cancelSearch();
    m_phases.stop();
    finishRecording();
    if (lost != Lost::window) {
        m_state.window = m_window.place();
    }
    noteState();
    m_keeper.keep(m_state, m_frameStart);
    if (const Outcome kept = m_keeper.finish(); !kept) {
        printLine(kept.problem().text);
    }
}

}  // namespace shoal
