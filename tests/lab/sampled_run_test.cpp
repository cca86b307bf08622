#include "lab/sampled_run.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

double meanOf(const SampledRun& run, const SampledRun::Group& group, std::string_view key) {
    const auto found = std::ranges::find(run.columns(), key, &MeasureColumn::key);
    return run.overTime(group)[static_cast<std::size_t>(found - run.columns().begin())].mean;
}

}  // namespace

TEST_CASE("a run samples the first, every K-th and the last step, and its means leave out the burn-in",
          "[lab][run]") {
    Simulation simulation = started("reef", 5);
    SampledRun run({.steps = 45, .every = 10, .burnIn = 20, .kinds = {}}, simulation);
    std::vector<double> polarisation;
    for (int step = 1; step <= 45; ++step) {
        simulation.step();
        const bool isDue = step % 10 == 0 || step == 45;
        CHECK(run.afterStep(simulation) == isDue);
        if (isDue && step >= 20) {
            polarisation.push_back(
                measureMotion(simulation.flocks()[0].now(), simulation.flocks()[0].count()).polarisation);
        }
    }
    const SampledRun::Group& all = run.groups()[0];
    CHECK(all.samples.size() == 6);
    CHECK(run.counted() == 4);
    double mean = 0.0;
    for (const double each : polarisation) {
        mean += each / 4.0;
    }
    CHECK(meanOf(run, all, "polarisation") == approx(mean));
}

TEST_CASE("a run of several species samples each, in the order of the scene", "[lab][run]") {
    Simulation simulation = started("bait-ball", 2);
    SampledRun run({.steps = 2, .every = 1, .burnIn = 0, .kinds = {}}, simulation);
    simulation.step();
    run.afterStep(simulation);
    REQUIRE(run.groups().size() == 4);
    CHECK(run.groups()[0].name == "all");
    CHECK(run.groups()[1].name == "sardine");
    const double fastest = std::max({meanOf(run, run.groups()[1], "speed_max_m_s"),
                                     meanOf(run, run.groups()[2], "speed_max_m_s"),
                                     meanOf(run, run.groups()[3], "speed_max_m_s")});
    CHECK(meanOf(run, run.groups()[0], "speed_max_m_s") == approx(fastest));
}

TEST_CASE("the time to polarise is that of the first ordered sample, or none", "[lab][run]") {
    const Scene scene = presetScene("vicsek");
    auto created = Simulation::create(scene);
    REQUIRE(created);
    SampledRun run({.steps = 600, .every = 10, .burnIn = 500, .kinds = {}}, *created);
    double expected = -1.0;
    for (int step = 1; step <= 600; ++step) {
        created->step();
        if (run.afterStep(*created) && expected < 0.0 && run.groups()[0].samples.back()[0] > kHighOrder) {
            expected = created->seconds();
        }
    }
    REQUIRE(expected > 0.0);
    CHECK(run.timeToPolarise(run.groups()[0], scene.time) == approx(expected));

    Simulation swarm = started("vicsek-groups", 1);
    const SampledRun none({.steps = 0, .every = 1, .burnIn = 0, .kinds = {}}, swarm);
    CHECK_FALSE(none.timeToPolarise(none.groups()[0], scene.time));
}
