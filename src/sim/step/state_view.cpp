#include <shoal/random.hpp>
#include <shoal/state_view.hpp>

#include "sim/measures/state_hash.hpp"
#include "sim/scene/scene_check.hpp"
#include "sim/step/global_best.hpp"

namespace shoal {

std::uint64_t StateView::hash() const {
    std::uint64_t total = mixBits(m_stepCount + 1);
    for (const Flock& flock : m_flocks) {
        total = mixBits(total ^ hashOf(flock));
    }
    return total;
}

std::optional<GlobalBest> StateView::best(std::size_t speciesIndex) const {
    requireSpecies(*m_scene, speciesIndex);
    const Flock& flock = m_flocks[speciesIndex];
    for (const auto& rule : m_scene->species[speciesIndex].rules) {
        if (rule->isEnabled && rule->info().seesBest && flock.count() > 0) {
            const Searched searched{&flock.now(), flock.count(), flock.memoryOf(rule->info().key),
                                    rule->extremum(), false};
            Workers alone(1);
            return GlobalBestSearch().of(searched, m_scene->ground, alone);
        }
    }
    return std::nullopt;
}

}  // namespace shoal
