#include "viewer/host/open_scene.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include <shoal/preset.hpp>

#include "ui/text/value_text.hpp"
#include "ui/widgets/fonts.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/files/preset_library.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/scenes/preset_picture.hpp"
#include "viewer/settings/remembered_scene.hpp"
#include "viewer/stage/screen.hpp"

namespace shoal {

OpenScene::OpenScene(const Services& services, ViewerState state)
    : m_services(services),
      m_window(services.window),
      m_player(services.player),
      m_stage(services.stage),
      m_messages(services.messages),
      m_background(services.background),
      m_paths(services.paths),
      m_edits(services.edits),
      m_panels(services.panels),
      m_opener(services.background),
      m_presets(services.presets),
      m_state(std::move(state)),
      m_keeper(services.background,
               services.options.isFresh ? std::filesystem::path() : m_paths.viewerState(), m_state),
      m_isSceneNamed(services.options.isSceneNamed),
      m_isFresh(services.options.isFresh) {}

void OpenScene::declare(CommandTable& commands, OpenScene* scene) {
    commands.add({.id = "undo",
                  .name = "Undo",
                  .keys = "Ctrl + Z",
                  .words = "back revert step",
                  .run = [scene] { scene->undo(); },
                  .isPossible = [scene] { return scene != nullptr && scene->m_edits.history().canUndo(); },
                  .repeats = true});
    commands.add({.id = "redo",
                  .name = "Redo",
                  .keys = "Ctrl + Shift + Z, Ctrl + Y",
                  .words = "again",
                  .run = [scene] { scene->redo(); },
                  .isPossible = [scene] { return scene != nullptr && scene->m_edits.history().canRedo(); },
                  .repeats = true});
    commands.add({.id = "open_preset",
                  .runWith = [scene](const CommandValue& with) { scene->openListed(with.index()); }});
    commands.add({.id = "open_recent",
                  .runWith = [scene](const CommandValue& with) { scene->openRecent(with.index()); }});
    commands.add(
        {.id = "save_as", .runWith = [scene](const CommandValue& with) { scene->saveAs(with.text, false); }});
    commands.add({.id = "save_over",
                  .runWith = [scene](const CommandValue& with) { scene->saveAs(with.text, true); }});
    commands.add({.id = "open_file",
                  .name = "Open a file",
                  .keys = "Ctrl + O",
                  .words = "load preset take import",
                  .run = [scene] { scene->showFileDialog(); }});
    commands.add(
        {.id = "copy_value", .runWith = [scene](const CommandValue& with) { scene->copyValue(with.text); }});
    commands.add({.id = "copy",
                  .name = "Copy settings",
                  .keys = "Ctrl + C",
                  .words = "clipboard share send link preset text",
                  .run = [scene] { scene->copy(); }});
    commands.add(
        {.id = "paste", .name = "Paste settings", .keys = "Ctrl + V", .words = "clipboard", .run = [scene] {
             scene->paste();
         }});
}

void OpenScene::show(OpenedDocument document, std::string origin, const std::optional<Scene>& preset) {
    for (Feature* const feature : m_services.features) {
        feature->beforeOpen();
    }
    const bool isLeftEdited = noteLeft();  // before a take hides the scene, which stays remembered
    EditHistory::Edited before = editedNow();
    const std::string left = presetTitle(before.preset);
    const std::string leftOrigin = before.origin;
    begin(std::move(document));
    if (preset) {
        m_player.adoptPreset(*preset);
    }
    m_panels.gallery.close();  // it would cover the document
    noteOpened(origin);
    m_edits.history().noteReplaced(std::move(before),
                                   {m_player.shown().loaded, m_player.shown().scene(), m_origin});
    noteState();  // instead of a scene named on the command line: what that hid can be offered
    const bool canOffer =
        !preset && m_player.shown().playing == nullptr && !m_origin.empty() && leftOrigin != m_origin;
    const int offers = canOffer ? offerUnsaved() : 0;
    if (isLeftEdited) {
        m_messages.post(fmt::format("Left \"{}\" with unsaved changes: {{undo}}{} brings them back", left,
                                    offers == 0   ? ""
                                    : offers == 1 ? ", pressed twice,"
                                                  : fmt::format(", pressed {} times,", offers + 1)));
    }
    if (offers > 0) {
        postOffer();
    }
}

void OpenScene::begin(OpenedDocument document) {
    for (Feature* const feature : m_services.features) {
        feature->leave();
    }
    m_services.commands.run("let_go");
    m_services.figures.restart();
    forgetRequests();
    m_unsavedFile.clear();
    if (auto* take = std::get_if<Take>(&document)) {
        m_player.play(std::move(*take));
    } else {
        m_player.load(std::move(std::get<Scene>(document)));
        m_player.setPaused(false);  // a scene opens in motion
    }
    notePreset();
    m_stage.beginScene(m_player.shown());
    if (const auto& deviation = m_player.shown().deviation) {
        m_messages.postProblem(deviation->text);
    }
}

void OpenScene::openListed(std::size_t index) {
    const PresetEntry& entry = m_presets.entries()[index];
    if (!entry.file.empty()) {
        return openFiles({entry.file});
    }
    auto scene = openEntry(entry);
    if (!scene) {
        m_messages.postProblem(scene.problem().text);
        return;
    }
    show(std::move(*scene), entry.name);
    m_presets.note(m_player.shown().loaded, &entry);
}

void OpenScene::openRecent(std::size_t index) {
    const std::string origin = m_presets.recent()[index].origin;
    if (const PresetEntry* const entry = m_presets.named(origin)) {
        openListed(static_cast<std::size_t>(entry - m_presets.entries().data()));
    } else {
        openFiles({origin});
    }
}

void OpenScene::openFiles(std::vector<std::filesystem::path> files) {
    forgetRequests();
    m_opener.ask(std::move(files), Window::now());
}

void OpenScene::showFileDialog() {
    if (const Outcome shown = m_fileDialog.show(); !shown) {
        m_messages.postProblem(shown.problem().text);
    }
}

/// Opens the file that the user chose in the dialog.
void OpenScene::takeChosenFile() {
    const auto chosen = m_fileDialog.poll();
    if (!chosen) {
        return;
    }
    if (!*chosen) {
        m_messages.postProblem(chosen->problem().text);
    } else if (!(*chosen)->empty()) {
        openFiles({**chosen});
    }
}

void OpenScene::forgetRequests() {
    m_opener.forget();
    ++m_pastes;
}

void OpenScene::showOpened() {
    takeChosenFile();
    constexpr std::string_view kReading = "reading";
    if (const auto slow = m_opener.slowFile(Window::now())) {
        m_messages.post("Reading " + slow->string(), kReading);
    }
    auto opened = m_opener.poll();
    if (!opened) {
        return;
    }
    m_messages.dismiss(kReading);
    if (opened->document) {
        const PresetEntry* const entry = m_presets.ofFile(opened->file);
        show(std::move(*opened->document), entry != nullptr ? entry->name : opened->file.string());
        m_presets.note(m_player.shown().loaded, entry);
        if (entry == nullptr) {
            m_messages.post("Loaded " + opened->file.string());
        } else if (!entry->problem.empty()) {
            refreshPresets();  // its file was repaired after the list was made
        }
    } else if (opened->isFilmScript && m_services.commands.find("open_storyboard") != nullptr) {
        m_services.commands.run("open_storyboard", {.text = opened->file.string()});
    } else {
        m_messages.postProblem(opened->document.problem().text);
    }
    openFiles(std::move(opened->others));
}

void OpenScene::travel(const EditHistory::Step& step, std::string_view what, std::string_view done) {
    if (step.isEmpty()) {
        m_messages.post(fmt::format("There is nothing to {}", what));
        return;
    }
    if (step.scene) {
        noteState();
        goBackTo(*step.scene);
        m_messages.post(fmt::format("Back to \"{}\"", presetTitle(step.scene->preset)));
    } else {
        std::vector<std::string> keys;
        std::ranges::transform(step.edits, std::back_inserter(keys), &Edit::key);
        // A count takes the room that the flock starts in along.
        const auto count =
            std::ranges::find_if(keys, [](const std::string& key) { return key.ends_with(".count"); });
        if (count != keys.end()) {
            keys = {*count};
        }
        m_messages.post(fmt::format("{}: {}", done, nameOfSettings(keys)));
    }
    m_edits.applyNoted(step.edits);
}

EditHistory::Edited OpenScene::editedNow() const {
    EditHistory::Edited edited{m_player.shown().loaded, m_player.shown().scene(), m_origin};
    edited.now.camera = m_stage.director().settingsToKeep(m_player.shown());
    return edited;
}

void OpenScene::goBackTo(EditHistory::Edited edited) {
    begin(std::move(edited.now));
    m_player.adoptPreset(std::move(edited.preset));
    m_origin = std::move(edited.origin);
    adoptUnsaved();
    notePreset();
    refreshRecent();
}

void OpenScene::refreshPresets() {
    m_background.run([paths = m_paths] { return listPresets(paths); },
                     [this, listing = ++m_listings](PresetList list) {
                         if (listing == m_listings) {
                             usePresets(std::move(list));
                         }
                     });
}

void OpenScene::usePresets(PresetList list) {
    ++m_listings;
    if (const std::string unlisted = m_presets.use(std::move(list)); !unlisted.empty()) {
        m_messages.post(unlisted);
    }
    m_panels.gallery.noteChangedPresets();
    notePreset();
    refreshRecent();
}

Scene OpenScene::sceneToSave() const {
    Scene scene = m_player.shown().scene();
    scene.camera = m_stage.director().settingsToKeep(m_player.shown());
    return scene;
}

void OpenScene::copyValue(const std::string& value) {
    ImGui::SetClipboardText(value.c_str());
    m_messages.post(fmt::format("Copied {}; elsewhere, {{copy}} copies all settings", value));
}

void OpenScene::copy() {
    ImGui::SetClipboardText(presetText(sceneToSave()).c_str());
    m_messages.post("Copied the settings as a preset: paste them here with {paste}, or into a file");
}

void OpenScene::paste() {
    const Result<std::string>& text = m_window.pastedText();
    if (!text || text->empty()) {
        m_messages.postProblem(text ? "The clipboard holds no text. {copy} copies the settings"
                                    : "Nothing can be pasted: " + text.problem().text);
        return;
    }
    auto scene = withReadableBodies(parsePreset(*text, "the clipboard"));
    if (!scene) {
        m_messages.postProblem(scene.problem().text);
        return;
    }
    const PresetEntry* const entry = m_presets.titled(scene->title);
    if (entry == nullptr || entry->file.empty()) {
        return showPasted(std::move(*scene), entry != nullptr ? entry->name : std::string(),
                          entry != nullptr ? openEntry(*entry) : Problem{});
    }
    forgetRequests();
    m_background.run(
        [entry = *entry] { return openEntry(entry); },
        [this, paste = m_pastes, scene = *scene, name = entry->name](const Result<Scene>& preset) {
            if (paste == m_pastes) {
                showPasted(scene, name, preset);
            }
        });
}

/// Shows a scene as an edit of `preset`, which has this name, if that could be opened.
void OpenScene::showPasted(Scene scene, const std::string& name, const Result<Scene>& preset) {
    if (preset) {
        scene.name = preset->name;
    } else if (!scene.title.empty()) {
        scene.name = presetNameFor(scene.title);
    }
    show(std::move(scene), preset ? name : std::string(), preset ? std::optional(*preset) : std::nullopt);
    notePreset();
    m_messages.post("Pasted the settings. {undo} undoes this");
}

void OpenScene::saveAs(const std::string& title, bool isOverwriteConfirmed) {
    const auto file = presetFileFor(title, m_paths);
    if (!file) {
        m_messages.postProblem(file.problem().text);
        m_panels.panel.askForNameAgain();
        return;
    }
    Scene scene = sceneToSave();
    const bool isEdited = !difference(scene, m_player.shown().loaded).empty();
    if (isEdited && title != scene.title && !scene.watch.empty()) {
        // The text describes the preset; its edited copy may behave differently.
        scene.watch = fmt::format("An edited copy of \"{}\".", presetTitle(scene));
    }
    scene.name = presetNameFor(title);
    scene.title = title;
    struct Saved {
        Result<bool> isSaved = Problem{"not enough memory to save the preset"};
        PresetList presets = {};
    };
    // Without a picture, the gallery shows a plain card.
    const Film film{.size = {kPresetPictureWidth, kPresetPictureHeight},
                    .quality = m_services.screen.pictureQuality()};
    auto picture = Recorder::picture(film, m_player.shown(), m_stage, m_player.alpha(),
                                     m_services.views.wholePose(m_services.layout));
    m_background.run(
        [paths = m_paths, file = *file, scene, isOverwriteConfirmed, picture = std::move(picture)] {
            auto isSaved = saveOwnPreset(scene, file, isOverwriteConfirmed);
            if (isSaved && *isSaved && picture) {
                savePresetPicture(file, *picture);
            }
            return Saved{std::move(isSaved), listPresets(paths)};
        },
        [this, file = *file, scene, beginning = m_player.shown().beginning](Saved saved) {
            if (!saved.isSaved) {
                m_messages.postProblem(saved.isSaved.problem().text);
            } else if (!*saved.isSaved) {
                usePresets(std::move(saved.presets));
                const PresetEntry* const taken = m_presets.ofFile(file);
                m_panels.panel.askToOverwrite(scene.title, taken != nullptr && !taken->title.empty()
                                                               ? taken->title
                                                               : file.stem().string());
            } else {
                m_messages.postSaved(file);
                noteSaved(scene, beginning == m_player.shown().beginning, std::move(saved.presets));
            }
        },
        Background::AtEnd::awaited);
}

/// `isShown`: the scene that was saved as a preset is still shown.
void OpenScene::noteSaved(const Scene& scene, bool isShown, PresetList presets) {
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

void OpenScene::noteOpened(const std::string& nameOrFile) {
    m_origin = originOf(nameOrFile);
    if (!m_origin.empty()) {
        m_state.noteOpened(m_origin);
    }
    refreshRecent();
}

}  // namespace shoal
