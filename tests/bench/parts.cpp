// Times each part of a step on the workload of `shoal bench`: 100,000 boids with 30 neighbours each, one
// thread. Read `per_boid`. Pair rules are timed together with gathering their candidates, which `gather`
// times alone. All rules use the boids' perception radius.
//
//   shoal_benchmarks --benchmark_filter=pair --benchmark_repetitions=5
//   --benchmark_report_aggregates_only=true

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <shoal/simulation.hpp>

#include "commands/report/bench_scene.hpp"
#include "sim/neighbours/neighbour_finder.hpp"
#include "sim/step/fused_sets.hpp"
#include "sim/step/integrator.hpp"

namespace shoal::test {

namespace {

constexpr int kBoids = 100000;
constexpr int kNearest = 7;

/// The workload after a few steps, both in the order after the last step and sorted for the next.
class SteppedFlock {
public:
    SteppedFlock() : m_simulation(*Simulation::create(workload(), oneThread())) {
        spreadBoids(m_simulation);
        for (int step = 0; step < 3; ++step) {
            m_simulation.step();
        }
        sorted.resize(count());
        fresh.resize(count());
        steering.resize(count());
        sort(metric(bestIsa()));
    }

    std::size_t count() const { return m_simulation.flocks()[0].count(); }
    std::uint32_t end() const { return static_cast<std::uint32_t>(count()); }
    const FlockState& now() const { return m_simulation.flocks()[0].now(); }
    const Scene& scene() const { return m_simulation.scene(); }
    const Surroundings& around() const { return m_around; }

    NeighbourQuery query(Isa isa, Perception::Kind kind) const {
        Perception perception = scene().species[0].perception;
        perception.kind = kind;
        perception.count = kNearest;
        return NeighbourQuery::of(perception, perception.radius, scene().world.halfExtent() * 2.0f, isa);
    }
    NeighbourQuery metric(Isa isa) const { return query(isa, Perception::Kind::metric); }
    NeighbourQuery nearest(Isa isa) const { return query(isa, Perception::Kind::nearest); }

    void sort(const NeighbourQuery& by) {
        grid.build(now(), sorted, count(), {by.cellSize(now(), count()), false, scene().world.halfExtent()});
    }

    template <class Use>
    void forEachBlock(const NeighbourQuery& by, const Use& use) {
        for (std::size_t cell = 0; cell < grid.cellCount(); ++cell) {
            m_finder.forEachBlock(sorted, grid, cell, by, use);
        }
    }

    NeighbourGrid grid;
    FlockState sorted;
    FlockState fresh;
    Column3 steering;

private:
    static Scene workload() {
        Workload chosen;
        chosen.boids = kBoids;
        return benchScene(chosen);
    }
    static SimulationOptions oneThread() {
        SimulationOptions options;
        options.threads = 1;
        return options;
    }

    Simulation m_simulation;
    Surroundings m_around{m_simulation.scene().world, 1, 3, kStepSeconds};
    NeighbourFinder m_finder;
};

/// Made on first use.
SteppedFlock& flock() {
    static SteppedFlock stepped;
    return stepped;
}

/// Makes a registered rule that uses the boids' perception radius.
std::unique_ptr<Rule> makeRule(const RegisteredRule& registered) {
    std::unique_ptr<Rule> rule = registered.make();
    const Tunables tunables = rule->tunables();
    if (const auto radius = tunables.find("radius")) {
        tunables.set(*radius, 1.0);
    }
    rule->prepare(kStepSeconds);
    return rule;
}

std::unique_ptr<Rule> makeRule(std::string_view key) {
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.info->key == key) {
            return makeRule(registered);
        }
    }
    return nullptr;
}

template <class Work>
void measure(benchmark::State& state, const Work& work) {
    for (auto _ : state) {
        work();
        benchmark::ClobberMemory();
    }
    using benchmark::Counter;
    state.counters["per_boid"] =
        Counter(kBoids, static_cast<Counter::Flags>(Counter::kIsIterationInvariantRate | Counter::kInvert));
}

template <class Part>
void add(const std::string& name, Isa isa, const Part& part) {
    benchmark::RegisterBenchmark((name + "/" + std::string(isaName(isa))).c_str(),
                                 [part](benchmark::State& state) { part(state); })
        ->Unit(benchmark::kMillisecond);
}

void addSort(Isa isa) {
    add("sort", isa, [isa](benchmark::State& state) {
        const NeighbourQuery by = flock().metric(isa);
        measure(state, [&] { flock().sort(by); });
    });
}

