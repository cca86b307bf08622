#include "play/session/session.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <utility>

#include "capture/take/take_replay.hpp"
#include "render/frame/body_batch.hpp"
#include "sim/step/checkpoint.hpp"

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

// A capture without a start early enough for its trails and poses replays this many steps to have them.
constexpr std::uint64_t kLeadSteps = std::uint64_t{10} * kStepsPerSecond;

Scene withTexts(const Scene& loaded, Scene scene) {
    copyTexts(loaded, scene);
    return scene;
}

}  // namespace

Session::Session(Scene scene, const SimulationOptions& options) : Session(scene, scene, options) {}

Session::Session(Scene scene, Scene loaded, const SimulationOptions& options)
    : m_loaded(std::move(loaded)),
      m_simulation(*Simulation::create(withTexts(m_loaded, std::move(scene)), options)),
      m_checkpoints(kCheckpointBytes),
      m_starts(kStartBytes) {
    begin();
}

Instant Session::instant() const {
    return {.state = m_simulation,
            .trail = m_trail,
            .loaded = m_loaded,
            .playing = m_take.get(),
            .deviation = m_deviation,
            .beginning = m_beginning,
            .revision = m_revision,
            .stateRevision = m_stateRevision,
            .threads = m_simulation.threads()};
}

void Session::publish(PublishedFlock& to) {
    if (m_publishedRevision != m_revision) {
        m_publishedScene = std::make_shared<const Scene>(scene());
        m_publishedRevision = m_revision;
    }
    to.scene = m_publishedScene;
    const auto flocks = m_simulation.flocks();
    to.flocks.assign(flocks.begin(), flocks.end());  // uses the memory of the flocks that it replaces
    to.trail = m_trail;
    to.step = m_simulation.stepCount();
    to.deviation = m_deviation;
}

Result<Change> Session::apply(const Edit& edit) {
    auto change = m_simulation.apply(edit);
    if (!change) {
        return change;
    }
    ++m_revision;
    if (movesFlock(edit.key)) {
        goLive();
    }
    if (m_take) {
        m_overTake.push_back(edit);
    } else {
        m_log.noteEdit(m_simulation.stepCount(), edit);
    }
    return change;
}

void Session::changeState(const std::function<void(SimulationState&)>& change) {
    SimulationState state = m_simulation.checkpoint().state();
    change(state);
    *m_simulation.resume(Checkpoint(std::move(state)));
    ++m_stateRevision;
}

