#include "lab/sampled_run.hpp"

#include <algorithm>
#include <utility>

namespace shoal {

SampledRun::SampledRun(SamplePlan plan, const Simulation& simulation)
    : m_plan(std::move(plan)), m_measures(m_plan.kinds) {
    const Scene& scene = simulation.scene();
    m_groups.push_back({{}, "all", {}});
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        if (scene.species.size() > 1) {
            m_groups.push_back({index, scene.species[index].name, {}});
        }
    }
    afterStep(simulation);
}

bool SampledRun::afterStep(const Simulation& simulation) {
    const bool isDue = m_plan.isDue(simulation.stepCount());
    if (isDue) {
        sample(simulation);
    }
    if (m_plan.isDue(simulation.stepCount() + MeasuredRun::stepsEarlier(simulation))) {
        m_measures.noteEarlier(simulation);
    }
    if (isDue) {
        return true;
    }
    // A boid of a wrapped world must be seen before it has crossed half of it.
    if (m_measures.usesDisplacement() && counted() > 0 &&
        std::ranges::any_of(simulation.scene().species, &Species::wrapsWorld)) {
        m_measures.follow(simulation);
    }
    return false;
}

void SampledRun::sample(const Simulation& simulation) {
    if (simulation.stepCount() < m_plan.burnIn) {
        m_firstCounted = m_steps.size() + 1;
    } else if (m_firstCounted == m_steps.size()) {
        m_measures.begin(simulation);
    } else {
        m_measures.follow(simulation);
    }
    m_steps.push_back(simulation.stepCount());
    for (Group& group : m_groups) {
        group.samples.push_back(m_measures.values(simulation, group.species));
    }
}

std::vector<Estimate> SampledRun::overTime(const Group& group) const {
    std::vector<Estimate> estimates;
    for (std::size_t column = 0; column < columns().size(); ++column) {
        std::vector<double> series;
        const std::size_t first =
            m_measures.growsWithTime(column) ? group.samples.size() - 1 : m_firstCounted;
        for (std::size_t row = first; row < group.samples.size(); ++row) {
            series.push_back(group.samples[row][column]);
        }
        estimates.push_back(estimateOfSeries(series));
    }
    return estimates;
}

std::optional<double> SampledRun::timeToPolarise(const Group& group, const TimeSettings& time) const {
    const auto polarisation = std::ranges::find(columns(), "polarisation", &MeasureColumn::key);
    if (polarisation == columns().end()) {
        return std::nullopt;
    }
    const auto column = static_cast<std::size_t>(polarisation - columns().begin());
    for (std::size_t row = 0; row < group.samples.size(); ++row) {
        if (group.samples[row][column] > kHighOrder) {
            return time.modelSeconds(static_cast<double>(m_steps[row]));
        }
    }
    return std::nullopt;
}

}  // namespace shoal
