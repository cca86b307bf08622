// Part of App: the scene shown and its origin, and saving it.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/files/remembered_scene.hpp"
#include "app/files/user_files.hpp"
#include "app/film/recorder.hpp"
#include "app/state/preset_picture.hpp"
#include "app/terminal/console.hpp"
#include "app/viewer/app.hpp"
#include "system/files/atomic_file.hpp"
#include "ui/sliders/scene_view.hpp"
#include "ui/widgets/fonts.hpp"

namespace shoal {

namespace {

constexpr int kPictureSamples = 8;

std::string titleOf(const Scene& preset) {
    return preset.title.empty() ? preset.name : preset.title;
}

}  // namespace

void App::travel(const EditHistory::Step& step, std::string_view what) {
    if (step.isEmpty()) {
        m_messages.post(fmt::format("There is nothing to {}", what));
        return;
    }
    if (step.scene) {
        noteLeft();
        goBackTo(*step.scene);
        if (!editedText(step.scene->now, step.scene->preset).empty()) {
            m_state.forgetLeft(m_origin);
        }
        m_messages.post(fmt::format("Back to {}", titleOf(step.scene->preset)));
    }
    for (const Edit& edit : step.edits) {
        queue(edit);
    }
    // The history holds these changes already.
    [[maybe_unused]] const auto problems = m_player.applyQueued();
    markEdits(m_player.takeChanges());
}

/// Applies edits made together as one gesture of their own.
void App::applyAsOneGesture(const std::vector<Edit>& edits) {
    applyEdits();
    m_history.endGesture();
    for (const Edit& edit : edits) {
        queue(edit);
    }
    applyEdits();
    m_history.endGesture();
}

/// Marks changes of the flock in the plots, except a point that follows the mouse pointer: it always moves.
void App::markEdits(const std::vector<Change>& changes) {
    const auto& points = m_player.shown().simulation().scene().attractors;
    std::vector<std::string> keys;
    for (const Change& change : changes) {
        const bool follows = std::ranges::any_of(points, [&](const Attractor& point) {
            return point.followsPointer && change.key.starts_with("attractor." + point.name + ".");
        });
        if (movesFlock(change.key) && !follows) {
            keys.push_back(change.key);
        }
    }
    m_figures.noteEdits(m_player.shown().simulation(), keys);
}

EditHistory::Edited App::editedNow() const {
    EditHistory::Edited edited{m_player.shown().loaded(), m_player.shown().simulation().scene(), m_origin};
    edited.now.camera = m_stage->director().settingsToKeep(m_player.shown());
    return edited;
}

void App::goBackTo(EditHistory::Edited edited) {
    begin(std::move(edited.now));
    m_player.adoptPreset(std::move(edited.preset));
    m_origin = std::move(edited.origin);
    notePreset();
    refreshRecent();
}

/// Lists the presets anew, in the background: a folder may be on a dead disk.
void App::refreshPresets() {
    m_background.run([paths = m_paths] { return listPresets(paths); },
                     [this](PresetList list) { usePresets(std::move(list)); });
}

void App::usePresets(PresetList list) {
    m_presets = std::move(list.entries);
    if (std::exchange(m_unlistedPresets, list.unlisted) != list.unlisted && !list.unlisted.empty()) {
        m_messages.post(list.unlisted);
    }
    m_gallery.noteChangedPresets();
    m_presetItems.clear();
    for (const PresetEntry& entry : m_presets) {
        for (const std::string* text :
             {&entry.name, &entry.title, &entry.watch, &entry.about, &entry.source.title,
              &entry.source.author, &entry.source.note, &entry.problem}) {
            noteLetters(*text);
        }
        m_presetItems.push_back({.name = entry.name,
                                 .title = entry.title,
                                 .watch = entry.watch,
                                 .isVariant = !entry.base.empty(),
                                 .isOwn = !entry.file.empty(),
                                 .problem = entry.problem});
    }
    notePreset();
}

/// Finds the scene shown among the presets.
void App::notePreset() {
    noteLetters(m_player.shown().loaded());
    const std::string& name = m_player.shown().loaded().name;
    const auto found = std::find_if(m_presets.begin(), m_presets.end(),
                                    [&](const PresetEntry& entry) { return entry.name == name; });
    m_presetIndex = static_cast<std::size_t>(found - m_presets.begin());
    m_copyTitle = titleForCopy(titleOf(m_player.shown().loaded()), m_presets);
}

void App::carryOut(const OpenPreset& command) {
    const PresetEntry& entry = m_presets[command.index];
    if (!entry.file.empty()) {
        return loadFiles({entry.file});
    }
    auto scene = openEntry(entry);
    if (!scene) {
        m_messages.postProblem(scene.problem().text);
        return;
    }
    show(std::move(*scene), entry.name);
    m_presetIndex = command.index;
    m_copyTitle = titleForCopy(titleOf(m_player.shown().loaded()), m_presets);
}

/// Opens the files one after another; the last one stays.
void App::loadFiles(std::vector<std::filesystem::path> files) {
    m_opener.ask(std::move(files), m_frameStart);
}

/// Shows a requested file once it has been read.
void App::showOpened() {
    if (const auto slow = m_opener.slowFile(m_frameStart)) {
        m_messages.post("Reading " + slow->string());
    }
    auto opened = m_opener.poll();
    if (!opened) {
        return;
    }
    const auto entry = std::ranges::find(m_presets, opened->file, &PresetEntry::file);
    const bool isOwnPreset = entry != m_presets.end();
    if (opened->document) {
        show(std::move(*opened->document), isOwnPreset ? entry->name : opened->file.string());
        m_presetIndex = static_cast<std::size_t>(entry - m_presets.begin());
        m_copyTitle = titleForCopy(titleOf(m_player.shown().loaded()), m_presets);
        if (!isOwnPreset) {
            m_messages.post("Loaded " + opened->file.string());
        } else if (!entry->problem.empty()) {
            refreshPresets();  // its file was repaired after the list was made
        }
    } else {
        m_messages.postProblem(opened->document.problem().text);
    }
    loadFiles(std::move(opened->others));
}

/// `preset`: the scene that counts as unedited; the document's own if empty.
void App::show(OpenedDocument document, std::string origin, const std::optional<Scene>& preset) {
    if (m_tour) {
        endTour();
    }
    const bool isLeftEdited = noteLeft();  // before a take hides the scene, which stays remembered
    EditHistory::Edited before = editedNow();
    const std::string left = titleOf(before.preset);
    const std::string leftOrigin = before.origin;
    begin(std::move(document));
    if (preset) {
        m_player.adoptPreset(*preset);
    }
    m_gallery.close();  // it would cover the document
    noteOpened(origin);
    m_history.noteReplaced(std::move(before),
                           {m_player.shown().loaded(), m_player.shown().simulation().scene(), m_origin});
    const bool isOffered = !preset && m_player.shown().playing() == nullptr && leftOrigin != m_origin &&
                           offerLeftEdits(m_origin);
    if (isLeftEdited) {
        m_messages.post(fmt::format("Left {} with unsaved changes: Ctrl+Z{} brings them back", left,
                                    isOffered ? ", pressed twice," : ""));
    }
    if (isOffered) {
        m_messages.post(fmt::format("{} had unsaved changes: Ctrl+Z brings them back",
                                    titleOf(m_player.shown().loaded())));
    }
}

/// Notes the edits that a scene had when it was last left, as a step to undo. False if there are none, or the
/// same are shown.
bool App::offerLeftEdits(const std::string& origin) {
    const Scene& shown = m_player.shown().simulation().scene();
    const std::string text = m_state.leftEdits(origin);
    auto edited = text.empty() ? Result<Scene>(Problem{}) : parsePreset(text, "the remembered scene");
    if (!edited || !edited->check() || editedText(*edited, shown).empty()) {
        return false;
    }
    Scene preset = origin == m_origin && !origin.empty() ? m_player.shown().loaded() : *edited;
    edited->name = preset.name;
    m_history.noteReplaced({std::move(preset), std::move(*edited), origin},
                           {m_player.shown().loaded(), shown, m_origin});
    return true;
}

void App::begin(OpenedDocument document) {
    m_morph.reset();
    dropSplit();
    m_other.reset();
    cancelSearch();  // it tries settings for the previous scene
    m_opener.forget();
    m_takeDesk.release();
    if (auto* take = std::get_if<Take>(&document)) {
        m_player.play(std::move(*take));
    } else {
        m_player.load(std::move(std::get<Scene>(document)));
    }
    noteLetters(m_player.shown().loaded());
    m_objectTool.drop();
    m_ringed.reset();
    m_figures.restart();
    m_stage->beginScene(m_player.shown());
    if (const auto& deviation = m_player.shown().deviation()) {
        m_messages.postProblem(deviation->text);
    }
}

void App::restart(std::uint64_t seed) {
    stopMorph();
    m_opener.forget();
    m_takeDesk.release();
    m_player.restart(seed);
    if (m_split) {
        m_split->restart();
    }
    m_figures.restart();
}

/// The current scene with the current camera. Values that the user changed no longer count as the source's.
Scene App::sceneToSave() const {
    Scene scene = m_player.shown().simulation().scene();
    scene.camera = m_stage->director().settingsToKeep(m_player.shown());
    markChanges(scene, m_player.shown().loaded());
    return scene;
}

/// Keeps the settings as A.
void App::keepSettings() {
    stopMorph();
    m_other = OtherSettings{m_player.shown().simulation().scene(), 'A'};
    if (m_split) {
        beginSplit();
    }
    m_messages.post("These settings are A. Change some to make B, and press X to switch");
}

/// Switches to the other settings; keeps the current ones as A if there are none. The flock continues from
/// its current state.
void App::compareSettings() {
    if (m_split) {
        m_messages.post("A is at the left already. B morphs into it; Shift+X makes these settings A");
        return;
    }
    if (!m_other) {
        return keepSettings();
    }
    stopMorph();
    const Scene now = m_player.shown().simulation().scene();
    SceneView view;
    view.refresh(now, m_other->scene, 1, now.camera, false);
    if (!view.isEdited()) {
        m_messages.post("A and B are the same: change something first");
        return;
    }
    applyAsOneGesture(view.resetsOfAll());
    m_messages.post(fmt::format("Settings {}", m_other->letter));
    m_other = OtherSettings{now, m_other->letter == 'A' ? 'B' : 'A'};
}

void App::copySettings() {
    ImGui::SetClipboardText(presetText(sceneToSave()).c_str());
    m_messages.post("Copied the settings as a preset: paste them here with Ctrl+V, or into a file");
}

/// Shows the scene in the clipboard's text, as an edit of the preset with the same title, if there is one.
void App::pasteSettings() {
    const Result<std::string>& text = m_window.pastedText();
    if (!text || text->empty()) {
        m_messages.postProblem(text ? "The clipboard holds no text. Ctrl+C copies the settings"
                                    : "Nothing can be pasted: " + text.problem().text);
        return;
    }
    auto scene = parsePreset(*text, "the clipboard");
    if (!scene) {
        m_messages.postProblem(scene.problem().text);
        return;
    }
    const auto entry = std::ranges::find(m_presets, scene->title, &PresetEntry::title);
    std::optional<Scene> preset;
    if (entry != m_presets.end()) {
        if (auto opened = openEntry(*entry)) {
            scene->name = opened->name;
            preset = std::move(*opened);
        }
    }
    if (!preset && !scene->title.empty()) {
        scene->name = presetNameFor(scene->title);
    }
    show(std::move(*scene), preset ? entry->name : std::string(), preset);
    notePreset();
    m_messages.post("Pasted the settings. Ctrl+Z undoes this");
}

void App::carryOut(const SaveAs& command) {
    const std::string& title = command.title;
    const auto file = presetFileFor(title, m_paths);
    if (!file) {
        m_messages.postProblem(file.problem().text);
        m_panel.askForNameAgain();
        return;
    }
    Scene scene = sceneToSave();
    SceneView view;
    view.refresh(scene, m_player.shown().loaded(), 1, scene.camera, false);
    if (view.isEdited() && title != scene.title && !scene.watch.empty()) {
        // The text describes the preset; its edited copy may behave differently.
        scene.watch = fmt::format("An edited copy of {}.", titleOf(scene));
    }
    scene.name = presetNameFor(title);
    scene.title = title;
    struct Saved {
        Result<bool> isSaved = Problem{"not enough memory to save the preset"};
        PresetList presets = {};
    };
    // Without a picture, the gallery shows a plain card.
    const Film film{.size = {kPresetPictureWidth, kPresetPictureHeight}, .samples = kPictureSamples};
    auto picture = Recorder::picture(film, m_player.shown(), *m_stage, m_player.alpha(), wholePose());
    m_background.run(
        [paths = m_paths, file = *file, scene, isOverwriteConfirmed = command.isOverwriteConfirmed,
         picture = std::move(picture)] {
            auto isSaved = saveOwnPreset(scene, file, isOverwriteConfirmed);
            if (isSaved && *isSaved && picture) {
                savePresetPicture(file, *picture);
            }
            return Saved{std::move(isSaved), listPresets(paths)};
        },
        [this, file = *file, scene, origin = m_origin](Saved saved) {
            if (!saved.isSaved) {
                m_messages.postProblem(saved.isSaved.problem().text);
            } else if (!*saved.isSaved) {
                m_panel.askToOverwrite(scene.title);
            } else {
                m_messages.post("Saved " + file.string());
                noteSaved(scene, origin == m_origin, std::move(saved.presets));
            }
        },
        Background::AtEnd::awaited);
}

/// `isShown`: the scene that was saved as a preset is still shown.
void App::noteSaved(const Scene& scene, bool isShown, PresetList presets) {
    if (isShown) {
        m_player.adoptPreset(scene);
    }
    usePresets(std::move(presets));
    if (isShown) {
        noteOpened(scene.name);
        if (m_given && m_given->origin == m_origin) {
            m_given.reset();  // the file has these values now
        }
    }
}

}  // namespace shoal
