#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/background/background.hpp"
#include "system/process/child_process.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/scenes/picture_textures.hpp"
#include "viewer/script/film_script.hpp"
#include "viewer/storyboard/film_preview.hpp"
#include "viewer/storyboard/storyboard_panel.hpp"

namespace shoal {

/// Edits a film script along its seconds. Each change goes into the script's file at once, which another
/// editor may change meanwhile; a child process, `shoal render --at`, draws the moment shown.
class Storyboard : public Feature {
public:
    explicit Storyboard(const Services& services);

    /// Adds its commands to the table. `storyboard` may be null if none of them is run.
    static void declare(CommandTable& commands, Storyboard* storyboard);

    void receive(double now) override;
    void build(const BuildFrame& frame) override;
    float drawerHeight() const override { return m_isOpen ? m_panel.height() : 0.0f; }
    bool cancel() override;
    bool isBusy() const override;
    void finish() override;
    void probe(nlohmann::ordered_json& json) const override;

private:
    /// What reading the script's file, or writing it, leads to.
    struct Exchanged {
        std::optional<std::string> before = {};                   ///< its contents before; empty at first
        Result<std::string> text = Problem{"not enough memory"};  ///< its contents now
        bool isForeign = false;                                   ///< another program has changed it
        bool isNew = false;                                       ///< and so checked
        std::shared_ptr<const FilmScript> script = {};            ///< null if it is not right
        std::string problem = {};                                 ///< why
    };
    struct Flock {
        const Scene* scene = nullptr;
        bool isReplayed = false;  ///< of a take
    };

    void toggle();
    std::filesystem::path rememberedFile() const;
    std::string changedValues() const;
    std::string windowView() const;
    void beginNew();
    void openFile(const std::filesystem::path& file);
    void close();
    void forget();
    bool canUndo() const { return m_isOpen && !m_earlier.empty(); }
    void undo();
    void note(const std::string& text);
    void takeOutline();
    bool isSaved() const { return m_inFile && m_draft.text == *m_inFile; }
    void save();
    void exchange();
    void receive(const Exchanged& result);
    void draw(double now);
    void show(const std::string& png, const ImageSize& size);
    bool canFilm() const { return m_isOpen && m_script != nullptr && isSaved() && !m_isChecking; }
    void makeFilm();
    void togglePlay();
    void play(double now);
    void stopPlaying();
    Flock flockOf(std::size_t shot) const;
    void noteSettings();
    void noteChosen(const Flock& flock);

    const Services& m_services;
    Background::Lane m_lane;
    StoryboardPanel m_panel;
    std::filesystem::path m_folder;               ///< of new scripts
    std::vector<std::filesystem::path> m_recent;  ///< scripts there, newest first
    bool m_isBeginning = false;                   ///< a new one is being written
    std::filesystem::path m_file;                 ///< empty if none has been opened
    bool m_isOpen = false;
    std::uint64_t m_opening = 0;  ///< number of openings and closings; answers to earlier ones are dropped
    StoryboardDraft m_draft;
    std::vector<std::string> m_earlier;   ///< texts to go back to
    bool m_isNoted = false;               ///< the text before the change that goes on is among them
    std::optional<std::string> m_inFile;  ///< what the file holds once it has been written; empty at first
    bool m_isExchanging = false;
    bool m_isChecking = false;   ///< it has a text that has not been checked
    bool m_isFailing = false;    ///< the file could not be read or written; tried again from time to time
    double m_exchangeDue = 0.0;  ///< [s] when to look at the file again
    std::shared_ptr<const FilmScript> m_script;
    std::string m_problem;
    std::vector<RuleSlider> m_settings;  ///< of the chosen shot
    std::size_t m_settingsOf = 0;        ///< that shot
    std::optional<RuleSlider> m_chosen;  ///< that the chosen mark moves …
    std::string m_chosenName;            ///< … by this name …
    const Scene* m_chosenOf = nullptr;   ///< … in this scene, of m_script

    // The picture of a moment.
    std::optional<ChildProcess> m_child;
    ImageSize m_childSize;
    bool m_isWanted = false;  ///< another one than that shown, or being drawn
    double m_wantedAt = 0.0;  ///< [s] when it was last asked for
    std::string m_drawProblem;
    PictureTextures m_pictures;
    float m_aspect = 16.0f / 9.0f;

    FilmPreview m_preview;
    std::string m_previewText;  ///< of the script that it shows
    bool m_isPlaying = false;
    bool m_isHeldUp = false;  ///< its next frame is still being drawn
    double m_playedAt = 0.0;  ///< [s] when it was last moved on
    std::optional<std::uint64_t> m_frameShown;
};

}  // namespace shoal