void addGather(Isa isa) {
    add("gather", isa, [isa](benchmark::State& state) {
        const NeighbourQuery by = flock().metric(isa);
        flock().sort(by);
        measure(state, [&] {
            flock().forEachBlock(by, [](PairBlock& block) { benchmark::DoNotOptimize(block.count); });
        });
    });
}

void addNearest(Isa isa) {
    add("gather_nearest_" + std::to_string(kNearest), isa, [isa](benchmark::State& state) {
        const NeighbourQuery by = flock().nearest(isa);
        flock().sort(by);
        measure(state, [&] {
            flock().forEachBlock(by, [](PairBlock& block) { benchmark::DoNotOptimize(block.count); });
        });
    });
}

template <class Steer>
void measurePairs(benchmark::State& state, Isa isa, const Steer& steer) {
    const NeighbourQuery by = flock().metric(isa);
    flock().sort(by);
    measure(state, [&] {
        flock().forEachBlock(by, [&](PairBlock& block) {
            block.surroundings = &flock().around();
            block.steering = &flock().steering;
            steer(block);
        });
    });
}

void addPairRule(Isa isa, const RegisteredRule& registered) {
    add("pair/" + std::string(registered.info->key), isa, [isa, &registered](benchmark::State& state) {
        const std::unique_ptr<Rule> rule = makeRule(registered);
        measurePairs(state, isa, [&](PairBlock& block) { rule->steerPairs(block, isa); });
    });
}

void addFusedSet(Isa isa, const FusedSet& set) {
    std::string name = "fused/";
    for (const std::string_view key : set.keys) {
        name += (name.back() == '/' ? "" : "+") + std::string(key);
    }
    add(name, isa, [isa, &set](benchmark::State& state) {
        std::vector<std::unique_ptr<Rule>> owned;
        std::vector<const void*> settings;
        for (const std::string_view key : set.keys) {
            settings.push_back(owned.emplace_back(makeRule(key))->settings());
        }
        measurePairs(state, isa, [&](PairBlock& block) { set.steer(block, isa, settings.data()); });
    });
}

void addFieldRule(Isa isa, const RegisteredRule& registered) {
    add("field/" + std::string(registered.info->key), isa, [isa, &registered](benchmark::State& state) {
        const std::unique_ptr<Rule> rule = makeRule(registered);
        const FieldBlock block{&flock().sorted, 0, flock().end(), &flock().around(), &flock().steering};
        measure(state, [&] { rule->steerField(block, isa); });
    });
}

void measureFlight(benchmark::State& state, Isa isa, const std::vector<const Rule*>& limits) {
    std::vector<RuleMemory> memories;
    for (const Rule* limit : limits) {
        if (limit->hasMemory()) {
            memories.emplace_back().values.resize(flock().end());
        }
    }
    const Integrator flight{
        &flock().sorted, &flock().fresh, &flock().steering, limits, memories, &flock().around(), isa};
    measure(state, [&] { flight.run(0, flock().end()); });
}

/// Adds the integrator with no limit, with the limits of the workload, and with each limit alone.
void addFlights(Isa isa) {
    add("integrate/no_limits", isa, [isa](benchmark::State& state) { measureFlight(state, isa, {}); });
    add("integrate/limits_of_bench", isa, [isa](benchmark::State& state) {
        std::vector<const Rule*> limits;
        for (const auto& rule : flock().scene().species[0].rules) {
            if (rule->isEnabled && rule->hasLimit()) {
                limits.push_back(rule.get());
            }
        }
        measureFlight(state, isa, limits);
    });
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.make()->hasLimit()) {
            add("integrate/" + std::string(registered.info->key), isa,
                [isa, &registered](benchmark::State& state) {
                    const std::unique_ptr<Rule> rule = makeRule(registered);
                    measureFlight(state, isa, {rule.get()});
                });
        }
    }
}

void addParts(Isa isa) {
    addSort(isa);
    addGather(isa);
    addNearest(isa);
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind == RuleKind::pair) {
            // These boids have no memory that others read.
            if (!registered.make()->sharesMemory()) {
                addPairRule(isa, registered);
            }
        } else if (registered.kind == RuleKind::field) {
            addFieldRule(isa, registered);
        }
    }
    for (const FusedSet& set : fusedSets()) {
        addFusedSet(isa, set);
    }
    addFlights(isa);
}

}  // namespace

}  // namespace shoal::test

int main(int argc, char** argv) {
    for (const shoal::Isa isa : {shoal::Isa::avx2, shoal::Isa::baseline}) {
        if (isa <= shoal::bestIsa()) {
            shoal::test::addParts(isa);
        }
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
