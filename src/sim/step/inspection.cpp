// Explains the next step of boids, by running the step's own stages on a copy.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/neighbours/count_seen.hpp"
#include "sim/scene/scene_check.hpp"
#include "sim/step/simulation_core.hpp"

namespace shoal {
namespace {

/// Calls `visit(rule, observed, alone)` for each pair and field rule of a species, in the order in which they
/// act; `alone` is the species' plan with this rule only.
template <class Visit>
void forEachRuleAlone(const SpeciesPlan& whole, std::size_t speciesIndex, const Visit& visit) {
    SpeciesPlan alone = whole;
    alone.plan = {};
    alone.seenCount = 0;
    const auto visitEach = [&](const std::vector<const Rule*>& rules) {
        for (const Rule* rule : rules) {
            alone.plan = StepPlan::of(*rule);
            visit(*rule, speciesIndex, alone);
        }
        alone.plan = {};
    };
    visitEach(whole.plan.pairs());
    for (const SpeciesPlan::Seen& seen : std::span(whole.seen).first(whole.seenCount)) {
        alone.seenCount = 1;
        for (const Rule* rule : seen.plan.pairs()) {
            alone.seen.front() = {seen.speciesIndex, StepPlan::of(*rule), seen.query};
            visit(*rule, seen.speciesIndex, alone);
        }
    }
    alone.seenCount = 0;
    visitEach(whole.plan.fields());
}

}  // namespace

/// A copy of a simulation, halfway through a step in which one of its boids decides. Use it for one
/// call.
class Simulation::Core::Inspector {
public:
    Inspector(const Core& original, std::size_t speciesIndex);

    Inspection inspect(std::uint32_t id);

private:
    SpeciesPlan& own() { return m_core.plans[m_species]; }
    Flock& flock() { return m_core.flocks[m_species]; }
    void begin();
    SlotList searchingTogether() const;
    void restoreMemories();
    Vec3f steeringBy(const SpeciesPlan& plan);
    Vec3f velocityAfter(const SpeciesPlan& whole, const Vec3f& steering);
    void addNeighbours(std::vector<Inspection::Neighbour>& neighbours);
    bool sees(const PairBlock& block, std::uint32_t candidate);

    Core m_core;
    std::size_t m_species;
    std::uint32_t m_id = 0;
    std::uint32_t m_slot = 0;
    bool m_decides = true;
    Surroundings m_around;
    std::vector<RuleMemory> m_memories;  ///< as the step began: pair rules may change them as they steer
    Candidates m_one;
};

Simulation::Core::Inspector::Inspector(const Core& original, std::size_t speciesIndex)
    : m_core({1, original.isa, original.options.isFused}), m_species(speciesIndex) {
    m_core.become({original.scene, original.flocks, original.stepCount});
    m_one.reserve(kLanes);
}

Inspection Simulation::Core::Inspector::inspect(std::uint32_t id) {
    begin();
    m_id = id;
    Phase& phase = own().phase;
    m_decides = phase.isOf(m_id);
    phase.now = m_id % phase.period;
    const std::span<const std::uint32_t> ids = flock().before().id.span();
    m_slot = static_cast<std::uint32_t>(std::ranges::find(ids, m_id) - ids.begin());
    Inspection inspection{.decides = m_decides,
                          .period = own().phase.period,
                          .stepSeconds = m_around.stepSeconds,
                          .position = flock().before().position.at(m_slot),
                          .velocity = flock().before().velocity.at(m_slot)};
    addNeighbours(inspection.neighbours);
    const SpeciesPlan whole = own();
    forEachRuleAlone(whole, m_species, [&](const Rule& rule, std::size_t observed, const SpeciesPlan& alone) {
        inspection.pushes.push_back({rule.info().key, observed, steeringBy(alone)});
    });
    inspection.steering = steeringBy(whole);
    inspection.velocityAfter = velocityAfter(whole, inspection.steering);
    return inspection;
}

void Simulation::Core::Inspector::begin() {
    m_core.placeGoals();
    for (std::size_t s = 0; s < m_core.flocks.size(); ++s) {
        m_core.prepare(s);
        m_core.sort(s);
    }
    m_core.sumUp(m_species);
    m_around = m_core.surroundings(m_species);
    m_memories.assign(flock().memories().begin(), flock().memories().end());
}

void Simulation::Core::Inspector::restoreMemories() {
    std::ranges::copy(m_memories, flock().memories().begin());
}

/// Returns the boids with which the step groups the boid's search: grouping decides the order of its sums.
SlotList Simulation::Core::Inspector::searchingTogether() const {
    const NeighbourGrid& grid = m_core.grids[m_species];
    std::uint32_t begin = grid.start(grid.cellAt(m_slot));
    std::uint32_t end = m_core.pieceAt(m_species, begin + 1);
    while (end <= m_slot) {
        begin = end;
        end = m_core.pieceAt(m_species, begin + 1);
    }
    return {begin, end};
}

/// Returns the boid's steering by the rules of this plan [m/s²].
Vec3f Simulation::Core::Inspector::steeringBy(const SpeciesPlan& plan) {
    own() = plan;
    restoreMemories();
    const SlotList slots = searchingTogether();
    m_core.steerPairs(m_species, m_around, slots.begin, slots.end);
    m_core.steerFields(m_species, m_around, m_slot, m_slot + 1);
    return flock().steering().at(m_slot);
}

/// Moves the boid, and the boids that share its vectors, by one step. Call last: it changes their positions
/// in a wrapped world.
Vec3f Simulation::Core::Inspector::velocityAfter(const SpeciesPlan& whole, const Vec3f& steering) {
    constexpr std::uint32_t kShared = Avx512Lanes::kCount;
    own() = whole;
    flock().steering().put(m_slot, steering);
    const std::uint32_t begin = m_slot / kShared * kShared;
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + kShared, flock().count()));
    m_core.integratorOf(m_species, m_around).run(begin, end);
    return flock().now().velocity.at(m_slot);
}

