#include <cstdint>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("every preset continues from a checkpoint bit for bit, in the same or another simulation",
          "[sim][checkpoint]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(std::string(preset.name));
        const auto scene = parsePreset(preset.toml, std::string(preset.name));
        REQUIRE(scene);
        Simulation simulation = *Simulation::create(*scene, {.threads = 1, .isa = {}});
        runSteps(simulation, 67);
        const Checkpoint checkpoint = simulation.checkpoint();
        const std::uint64_t then = simulation.hash();
        runSteps(simulation, 45);
        const std::uint64_t later = simulation.hash();
        REQUIRE(later != then);

        REQUIRE(simulation.resume(checkpoint));
        CHECK(simulation.stepCount() == 67);
        CHECK(simulation.hash() == then);
        runSteps(simulation, 45);
        CHECK(simulation.hash() == later);

        Simulation other = *Simulation::create(Scene{}, {.threads = 3, .isa = {}});
        REQUIRE(other.resume(checkpoint));
        runSteps(other, 45);
        CHECK(other.hash() == later);
    }
}

TEST_CASE("a checkpoint restores counts and tunables changed since", "[sim][checkpoint]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    Simulation simulation = *Simulation::create(*scene);
    runSteps(simulation, 10);
    const Checkpoint checkpoint = simulation.checkpoint();
    runSteps(simulation, 20);
    const std::uint64_t later = simulation.hash();

    REQUIRE(simulation.resume(checkpoint));
    REQUIRE(simulation.apply({"count", 17.0}));
    REQUIRE(simulation.apply({"alignment.weight", 0.0}));
    REQUIRE(simulation.apply({"attractor.lure.present", 1.0}));
    runSteps(simulation, 20);
    REQUIRE(simulation.hash() != later);

    REQUIRE(simulation.resume(checkpoint));
    CHECK(simulation.scene().attractors.empty());
    CHECK(simulation.flocks()[0].count() == static_cast<std::size_t>(scene->species[0].count));
    runSteps(simulation, 20);
    CHECK(simulation.hash() == later);
    CHECK(checkpoint.bytes() > 3000 * 24);
}
