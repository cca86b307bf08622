#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/session.hpp"
#include "capture/take/take_journal.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/panel/panel_types.hpp"

namespace shoal {

/// Takes of the viewer's session: the one being recorded, with its journal on disk; the last minutes, which
/// can still be kept; and the saved ones. Other threads write to the disk, so that a slow one never stops the
/// viewer: journal and files are written in the order of the calls, and the play meanwhile is logged in
/// memory.
class TakeDesk {
public:
    /// `session` and `messages` must outlive the desk. Takes go to `folder`.
    TakeDesk(Session& session, Messages& messages, std::filesystem::path folder);

    /// Recovers takes that another run was recording when it was killed, and lists all takes in the folder.
    void recover();

    bool isRecording() const { return m_start.has_value(); }

    /// Begins to record a take of the live session, and returns whether it did. If a take is being played,
    /// only tells the user so.
    bool begin();

    /// Begins to save the take being recorded. Once it is saved, its recording ends; if that fails, says why
    /// and continues recording.
    void save();

    /// Ends and saves the take being recorded, if any, and waits until it is saved. If saving fails, the next
    /// start recovers it from its journal.
    void end();

    /// Begins to save the last minutes of play.
    void keep();

    /// Keeps possible starts of takes and the journal up to date. Call once a frame; `now` is the time of a
    /// monotonic clock [s].
    void update(double now);

    /// Logs the camera of a frame.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// Files of the saved takes, in the order of TakesInput::saved.
    const std::vector<std::filesystem::path>& files() const { return m_files; }

    TakesInput panelInput() const;

private:
    using Journal = std::shared_ptr<TakeJournal>;

    /// The outcome of saving a take.
    struct Saved {
        Result<std::filesystem::path> file;
        double seconds = 0.0;  ///< length of the take
        Journal journal;       ///< after a failure: the journal to go on with, if there is one
        bool isJournalWhole = false;
    };

    void beginJournal();
    void addToJournal(double now);
    void startSaving();
    // Each takes up the result of another thread's work, if it is there; waits for it if `waits`.
    void endBeginning(bool waits);
    void endAdding(bool waits);
    void endSaving(bool waits);
    void endKeeping(bool waits);
    void tellIfStalled(double now);
    void tellSaved(const std::filesystem::path& file, double seconds);
    void list();
    std::uint64_t keptSteps() const;  ///< steps of recent play that can be kept

    Session& m_session;
    Messages& m_messages;
    std::filesystem::path m_folder;
    std::uint64_t m_cameraKeptFrom = 0;  ///< [step] the log may have dropped the camera before this step
    std::optional<Moment> m_start;       ///< of the take being recorded
    Journal m_journal;
    bool m_isJournalFailing = false;
    double m_journalDue = 0.0;  ///< [s] time of the next journal write
    std::future<Result<TakeJournal>> m_beginning;
    std::future<Outcome> m_adding;
    std::future<Saved> m_saving;
    std::future<Saved> m_keeping;
    double m_idleDisk = 0.0;  ///< [s] time when the disk last had nothing to do
    bool m_isStallTold = false;
    std::vector<std::filesystem::path> m_files;
    std::vector<std::string> m_names;  ///< of m_files, in the same order
};

}  // namespace shoal
