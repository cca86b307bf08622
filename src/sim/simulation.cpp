#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/detail/pair_pass.hpp>
#include <shoal/neighbour_grid.hpp>
#include <shoal/random.hpp>
#include <shoal/simulation.hpp>

#include "sim/flight.hpp"
#include "sim/flock_bests.hpp"
#include "sim/flock_sums.hpp"
#include "sim/neighbour_finder.hpp"
#include "sim/start_state.hpp"
#include "sim/state_hash.hpp"
#include "sim/step_plan.hpp"
#include "sim/workers.hpp"

namespace shoal {
namespace {

/// Boids that one task steers or moves; small enough to balance clumps, large enough to hide the hand-over.
constexpr std::size_t kTaskBoids = 512;

/// Boids of a cell that look together at most, so that a crowded cell is shared among threads. Unlike the
/// size of a task this decides how sums are grouped, and so the bits.
constexpr std::uint32_t kPieceBoids = 1024;

std::size_t taskCount(std::size_t boidCount) {
    return (boidCount + kTaskBoids - 1) / kTaskBoids;
}

/// Adds the seconds since it was made.
class StageTimer {
public:
    explicit StageTimer(double& total) : m_total(total), m_start(std::chrono::steady_clock::now()) {}
    ~StageTimer() {
        m_total += std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    double& m_total;
    std::chrono::steady_clock::time_point m_start;
};

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

/// What a rule keeps of each boid, or null before its first step.
const Column3* memoryOf(const Flock& flock, std::string_view rule) {
    const auto memory = std::ranges::find(flock.memories(), rule, &RuleMemory::rule);
    return memory == flock.memories().end() ? nullptr : &memory->values;
}

}  // namespace

/// What one species does in a step, derived anew in each.
struct SpeciesPlan {
    struct Seen {
        std::size_t speciesIndex = 0;  ///< of the observed
        StepPlan plan;
        Sight sight;
    };

    StepPlan plan;
    Sight sight;
    FlockTotals totals;         ///< where a rule asks for them
    FlockBest best;             ///< likewise
    Leader leader;              ///< where a rule asks for it
    std::vector<Seen> seen;     ///< room for one for each interaction
    std::size_t seenCount = 0;  ///< those that have something to do
};

struct Simulation::Core {
    Scene scene;
    SimulationOptions options;
    Isa isa;
    Workers workers;
    std::vector<Flock> flocks;
    std::vector<NeighbourGrid> grids;  ///< one for each flock
    std::vector<SpeciesPlan> plans;    ///< one for each flock
    FlockSums sums;
    FlockBests bests;
    std::vector<NeighbourFinder> finders;  ///< one for each thread
    std::vector<Vec3f> goals;              ///< [m] where they are at this step
    std::uint64_t stepCount = 0;
    StepProfile profile;

    Core(Scene initial, const SimulationOptions& chosen)
        : scene(std::move(initial)),
          options(chosen),
          isa(std::min(chosen.isa.value_or(bestIsa()), bestIsa())),
          workers(chosen.threads),
          finders(static_cast<std::size_t>(workers.threads())) {}

    void begin();
    void fill(std::size_t speciesIndex, std::size_t firstId);
    void setCount(std::size_t speciesIndex, std::size_t count);

    void placeGoals();
    void prepare(std::size_t speciesIndex);
    Turn turnOf(std::size_t speciesIndex) const;
    void sort(std::size_t speciesIndex);
    void sumUp(std::size_t speciesIndex);
    Leader findLeader(std::size_t speciesIndex) const;
    void steer(std::size_t speciesIndex);
    void integrate(std::size_t speciesIndex);

    std::uint32_t pieceAt(std::size_t speciesIndex, std::size_t slot) const;
    template <class Visit>
    void forEachPiece(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                      const Visit& visit) const;
    void steerPairs(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                    std::uint32_t end);
    void steerFields(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                     std::uint32_t end);
    void shareRoom();

