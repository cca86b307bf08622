#include "app/play/play.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "sim/step/checkpoint.hpp"

namespace shoal {

Play::Play(Session session) : m_b(std::move(session)) {
    m_own = m_b.revision();
}

/// Makes a change that the window's mirror has made as well.
template <class Change>
void Play::changeB(const Change& change) {
    ++m_revision;
    const std::uint64_t before = m_b.revision();
    try {
        change();
    } catch (...) {
        --m_own;  // the mirror has made it, and now takes over this scene
        throw;
    }
    m_own += m_b.revision() - before;
}

void Play::edit(const Edit& edit) {
    ++m_edits;
    if (m_hasFailed) {
        return;
    }
    finishSeek();
    changeB([&] {
        m_b.queue(edit);
        refuse(m_b.applyQueued());
    });
    m_b.takeChanges();
}

void Play::refuse(const std::vector<Problem>& problems) {
    for (const Problem& problem : problems) {
        report(problem);
        --m_own;  // the mirror takes over this scene, in which the edit had no effect
    }
}

/// Begins again, as the window's mirror has done. If memory runs out, nothing is shown until the next
/// beginning.
template <class Change>
void Play::begin(const Change& change) {
    ++m_beginnings;
    endSeek();
    m_hasFailed = true;
    changeB(change);
    m_hasFailed = false;
}

void Play::restart(std::uint64_t seed) {
    begin([&] { m_b.restart(seed); });
    m_whatIf.reset();
    if (m_a) {
        m_a->restart(seed);
    }
}

void Play::load(Scene scene) {
    endSplit();
    begin([&] { m_b.load(std::move(scene)); });
}

void Play::play(std::shared_ptr<const Take> take) {
    endSplit();
    begin([&] { m_b.play(std::move(take)); });
}

void Play::adoptPreset(Scene preset) {
    if (m_hasFailed) {
        return;
    }
    changeB([&] { m_b.adoptPreset(std::move(preset)); });
}

void Play::goLive() {
    ++m_revision;
    finishSeek();
    m_b.goLive();
}

void Play::seek(std::uint64_t step) {
    ++m_revision;
    endSeek();
    m_sought = step;
    if (m_b.playing() == nullptr || m_hasFailed) {
        endSeek();
        return;
    }
    m_b.jumpTowards(step);
    if (m_b.simulation().stepCount() >= step) {
        endSeek();
    }
}

bool Play::isPosing() const {
    constexpr std::uint64_t kStates = 4;
    const std::uint64_t step = m_b.simulation().stepCount();
    const std::uint64_t steps = m_b.poseSteps();
    return m_sought && step < *m_sought && *m_sought - step <= steps &&
           (*m_sought - step) % std::max<std::uint64_t>(steps / kStates, 1) == 0;
}

StateUse Play::stateUse() const {
    return !m_sought || m_hasFailed ? StateUse::shown : isPosing() ? StateUse::rehearsed : StateUse::progress;
}

/// Reaches the scrub target before what the user did there.
void Play::finishSeek() {
    try {
        while (m_sought) {
            step();
        }
    } catch (const std::bad_alloc&) {
        fail(Problem{"not enough memory for the next step"});
        endSeek();
    }
}

void Play::endSeek() {
    m_seeks += m_sought ? 1 : 0;
    m_sought.reset();
}

void Play::split(const Scene& settings, const std::optional<BoidChange>& change) {
    ++m_revision;
    ++m_splits;
    m_whatIf.reset();
    if (m_hasFailed) {
        return;
    }
    const Simulation& b = m_b.simulation();
    m_a = std::make_unique<Session>(
        b.scene(), SimulationOptions{.threads = b.threads(), .isa = b.isa(), .isFused = true});
    m_a->continueFrom(m_b);
    takeSettings(*m_a, settings);
    if (change && changeBoid(*m_a, *change)) {
        m_whatIf.emplace(b, *change);
    }
}

void Play::endSplit() {
    ++m_revision;
    m_a.reset();
    m_whatIf.reset();
}

void Play::step() {
    const auto start = std::chrono::steady_clock::now();
    m_b.stepOnce();
    if (m_b.playing() == nullptr) {
        m_b.keepStart();
    }
    if (m_a) {
        m_a->stepOnce();
    }
    if (m_sought && m_b.simulation().stepCount() >= *m_sought) {
        endSeek();
    }
    const StepProfile& profile = m_b.simulation().profile();
    m_costs.step.sort += profile.sort;
    m_costs.step.steer += profile.steer;
    m_costs.step.integrate += profile.integrate;
    ++m_costs.steps;
    m_costs.busy += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void Play::report(Problem why) {
    ++m_revision;
    m_problems.push_back(std::move(why));
}

void Play::fail(Problem why) {
    report(std::move(why));
    m_hasFailed = true;
}

void Play::publish(Published& to) {
    if (m_sceneRevision != m_b.revision()) {
        m_sceneRevision = m_b.revision();
        m_scene = std::make_shared<const Scene>(m_b.simulation().scene());
    }
    to.use = stateUse();
    to.hasFailed = m_hasFailed;
    to.b.beginning = 0;
    if (!m_hasFailed) {
        if (to.use == StateUse::progress) {
            to.b.step = m_b.simulation().stepCount();
        } else {
            publish(m_b, to.b);
        }
        to.b.beginning = m_beginnings;
        to.b.foreign = m_b.revision() - m_own;
        to.b.scene = m_scene;
    }
    if (m_a && !m_hasFailed) {
        if (!to.a) {
            to.a.emplace();
        }
        publish(*m_a, *to.a);
        to.a->beginning = m_a->beginning();
        if (m_whatIf) {
            m_whatIf->update(m_a->simulation(), m_b.simulation());
            to.spread = m_whatIf->spread();
        }
    } else {
        to.a.reset();
    }
    if (!m_whatIf) {
        to.spread.reset();
    }
    to.edits = m_edits;
    to.seeks = m_seeks;
    to.splits = m_splits;
    to.costs = m_costs;
    to.faults = m_b.simulation().faults();
    if (m_a) {
        const auto others = m_a->simulation().faults();
        to.faults.insert(to.faults.end(), others.begin(), others.end());
    }
    to.problems = std::exchange(m_problems, {});
}

void Play::publish(const Session& session, PublishedFlock& to) {
    const auto flocks = session.simulation().flocks();
    to.flocks.assign(flocks.begin(), flocks.end());  // uses the memory of the flocks that it replaces
    to.trail = session.trail();
    to.step = session.simulation().stepCount();
    to.deviation = session.deviation();
}

void takeSettings(Instant& a, const Scene& settings) {
    for (const Edit& edit : difference(a.simulation().scene(), settings)) {
        a.queue(edit);
    }
    // These settings come from a valid scene, so none is refused.
    [[maybe_unused]] const auto problems = a.applyQueued();
    a.takeChanges();
}

}  // namespace shoal
