// Part of App: recording, keeping and playing takes.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/files/user_files.hpp"
#include "app/viewer/app.hpp"

namespace shoal {

namespace {

// [s] How much of the latest play can be kept.
constexpr int kKeptSeconds = 5 * 60;
// A frame that has stepped this long [s] along a take goes on to draw.
constexpr double kMaxReplaySeconds = 0.05;
// [s] between writes to a take's journal; less than a second even with a slow frame.
constexpr double kJournalInterval = 0.5;

/// The state after this many steps, not mixed with the one before.
Moment stateAfter(std::uint64_t step) {
    return {step, 1.0f};
}

}  // namespace

std::uint64_t App::keptSteps() const {
    return static_cast<std::uint64_t>(kKeptSeconds) * static_cast<std::uint64_t>(m_session.stepsPerSecond());
}

Moment App::moment() const {
    return momentShown(m_session.simulation().stepCount(), m_alpha);
}

void App::buildTimelineBar(const WidgetContext& context) {
    if (m_session.playing() == nullptr) {
        return;
    }
    const TimelineRequests requests =
        buildTimeline(context, m_replay.timeline(m_session, m_alpha, m_clock.isPaused()), coveredWidth());
    if (requests.seek) {
        m_replay.seek(*m_session.playing(), *requests.seek * m_session.stepsPerSecond());
    }
    if (requests.togglesPause) {
        execute(Command::pause);
    }
    if (requests.togglesCamera) {
        m_replay.toggleCamera();
    }
    if (requests.goesLive) {
        goLive();
    }
}

void App::goLive() {
    if (m_session.playing() != nullptr) {
        m_session.goLive();
        m_clock.setPaused(false);
        m_messages.post(fmt::format("Live from here, {} into the scene", clockText(m_session.realSeconds())),
                        m_frameStart);
    }
}

void App::playDueSteps() {
    const std::optional<Problem> before = m_session.deviation();
    const std::uint64_t state = m_session.stateRevision();
    m_alpha = m_replay.run(m_session, m_clock, Window::now(), kMaxReplaySeconds,
                           [this] { m_stage->step(m_session); });
    if (m_session.stateRevision() != state) {
        m_figures.noteStep(m_session.simulation().profile());
    }
    if (const auto& deviation = m_session.deviation(); deviation && !before) {
        m_messages.postProblem(deviation->text, m_frameStart);
    }
    applyTakeCamera();
}

void App::applyTakeCamera() {
    if (const auto pose = m_replay.pose(m_session, m_alpha)) {
        m_stage->camera().stand(*pose);
    }
}

void App::noteCamera() {
    m_session.noteCamera(moment(), m_stage->camera().pose());
    const std::uint64_t now = m_session.simulation().stepCount();
    m_cameraKeptFrom = std::min(m_cameraKeptFrom, now);
    if (!m_takeStart && now > m_cameraKeptFrom + 2 * keptSteps()) {
        m_cameraKeptFrom = now - keptSteps();
        m_session.forgetCameraBefore(stateAfter(m_cameraKeptFrom));
    }
}

void App::recordTake() {
    if (m_takeStart) {
        if (!saveRecorded()) {
            m_messages.postProblem("The take could not be saved; recording continues, F9 tries again",
                                   m_frameStart);
        }
    } else if (m_session.playing() != nullptr) {
        m_messages.post("A take is being played; go live, then record", m_frameStart);
    } else {
        m_opener.forget();
        m_session.keepStartNow();
        m_takeStart = stateAfter(m_session.simulation().stepCount());
        m_messages.post("Recording a take: everything you do is recorded; F9 ends it", m_frameStart);
        beginJournal();
    }
}

void App::beginJournal() {
    const auto file = newTakeName(m_paths.takes(), m_session.loaded().name);
    if (!file) {
        m_messages.postProblem(file.problem().text, m_frameStart);
        return;
    }
    Take beginning = m_session.played(*m_takeStart, *m_takeStart);
    // More edits may follow at this same step; the journal's first block holds them all.
    std::erase_if(beginning.edits, [this](const Take::Made& each) { return each.step >= m_takeStart->step; });
    auto journal = TakeJournal::begin(*file, beginning);
    if (!journal) {
        m_messages.postProblem(journal.problem().text + "\nThe take is kept in memory until F9 ends it",
                               m_frameStart);
        return;
    }
    m_journal = std::move(*journal);
    m_session.followPlay(m_takeStart->step);
    m_isJournalFailing = false;
    m_journalDue = m_frameStart + kJournalInterval;
}

/// Keeps possible starts of takes and the journal up to date. Call once a frame.
void App::noteForTakes() {
    if (m_session.playing() != nullptr) {
        return;
    }
    m_session.keepStart();
    const std::uint64_t now = m_session.simulation().stepCount();
    const std::uint64_t kept = now - std::min(now, keptSteps());
    m_session.forgetStartsBefore(m_takeStart ? std::min(kept, m_takeStart->step) : kept);
    if (m_frameStart >= m_journalDue) {
        addToJournal();
    }
}

void App::addToJournal() {
    if (!m_journal || !(m_session.hasNews() || m_isJournalFailing)) {
        return;
    }
    const Outcome added = m_journal->add(m_session.news());
    if (!added && !m_isJournalFailing) {
        m_messages.postProblem(added.problem().text + "\nThe take is kept in memory until F9 ends it",
                               m_frameStart);
    }
    m_isJournalFailing = !added;
    m_journalDue = m_frameStart + kJournalInterval;
}

/// Saves the take being recorded and ends its recording; if that fails, says why and goes on recording.
bool App::saveRecorded() {
    addToJournal();  // if saving fails, the journal most likely holds everything
    const Take take = m_session.played(*m_takeStart, stateAfter(m_session.simulation().stepCount()));
    if (!saveTake(take, m_journal ? m_journal->take() : std::filesystem::path())) {
        return false;
    }
    if (m_journal) {
        m_journal->remove();
    }
    m_takeStart.reset();
    m_journal.reset();
    return true;
}

/// Ends and saves the take being recorded, if any. If saving fails, the next start recovers it from its
/// journal.
void App::endTake() {
    if (m_takeStart && !saveRecorded()) {
        if (m_journal) {
            m_messages.postProblem(
                fmt::format("The take could not be saved, but {} holds {} of it; the next start recovers it",
                            m_journal->file().string(), m_isJournalFailing ? "most" : "all"),
                m_frameStart);
        }
        m_takeStart.reset();
        m_journal.reset();
    }
}

void App::keepTake() {
    const std::uint64_t now = m_session.simulation().stepCount();
    if (m_session.playing() != nullptr || now == 0) {
        m_messages.post(now == 0 ? "Nothing has happened yet" : "A take is being played; it is already saved",
                        m_frameStart);
        return;
    }
    const std::uint64_t from = now - std::min(now, keptSteps());
    saveTake(m_session.played(stateAfter(m_session.startBefore(from)), stateAfter(now)));
}

/// Saves a take as `wanted`, or under a dated name if that is empty; a number is added to a taken name. Tells
/// the user the result and returns whether it is saved.
bool App::saveTake(const Take& take, const std::filesystem::path& wanted) {
    const auto file = wanted.empty() ? saveTakeIn(m_paths.takes(), m_session.loaded().name, take)
                                     : saveNewTake(take, wanted);
    if (!file) {
        m_messages.postProblem(file.problem().text, m_frameStart);
        return false;
    }
    m_messages.post(
        fmt::format("Saved {} ({}); find it under Takes", file->string(), clockText(take.seconds())),
        m_frameStart);
    refreshTakes();
    return true;
}

/// Recovers takes that another run was recording when it was killed.
void App::recoverTakes() {
    const auto takes = shoal::recoverTakes(m_paths.takes());
    std::string recovered;
    for (const auto& take : takes) {
        if (take) {
            recovered += (recovered.empty() ? "" : "\n") + take->string();
        } else {
            m_messages.postProblem(take.problem().text, m_frameStart);
        }
    }
    if (!recovered.empty()) {
        m_messages.post("Recovered an unfinished recording; find it under Takes\n" + recovered, m_frameStart);
    }
}

void App::buildTakeMark(const WidgetContext& context) {
    if (const auto seconds = takesInput().recorded) {
        shoal::buildTakeMark(*seconds, m_captureDesk.panelInput().progress, context,
                             m_captureDesk.isPanelOpen());
    }
}

/// Returns the scene of the current picture: the play that led there, and the camera.
std::string App::sceneText() const {
    Take still = m_session.playedUpTo(moment(), moment());
    still.camera.put({still.to.steps(), m_stage->camera().pose()});
    return takeText(still);
}

void App::refreshTakes() {
    m_takeFiles = listTakes(m_paths.takes());
    m_takeNames.clear();
    for (const std::filesystem::path& file : m_takeFiles) {
        m_takeNames.push_back(file.stem().string());
    }
}

void App::openTake(std::size_t index) {
    if (index < m_takeFiles.size()) {
        loadFile(m_takeFiles[index]);
    }
}

TakesInput App::takesInput() const {
    const TimeSettings& time = m_session.simulation().scene().time;
    const std::uint64_t now = m_session.simulation().stepCount();
    TakesInput input{.isPlaying = m_session.playing() != nullptr,
                     .recorded = std::nullopt,
                     .kept = time.realSeconds(static_cast<double>(std::min(now, keptSteps()))),
                     .saved = m_takeNames};
    if (m_takeStart) {
        input.recorded = time.realSeconds(static_cast<double>(now - std::min(now, m_takeStart->step)));
    }
    return input;
}

}  // namespace shoal
