#include "app/session.hpp"

#include <utility>

namespace shoal {

Session::Session(Scene scene, const SimulationOptions& options)
    : m_loaded(scene), m_simulation(std::move(scene), options) {
    restartSwimmers();
}

void Session::stepOnce() {
    m_simulation.step();
    const auto flocks = m_simulation.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        m_swimmers[index].step(flocks[index], m_simulation.scene().species[index], kStepSeconds);
    }
    ++m_stateRevision;
}

std::vector<Problem> Session::applyQueued() {
    std::vector<Problem> problems;
    for (const Edit& edit : m_queued) {
        if (auto applied = m_simulation.apply(edit); !applied) {
            problems.push_back(applied.problem());
        }
        ++m_revision;
    }
    m_queued.clear();
    return problems;
}

void Session::restart(std::uint64_t seed) {
    m_simulation.restart(seed);
    restartSwimmers();
}

void Session::adoptSaved(Scene saved) {
    m_loaded = std::move(saved);
    ++m_revision;
}

void Session::load(Scene scene) {
    m_queued.clear();
    m_loaded = scene;
    m_simulation.load(std::move(scene));
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

}  // namespace shoal
