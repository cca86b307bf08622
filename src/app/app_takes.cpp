// How the viewer keeps takes and plays them.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/app.hpp"
#include "app/user_files.hpp"

namespace shoal {

namespace {

// What can be kept of what just happened.
constexpr std::uint64_t kKeptSteps = std::uint64_t{5} * 60 * kStepsPerSecond;
// A frame that has stepped this long [s] on its way along a take goes on to draw.
constexpr double kMostReplaySeconds = 0.05;

/// The state after so many steps, and nothing of the one before.
Moment stateAfter(std::uint64_t step) {
    return {step, 1.0f};
}

}  // namespace

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
        m_replay.seek(*m_session.playing(), *requests.seek * kStepsPerSecond);
    }
    if (requests.togglesPause) {
        obey(Command::pause);
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
        m_messages.post(
            fmt::format("Live from here: {} into the scene", clockText(m_session.simulation().seconds())),
            m_frameStart);
    }
}

void App::playDueSteps() {
    const std::optional<Problem> before = m_session.deviation();
    const std::uint64_t state = m_session.stateRevision();
    m_alpha = m_replay.run(m_session, m_clock, Window::now(), kMostReplaySeconds);
    if (m_session.stateRevision() != state) {
        m_figures.noteStep(m_session.simulation().profile());
    }
    if (const auto& deviation = m_session.deviation(); deviation && !before) {
        m_messages.postProblem(deviation->text, m_frameStart);
    }
    standWhereTakeDoes();
    m_figures.update(m_session.simulation(), m_frameStart);
}

void App::standWhereTakeDoes() {
    if (const auto pose = m_replay.pose(m_session, m_alpha)) {
        m_stage->camera().stand(*pose);
    }
}

void App::noteCamera() {
    m_session.noteCamera(moment(), m_stage->camera().pose());
    const std::uint64_t now = m_session.simulation().stepCount();
    m_cameraKeptFrom = std::min(m_cameraKeptFrom, now);
    if (!m_takeStart && now > m_cameraKeptFrom + 2 * kKeptSteps) {
        m_cameraKeptFrom = now - kKeptSteps;
        m_session.forgetCameraBefore(stateAfter(m_cameraKeptFrom));
    }
}

void App::recordTake() {
    if (m_takeStart) {
        endTake();
    } else if (m_session.playing() != nullptr) {
        m_messages.post("A take is being played; go on live, then record", m_frameStart);
    } else {
        m_opener.forget();
        m_takeStart = stateAfter(m_session.simulation().stepCount());
        m_messages.post("Recording a take: all you do is noted; F9 ends it", m_frameStart);
    }
}

/// Keeps the take being recorded, if one is.
void App::endTake() {
    if (m_takeStart) {
        const Moment start = *std::exchange(m_takeStart, std::nullopt);
        saveTake(m_session.played(start, stateAfter(m_session.simulation().stepCount())));
    }
}

void App::keepTake() {
    const std::uint64_t now = m_session.simulation().stepCount();
    if (m_session.playing() != nullptr || now == 0) {
        m_messages.post(now == 0 ? "Nothing has happened yet" : "What is played is a take already",
                        m_frameStart);
        return;
    }
    saveTake(m_session.played(stateAfter(now - std::min(now, kKeptSteps)), stateAfter(now)));
}

void App::saveTake(const Take& take) {
    const auto saved = saveTakeIn(m_paths.takes(), m_session.loaded().name, take);
    if (!saved) {
        m_messages.postProblem(saved.problem().text, m_frameStart);
        return;
    }
    m_messages.post(
        fmt::format("Saved {} ({}); it is under Takes", saved->string(), clockText(take.seconds())),
        m_frameStart);
    refreshTakes();
}

/// For a picture of what is seen now: what led there, and from where it is seen.
std::string App::sceneText() const {
    Take still = m_session.playedUpTo(moment());
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
    const std::uint64_t now = m_session.simulation().stepCount();
    TakesInput input{.isPlaying = m_session.playing() != nullptr,
                     .recorded = std::nullopt,
                     .kept = static_cast<double>(std::min(now, kKeptSteps)) / kStepsPerSecond,
                     .saved = m_takeNames};
    if (m_takeStart) {
        input.recorded = static_cast<double>(now - std::min(now, m_takeStart->step)) / kStepsPerSecond;
    }
    return input;
}

}  // namespace shoal
