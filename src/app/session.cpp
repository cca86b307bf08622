#include "app/session.hpp"

#include <utility>

#include "capture/take_replay.hpp"

namespace shoal {

namespace {

// For checkpoints along a take: half a minute of a hundred thousand boids, an hour of a few thousand.
constexpr std::size_t kCheckpointBytes = std::size_t{256} << 20;

/// Whether an edit may move a boid; others change where it is seen from, and in what light.
bool movesFlock(const Edit& edit) {
    return !edit.key.starts_with("camera.") && !edit.key.starts_with("look.");
}

}  // namespace

Session::Session(Scene scene, const SimulationOptions& options)
    : m_loaded(scene),
      m_simulation(*Simulation::create(std::move(scene), options)),
      m_checkpoints(kCheckpointBytes) {
    begin();
}

void Session::stepOnce() {
    m_simulation.step();
    const auto flocks = m_simulation.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        m_swimmers[index].step(flocks[index], m_simulation.scene().species[index], kStepSeconds);
    }
    ++m_stateRevision;
    if (!m_take) {
        m_log.noteStep(m_simulation);
        return;
    }
    if (auto same = checkReplay(*m_take, m_simulation); !same && !m_deviation) {
        m_deviation = same.problem();
    }
    makeTakesEdits();
}

std::vector<Problem> Session::applyQueued() {
    std::vector<Problem> problems;
    for (const Edit& edit : m_queued) {
        if (auto applied = m_simulation.apply(edit); !applied) {
            problems.push_back(applied.problem());
            continue;
        }
        if (movesFlock(edit)) {
            goLive();
        }
        if (m_take) {
            m_overTake.push_back(edit);
        } else {
            m_log.noteEdit(m_simulation.stepCount(), edit);
        }
        ++m_revision;
    }
    m_queued.clear();
    return problems;
}

void Session::restart(std::uint64_t seed) {
    m_simulation.restart(seed);
    begin();
}

void Session::adoptSaved(Scene saved) {
    m_loaded = std::move(saved);
    ++m_revision;
}

void Session::load(Scene scene) {
    m_queued.clear();
    m_loaded = scene;
    *m_simulation.load(std::move(scene));
    begin();
}

void Session::play(Take take) {
    load(take.scene);
    m_take = std::move(take);
    makeTakesEdits();
}

void Session::goLive() {
    if (m_take) {
        m_log.goOnFrom(*m_take, m_simulation.stepCount());
        if (m_deviation) {
            m_log.forgetHashes();
        }
        for (const Edit& edit : m_overTake) {
            m_log.noteEdit(m_simulation.stepCount(), edit);
        }
        m_overTake.clear();
        m_take.reset();
        m_checkpoints.clear();
    }
}

void Session::jumpTowards(std::uint64_t step) {
    const SessionCheckpoint* near = m_checkpoints.lastBefore(step);
    const std::uint64_t now = m_simulation.stepCount();
    if (near == nullptr || (now <= step && near->simulation.stepCount <= now)) {
        return;
    }
    *m_simulation.resume(near->simulation);
    m_swimmers = near->swimmers;
    for (const Edit& edit : m_overTake) {
        [[maybe_unused]] const Outcome applied = m_simulation.apply(edit);  // as it was before
    }
    ++m_revision;
    ++m_stateRevision;
}

void Session::noteCamera(const Moment& moment, const CameraPose& pose) {
    if (!m_take) {
        m_log.noteCamera(moment, pose);
    }
}

Take Session::playedUpTo(const Moment& to) const {
    return m_take ? logUpTo(to).upTo(to) : m_log.upTo(to);
}

Take Session::played(const Moment& from, const Moment& to) const {
    return m_take ? logUpTo(to).take(from, to) : m_log.take(from, to);
}

/// As if the take being played had been played by hand just now.
TakeLog Session::logUpTo(const Moment& to) const {
    TakeLog log;
    log.goOnFrom(*m_take, to.step);
    for (const Edit& edit : m_overTake) {
        log.noteEdit(to.step, edit);
    }
    return log;
}

/// At step 0, live.
void Session::begin() {
    m_take.reset();
    m_overTake.clear();
    m_deviation.reset();
    m_checkpoints.clear();
    m_log.begin(m_simulation.scene());
    ++m_beginning;
    restartSwimmers();
}

void Session::restartSwimmers() {
    const auto flocks = m_simulation.flocks();
    m_swimmers.resize(flocks.size());
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        m_swimmers[index].restart(flocks[index], m_simulation.scene().species[index]);
    }
    ++m_revision;
    ++m_stateRevision;
}

/// Those due at this step; with them done it is a place to come back to.
void Session::makeTakesEdits() {
    if (applyEditsDue(*m_take, m_simulation) > 0) {
        ++m_revision;
        ++m_stateRevision;
    }
    if (m_checkpoints.wants(m_simulation.stepCount())) {
        m_checkpoints.keep({m_simulation.checkpoint(), m_swimmers});
    }
}

}  // namespace shoal
