#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "capture/take/take_journal.hpp"
#include "play/background/background.hpp"
#include "play/player.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/film/take_rows.hpp"

namespace shoal {

/// Topic of the messages about the take being recorded.
inline constexpr std::string_view kTakeTopic = "take";

/// Takes of the viewer's session: the one being recorded, with its journal on disk; the last minutes, which
/// can still be kept; and the saved ones. They are written in the background, so that a slow disk never stops
/// the viewer: journal and files in the order of the calls, and the play meanwhile is logged in memory.
class TakeDesk {
public:
    /// All three must outlive the desk, and the desk `background`'s drain(). Takes go to `folder`.
    TakeDesk(Player& player, Messages& messages, Background& background, std::filesystem::path folder);

    /// Begins to recover takes that another run was recording when it was killed, and to list all takes in
    /// the folder. Call it first.
    void recover();

    /// Whether a take is being recorded or saved.
    bool isRecording() const { return m_start.has_value(); }
    bool isSaving() const { return m_savedTo.has_value(); }

    /// What to do with a take of this length [s] once it is saved in this file.
    using WhenSaved = std::function<void(const std::filesystem::path& file, double seconds)>;

    /// Begins to record a take of the live session, and returns whether it did. If a take is being played,
    /// only tells the user so. Says `message`, and `whenSaved` replaces the message about the saved take.
    bool begin(const std::string& message, WhenSaved whenSaved = {});

    /// Begins to save the take being recorded, which ends here. If saving fails, says why and continues to
    /// record it.
    void save();

    /// The same, with another `whenSaved`.
    void saveThen(WhenSaved whenSaved);

    /// Like save(), if a take is being recorded, but for a scene that ends: if saving fails, the next start
    /// recovers the take from its journal.
    void release();

    /// Releases the take being recorded, waits until all takes are saved, and returns a line about each.
    std::vector<std::string> finish();

    /// Begins to save the last minutes of play.
    void keep(const WhenSaved& whenSaved = {});

    /// Keeps the journal up to date. Call once a frame; `now` is the time of a monotonic clock [s].
    void update(double now);

    /// Files of the saved takes, in the order of TakesInput::saved.
    const std::vector<std::filesystem::path>& files() const { return m_files; }

    TakesInput panelInput() const;

private:
    /// The journal of the take being recorded, once it has begun. Only the lane uses it.
    using Journal = std::shared_ptr<std::optional<TakeJournal>>;

    /// The outcome of saving a take.
    struct Saved {
        Result<std::filesystem::path> file = Problem{"not enough memory"};
        double seconds = 0.0;                       ///< length of the take
        std::optional<std::filesystem::path> rest;  ///< after a failure: the journal that holds the take
        bool isJournalWhole = false;
    };

    void beginJournal();
    void addToJournal(double now);
    void startSaving();
    void endSaving(const Saved& saved);
    void tellIfStalled(double now);
    void tellKeptInMemory(const Problem& why);
    void tellReleased(const Saved& saved, const WhenSaved& then);
    std::string tellSaved(const Saved& saved, const WhenSaved& then, std::string_view topic = {});
    void list();

    /// Asks the session for the data to be written, shows it to `noteAsked`, and does the disk work with it
    /// in the lane. If memory runs out, `then` gets a Problem, or what a default constructor makes.
    template <class Ask, class NoteAsked, class Work, class Then>
    void write(Ask ask, NoteAsked noteAsked, Work work, Then then) {
        using Asked = std::decay_t<decltype(ask(std::declval<Session&>()))>;
        using Answer = std::decay_t<decltype(work(std::declval<const Asked&>()))>;
        m_player.ask([ask = std::move(ask)](Session& session) { return std::make_optional(ask(session)); },
                     [this, noteAsked = std::move(noteAsked), work = std::move(work),
                      then = std::move(then)](std::optional<Asked> asked) {
                         if (!asked) {
                             then(noMemory<Answer>());
                             return;
                         }
                         noteAsked(*asked);
                         ++m_underWay;
                         m_background.run(
                             m_lane, [work, asked = std::move(*asked)] { return work(asked); },
                             [this, then](const Answer& answer) {
                                 --m_underWay;
                                 then(answer);
                             });
                     });
    }
    template <class Ask, class Work, class Then>
    void write(Ask ask, Work work, Then then) {
        write(
            std::move(ask), [](const auto&) {}, std::move(work), std::move(then));
    }

    template <class Answer>
    static Answer noMemory() {
        if constexpr (std::is_convertible_v<Problem, Answer>) {
            return Problem{"not enough memory"};
        } else {
            return Answer();
        }
    }

    Player& m_player;
    Messages& m_messages;
    Background& m_background;
    Background::Lane m_lane;
    std::filesystem::path m_folder;
    std::optional<Moment> m_start;  ///< of the take being recorded
    WhenSaved m_whenSaved;          ///< for that take
    Journal m_journal;              ///< null if no take is recorded
    bool m_hasJournal = false;      ///< it has begun
    bool m_isAdding = false;
    bool m_isJournalFailing = false;
    double m_journalDue = 0.0;               ///< [s] time of the next journal write
    std::optional<std::uint64_t> m_savedTo;  ///< [step] where the take that is being saved ends
    int m_released = 0;                      ///< takes being saved that are no longer recorded
    std::vector<std::string> m_told;         ///< what became of them
    int m_underWay = 0;                      ///< disk work not done yet
    std::optional<double> m_busySince;       ///< [s] first frame of the present disk work
    bool m_isStalled = false;                ///< which the user has been told
    std::vector<std::filesystem::path> m_files;
    std::vector<std::string> m_names;  ///< of m_files, in the same order
};

}  // namespace shoal
