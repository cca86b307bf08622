#include "app/recording/take_desk.hpp"

#include <algorithm>
#include <chrono>
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

/// Whether the work is done and its result not yet taken.
template <class Value>
bool isReady(const std::future<Value>& work) {
    return work.valid() && work.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

TakeDesk::TakeDesk(Session& session, Messages& messages, std::filesystem::path folder)
    : m_session(session), m_messages(messages), m_folder(std::move(folder)) {}

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
    m_beginning = std::async(std::launch::async,
                             [folder = m_folder, name = m_session.loaded().name,
                              beginning = std::move(beginning)]() -> Result<TakeJournal> {
                                 const auto file = newTakeName(folder, name);
                                 return file ? TakeJournal::begin(*file, beginning) : file.problem();
                             });
}

void TakeDesk::endBeginning() {
    if (!isReady(m_beginning)) {
        return;
    }
    auto journal = m_beginning.get();
    if (journal) {
        m_journal = std::make_shared<TakeJournal>(std::move(*journal));
    } else {
        m_messages.postProblem(journal.problem().text + kKeptInMemory);
    }
}

void TakeDesk::update(double now) {
    endBeginning();
    endAdding();
    endSaving();
    endReleased();
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
    if (now < m_journalDue || !m_journal || m_adding.valid() || m_saving.valid()) {
        return;
    }
    m_journalDue = now + kJournalInterval;
    if (m_session.hasNews() || m_isJournalFailing) {
        m_adding = std::async(std::launch::async,
                              [journal = m_journal, news = m_session.news()] { return journal->add(news); });
    }
}

void TakeDesk::endAdding() {
    if (!isReady(m_adding)) {
        return;
    }
    const Outcome added = m_adding.get();
    if (!added && !m_isJournalFailing) {
        m_messages.postProblem(added.problem().text + kKeptInMemory);
    }
    m_isJournalFailing = !added;
}

void TakeDesk::tellIfStalled(double now) {
    if (!m_beginning.valid() && !m_adding.valid() && !m_saving.valid() && m_released.empty()) {
        m_idleDisk = now;
        m_isStallTold = false;
    } else if (now - m_idleDisk > kStallSeconds && !m_isStallTold) {
        m_isStallTold = true;
        m_messages.postProblem(fmt::format(
            "{}: the disk does not answer; the take is kept in memory until it does", m_folder.string()));
    }
}

void TakeDesk::save() {
    if (m_saving.valid()) {
        m_messages.post("The take is being saved");
        return;
    }
    startSaving();
}

/// Hands everything about the take being recorded to another thread, which adds the rest to the journal
/// before it saves the take: if saving fails, the journal most likely holds everything.
void TakeDesk::startSaving() {
    struct Job {
        std::future<Result<TakeJournal>> beginning;
        std::future<Outcome> adding;
        Journal journal;
        Take news;
        Take take;
        std::filesystem::path folder;
        std::string name;
        WhenSaved then;
    };
    const Moment now = stateAfter(m_session.simulation().stepCount());
    Job job{.beginning = std::move(m_beginning),
            .adding = std::move(m_adding),
            .journal = m_journal,
            .news = m_session.news(),
            .take = m_session.played(*m_start, now),
            .folder = m_folder,
            .name = m_session.loaded().name,
            .then = m_whenSaved};
    m_savedTo = now.step;
    m_saving = std::async(std::launch::async, [job = std::move(job)]() mutable {
        if (job.beginning.valid()) {
            auto begun = job.beginning.get();
            job.journal = begun ? std::make_shared<TakeJournal>(std::move(*begun)) : nullptr;
        }
        if (job.adding.valid()) {
            job.adding.wait();  // what failed, the next addition writes
        }
        const bool isWhole = job.journal != nullptr && job.journal->add(job.news);
        Saved saved{.file = job.journal ? saveNewTake(job.take, job.journal->take())
                                        : saveTakeIn(job.folder, job.name, job.take),
                    .seconds = job.take.seconds(),
                    .then = job.then,
                    .journal = job.journal,
                    .isJournalWhole = isWhole};
        if (saved.file && job.journal) {
            job.journal->remove();
        }
        return saved;
    });
}

void TakeDesk::endSaving() {
    if (!isReady(m_saving)) {
        return;
    }
    const Saved saved = m_saving.get();
    m_savedTo.reset();
    if (saved.file) {
        m_start.reset();
        m_journal.reset();
        tellSaved(saved, kTakeTopic);
        return;
    }
    m_journal = saved.journal;
    m_isJournalFailing = !saved.isJournalWhole;
    m_messages.postProblem(saved.file.problem().text);
    m_messages.postProblem("The take could not be saved; recording continues, F9 tries again");
}

void TakeDesk::release() {
    if (m_start && !m_saving.valid()) {
        startSaving();
    }
    if (m_saving.valid()) {
        m_released.push_back(std::move(m_saving));
    }
    m_start.reset();
    m_savedTo.reset();
    m_journal.reset();
}

void TakeDesk::endReleased() {
    for (auto each = m_released.begin(); each != m_released.end();) {
        if (isReady(*each)) {
            tellReleased(each->get());
            each = m_released.erase(each);
        } else {
            ++each;
        }
    }
}

std::vector<std::string> TakeDesk::finish() {
    release();
    std::vector<std::string> lines;
    for (auto& each : m_released) {
        lines.push_back(tellReleased(each.get()));
    }
    m_released.clear();
    return lines;
}

void TakeDesk::keep() {
    const std::uint64_t step = m_session.simulation().stepCount();
    if (m_session.playing() != nullptr || step == 0) {
        m_messages.post(step == 0 ? "Nothing has happened yet"
                                  : "A take is being played; it is already saved");
        return;
    }
    if (!m_released.empty()) {
        m_messages.post("Another take is still being saved; try again in a moment");
        return;
    }
    const std::uint64_t from = step - std::min(step, keptSteps());
    m_released.push_back(
        std::async(std::launch::async,
                   [folder = m_folder, name = m_session.loaded().name,
                    take = m_session.played(stateAfter(m_session.startBefore(from)), stateAfter(step))] {
                       return Saved{.file = saveTakeIn(folder, name, take),
                                    .seconds = take.seconds(),
                                    .then = {},
                                    .journal = nullptr};
                   }));
}

/// Tells the user what became of a take that is no longer recorded, and returns the line.
std::string TakeDesk::tellReleased(const Saved& saved) {
    if (saved.file) {
        return tellSaved(saved);
    }
    std::string text = saved.file.problem().text;
    if (saved.journal) {
        text += fmt::format("; {} holds {} of the take, and the next start recovers it",
                            saved.journal->file().string(), saved.isJournalWhole ? "all" : "most");
    }
    m_messages.postProblem(text);
    return text;
}

std::string TakeDesk::tellSaved(const Saved& saved, std::string_view topic) {
    std::string text =
        fmt::format("Saved {} ({}); find it under Takes", saved.file->string(), clockText(saved.seconds));
    list();
    if (saved.then) {
        m_messages.dismiss(topic);
        saved.then(*saved.file, saved.seconds);
    } else {
        m_messages.post(text, topic);
    }
    return text;
}

void TakeDesk::list() {
    m_files = listTakes(m_folder);
    m_names.clear();
    for (const std::filesystem::path& file : m_files) {
        m_names.push_back(file.stem().string());
        noteLetters(m_names.back());
    }
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
