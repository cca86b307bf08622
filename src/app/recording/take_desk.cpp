#include "app/recording/take_desk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/files/user_files.hpp"
#include "ui/panel/timeline.hpp"

namespace shoal {

namespace {

// [s] Max length of recent play that can be kept.
constexpr int kKeptSeconds = 5 * 60;
// [s] between writes to a take's journal; less than a second even with a slow frame.
constexpr double kJournalInterval = 0.5;

constexpr const char* kKeptInMemory = "\nThe take is kept in memory until F9 ends it";

/// The state after this many steps, not mixed with the one before.
Moment stateAfter(std::uint64_t step) {
    return {step, 1.0f};
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

bool TakeDesk::begin() {
    if (m_session.playing() != nullptr) {
        m_messages.post("A take is being played; go live, then record");
        return false;
    }
    m_session.keepStartNow();
    m_start = stateAfter(m_session.simulation().stepCount());
    m_messages.post("Recording a take: everything you do is recorded; F9 ends it");
    beginJournal();
    return true;
}

void TakeDesk::beginJournal() {
    const auto file = newTakeName(m_folder, m_session.loaded().name);
    if (!file) {
        m_messages.postProblem(file.problem().text);
        return;
    }
    Take beginning = m_session.played(*m_start, *m_start);
    // More edits may follow at this same step; the journal's first block will hold them all.
    std::erase_if(beginning.edits, [this](const Take::Made& each) { return each.step >= m_start->step; });
    auto journal = TakeJournal::begin(*file, beginning);
    if (!journal) {
        m_messages.postProblem(journal.problem().text + kKeptInMemory);
        return;
    }
    m_journal = std::move(*journal);
    m_session.followPlay(m_start->step);
    m_isJournalFailing = false;
}

void TakeDesk::update(double now) {
    if (m_session.playing() != nullptr) {
        return;
    }
    m_session.keepStart();
    const std::uint64_t step = m_session.simulation().stepCount();
    const std::uint64_t kept = step - std::min(step, keptSteps());
    m_session.forgetStartsBefore(m_start ? std::min(kept, m_start->step) : kept);
    if (now >= m_journalDue) {
        addToJournal();
        m_journalDue = now + kJournalInterval;
    }
}

void TakeDesk::addToJournal() {
    if (!m_journal || !(m_session.hasNews() || m_isJournalFailing)) {
        return;
    }
    const Outcome added = m_journal->add(m_session.news());
    if (!added && !m_isJournalFailing) {
        m_messages.postProblem(added.problem().text + kKeptInMemory);
    }
    m_isJournalFailing = !added;
}

void TakeDesk::save() {
    if (!trySave()) {
        m_messages.postProblem("The take could not be saved; recording continues, F9 tries again");
    }
}

/// Saves the take being recorded and ends its recording. Returns whether it is saved.
bool TakeDesk::trySave() {
    addToJournal();  // if saving fails, the journal most likely holds everything
    const Take take = m_session.played(*m_start, stateAfter(m_session.simulation().stepCount()));
    if (!saveAs(take, m_journal ? m_journal->take() : std::filesystem::path())) {
        return false;
    }
    if (m_journal) {
        m_journal->remove();
    }
    m_start.reset();
    m_journal.reset();
    return true;
}

void TakeDesk::end() {
    if (!m_start || trySave()) {
        return;
    }
    if (m_journal) {
        m_messages.postProblem(
            fmt::format("The take could not be saved, but {} holds {} of it; the next start recovers it",
                        m_journal->file().string(), m_isJournalFailing ? "most" : "all"));
    }
    m_start.reset();
    m_journal.reset();
}

void TakeDesk::keep() {
    const std::uint64_t step = m_session.simulation().stepCount();
    if (m_session.playing() != nullptr || step == 0) {
        m_messages.post(step == 0 ? "Nothing has happened yet"
                                  : "A take is being played; it is already saved");
        return;
    }
    const std::uint64_t from = step - std::min(step, keptSteps());
    saveAs(m_session.played(stateAfter(m_session.startBefore(from)), stateAfter(step)), {});
}

/// Saves a take as `wanted`, or under a dated name if that is empty; adds a number if the name is taken.
/// Tells the user the result and returns whether it is saved.
bool TakeDesk::saveAs(const Take& take, const std::filesystem::path& wanted) {
    const auto file =
        wanted.empty() ? saveTakeIn(m_folder, m_session.loaded().name, take) : saveNewTake(take, wanted);
    if (!file) {
        m_messages.postProblem(file.problem().text);
        return false;
    }
    m_messages.post(
        fmt::format("Saved {} ({}); find it under Takes", file->string(), clockText(take.seconds())));
    list();
    return true;
}

void TakeDesk::list() {
    m_files = listTakes(m_folder);
    m_names.clear();
    for (const std::filesystem::path& file : m_files) {
        m_names.push_back(file.stem().string());
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
        input.recorded = time.realSeconds(static_cast<double>(now - std::min(now, m_start->step)));
    }
    return input;
}

}  // namespace shoal
