#include "play/play.hpp"

#include <chrono>
#include <new>
#include <utility>

namespace shoal {

void Play::edit(const Edit& edit) {
    ++m_revision;
    if (m_hasFailed) {
        return;
    }
    finishSeek();
    if (auto change = m_b.apply(edit); !change) {
        report(change.problem());
    }
}

void Play::begin(Session b, std::unique_ptr<Session> a) {
    ++m_revision;
    ++m_beginnings;
    endSeek();
    m_hasFailed = false;
    m_whatIf.reset();
    m_b = std::move(b);
    m_a = std::move(a);
}

void Play::adoptPreset(Scene preset) {
    ++m_revision;
    if (!m_hasFailed) {
        m_b.adoptPreset(std::move(preset));
    }
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
    return m_hasFailed  ? StateUse::none
           : !m_sought  ? StateUse::shown
           : isPosing() ? StateUse::rehearsed
                        : StateUse::progress;
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
    m_sought.reset();
}

void Play::split(const Scene& settings, const std::optional<BoidChange>& change) {
    ++m_revision;
    m_whatIf.reset();
    if (m_hasFailed) {
        return;
    }
    m_a = std::make_unique<Session>(m_b.copy());
    takeSettings(*m_a, settings);
    // B may lack the boid, although the settings of A give it more boids.
    if (change && hasBoid(m_b.simulation(), change->boid) && changeBoid(*m_a, *change)) {
        m_whatIf.emplace(m_b.simulation(), *change);
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
    const std::string& problem = m_b.simulation().deviceProblem();
    if (!problem.empty() && !std::exchange(m_isDeviceTold, true)) {
        report(Problem{"The processor steps the flock: " + problem});
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
    to.use = stateUse();
    to.beginning = m_beginnings;
    to.done = m_done;
    if (to.use == StateUse::progress) {
        to.b.step = m_b.simulation().stepCount();
    } else if (!m_hasFailed) {
        m_b.publish(to.b);
    }
    if (m_a && !m_hasFailed) {
        if (!to.a) {
            to.a.emplace();
        }
        m_a->publish(*to.a);
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
    to.costs = m_costs;
    to.device = m_b.simulation().device();
    to.faults = m_b.simulation().faults();
    if (m_a) {
        const auto others = m_a->simulation().faults();
        to.faults.insert(to.faults.end(), others.begin(), others.end());
    }
    to.problems = std::exchange(m_problems, {});
}

void takeSettings(Session& a, const Scene& settings) {
    for (const Edit& edit : difference(a.scene(), settings)) {
        // These settings come from a valid scene, so none is refused.
        [[maybe_unused]] const auto applied = a.apply(edit);
    }
}

}  // namespace shoal
