#include "app/play/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/files/remembered_scene.hpp"
#include "capture/take/take_replay.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/support/workers.hpp"

namespace shoal {

namespace {

// Memory for checkpoints along a take: enough for half a minute of 100,000 boids, or an hour of a few
// thousand.
constexpr std::size_t kCheckpointBytes = std::size_t{256} << 20;

// Memory for starts of takes: five minutes of 60,000 boids at ten-second intervals; longer intervals for
// more.
constexpr std::size_t kStartBytes = std::size_t{256} << 20;

// Replaying this many steps is quick enough for a capture; a snapshot would make the capture larger.
constexpr std::uint64_t kQuickSteps = std::uint64_t{60} * kStepsPerSecond;

}  // namespace

Session::Session(Scene scene, const SimulationOptions& options)
    : m_loaded(scene),
      m_simulation(*Simulation::create(std::move(scene), options)),
      m_workers(std::make_unique<Workers>(m_simulation.threads())),
      m_checkpoints(kCheckpointBytes),
      m_starts(kStartBytes) {
    begin();
}

Session::Session(Session&& other) noexcept = default;
Session::~Session() = default;

void Session::stepOnce() {
    m_simulation.step();
    const auto start = std::chrono::steady_clock::now();
    const Scene& scene = m_simulation.scene();
    const auto flocks = m_simulation.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        m_animations[index].step(flocks[index], scene.species[index], scene.time, m_workers.get());
    }
    m_animationSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++m_stateRevision;
    if (!m_take) {
        m_log.noteStep(m_simulation);
        return;
    }
    if (auto same = checkReplay(*m_take, m_simulation); !same && !m_deviation) {
        m_deviation = same.problem();
    }
    applyTakeEdits();
}

