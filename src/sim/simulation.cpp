#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/detail/pair_pass.hpp>

#include "sim/simulation_core.hpp"
#include "sim/start_state.hpp"
#include "sim/state_hash.hpp"

namespace shoal {
namespace {

/// A pair rule that counts whom it sees.
struct CountSeen {
    template <class L>
    struct Sums {
        L count;
    };
    template <class L>
    SHOAL_INLINE void see(const Neighbours<L>& others, Sums<L>& sums) const {
        sums.count += where(others.seen, L(1.0f));
    }
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return {sums.count, L(), L()};
    }
};

}  // namespace

void Simulation::Core::makeRoom() {
    profile = {};
    flocks.resize(scene.species.size());
    grids.resize(scene.species.size());
    plans.resize(scene.species.size());
}

void Simulation::Core::begin() {
    stepCount = 0;
    makeRoom();
    for (std::size_t s = 0; s < flocks.size(); ++s) {
        grids[s].forget();
        flocks[s].remember({});
        flocks[s].resize(static_cast<std::size_t>(scene.species[s].count));
        fill(s, 0);
    }
}

/// Puts the boids from this id on at their start, in the slots of the same number.
void Simulation::Core::fill(std::size_t speciesIndex, std::size_t firstId) {
    Flock& flock = flocks[speciesIndex];
    for (std::size_t id = firstId; id < flock.count(); ++id) {
        const BoidKey key{scene.seed, speciesIndex, static_cast<std::uint32_t>(id)};
        const BoidStart start = startOf(key, scene.species[speciesIndex].start, scene.world);
        for (FlockState* state : {&flock.now(), &flock.before()}) {
            state->position.put(id, start.position);
            state->velocity.put(id, start.velocity);
            state->id[id] = key.id;
        }
        flock.steering().put(id, {});
    }
}

void Simulation::Core::setCount(std::size_t speciesIndex, std::size_t count) {
    Flock& flock = flocks[speciesIndex];
    if (count == flock.count()) {
        return;
    }
    grids[speciesIndex].forget();
    // Slots become ids, which gives the newcomers theirs and keeps the arrays whole.
    Flock resized;
    resized.resize(count);
    std::vector<std::string_view> remembering;
    for (const RuleMemory& memory : flock.memories()) {
        remembering.push_back(memory.rule);
    }
    resized.remember(remembering);
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const std::uint32_t id = flock.now().id[slot];
        if (id < count) {
            resized.now().position.put(id, flock.now().position.at(slot));
            resized.now().velocity.put(id, flock.now().velocity.at(slot));
            resized.now().id[id] = id;
            resized.before().position.put(id, flock.before().position.at(slot));
            resized.before().velocity.put(id, flock.before().velocity.at(slot));
            resized.before().id[id] = id;
            resized.steering().put(id, flock.steering().at(slot));
            for (std::size_t m = 0; m < remembering.size(); ++m) {
                resized.memories()[m].values.put(id, flock.memories()[m].values.at(slot));
            }
        }
    }
    const std::size_t kept = std::min(count, flock.count());
    flock = std::move(resized);
    fill(speciesIndex, kept);
}

