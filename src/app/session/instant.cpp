#include "app/session/instant.hpp"

#include <algorithm>
#include <iterator>

#include "app/files/remembered_scene.hpp"
#include "app/session/edit_history.hpp"
#include "capture/take/take_replay.hpp"
#include "sim/step/checkpoint.hpp"

namespace shoal {

Instant::Instant(Scene scene, const SimulationOptions& options)
    : m_loaded(scene), m_simulation(*Simulation::create(std::move(scene), options)) {
    begin();
}

std::vector<Problem> Instant::applyQueued() {
    std::vector<Problem> problems;
    for (const auto& [edit, shownBefore] : std::exchange(m_queued, {})) {
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
        ++m_revision;
        noteApplied(edit);
    }
    return problems;
}

void Instant::changeState(const std::function<void(SimulationState&)>& change) {
    SimulationState state = m_simulation.checkpoint().state();
    change(state);
    *m_simulation.resume(Checkpoint(std::move(state)));
    ++m_stateRevision;
}

/// Begins another scene, live, at step 0.
void Instant::beginScene(Scene scene) {
    m_queued.clear();
    m_loaded = scene;
    *m_simulation.load(std::move(scene));
    begin();
}

void Instant::beginAgain(std::uint64_t seed) {
    m_simulation.restart(seed);
    begin();
}

/// Begins to play a take, at its first step.
void Instant::beginTake(std::shared_ptr<const Take> take) {
    const Scene& loaded = take->loaded ? *take->loaded : take->scene;
    Scene scene = take->scene;
    copyTexts(loaded, scene);
    beginScene(std::move(scene));
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
}

/// Begins live with the present state of another.
void Instant::copyFrom(const Instant& other) {
    m_queued.clear();
    m_loaded = other.m_loaded;
    resume(other.m_simulation.checkpoint());
    begin();
}

/// Makes this preset the one that `loaded` returns; the running scene takes over its texts.
void Instant::keepTexts(Scene preset) {
    m_loaded = std::move(preset);
    resume(m_simulation.checkpoint());
    ++m_revision;
}

/// Continues from a checkpoint with the texts of the loaded scene: a scene that was saved under another name
/// since then would otherwise count as edited.
void Instant::resume(const Checkpoint& checkpoint) {
    SimulationState state = checkpoint.state();
    copyTexts(m_loaded, state.scene);
    *m_simulation.resume(Checkpoint(std::move(state)));
}

void Instant::begin() {
    m_take.reset();
    m_deviation.reset();
    ++m_beginning;
    noteJump();
}

void Instant::noteJump() {
    m_trail.clear();
    ++m_revision;
    ++m_stateRevision;
}

/// Applies the take's edits of this step.
void Instant::applyTakeEdits() {
    if (applyEditsDue(*m_take, m_simulation) > 0) {
        ++m_revision;
        ++m_stateRevision;
    }
}

}  // namespace shoal