    /// Each species has a seed of its own, or equal ids would draw alike.
    Surroundings surroundings(std::size_t speciesIndex) const {
        return {.world = scene.world,
                .seed = mixBits(scene.seed + 0x9e3779b97f4a7c15ULL * (speciesIndex + 1)),
                .step = stepCount,
                .stepSeconds = kStepSeconds,
                .obstacles = scene.obstacles,
                .goals = goals,
                .attractors = scene.attractors,
                .flock = plans[speciesIndex].totals,
                .leader = plans[speciesIndex].leader,
                .ground = scene.ground,
                .best = plans[speciesIndex].best};
    }
};

void Simulation::Core::begin() {
    stepCount = 0;
    profile = {};
    flocks.resize(scene.species.size());
    grids.resize(scene.species.size());
    plans.resize(scene.species.size());
    for (std::size_t s = 0; s < flocks.size(); ++s) {
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

void Simulation::Core::placeGoals() {
    goals.resize(scene.goals.size());
    std::ranges::transform(scene.goals, goals.begin(), [&](const Goal& goal) { return goal.at(stepCount); });
}

void Simulation::Core::prepare(std::size_t speciesIndex) {
    const Species& species = scene.species[speciesIndex];
    auto& [plan, sight, totals, best, leader, seen, seenCount] = plans[speciesIndex];
    const std::uint64_t random = mixBits(surroundings(speciesIndex).seed ^ mixBits(stepCount));
    plan.derive(species.rules, kStepSeconds, options.isFused);
    flocks[speciesIndex].remember(plan.memories());
    sight = Sight::of(species.perception, plan.reach(), scene.world.halfExtent() * 2.0f, isa);
    sight.limitCrowd(species.perception, random);
    seen.resize(std::max(seen.size(), species.sees.size()));
    seenCount = 0;
    for (const Interaction& interaction : species.sees) {
        const auto other = std::ranges::find(scene.species, interaction.observed, &Species::name);
        SpeciesPlan::Seen& next = seen[seenCount];
        next.plan.derive(interaction.rules, kStepSeconds, options.isFused);
        if (other == scene.species.end() || !next.plan.hasPairs()) {
            continue;
        }
        next.speciesIndex = static_cast<std::size_t>(other - scene.species.begin());
        next.sight = Sight::of(interaction.perception, next.plan.reach(), sight.worldSize, isa);
        next.sight.limitCrowd(interaction.perception, mixBits(random + next.speciesIndex + 1));
        ++seenCount;
    }
}

/// Whose turn to decide it is in the species. All do so at the first step.
Turn Simulation::Core::turnOf(std::size_t speciesIndex) const {
    const int rate = std::max(scene.species[speciesIndex].decisionRate, 1);
    const auto period = static_cast<std::uint32_t>(std::max((kStepsPerSecond + rate / 2) / rate, 1));
    return stepCount == 0 ? Turn{} : Turn{period, static_cast<std::uint32_t>(stepCount % period)};
}

void Simulation::Core::sort(std::size_t speciesIndex) {
    Flock& flock = flocks[speciesIndex];
    NeighbourGrid& grid = grids[speciesIndex];
    const SpeciesPlan& own = plans[speciesIndex];
    const GridRequest request{own.sight.cellSize(flock.now(), flock.count()), own.plan.wrapsWorld(),
                              scene.world.halfExtent(), turnOf(speciesIndex)};
    grid.build(flock.now(), flock.before(), flock.count(), request, &workers);
    if (request.turn.period > 1) {
        grid.carry(flock.steering(), flock.spare(), &workers);
        std::swap(flock.steering(), flock.spare());
    }
    for (RuleMemory& memory : flock.memories()) {
        grid.carry(memory.values, flock.spare(), &workers);
        std::swap(memory.values, flock.spare());
    }
}

void Simulation::Core::sumUp(std::size_t speciesIndex) {
    SpeciesPlan& own = plans[speciesIndex];
    if (own.plan.seesFlock()) {
        const Flock& flock = flocks[speciesIndex];
        own.totals = sums.of(flock.before(), flock.count(), surroundings(speciesIndex).seed, workers);
    }
    if (!own.plan.searching().empty()) {
        const Flock& flock = flocks[speciesIndex];
        own.best = bests.of({&flock.before(), flock.count(), memoryOf(flock, own.plan.searching())},
                            scene.ground, workers);
    }
    own.leader = findLeader(speciesIndex);
}

Leader Simulation::Core::findLeader(std::size_t speciesIndex) const {
    const std::optional<std::uint32_t> asked = plans[speciesIndex].plan.leaderId();
    const Flock& flock = flocks[speciesIndex];
    if (!asked || flock.count() == 0) {
        return {};
    }
    const std::uint32_t id = std::min(*asked, static_cast<std::uint32_t>(flock.count() - 1));
    const FlockState& state = flock.before();
    std::size_t slot = 0;
    while (state.id[slot] != id) {
        ++slot;
    }
    return {true, id, state.position.at(slot), state.velocity.at(slot)};
}

void Simulation::Core::steer(std::size_t speciesIndex) {
    const Flock& flock = flocks[speciesIndex];
    const Surroundings around = surroundings(speciesIndex);
    workers.forEach(taskCount(flock.count()), [&](std::size_t task) {
        const std::uint32_t begin = pieceAt(speciesIndex, task * kTaskBoids);
        const std::uint32_t end = pieceAt(speciesIndex, (task + 1) * kTaskBoids);
        if (begin < end) {
            steerPairs(speciesIndex, around, begin, end);
            steerFields(speciesIndex, around, begin, end);
        }
    });
    shareRoom();
}

/// The first slot from this one on with which a piece begins: a cell, or a part of a large one.
std::uint32_t Simulation::Core::pieceAt(std::size_t speciesIndex, std::size_t slot) const {
    const auto count = static_cast<std::uint32_t>(flocks[speciesIndex].count());
    if (slot >= count) {
        return count;
    }
    const NeighbourGrid& grid = grids[speciesIndex];
    const auto at = static_cast<std::uint32_t>(slot);
    const std::size_t cell = grid.cellAt(at);
    const std::uint32_t start = grid.start(cell);
    return std::min(start + (at - start + kPieceBoids - 1) / kPieceBoids * kPieceBoids, grid.start(cell + 1));
}

/// Calls `visit(cell, begin, turnEnd, end)` for the pieces between these slots, of each the boids whose turn
/// it is, then the others.
template <class Visit>
void Simulation::Core::forEachPiece(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                                    const Visit& visit) const {
    const NeighbourGrid& grid = grids[speciesIndex];
    for (std::size_t cell = grid.cellAt(begin); grid.start(cell) < end; ++cell) {
        const std::uint32_t cellEnd = std::min(end, grid.start(cell + 1));
        for (std::uint32_t first = std::max(begin, grid.start(cell)); first < cellEnd; first += kPieceBoids) {
            const std::uint32_t last = std::min(first + kPieceBoids, cellEnd);
            visit(cell, first, std::clamp(grid.turnEnd(cell), first, last), last);
        }
    }
}

void Simulation::Core::steerPairs(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                  std::uint32_t end) {
    Flock& flock = flocks[speciesIndex];
    Column3& steering = flock.steering();
    const SpeciesPlan& own = plans[speciesIndex];
    NeighbourFinder& finder = finders[static_cast<std::size_t>(workers.current())];
    // What lies past the last boid is only padding, and this task's alone.
    const std::uint32_t steeringEnd = end == flock.count() ? end + kLanes : end;
    const auto meet = [&](const StepPlan& plan) {
        return [&](PairBlock& block) {
            block.surroundings = &around;
            block.steering = &steering;
            block.steeringEnd = steeringEnd;
            plan.steerPairs(block, isa);
        };
    };
    forEachPiece(speciesIndex, begin, end,
                 [&](std::size_t cell, std::uint32_t first, std::uint32_t turnEnd, std::uint32_t) {
                     for (AlignedArray<float>* axis : {&steering.x, &steering.y, &steering.z}) {
                         std::fill(axis->data() + first, axis->data() + turnEnd, 0.0f);
                     }
                     if (own.plan.hasPairs()) {
                         finder.forEachBlock(flock.before(), grids[speciesIndex], cell, first, turnEnd,
                                             own.sight, meet(own.plan));
                     }
                     for (const SpeciesPlan::Seen& seen : std::span(own.seen).first(own.seenCount)) {
                         finder.forEachBlockAmong(flock.before(), first, turnEnd,
                                                  flocks[seen.speciesIndex].before(),
                                                  grids[seen.speciesIndex], seen.sight, meet(seen.plan));
                     }
                 });
}

void Simulation::Core::steerFields(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                   std::uint32_t end) {
    const StepPlan& plan = plans[speciesIndex].plan;
    if (plan.fields().empty()) {
        return;
    }
    Column3& steering = flocks[speciesIndex].steering();
    const auto steerAll = [&](std::uint32_t first, std::uint32_t last) {
        for (const Rule* rule : plan.fields()) {
            rule->steerField({&flocks[speciesIndex].before(), first, last, &around, &steering}, isa);
        }
    };
    if (turnOf(speciesIndex).period == 1) {
        return steerAll(begin, end);
    }
    // The rules steer all; those whose turn it is not get back what they had.
    const std::array<AlignedArray<float>*, 3> axes{&steering.x, &steering.y, &steering.z};
    std::array<std::array<float, kTaskBoids>, 3> held;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (std::uint32_t first = begin; first < end; first += kTaskBoids) {
        const std::uint32_t last = std::min<std::uint32_t>(first + kTaskBoids, end);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::copy(axes[axis]->data() + first, axes[axis]->data() + last, held[axis].data());
        }
        steerAll(first, last);
        forEachPiece(speciesIndex, first, last,
                     [&](std::size_t, std::uint32_t, std::uint32_t turnEnd, std::uint32_t pieceEnd) {
                         for (std::size_t axis = 0; axis < 3; ++axis) {
                             std::copy(held[axis].data() + (turnEnd - first),
                                       held[axis].data() + (pieceEnd - first), axes[axis]->data() + turnEnd);
                         }
                     });
    }
}

/// What one thread needed, another may need in the next step: gives all the room of the largest now.
void Simulation::Core::shareRoom() {
    for (const NeighbourFinder& finder : finders) {
        finders.front().matchRoom(finder);
    }
    for (NeighbourFinder& finder : finders) {
        profile.candidates += finder.takeComparisons();
        finder.matchRoom(finders.front());
    }
}

void Simulation::Core::integrate(std::size_t speciesIndex) {
    Flock& flock = flocks[speciesIndex];
    const Surroundings around = surroundings(speciesIndex);
    const Flight flight{
        &flock.before(), &flock.now(), &flock.steering(), plans[speciesIndex].plan.limits(), flock.memories(),
        &around,         isa};
    workers.forEach(taskCount(flock.count()), [&](std::size_t task) {
        flight.run(static_cast<std::uint32_t>(task * kTaskBoids),
                   static_cast<std::uint32_t>(std::min((task + 1) * kTaskBoids, flock.count())));
    });
}

Simulation::Simulation(Scene scene, const SimulationOptions& options)
    : m_core(std::make_unique<Core>(std::move(scene), options)) {
    m_core->begin();
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::step() {
    Core& core = *m_core;
    core.profile = {};
    core.placeGoals();
    // Stage by stage: whoever steers by another species sees it as it was.
    const auto forEachSpecies = [&](double& seconds, const auto& stage) {
        const StageTimer timer(seconds);
        for (std::size_t s = 0; s < core.flocks.size(); ++s) {
            stage(s);
        }
    };
    forEachSpecies(core.profile.sort, [&](std::size_t s) {
        core.prepare(s);
        core.sort(s);
    });
    forEachSpecies(core.profile.steer, [&](std::size_t s) {
        core.sumUp(s);
        core.steer(s);
    });
    forEachSpecies(core.profile.integrate, [&](std::size_t s) { core.integrate(s); });
    ++core.stepCount;
}

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