void Session::stepOnce() {
    const std::uint64_t before = m_simulation.stepCount();
    m_simulation.step();
    const std::uint64_t now = m_simulation.stepCount();
    if (now <= before && !m_take) {
        // A device has failed, and the steps since the last fetch are lost.
        m_log.continueFrom(m_log.upTo({now, 1.0f}), now);
        noteJump();
    }
    m_trail.step(m_simulation);
    ++m_stateRevision;
    if (!m_take) {
        m_log.noteStep(m_simulation);
        return;
    }
    if (auto same = checkReplay(*m_take, m_simulation); !same && !m_deviation) {
        m_deviation = same.problem();
    }
    applyTakeEdits();
    keepCheckpoint();
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

Session Session::copy() const {
    Session copy(scene(), m_simulation.options());
    copy.m_loaded = m_loaded;
    copy.resume(m_simulation.checkpoint());
    copy.begin();
    return copy;
}

void Session::load(Scene scene) {
    m_loaded = scene;
    *m_simulation.load(std::move(scene));
    begin();
}

void Session::play(std::shared_ptr<const Take> take) {
    const Scene& loaded = take->loaded ? *take->loaded : take->scene;
    Scene scene = take->scene;
    copyTexts(loaded, scene);
    load(std::move(scene));
    m_loaded = loaded;
    if (take->snapshot) {
        resume(checkpointOf(*take->snapshot, take->scene));  // checked when the take was read
        noteJump();
        if (auto same = checkReplay(*take, m_simulation); !same) {
            m_deviation = same.problem();
        }
    }
    m_take = std::move(take);
    applyTakeEdits();
    keepCheckpoint();
}

std::shared_ptr<const Take> Session::rewind() {
    const std::uint64_t step = m_simulation.stepCount();
    auto take = std::make_shared<const Take>(playedLately({step, 1.0f}));
    m_checkpoints.clear();
    Simulation earlier = *Simulation::create(
        take->scene, {.threads = m_simulation.threads(), .isa = m_simulation.isa(), .isFused = true});
    [[maybe_unused]] const auto begun = beginReplay(*take, earlier);  // as it was: it comes from this play
    m_checkpoints.keep(earlier.checkpoint());
    for (const TakeStart& start : m_starts.kept()) {
        if (start.step() > take->firstStep() && earlier.resume(checkpointOf(*start.snapshot, start.scene))) {
            applyEditsDue(*take, earlier);
            m_checkpoints.keep(earlier.checkpoint());
        }
    }
    m_liveEnd = m_simulation.checkpoint();
    m_overTake.clear();
    m_deviation.reset();
    m_take = take;
    return take;
}

void Session::goLive() {
    if (m_take) {
        m_starts.forgetAfter(m_simulation.stepCount());
        if (m_liveEnd && m_liveEnd->stepCount() > m_simulation.stepCount()) {
            m_abandoned = std::make_shared<const BranchEnd>(BranchEnd{m_take, std::move(*m_liveEnd)});
        }
        m_liveEnd.reset();
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

std::shared_ptr<const BranchEnd> Session::presentEnd() const {
    auto take = std::make_shared<const Take>(playedLately({m_simulation.stepCount(), 1.0f}));
    return std::make_shared<const BranchEnd>(BranchEnd{std::move(take), m_simulation.checkpoint()});
}

void Session::resume(const BranchEnd& branch) {
    play(branch.take);
    m_liveEnd = branch.end;
    jumpTowards(branch.end.stepCount());
    goLive();
    keepStartNow();
}

void Session::jumpTowards(std::uint64_t step) {
    const bool isLiveEnd = m_liveEnd && m_liveEnd->stepCount() == step;
    const Checkpoint* near =
        isLiveEnd
            ? &*m_liveEnd
            : m_checkpoints.lastBefore(std::max(step - std::min(step, poseSteps()), m_take->firstStep()));
    const std::uint64_t now = m_simulation.stepCount();
    if (near == nullptr || (now <= step && near->stepCount() <= now)) {
        return;
    }
    resume(*near);
    for (const Edit& edit : m_overTake) {
        [[maybe_unused]] const auto applied = m_simulation.apply(edit);  // succeeded before
    }
    ++m_revision;
    ++m_stateRevision;
}

/// Steps before a picture that its trails and poses depend on.
std::uint64_t Session::leadSteps() const {
    const double seconds = std::max(static_cast<double>(m_simulation.scene().look.trail), kPoseSeconds);
    return static_cast<std::uint64_t>(std::ceil(seconds * stepsPerSecond()));
}

std::uint64_t Session::poseSteps() const {
    return static_cast<std::uint64_t>(std::ceil(kPoseSeconds * stepsPerSecond()));
}

void Session::noteCamera(const Moment& moment, const CameraPose& pose) {
    if (m_take) {
        return;
    }
    m_log.noteCamera(moment, pose);
    m_cameraKeptFrom = std::min(m_cameraKeptFrom, moment.step);
    if (!m_recordedFrom && moment.step > m_cameraKeptFrom + 2 * keptSteps()) {
        m_cameraKeptFrom = moment.step - keptSteps();
        m_log.forgetCameraBefore({m_cameraKeptFrom, 1.0f});
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
    const TakeStart* start = nullptr;
    if (!m_take) {
        // The first picture's trails and poses come from earlier states.
        start = m_starts.lastBefore(take.from.step - std::min(take.from.step, leadSteps()));
        // If none was kept and the whole would take long to replay, the picture does without them.
        if (start == nullptr && take.from.step > take.firstStep() + kLeadSteps) {
            start = m_starts.lastBefore(take.from.step);
        }
    }
    if (start != nullptr && take.from.step > take.firstStep() + quick) {
        start->cut(take);
    }
    return take;
}

Take Session::playedLately(const Moment& to) const {
    const std::uint64_t from = to.step - std::min(to.step, keptSteps());
    const TakeStart* start = m_starts.lastBefore(from);
    return played({start != nullptr ? start->step() : from, 1.0f}, to);
}

Take Session::beginRecording() {
    keepStartNow();
    const std::uint64_t step = m_simulation.stepCount();
    m_recordedFrom = step;
    Take beginning = played({step, 1.0f}, {step, 1.0f});
    // More edits may follow at this same step; the journal's first block will hold them all.
    std::erase_if(beginning.edits, [step](const Take::Made& each) { return each.step >= step; });
    m_log.follow(step);
    return beginning;
}

Take Session::recorded() const {
    const std::uint64_t step = m_simulation.stepCount();
    return played({m_recordedFrom.value_or(step), 1.0f}, {step, 1.0f});
}

Take Session::playedNow(const Moment& moment) const {
    Take take = playedUpTo(moment, moment);
    if (!m_take) {
        for (const Take::Made& made : m_log.upTo({m_simulation.stepCount(), 1.0f}).edits) {
            if (made.step > moment.step) {
                take.edits.push_back({moment.step, made.edit});
            }
        }
    }
    return take;
}

void Session::keepStart() {
    const std::uint64_t step = m_simulation.stepCount();
    if (m_starts.wants(step)) {
        keepStartNow();
    }
    const std::uint64_t kept = step - std::min(step, keptSteps());
    const std::uint64_t first = std::min(kept, m_recordedFrom.value_or(kept));
    m_starts.forgetBefore(first - std::min(first, leadSteps()));
}

void Session::keepStartNow() {
    const std::uint64_t step = m_simulation.stepCount();
    const TakeStart* last = m_starts.lastBefore(step);
    // A huge flock would take long to copy, and its snapshot would be too large to store.
    if (m_simulation.bytes() > kMaxSnapshotBytes || m_take || step == 0 || m_log.hasEditFrom(step) ||
        (last != nullptr && last->step() == step)) {
        return;
    }
    const auto flocks = m_simulation.flocks();
    Snapshot snapshot{.step = step, .hash = m_simulation.hash(), .flocks = {flocks.begin(), flocks.end()}};
    if (isStorable(snapshot)) {
        m_starts.keep({m_simulation.scene(), std::make_shared<const Snapshot>(std::move(snapshot))});
    }
}

std::uint64_t Session::keptSteps() const {
    return static_cast<std::uint64_t>(kKeptSeconds) * static_cast<std::uint64_t>(stepsPerSecond());
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

/// Begins live with the present state.
void Session::begin() {
    m_take.reset();
    m_deviation.reset();
    static std::atomic<std::uint64_t> beginnings{0};
    m_beginning = ++beginnings;
    noteJump();
    m_overTake.clear();
    m_checkpoints.clear();
    m_starts.clear();
    m_recordedFrom.reset();
    m_liveEnd.reset();
    m_cameraKeptFrom = 0;
    m_log.begin(m_simulation.scene());
}

/// Continues from a checkpoint with the texts of the loaded scene: a scene that was saved under another name
/// since then would otherwise count as edited.
void Session::resume(const Checkpoint& checkpoint) {
    SimulationState state = checkpoint.state();
    copyTexts(m_loaded, state.scene);
    *m_simulation.resume(Checkpoint(std::move(state)));
}

void Session::noteJump() {
    m_trail.clear();
    ++m_revision;
    ++m_stateRevision;
}

/// Applies the take's edits of this step.
void Session::applyTakeEdits() {
    if (applyEditsDue(*m_take, m_simulation) > 0) {
        ++m_revision;
        ++m_stateRevision;
    }
}

/// Keeps the state after the take's edits of this step if a checkpoint is due.
void Session::keepCheckpoint() {
    const std::uint64_t step = m_simulation.stepCount();
    if (step == m_take->firstStep() || m_checkpoints.wants(step)) {
        m_checkpoints.keep(m_simulation.checkpoint());
    }
}

void copyTexts(const Scene& preset, Scene& scene) {
    scene.name = preset.name;
    scene.title = preset.title;
    scene.watch = preset.watch;
    scene.about = preset.about;
    scene.heroes = preset.heroes;
    scene.travels = preset.travels;
    scene.source = preset.source;
}

}  // namespace shoal