std::vector<Problem> Session::applyQueued() {
    std::vector<Problem> problems;
    for (const auto& [edit, shownBefore] : m_queued) {
        std::vector<Change> removed = valuesRemovedBy(edit, m_simulation.scene());
        auto change = m_simulation.apply(edit);
        if (!change) {
            problems.push_back(change.problem());
            continue;
        }
        change->before = shownBefore.value_or(change->before);
        change->after = edit.shown;  // to the last bit: a redo must not change the hash
        if (change->before != change->after) {
            // Undo runs in reverse order, so these values follow the object's return.
            std::ranges::move(removed, std::back_inserter(m_changes));
            m_changes.push_back(*std::move(change));
        }
        if (movesFlock(edit.key)) {
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

void Session::adoptPreset(Scene preset) {
    m_loaded = std::move(preset);
    resume(m_simulation.checkpoint());
    ++m_revision;
}

void Session::continueFrom(const Session& other) {
    m_queued.clear();
    m_loaded = other.m_loaded;
    resume(other.m_simulation.checkpoint());
    begin();
    m_animations = other.m_animations;
}

void Session::load(Scene scene) {
    m_queued.clear();
    m_loaded = scene;
    *m_simulation.load(std::move(scene));
    begin();
}

void Session::play(Take take) {
    const Scene loaded = take.loaded.value_or(take.scene);
    Scene scene = take.scene;
    copyTexts(loaded, scene);
    load(std::move(scene));
    m_loaded = loaded;
    if (take.snapshot) {
        resume(checkpointOf(*take.snapshot, take.scene));  // checked when the take was read
        restartAnimations();
        for (std::size_t index = 0; index < take.snapshot->bodies.size(); ++index) {
            m_animations[index].restore(take.snapshot->bodies[index]);
        }
        if (auto same = checkReplay(take, m_simulation); !same) {
            m_deviation = same.problem();
        }
    }
    m_take = std::move(take);
    applyTakeEdits();
}

void Session::goLive() {
    if (m_take) {
        m_log.continueFrom(*m_take, m_simulation.stepCount());
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
    if (near == nullptr || (now <= step && near->simulation.stepCount() <= now)) {
        return;
    }
    resume(near->simulation);
    m_animations = near->animations;
    for (const Edit& edit : m_overTake) {
        [[maybe_unused]] const auto applied = m_simulation.apply(edit);  // succeeded before
    }
    ++m_revision;
    ++m_stateRevision;
}

void Session::noteCamera(const Moment& moment, const CameraPose& pose) {
    if (!m_take) {
        m_log.noteCamera(moment, pose);
    }
}

Take Session::playedUpTo(const Moment& from, const Moment& to) const {
    Take take = m_take ? logUpTo(to).upTo(to) : m_log.upTo(to);
    take.from = from;
    return begunLate(std::move(take), kQuickSteps);
}

Take Session::played(const Moment& from, const Moment& to) const {
    return begunLate(m_take ? logUpTo(to).take(from, to) : m_log.take(from, to), 0);
}

/// If more than `quick` steps precede the take's shown part, cuts the take to the last start before that part
/// and its trails.
Take Session::begunLate(Take take, std::uint64_t quick) const {
    take.loaded = m_loaded;
    // The first picture's trails show earlier positions of the boids.
    const double trail = static_cast<double>(m_simulation.scene().look.trail) * stepsPerSecond();
    const auto earlier = std::min(take.from.step, static_cast<std::uint64_t>(std::ceil(trail)));
    const TakeStart* start = m_take ? nullptr : m_starts.lastBefore(take.from.step - earlier);
    if (start != nullptr && take.from.step > take.firstStep() + quick) {
        start->cut(take);
    }
    return take;
}

void Session::keepStart() {
    if (m_starts.wants(m_simulation.stepCount())) {
        keepStartNow();
    }
}

void Session::keepStartNow() {
    const std::uint64_t step = m_simulation.stepCount();
    const TakeStart* last = m_starts.lastBefore(step);
    // Copying a huge flock would stall the viewer for a snapshot too large to store.
    if (m_simulation.bytes() > kMaxSnapshotBytes || m_take || step == 0 || m_log.hasEditFrom(step) ||
        (last != nullptr && last->step() == step)) {
        return;
    }
    const auto flocks = m_simulation.flocks();
    Snapshot snapshot{
        .step = step, .hash = m_simulation.hash(), .flocks = {flocks.begin(), flocks.end()}, .bodies = {}};
    for (const BodyAnimation& each : m_animations) {
        snapshot.bodies.push_back(each.numbers());
    }
    if (isStorable(snapshot)) {
        m_starts.keep({m_simulation.scene(), std::make_shared<const Snapshot>(std::move(snapshot))});
    }
}

std::uint64_t Session::startBefore(std::uint64_t step) const {
    const TakeStart* start = m_starts.lastBefore(step);
    return start != nullptr ? start->step() : step;
}

/// Returns the log as if the take being played had been played live.
TakeLog Session::logUpTo(const Moment& to) const {
    TakeLog log;
    log.continueFrom(*m_take, to.step);
    for (const Edit& edit : m_overTake) {
        log.noteEdit(to.step, edit);
    }
    return log;
}

/// Continues from a checkpoint with the texts of the loaded scene: a scene that was saved under another name
/// since then would otherwise count as edited.
void Session::resume(const Checkpoint& checkpoint) {
    SimulationState state = checkpoint.state();
    copyTexts(m_loaded, state.scene);
    *m_simulation.resume(Checkpoint(std::move(state)));
}

/// Begins live at step 0.
void Session::begin() {
    m_take.reset();
    m_overTake.clear();
    m_deviation.reset();
    m_checkpoints.clear();
    m_starts.clear();
    m_log.begin(m_simulation.scene());
    ++m_beginning;
    restartAnimations();
}

void Session::restartAnimations() {
    const auto flocks = m_simulation.flocks();
    m_animations.resize(flocks.size());
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        m_animations[index].restart(flocks[index], m_simulation.scene().species[index]);
    }
    ++m_revision;
    ++m_stateRevision;
}

/// Applies the take's edits of this step; the resulting state may become a checkpoint.
void Session::applyTakeEdits() {
    if (applyEditsDue(*m_take, m_simulation) > 0) {
        ++m_revision;
        ++m_stateRevision;
    }
    const std::uint64_t step = m_simulation.stepCount();
    if (step == m_take->firstStep() || m_checkpoints.wants(step)) {
        m_checkpoints.keep({m_simulation.checkpoint(), m_animations});
    }
}

}  // namespace shoal
