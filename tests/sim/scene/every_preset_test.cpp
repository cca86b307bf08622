// Properties that every built-in preset keeps.

#include <array>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"

using namespace shoal;

TEST_CASE("every preset moves the same way after saving and loading", "[sim][preset][determinism]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        INFO(name);
        const auto scene = openPreset(name);
        REQUIRE(scene);
        const auto again = parsePreset(presetText(*scene), name + ".toml");
        REQUIRE(again);
        std::array simulations{*Simulation::create(*scene), *Simulation::create(*again)};
        for (Simulation& simulation : simulations) {
            for (int step = 0; step < 100; ++step) {
                simulation.step();
            }
        }
        CHECK(hashText(simulations[0].hash()) == hashText(simulations[1].hash()));
    }
}
