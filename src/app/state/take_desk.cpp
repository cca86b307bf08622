#include "app/state/take_desk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/files/user_files.hpp"
#include "ui/panel/timeline.hpp"
#include "ui/widgets/fonts.hpp"

namespace shoal {

namespace {

// [s] Max length of recent play that can be kept.
constexpr int kKeptSeconds = 5 * 60;
// [s] between writes to a take's journal; less than a second even with a slow frame.
constexpr double kJournalInterval = 0.5;

// [s] A disk that takes longer for a few kilobytes has stalled.
constexpr double kStallSeconds = 2.0;

constexpr const char* kKeptInMemory = "\nThe take is kept in memory until F9 ends it";

/// The state after this many steps, not mixed with the one before.
Moment stateAfter(std::uint64_t step) {
    return {step, 1.0f};
}

}  // namespace

TakeDesk::TakeDesk(Session& session, Messages& messages, Background& background, std::filesystem::path folder)
    : m_session(session), m_messages(messages), m_background(background), m_folder(std::move(folder)) {}

std::uint64_t TakeDesk::keptSteps() const {
    return static_cast<std::uint64_t>(kKeptSeconds) * static_cast<std::uint64_t>(m_session.stepsPerSecond());
}

void TakeDesk::recover() {
    std::string recovered;
    for (const auto& take : recoverTakes(m_folder)) {
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
}

bool TakeDesk::begin(const std::string& message, WhenSaved whenSaved) {
    if (m_session.playing() != nullptr) {
        m_messages.post("A take is being played; go live, then record");
        return false;
    }
    m_session.keepStartNow();
    m_start = stateAfter(m_session.simulation().stepCount());
    m_whenSaved = std::move(whenSaved);
    m_messages.post(message, kTakeTopic);
    beginJournal();
    return true;
}

void TakeDesk::beginJournal() {
    Take beginning = m_session.played(*m_start, *m_start);
    // More edits may follow at this same step; the journal's first block will hold them all.
    std::erase_if(beginning.edits, [this](const Take::Made& each) { return each.step >= m_start->step; });
    m_session.followPlay(m_start->step);
    m_isJournalFailing = false;
    m_hasJournal = false;
    m_isAdding = false;
    m_journal = std::make_shared<std::optional<TakeJournal>>();
    write(
        [journal = m_journal, folder = m_folder, name = m_session.loaded().name,
         beginning = std::move(beginning)]() -> Outcome {
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
                m_messages.postProblem(begun.problem().text + kKeptInMemory);
            }
        });
}

void TakeDesk::update(double now) {
    tellIfStalled(now);
    if (m_session.playing() != nullptr) {
        return;
    }
    m_session.keepStart();
    const std::uint64_t step = m_session.simulation().stepCount();
    const std::uint64_t kept = step - std::min(step, keptSteps());
    m_session.forgetStartsBefore(m_start ? std::min(kept, m_start->step) : kept);
    addToJournal(now);
}

void TakeDesk::addToJournal(double now) {
    if (now < m_journalDue || !m_hasJournal || m_isAdding || isSaving()) {
        return;
    }
    m_journalDue = now + kJournalInterval;
    if (!m_session.hasNews() && !m_isJournalFailing) {
        return;
    }
    m_isAdding = true;
    write([journal = m_journal, news = m_session.news()] { return (*journal)->add(news); },
          [this, journal = m_journal](const Outcome& added) {
              if (journal != m_journal) {
                  return;
              }
              m_isAdding = false;
              if (!added && !m_isJournalFailing) {
                  m_messages.postProblem(added.problem().text + kKeptInMemory);
              }
              m_isJournalFailing = !added;
          });
}

void TakeDesk::tellIfStalled(double now) {
    if (m_underWay == 0) {
        m_idleDisk = now;
        m_isStallTold = false;
    } else if (now - m_idleDisk > kStallSeconds && !m_isStallTold) {
        m_isStallTold = true;
        m_messages.postProblem(fmt::format(
            "{}: the disk does not answer; the take is kept in memory until it does", m_folder.string()));
    }
}

void TakeDesk::save() {
    if (isSaving()) {
        m_messages.post("The take is being saved");
        return;
    }
    startSaving();
}

/// Begins to add the rest to the journal and then to save the take: if saving fails, the journal most likely
/// holds everything.
void TakeDesk::startSaving() {
    const Moment now = stateAfter(m_session.simulation().stepCount());
    m_savedTo = now.step;
    write(
        [journal = m_journal, news = m_session.news(), take = m_session.played(*m_start, now),
         folder = m_folder, name = m_session.loaded().name] {
            std::optional<TakeJournal>& begun = *journal;
            const bool isWhole = begun && begun->add(news);
            Saved saved{.file = begun ? saveNewTake(take, begun->take()) : saveTakeIn(folder, name, take),
                        .seconds = take.seconds(),
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
        m_journal.reset();
        m_hasJournal = false;
        tellSaved(saved, std::exchange(m_whenSaved, {}), kTakeTopic);
        return;
    }
    m_isJournalFailing = !saved.isJournalWhole;
    m_messages.postProblem(saved.file.problem().text);
    m_messages.postProblem("The take could not be saved; recording continues, F9 tries again");
}

void TakeDesk::release() {
    if (!m_start) {
        return;
    }
    if (!isSaving()) {
        startSaving();
    }
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
    m_background.finish();
    return std::move(m_told);
}

void TakeDesk::keep() {
    const std::uint64_t step = m_session.simulation().stepCount();
    if (m_session.playing() != nullptr || step == 0) {
        m_messages.post(step == 0 ? "Nothing has happened yet"
                                  : "A take is being played; it is already saved");
        return;
    }
    if (m_released > 0) {
        m_messages.post("Another take is still being saved; try again in a moment");
        return;
    }
    const std::uint64_t from = step - std::min(step, keptSteps());
    ++m_released;
    write(
        [folder = m_folder, name = m_session.loaded().name,
         take = m_session.played(stateAfter(m_session.startBefore(from)), stateAfter(step))] {
            return Saved{.file = saveTakeIn(folder, name, take), .seconds = take.seconds(), .rest = {}};
        },
        [this](const Saved& saved) { tellReleased(saved, {}); });
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
    std::string text =
        fmt::format("Saved {} ({}); find it under Takes", saved.file->string(), clockText(saved.seconds));
    list();
    if (then) {
        m_messages.dismiss(topic);
        then(*saved.file, saved.seconds);
    } else {
        m_messages.post(text, topic);
    }
    return text;
}

void TakeDesk::list() {
    m_background.run([folder = m_folder] { return listTakes(folder); },
                     [this](std::vector<std::filesystem::path> files) {
                         m_files = std::move(files);
                         m_names.clear();
                         for (const std::filesystem::path& file : m_files) {
                             m_names.push_back(file.stem().string());
                             noteLetters(m_names.back());
                         }
                     });
}

void TakeDesk::noteCamera(const Moment& moment, const CameraPose& pose) {
    m_session.noteCamera(moment, pose);
    const std::uint64_t step = m_session.simulation().stepCount();
    m_cameraKeptFrom = std::min(m_cameraKeptFrom, step);
    if (!m_start && step > m_cameraKeptFrom + 2 * keptSteps()) {
        m_cameraKeptFrom = step - keptSteps();
        m_session.forgetCameraBefore(stateAfter(m_cameraKeptFrom));
    }
}

TakesInput TakeDesk::panelInput() const {
    const TimeSettings& time = m_session.simulation().scene().time;
    const std::uint64_t now = m_session.simulation().stepCount();
    TakesInput input{.isPlaying = m_session.playing() != nullptr,
                     .recorded = std::nullopt,
                     .kept = time.realSeconds(static_cast<double>(std::min(now, keptSteps()))),
                     .saved = m_names};
    if (m_start) {
        const std::uint64_t to = m_savedTo.value_or(now);
        input.recorded = time.realSeconds(static_cast<double>(to - std::min(to, m_start->step)));
    }
    return input;
}

}  // namespace shoal
