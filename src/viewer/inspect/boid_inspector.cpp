#include "viewer/inspect/boid_inspector.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr double kReadSeconds = 0.5;     // [s] words and numbers that change faster are illegible
constexpr float kMinPart = 1.0f / 3.0f;  // of the full scale; with less, the scale shrinks

}  // namespace

void BoidInspector::update(const StateView& state, const Revisions& revisions,
                           const std::optional<BoidName>& boid, const std::function<double()>& now) {
    const double start = now();
    const bool isOther = boid != m_boid || m_asked.beginning != revisions.beginning;
    if (isOther) {
        m_boid = boid;
        m_now.reset();
        m_read.reset();
        m_study.drop();
        m_asked.beginning = revisions.beginning;
    }
    const bool isDue = isOther || (m_asked != revisions && !m_study.isBusy() && m_budget.isDue(start));
    if (isDue && boid && boid->species < state.flocks().size()) {
        m_asked = revisions;
        m_askedAt = start;
        m_study.ask(state, [boid = *boid](const StateView& copy) {
            return simulationOf(copy).inspect(boid.species, boid.id);
        });
    }
    if (const auto answer = m_study.take()) {
        m_budget.note(m_askedAt, m_study.isBeside() ? m_study.seconds() : now() - start);
        m_now = *answer;
        m_isReadOld = true;
    }
    keepReadable(state.stepCount(), start);
}

void BoidInspector::keepReadable(std::uint64_t step, double now) {
    // Shows an edit at once while the flock stands still.
    if (m_isReadOld && (!m_read || !m_now || step == m_readStep || now >= m_readDue)) {
        m_read = m_now;
        if (m_read) {
            fitScale();
        }
        m_isReadOld = false;
        m_readStep = step;
        m_readDue = now + kReadSeconds;
    }
}

void BoidInspector::fitScale() {
    float longestSq = std::max(lengthSq(m_read->steering), lengthSq(m_read->acceleration()));
    for (const Inspection::Push& push : m_read->pushes) {
        longestSq = std::max(longestSq, lengthSq(push.steering));
    }
    const float longest = std::sqrt(longestSq);
    if (longest > 0.0f && (longest > m_fullScale || longest < kMinPart * m_fullScale)) {
        m_fullScale = std::exp2(std::ceil(std::log2(longest)));
    }
}

}  // namespace shoal
