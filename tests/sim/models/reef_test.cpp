// The preset "reef": one school in open water, and what its text promises of its sliders.

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>

#include "optimised.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Simulation reefWith(const std::vector<std::string>& settings) {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    for (const std::string& each : settings) {
        REQUIRE(scene->applyText(each));
    }
    return *Simulation::create(*scene);
}

void runFor(Simulation& simulation, int seconds) {
    for (int step = 0; step < seconds * kStepsPerSecond; ++step) {
        simulation.step();
    }
}

struct School {
    double largest = 0.0;
    double polarisation = 0.0;
    double volume = 0.0;  ///< [BL³] for each fish
};

School schoolOf(const Simulation& simulation) {
    const std::vector<double> values = measureValues(simulation);
    const auto value = [&](std::string_view key) {
        const auto columns = measureColumns();
        return values[static_cast<std::size_t>(std::ranges::find(columns, key, &MeasureColumn::key) -
                                               columns.begin())];
    };
    const auto bodyLength = static_cast<double>(simulation.scene().species[0].bodyLength);
    return {value("largest_cluster"), value("polarisation"),
            1.0 / (value("density_1_m3") * bodyLength * bodyLength * bodyLength)};
}

}  // namespace

TEST_CASE("the reef's school is one, dense and polarised, near walls or far from any", "[sim][reef]") {
    // The school neither needs the walls nor, without the roost, drifts apart.
    for (const std::vector<std::string>& settings :
         {std::vector<std::string>{},
          {"world.width=660", "world.height=270", "world.depth=660"},
          {"world.width=660", "world.height=270", "world.depth=660", "roost.enabled=off"}}) {
        CAPTURE(settings);
        Simulation simulation = reefWith(settings);
        for (int moment = 0; moment < (kIsOptimised ? 4 : 1); ++moment) {
            runFor(simulation, 10);
            const School school = schoolOf(simulation);
            CAPTURE(moment, school.volume);
            CHECK(school.largest > 0.95);
            CHECK(school.polarisation > 0.9);
            // Pitcher and Partridge 1979: 0.7 (herring) to 1.4 (saithe).
            CHECK(school.volume > 0.7);
            CHECK(school.volume < 1.4);
        }
    }
}

TEST_CASE("without alignment the reef is a swarm within half a minute, and sets off again with it",
          "[sim][reef]") {
    if (!kIsOptimised) {
        return;
    }
    Simulation simulation = reefWith({});
    runFor(simulation, 10);
    REQUIRE(simulation.apply({"alignment.weight", 0.0}));
    runFor(simulation, 30);
    CHECK(schoolOf(simulation).polarisation < 0.4);
    REQUIRE(simulation.apply({"alignment.weight", 3.0}));
    runFor(simulation, 15);
    CHECK(schoolOf(simulation).polarisation > kHighOrder);
}
