#include "viewer/film/take_desk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/widgets/fonts.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

namespace {

// [s] between writes to a take's journal; less than a second even with a slow frame.
constexpr double kJournalInterval = 0.5;

// [s] A disk that takes longer for a few kilobytes has stalled.
constexpr double kStallSeconds = 2.0;

// Topics of problems that end.
constexpr std::string_view kStallTopic = "disk stalls";
constexpr std::string_view kJournal = "journal fails";
constexpr std::string_view kSaving = "saving fails";

/// The state after this many steps, not mixed with the one before.
Moment stateAfter(std::uint64_t step) {
    return {step, 1.0f};
}

}  // namespace

TakeDesk::TakeDesk(Player& player, Messages& messages, Background& background, std::filesystem::path folder)
    : m_player(player), m_messages(messages), m_background(background), m_folder(std::move(folder)) {}

void TakeDesk::recover() {
    // In the lane: before a journal of this run, which is no unfinished one, begins.
    m_background.run(
        m_lane, [folder = m_folder] { return recoverTakes(folder); },
        [this](const std::vector<Result<std::filesystem::path>>& takes) {
            std::string recovered;
            for (const auto& take : takes) {
                if (take) {
                    recovered += (recovered.empty() ? "" : "\n") + take->string();
                } else {
                    m_messages.postProblem(take.problem().text);
                }
            }
            if (!recovered.empty()) {
                m_messages.post("Recovered an unfinished recording; find it under Takes\n" + recovered);
            }
            list();
        },
        Background::AtEnd::abandoned);
}

bool TakeDesk::begin(const std::string& message, WhenSaved whenSaved) {
    if (m_player.shown().playing != nullptr || m_player.isRewinding()) {
        m_messages.post("A take is being played; go live, then record");
        return false;
    }
    if (m_player.isResuming()) {
        m_messages.post("A branch is being opened; record in a moment");
        return false;
    }
    m_start = stateAfter(m_player.shown().stepCount());
    m_whenSaved = std::move(whenSaved);
    m_messages.post(message, kTakeTopic);
    beginJournal();
    return true;
}

void TakeDesk::beginJournal() {
    m_isJournalFailing = false;
    m_hasJournal = false;
    m_isAdding = false;
    m_journal = std::make_shared<std::optional<TakeJournal>>();
    const auto begin = [](Session& session) { return session.beginRecording(); };
    const auto noteStart = [this, journal = m_journal](const Take& beginning) {
        if (journal == m_journal) {
            m_start = beginning.from;  // the flock was a step or two ahead of the one shown
        }
    };
    write(
        begin, noteStart,
        [journal = m_journal, folder = m_folder,
         name = m_player.shown().loaded.name](const Take& beginning) -> Outcome {
            const auto file = newTakeName(folder, name);
            auto begun = file ? TakeJournal::begin(*file, beginning) : file.problem();
            if (!begun) {
                return begun.problem();
            }
            journal->emplace(std::move(*begun));
            return Done{};
        },
        [this, journal = m_journal](const Outcome& begun) {
            if (journal != m_journal) {
                return;  // the take has ended
            }
            m_hasJournal = static_cast<bool>(begun);
            if (!begun) {
                tellKeptInMemory(begun.problem());
            }
        });
}

void TakeDesk::update(double now) {
    tellIfStalled(now);
    if (m_player.shown().playing == nullptr) {
        addToJournal(now);
    }
}

void TakeDesk::addToJournal(double now) {
    if (now < m_journalDue || !m_hasJournal || m_isAdding || isSaving()) {
        return;
    }
    m_journalDue = now + kJournalInterval;
    m_isAdding = true;
    write(
        [retries = m_isJournalFailing](Session& session) {
            return session.hasNews() || retries ? std::optional(session.news()) : std::nullopt;
        },
        [journal = m_journal](const std::optional<Take>& news) -> Outcome {
            return news ? (*journal)->add(*news) : Done{};
        },
        [this, journal = m_journal](const Outcome& added) {
            if (journal != m_journal) {
                return;
            }
            m_isAdding = false;
            if (added) {
                m_messages.dismiss(kJournal);
            } else if (!m_isJournalFailing) {
                tellKeptInMemory(added.problem());
            }
            m_isJournalFailing = !added;
        });
}

void TakeDesk::tellIfStalled(double now) {
    if (m_underWay == 0) {
        m_busySince.reset();
        if (std::exchange(m_isStalled, false)) {
            m_messages.dismiss(kStallTopic);
        }
        return;
    }
    // Counted from the next frame: a slow one is no slow disk.
    if (now - m_busySince.value_or(now) > kStallSeconds && !std::exchange(m_isStalled, true)) {
        m_messages.postLasting(
            fmt::format("{}: the disk does not answer; the take is kept in memory until it does",
                        m_folder.string()),
            kStallTopic);
    }
    m_busySince = m_busySince.value_or(now);
}

void TakeDesk::tellKeptInMemory(const Problem& why) {
    m_messages.postProblem(why.text + "\nThe take is kept in memory until {record_take} ends it", kJournal);
}

void TakeDesk::save() {
    if (isSaving()) {
        m_messages.post("The take is being saved");
        return;
    }
    startSaving();
}

void TakeDesk::saveThen(WhenSaved whenSaved) {
    m_whenSaved = std::move(whenSaved);
    save();
}

