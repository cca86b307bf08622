// Part of OpenScene: the state remembered from one run to the next.

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "system/files/atomic_file.hpp"
#include "terminal/console.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/settings/remembered_scene.hpp"

namespace shoal {

namespace {

/// Empty if its text is no legal scene.
std::optional<Scene> sceneOf(const UnsavedScene& unsaved) {
    auto scene = parsePreset(unsaved.text, unsaved.file);
    return scene && scene->check() ? std::optional(std::move(*scene)) : std::nullopt;
}

bool isSame(const Scene& one, const Scene& other) {
    return editedText(one, other).empty();
}

}  // namespace

void OpenScene::start(PreparedDocument prepared) {
    const ViewOptions& options = m_services.options;
    refreshPresets();
    m_panels.panel.setLayout(m_state.panel);
    if (options.uiScale) {
        m_panels.panel.setSize(static_cast<float>(*options.uiScale));
    }
    m_origin = originOf(options.scene.preset);
    if (m_isSceneNamed) {
        noteOpened(options.scene.preset);
    } else if (m_state.scene) {
        restore(*m_state.scene);
    }
    refreshRecent();
    if (std::holds_alternative<Take>(prepared.document)) {
        show(std::move(prepared.document), options.scene.preset);
        m_edits.history() = {};  // nothing was shown before it
        return;
    }
    notePreset();
    if (options.scene.seed || options.scene.boids || !options.scene.assignments.empty()) {
        m_given = {m_player.shown().scene(), prepared.saved, m_origin};
        if (!options.scene.assignments.empty()) {
            // The panel marks what --set changes.
            m_player.adoptPreset(std::move(prepared.saved));
        }
    }
    if (m_isSceneNamed && !m_origin.empty()) {
        if (offerUnsaved() > 0) {
            postOffer();
        }
        m_offered = m_edits.history().done();
    }
}

void OpenScene::restore(const RememberedScene& remembered) {
    const auto kept = std::ranges::find_if(m_state.unsaved, [&](const UnsavedScene& unsaved) {
        return unsaved.file == remembered.edits && unsaved.origin == remembered.origin;
    });
    const bool hasEdits = kept != m_state.unsaved.end();
    const std::string file = hasEdits ? (unsavedFolder(m_paths.viewerState()) / kept->file).string() : "";
    auto recalled = recallScene(remembered.origin, hasEdits ? kept->text : "", m_paths);
    const bool isLost = hasEdits && (!recalled || !recalled->areEditsRead);
    const std::string where = isLost ? "; they are kept in " + file : "";
    if (!recalled) {
        reportProblem(recalled.problem().text + where);
        return;
    }
    begin(std::move(recalled->now));
    m_player.adoptPreset(std::move(recalled->preset));
    m_origin = recalled->isPresetGone ? file : remembered.origin;
    m_unsavedFile = isLost || recalled->isPresetGone ? std::string() : remembered.edits;
    m_stage.camera().apply(remembered.camera);
    if (remembered.isCameraTouched) {
        m_stage.camera().touch();
    }
    if (!recalled->remark.empty()) {
        m_messages.post(recalled->remark + where);
    }
    if (offerUnsaved() > 0) {
        m_messages.post("There are earlier unsaved changes: {undo} brings them back");
    }
}

void OpenScene::postOffer() {
    m_messages.post(fmt::format("\"{}\" had unsaved changes: {{undo}} brings them back",
                                presetTitle(m_player.shown().loaded)));
}

/// Offers the scene's edits of earlier times, the latest first. Returns the number of offers.
int OpenScene::offerUnsaved() {
    int offers = 0;
    for (auto unsaved = m_state.unsaved.rbegin(); unsaved != m_state.unsaved.rend(); ++unsaved) {
        offers += unsaved->origin == m_origin && offerEdits(*unsaved) ? 1 : 0;
    }
    return offers;
}

/// Notes edits of the scene as a step to undo. False if they are shown.
bool OpenScene::offerEdits(const UnsavedScene& unsaved) {
    const Scene& shown = m_player.shown().scene();
    auto edited = sceneOf(unsaved);
    if (!edited || isSame(*edited, shown)) {
        return false;
    }
    const Scene& preset = m_player.shown().loaded;
    edited->name = preset.name;
    m_edits.history().noteReplaced({preset, std::move(*edited), m_origin}, {preset, shown, m_origin});
    return true;
}

/// Returns a preset's name unchanged, or a file's absolute path: the next run may start in another folder.
/// Empty if the next run cannot open it: it was pasted, or read from a pipe.
std::string OpenScene::originOf(const std::string& nameOrFile) const {
    if (isGivenDescriptor(nameOrFile)) {
        return {};
    }
    // At the start the presets are not listed yet: as openNamed(), which has opened it.
    const bool hasSlash = nameOrFile.find('/') != std::string::npos;
    std::error_code error;
    const bool isFile = !isBuiltinPreset(nameOrFile) && m_presets.named(nameOrFile) == nullptr &&
                        (hasSlash ? std::filesystem::exists(nameOrFile, error)
                                  : std::filesystem::is_regular_file(nameOrFile, error));
    const auto whole = isFile ? std::filesystem::absolute(nameOrFile, error) : std::filesystem::path();
    return isFile && !error ? whole.string() : nameOrFile;
}

void OpenScene::holdState(Folds folds) {
    noteState();
    m_heldFolds = std::move(folds);
}

/// Updates the state, except for the window's place.
void OpenScene::noteState() {
    m_state.panel = m_panels.panel.layout();
    if (m_heldFolds) {
        m_state.panel.folds = *m_heldFolds;
        return;
    }
    // A scene named on the command line replaces the remembered one once the user changes it. A take leaves
    // the remembered scene unchanged, too.
    m_isSceneNamed = m_isSceneNamed && m_edits.history().done() == m_offered;
    const Instant& shown = m_player.shown();
    if (m_isSceneNamed || shown.playing != nullptr) {
        return;
    }
    const Scene& preset = shown.loaded;
    if (m_keptRevision != shown.revision) {
        m_keptRevision = shown.revision;
        const bool isGiven = m_given && m_given->origin == m_origin;
        if (m_origin.empty() && !m_isFresh) {
            m_origin = keepPasted();
            m_given = isGiven ? GivenScene{m_given->scene, m_given->preset, m_origin} : m_given;
        }
        const Scene& now = shown.scene();
        keepEdits(isGiven ? editedText(withoutGiven(now, m_given->scene, m_given->preset), m_given->preset)
                          : editedText(now, preset));
    }
    RememberedScene scene{.origin = m_origin,
                          .edits = m_unsavedFile,
                          .camera = m_stage.director().settingsToKeep(shown),
                          .isCameraTouched = m_stage.camera().isTouched()};
    if (m_stage.camera().isCircling()) {
        // The camera turns by itself: the state would change in every frame.
        scene.camera.azimuth = preset.camera.azimuth;
    }
    m_state.scene = std::move(scene);
}

/// Keeps unsaved edits of the scene that is about to be left. False if it has no edits.
bool OpenScene::noteLeft() {
    noteState();
    return !m_heldFolds && !m_isSceneNamed && m_player.shown().playing == nullptr && !m_unsavedFile.empty();
}

/// Keeps the scene's edits; an empty text if it has none.
void OpenScene::keepEdits(std::string text) {
    const auto kept = std::ranges::find(m_state.unsaved, m_unsavedFile, &UnsavedScene::file);
    if (kept != m_state.unsaved.end()) {
        if (kept->text == text) {
            return;
        }
        if (kept->isOwn && !text.empty()) {
            kept->text = std::move(text);
            return;
        }
        m_state.unsaved.erase(kept);  // another viewer may show them, too: the new ones get a new file
    }
    m_unsavedFile = text.empty() ? std::string() : keepUnsaved(newUnsaved(m_origin, std::move(text)));
}

/// Returns the file's name.
std::string OpenScene::keepUnsaved(UnsavedScene scene) {
    const std::string file = scene.file;
    if (!addUnsaved(m_state.unsaved, std::move(scene))) {
        m_messages.postProblem(
            fmt::format("The oldest unsaved changes are not kept any longer: there is room for {} scenes",
                        UnsavedScene::kMaxCount));
    }
    return file;
}

/// Keeps a scene that comes from no file the next run could open. Returns its file.
std::string OpenScene::keepPasted() {
    UnsavedScene pasted = newUnsaved({}, presetText(m_player.shown().loaded));
    const auto kept = std::ranges::find_if(m_state.unsaved, [&](const UnsavedScene& each) {
        return each.origin.empty() && each.text == pasted.text;
    });
    const auto file = unsavedFolder(m_paths.viewerState()) /
                      (kept != m_state.unsaved.end() ? kept->file : keepUnsaved(std::move(pasted)));
    m_state.noteOpened(file.string());
    refreshRecent();
    return file.string();
}

/// Continues edits that are shown again.
void OpenScene::adoptUnsaved() {
    const auto kept = std::ranges::find_if(m_state.unsaved, [&](const UnsavedScene& unsaved) {
        const auto scene = unsaved.origin == m_origin ? sceneOf(unsaved) : std::nullopt;
        return scene && isSame(*scene, m_player.shown().scene());
    });
    if (kept != m_state.unsaved.end() && !m_origin.empty()) {
        m_unsavedFile = kept->file;
        std::rotate(m_state.unsaved.begin(), kept, std::next(kept));
    }
}

void OpenScene::keep(double now) {
    constexpr std::string_view kTopic = "state file";
    if (const auto problem = m_keeper.problem()) {
        m_messages.postProblem(problem->text, kTopic);
    } else if (!m_keeper.hasFailed()) {
        m_messages.dismiss(kTopic);
    }
    if (m_keeper.isDue(now)) {
        m_state.window = m_window.place();
        noteState();
        m_keeper.keep(m_state, now);
    }
}

void OpenScene::finish(bool isWindowLost, double now) {
    if (!isWindowLost) {
        m_state.window = m_window.place();
    }
    noteState();
    m_keeper.keep(m_state, now);
    if (const Outcome kept = m_keeper.finish(); !kept) {
        printLine(kept.problem().text);
    }
}

void OpenScene::reportProblem(const std::string& text) {
    printLine(text);
    m_messages.postProblem(text);
}

}  // namespace shoal