void Simulation::Core::Inspector::addNeighbours(std::vector<Inspection::Neighbour>& neighbours) {
    const FlockState& observers = flock().before();
    const SlotList self{m_slot, m_slot + 1};
    NeighbourFinder& finder = m_core.finders.front();
    const auto addSeen = [&](std::size_t speciesIndex) {
        return [&, speciesIndex](const PairBlock& block) {
            const std::uint32_t first = block.stride * (m_slot - block.begin);
            for (std::uint32_t k = first; k < first + block.count; ++k) {
                const bool isSelf = speciesIndex == m_species && block.id[k] == m_id;
                if (!isSelf && sees(block, k)) {
                    neighbours.push_back({speciesIndex, block.id[k]});
                }
            }
        };
    };
    // All that it perceives, not only what the rules reach.
    const auto whole = [](NeighbourQuery query) {
        query.reach = query.perception.radius;
        return query;
    };
    const auto addAmong = [&](std::size_t speciesIndex, const NeighbourQuery& query) {
        finder.forEachBlockAmong(observers, self, m_core.flocks[speciesIndex].before(),
                                 m_core.grids[speciesIndex], whole(query), addSeen(speciesIndex));
    };
    if (own().query.isMetric()) {
        addAmong(m_species, own().query);
    } else {
        const NeighbourGrid& grid = m_core.grids[m_species];
        finder.forEachBlock(observers, grid, grid.cellAt(m_slot), self, own().query, addSeen(m_species));
    }
    for (const SpeciesPlan::Seen& seen : std::span(own().seen).first(own().seenCount)) {
        addAmong(seen.speciesIndex, seen.query);
    }
}

/// Asks the pass that the rules use: visibility is decided there.
bool Simulation::Core::Inspector::sees(const PairBlock& block, std::uint32_t candidate) {
    m_one.padEight(0);
    m_one.x[0] = block.x[candidate];
    m_one.y[0] = block.y[candidate];
    m_one.z[0] = block.z[candidate];
    m_one.id[0] = block.id[candidate];
    PairBlock one;
    m_one.fill(one, *block.state, m_slot, m_slot + 1);
    one.count = 1;
    one.stride = kLanes;  // the boid itself is no candidate
    one.radiusSq = block.radiusSq;
    one.hasBlindCone = block.hasBlindCone;
    one.blindCosine = block.blindCosine;
    one.steering = &flock().steering();
    one.steering->put(m_slot, {});
    one.steeringEnd = m_slot + 1;
    countSeen(one, m_core.isa);
    return one.steering->x[m_slot] > 0.0f;
}

std::optional<Inspection> Simulation::inspect(std::size_t speciesIndex, std::uint32_t id) const {
    requireSpecies(core().scene, speciesIndex);
    if (id >= core().flocks[speciesIndex].count()) {
        return std::nullopt;
    }
    return Core::Inspector(fetched(), speciesIndex).inspect(id);
}

}  // namespace shoal