/// Begins to add the rest to the journal and then to save the take: if saving fails, the journal most likely
/// holds everything.
void TakeDesk::startSaving() {
    struct Rest {
        Take news;
        Take take;
    };
    m_savedTo = m_player.shown().stepCount();
    write(
        [](Session& session) {
            return Rest{session.news(), session.recorded()};
        },
        [journal = m_journal, folder = m_folder, name = m_player.shown().loaded.name](const Rest& rest) {
            std::optional<TakeJournal>& begun = *journal;
            const bool isWhole = begun && begun->add(rest.news);
            Saved saved{
                .file = begun ? saveNewTake(rest.take, begun->take()) : saveTakeIn(folder, name, rest.take),
                .seconds = rest.take.seconds(),
                .rest = begun ? std::optional(begun->file()) : std::nullopt,
                .isJournalWhole = isWhole};
            if (saved.file && begun) {
                begun->remove();
            }
            return saved;
        },
        [this, journal = m_journal, then = m_whenSaved](const Saved& saved) {
            if (journal == m_journal) {
                endSaving(saved);
            } else {
                tellReleased(saved, then);
            }
        });
}

void TakeDesk::endSaving(const Saved& saved) {
    m_savedTo.reset();
    if (saved.file) {
        m_start.reset();
        m_player.tell([](Session& session) { session.endRecording(); });
        m_journal.reset();
        m_hasJournal = false;
        m_messages.dismiss(kJournal);
        m_messages.dismiss(kSaving);
        tellSaved(saved, std::exchange(m_whenSaved, {}), kTakeTopic);
        return;
    }
    m_isJournalFailing = !saved.isJournalWhole;
    m_messages.postProblem(saved.file.problem().text, kSaving);
    m_messages.postProblem("The take could not be saved; recording continues, {record_take} tries again",
                           kTakeTopic);
}

void TakeDesk::release() {
    if (!m_start) {
        return;
    }
    if (!isSaving()) {
        startSaving();
    }
    m_messages.dismiss(kJournal);
    ++m_released;
    m_start.reset();
    m_savedTo.reset();
    m_journal.reset();
    m_hasJournal = false;
    m_isAdding = false;
}

std::vector<std::string> TakeDesk::finish() {
    release();
    m_told.clear();
    m_player.stop();
    m_background.drain();
    m_background.finish();
    return std::move(m_told);
}

void TakeDesk::keep(const WhenSaved& whenSaved) {
    const std::uint64_t step = m_player.shown().stepCount();
    if ((m_player.shown().playing != nullptr && !m_player.isRewound()) || step == 0) {
        m_messages.post(step == 0 ? "Nothing has happened yet"
                                  : "A take is being played; it is already saved");
        return;
    }
    if (m_released > 0) {
        m_messages.post("Another take is still being saved; try again in a moment");
        return;
    }
    ++m_released;
    const Take* const rewound = m_player.shown().playing;
    write([to = rewound != nullptr ? rewound->to
                                   : stateAfter(step)](Session& session) { return session.playedLately(to); },
          [folder = m_folder, name = m_player.shown().loaded.name](const Take& take) {
              return Saved{.file = saveTakeIn(folder, name, take), .seconds = take.seconds(), .rest = {}};
          },
          [this, whenSaved](const Saved& saved) { tellReleased(saved, whenSaved); });
}

/// Tells the user what became of a take that is no longer recorded.
void TakeDesk::tellReleased(const Saved& saved, const WhenSaved& then) {
    --m_released;
    if (saved.file) {
        m_told.push_back(tellSaved(saved, then));
        return;
    }
    std::string text = saved.file.problem().text;
    if (saved.rest) {
        text += fmt::format("; {} holds {} of the take, and the next start recovers it", saved.rest->string(),
                            saved.isJournalWhole ? "all" : "most");
    }
    m_messages.postProblem(text);
    m_told.push_back(std::move(text));
}

std::string TakeDesk::tellSaved(const Saved& saved, const WhenSaved& then, std::string_view topic) {
    const std::string more = fmt::format(" ({}); find it under Takes", clockText(saved.seconds));
    list();
    if (then) {
        m_messages.dismiss(topic);
        then(*saved.file, saved.seconds);
    } else {
        m_messages.postSaved(*saved.file, more, topic);
    }
    return "Saved " + saved.file->string() + more;
}

void TakeDesk::list() {
    m_background.run([folder = m_folder] { return listNewest(folder, isTakeName); },
                     [this](std::vector<std::filesystem::path> files) {
                         m_files = std::move(files);
                         m_names.clear();
                         for (const std::filesystem::path& file : m_files) {
                             m_names.push_back(file.stem().string());
                             noteLetters(m_names.back());
                         }
                     });
}

TakesInput TakeDesk::panelInput() const {
    const Instant& shown = m_player.shown();
    const TimeSettings& time = shown.scene().time;
    const std::uint64_t now = shown.stepCount();
    TakesInput input{.isPlaying = shown.playing != nullptr,
                     .isRewound = m_player.isRewound(),
                     .recorded = std::nullopt,
                     .kept = std::min(shown.realSeconds(), static_cast<double>(Session::kKeptSeconds)),
                     .saved = m_names};
    if (m_start) {
        const std::uint64_t to = m_savedTo.value_or(now);
        input.recorded = time.realSeconds(static_cast<double>(to - std::min(to, m_start->step)));
    }
    return input;
}

}  // namespace shoal