Simulation::Simulation(Scene scene, const SimulationOptions& options)
    : m_core(std::make_unique<Core>(std::move(scene), options)) {
    m_core->begin();
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Outcome Simulation::apply(const Edit& edit) {
    Outcome outcome = m_core->scene.apply(edit);
    for (std::size_t s = 0; s < m_core->flocks.size(); ++s) {
        m_core->setCount(s, static_cast<std::size_t>(m_core->scene.species[s].count));
    }
    return outcome;
}

void Simulation::place(std::size_t speciesIndex, std::span<const Vec3f> positions,
                       std::span<const Vec3f> velocities) {
    assert(speciesIndex < m_core->flocks.size() && "no such species");
    assert(positions.size() == velocities.size() && "as many velocities as positions");
    Flock& flock = m_core->flocks[speciesIndex];
    m_core->grids[speciesIndex].forget();
    flock = Flock();
    flock.resize(positions.size());
    m_core->scene.species[speciesIndex].count = static_cast<int>(positions.size());
    for (std::size_t id = 0; id < positions.size(); ++id) {
        for (FlockState* state : {&flock.now(), &flock.before()}) {
            state->position.put(id, positions[id]);
            state->velocity.put(id, velocities[id]);
            state->id[id] = static_cast<std::uint32_t>(id);
        }
    }
}

void Simulation::restart(std::uint64_t seed) {
    m_core->scene.seed = seed;
    m_core->begin();
}

void Simulation::load(Scene scene) {
    m_core->scene = std::move(scene);
    m_core->begin();
}

Checkpoint Simulation::checkpoint() const {
    Checkpoint checkpoint{m_core->scene, m_core->flocks, {}, m_core->stepCount};
    for (const NeighbourGrid& grid : m_core->grids) {
        // Only what the next step may look through.
        checkpoint.grids.push_back(std::isfinite(grid.drift()) ? grid : NeighbourGrid());
    }
    return checkpoint;
}

void Simulation::resume(const Checkpoint& checkpoint) {
    m_core->scene = checkpoint.scene;
    m_core->makeRoom();
    m_core->flocks = checkpoint.flocks;
    m_core->grids = checkpoint.grids;
    m_core->stepCount = checkpoint.stepCount;
}

std::size_t Checkpoint::bytes() const {
    const auto add = [](std::size_t sum, const auto& part) { return sum + part.bytes(); };
    return std::accumulate(grids.begin(), grids.end(),
                           std::accumulate(flocks.begin(), flocks.end(), std::size_t{0}, add), add);
}

const Scene& Simulation::scene() const {
    return m_core->scene;
}

std::span<const Flock> Simulation::flocks() const {
    return m_core->flocks;
}

std::uint64_t Simulation::stepCount() const {
    return m_core->stepCount;
}

const StepProfile& Simulation::profile() const {
    return m_core->profile;
}

int Simulation::threads() const {
    return m_core->workers.threads();
}

Isa Simulation::isa() const {
    return m_core->isa;
}

std::uint64_t Simulation::hash() const {
    std::uint64_t total = mixBits(m_core->stepCount + 1);
    for (const Flock& flock : m_core->flocks) {
        total = mixBits(total ^ hashOf(flock));
    }
    return total;
}

std::optional<FlockBest> Simulation::best(std::size_t speciesIndex) const {
    const Flock& flock = m_core->flocks[speciesIndex];
    for (const auto& rule : m_core->scene.species[speciesIndex].rules) {
        if (rule->isEnabled && rule->info().seesBest && flock.count() > 0) {
            const Searched searched{&flock.now(), flock.count(), memoryOf(flock, rule->info().key), false};
            return FlockBests().of(searched, m_core->scene.ground, m_core->workers);
        }
    }
    return std::nullopt;
}

double Simulation::neighboursPerBoid(std::size_t speciesIndex) const {
    // A look at the present state with a grid and rules of its own: nothing of the simulation is touched.
    const Flock& flock = m_core->flocks[speciesIndex];
    const Species& species = m_core->scene.species[speciesIndex];
    StepPlan plan;
    const RuleSet rules = species.rules;
    plan.derive(rules, kStepSeconds, true);
    Sight sight = Sight::of(species.perception, std::numeric_limits<float>::infinity(),
                            m_core->scene.world.halfExtent() * 2.0f, m_core->isa);
    sight.limitCrowd(species.perception, m_core->stepCount);
    NeighbourGrid grid;
    FlockState sorted;
    sorted.resize(flock.count());
    grid.build(flock.now(), sorted, flock.count(),
               {sight.cellSize(flock.now(), flock.count()),
                plan.wrapsWorld(),
                m_core->scene.world.halfExtent(),
                {}});
    NeighbourFinder finder;
    Column3 counts;
    counts.resize(flock.count());
    for (std::size_t cell = 0; cell < grid.cellCount(); ++cell) {
        finder.forEachBlock(sorted, grid, cell, sight, [&](PairBlock& block) {
            block.steering = &counts;
            block.steeringEnd = static_cast<std::uint32_t>(counts.x.size());
            detail::runPairPass(block, m_core->isa, CountSeen{});
        });
    }
    double total = 0.0;
    for (const float count : counts.x.span()) {
        total += static_cast<double>(count);
    }
    return flock.count() == 0 ? 0.0 : total / static_cast<double>(flock.count());
}

std::size_t Simulation::bytes() const {
    std::size_t total = 0;
    for (const Flock& flock : m_core->flocks) {
        total += flock.bytes();
    }
    for (const NeighbourGrid& grid : m_core->grids) {
        total += grid.bytes();
    }
    for (const NeighbourFinder& finder : m_core->finders) {
        total += finder.bytes();
    }
    return total;
}

std::string hashText(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

}  // namespace shoal
