// Part of OpenScene: the state remembered from one run to the next.

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "system/files/atomic_file.hpp"
#include "terminal/console.hpp"
#include "viewer/files/remembered_scene.hpp"
#include "viewer/open_scene.hpp"

namespace shoal {

namespace {

/// Returns what was left; empty if its text is empty or no legal scene.
std::optional<Scene> sceneOf(const LeftEdits& left) {
    auto scene =
        left.edited.empty() ? Result<Scene>(Problem{}) : parsePreset(left.edited, "the remembered scene");
    return scene && scene->check() ? std::optional(std::move(*scene)) : std::nullopt;
}

bool isSame(const Scene& one, const Scene& other) {
    return editedText(one, other).empty();
}

bool isOf(const LeftEdits& left, const std::string& origin, const Scene& scene) {
    const auto was = left.origin == origin ? sceneOf(left) : std::nullopt;
    return was && isSame(*was, scene);
}

}  // namespace

void OpenScene::start(PreparedDocument prepared, const ViewOptions& options) {
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
        offerRemembered();
    }
}

void OpenScene::restore(const RememberedScene& remembered) {
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
    if (!hasEdits(remembered) && !remembered.edited.empty()) {
        m_offers.push_back({m_origin, remembered.edited});
    }
    begin(std::move(recalled->now));
    m_player.adoptPreset(std::move(recalled->preset));
    m_stage.camera().apply(remembered.camera);
    if (remembered.isCameraTouched) {
        m_stage.camera().touch();
    }
    if (!recalled->remark.empty()) {
        m_messages.post(recalled->remark + copied);
    }
    offerReplaced();
}

/// Offers what another scene replaced: other edits of this one, and a pasted scene.
void OpenScene::offerReplaced() {
    const int offers = offerLeftEdits(m_origin) + (m_origin.empty() ? 0 : offerLeftEdits({}));
    if (offers > 0) {
        m_messages.post("There are earlier unsaved changes: {undo} brings them back");
    }
}

/// Offers the edits that the scene named on the command line has from earlier runs.
void OpenScene::offerRemembered() {
    const bool isLeft = offerLeftEdits(m_origin) > 0;
    const bool isLast = m_state.scene && m_state.scene->origin == m_origin;
    if ((isLast && offerEdits({m_origin, m_state.scene->edited})) || isLeft) {
        postOffer();
    }
    m_offered = m_edits.history().done();
}

void OpenScene::postOffer() {
    m_messages.post(fmt::format("\"{}\" had unsaved changes: {{undo}} brings them back",
                                presetTitle(m_player.shown().loaded)));
}

/// Offers what was left of an origin, the latest first. Returns the number of offers.
int OpenScene::offerLeftEdits(const std::string& origin) {
    int offers = 0;
    std::for_each(m_state.left.rbegin(), m_state.left.rend(), [&](const LeftEdits& left) {
        offers += left.origin == origin && offerEdits(left) ? 1 : 0;
    });
    return offers;
}

/// Notes the edits that a scene had when it was last left, as a step to undo. False if the same are shown.
bool OpenScene::offerEdits(const LeftEdits& left) {
    const Scene& shown = m_player.shown().scene();
    auto edited = sceneOf(left);
    if (!edited || isSame(*edited, shown)) {
        return false;
    }
    const std::string& origin = left.origin;
    Scene preset = origin == m_origin && !origin.empty() ? m_player.shown().loaded : *edited;
    edited->name = preset.name;
    m_edits.history().noteReplaced({std::move(preset), std::move(*edited), origin},
                                   {m_player.shown().loaded, shown, m_origin});
    m_offers.push_back(left);
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
    if (m_isSceneNamed && m_edits.history().done() != m_offered) {
        m_isSceneNamed = false;
        if (m_state.scene && !m_state.scene->edited.empty()) {
            keepLeft({m_state.scene->origin, m_state.scene->edited});
        }
    }
    const Instant& shown = m_player.shown();
    if (m_isSceneNamed || shown.playing != nullptr) {
        return;
    }
    const Scene& preset = shown.loaded;
    if (m_editedRevision != shown.revision) {
        m_editedRevision = shown.revision;
        const Scene& now = shown.scene();
        const bool isGiven = m_given && m_given->origin == m_origin;
        m_editedText = isGiven
                           ? editedText(withoutGiven(now, m_given->scene, m_given->preset), m_given->preset)
                           : editedText(now, preset);
        m_pastedText = m_origin.empty() ? presetText(preset) : std::string();
        if (m_editedText.empty() && !m_pastedText.empty() && isOffer()) {
            m_editedText = m_pastedText;  // edits of an earlier run, which nothing else holds
        }
    }
    RememberedScene scene{.origin = m_origin,
                          .pasted = m_pastedText,
                          .edited = m_editedText,
                          .camera = m_stage.director().settingsToKeep(shown),
                          .isCameraTouched = m_stage.camera().isTouched()};
    if (m_stage.camera().isCircling()) {
        // The camera turns by itself: the state would change in every frame.
        scene.camera.azimuth = preset.camera.azimuth;
    }
    m_state.scene = std::move(scene);
}

/// Keeps what is unsaved of the scene that is about to be left. False if it has no edits.
bool OpenScene::noteLeft() {
    noteState();
    if (m_heldFolds || m_isSceneNamed || m_player.shown().playing != nullptr) {
        return false;
    }
    if (!m_editedText.empty()) {
        keepLeft({m_origin, m_editedText});
    }
    return !m_editedText.empty();
}

void OpenScene::keepLeft(LeftEdits left) {
    if (!m_state.noteLeft(std::move(left))) {
        m_messages.postProblem(fmt::format(
            "Unsaved changes of a scene that was left are not kept for later: there is room for {} "
            "scenes and {} KiB",
            ViewerState::kMaxLeft, ViewerState::kMaxLeftBytes / 1024));
    }
}

/// Forgets what was left of the origin if it is `shown` again.
void OpenScene::forgetLeft(const Scene& shown) {
    std::erase_if(m_state.left, [&](const LeftEdits& left) { return isOf(left, m_origin, shown); });
}

/// Whether the scene is one that an earlier run left, unchanged.
bool OpenScene::isOffer() const {
    return std::ranges::any_of(
        m_offers, [&](const LeftEdits& left) { return isOf(left, m_origin, m_player.shown().scene()); });
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
