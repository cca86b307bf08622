#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/command/command.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/files/file_dialog.hpp"
#include "viewer/files/file_opener.hpp"
#include "viewer/files/opened_document.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/host/options.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/scenes/listed_presets.hpp"
#include "viewer/settings/state_keeper.hpp"
#include "viewer/settings/viewer_state.hpp"

namespace shoal {

/// The scene or take that is open: where it comes from, how another one replaces it, and what of it is saved,
/// copied and remembered for the next run.
class OpenScene {
public:
    /// `state`: as read.
    OpenScene(const Services& services, ViewerState state);

    /// Adds its commands to the table. `scene` may be null if none of them is run.
    static void declare(CommandTable& commands, OpenScene* scene);

    /// Begins with the document that the player shows, or with the scene remembered.
    void start(PreparedDocument prepared);

    /// Shows a document as an edit of `preset`, or unedited. `origin`: a preset's name or a file; empty if it
    /// was pasted.
    void show(OpenedDocument document, std::string origin, const std::optional<Scene>& preset = std::nullopt);
    /// `index` in the list of presets.
    void openListed(std::size_t index);
    /// `index` in the list of recent scenes.
    void openRecent(std::size_t index);
    /// Opens the files one after another; the last one stays.
    void openFiles(std::vector<std::filesystem::path> files);
    void showFileDialog();
    /// Forgets files that are still to be opened: they would end a recording that begins.
    void forgetRequests();
    /// Shows what the user has chosen or asked for, once it has been read. Call once a frame.
    void showOpened();

    void undo() { travel(m_edits.history().undo(), "undo", "Undone"); }
    void redo() { travel(m_edits.history().redo(), "redo", "Redone"); }

    void saveAs(const std::string& title, bool isOverwriteConfirmed);
    void copyValue(const std::string& value);
    void copy();
    /// Shows the scene in the clipboard's text, as an edit of the preset with the same title, if there is
    /// one.
    void paste();

    // For a tour, which puts another scene in place of this one for a while.
    EditHistory::Edited editedNow() const;
    void goBackTo(EditHistory::Edited edited);
    void begin(OpenedDocument document);
    /// Remembers the scene as it is now, with these folds of the panel, until releaseState().
    void holdState(Folds folds);
    void releaseState() { m_heldFolds.reset(); }

    /// Lists the presets anew, in the background: a folder may be on a dead disk.
    void refreshPresets();
    void refreshRecent() { m_presets.useRecent(m_state.recent, m_origin); }

    const ViewerState& state() const { return m_state; }
    /// The settings of a feature, as text: see settings_table.hpp. Empty at first.
    std::string table(const std::string& name) const {
        const auto kept = m_state.tables.find(name);
        return kept == m_state.tables.end() ? std::string() : kept->second;
    }
    void keepTable(const std::string& name, std::string text) { m_state.tables[name] = std::move(text); }
    void setQuality(std::optional<Quality> quality) { m_state.quality = quality; }
    PictureSettings& pictureSettings() { return m_state.picture; }

    /// Writes the state when it is due; `now` [s] of a monotonic clock.
    void keep(double now);
    /// Writes the state at the end. `isWindowLost`: it has no place any more.
    void finish(bool isWindowLost, double now);

    /// Tells the user, in the window and on the terminal, what went wrong before the first frame.
    void reportProblem(const std::string& text);

    /// The current scene with the current camera.
    Scene sceneToSave() const;

private:
    /// A scene with values that options of the command line gave. They are not the user's edits.
    struct GivenScene {
        Scene scene;
        Scene preset;  ///< without them
        std::string origin;
    };

    void restore(const RememberedScene& remembered);
    int offerUnsaved();
    bool offerEdits(const UnsavedScene& unsaved);
    void postOffer();
    void travel(const EditHistory::Step& step, std::string_view what, std::string_view done);
    void takeChosenFile();
    void showPasted(Scene scene, const std::string& name, const Result<Scene>& preset);
    void usePresets(PresetList list);
    void notePreset() { m_presets.note(m_player.shown().loaded); }
    void noteOpened(const std::string& nameOrFile);
    void noteSaved(const Scene& scene, bool isShown, PresetList presets);
    void noteState();
    bool noteLeft();
    void keepEdits(std::string text);
    std::string keepUnsaved(UnsavedScene scene);
    std::string keepPasted();
    void adoptUnsaved();
    std::string originOf(const std::string& nameOrFile) const;

    const Services& m_services;
    Window& m_window;
    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    Background& m_background;
    const UserPaths& m_paths;
    Edits& m_edits;
    Panels& m_panels;
    FileOpener m_opener;
    FileDialog m_fileDialog;
    std::uint64_t m_pastes = 0;  ///< asked for or forgotten; the answers to earlier ones are dropped
    ListedPresets& m_presets;
    std::uint64_t m_listings = 0;  ///< of the presets; likewise
    ViewerState m_state;           ///< as read, then as last noted
    StateKeeper m_keeper;
    std::optional<Folds> m_heldFolds;
    std::string m_origin;  ///< where the scene comes from: a preset's name or a file
    bool m_isSceneNamed;   ///< on the command line, and not changed since
    bool m_isFresh;
    std::size_t m_offered = 0;  ///< number of offers to undo at its start
    std::optional<GivenScene> m_given;
    std::string m_unsavedFile;  ///< of the scene's edits; empty if it has none, as of m_keptRevision
    std::optional<std::uint64_t> m_keptRevision;
};

}  // namespace shoal
