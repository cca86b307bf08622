// Properties that every built-in preset keeps.

#include <shoal/preset.hpp>

#include "sim/scene/clamped_edit.hpp"

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

TEST_CASE("every hero of a built-in preset changes what its flock does", "[sim][preset]") {
    constexpr int kBoids = 200;
    constexpr int kSteps = 300;
    const auto hashAfter = [](const Scene& scene) {
        Simulation simulation = *Simulation::create(scene);
        for (int step = 0; step < kSteps; ++step) {
            simulation.step();
        }
        return hashText(simulation.hash());
    };
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        CAPTURE(name);
        Scene scene = *openPreset(name);
        CHECK(scene.heroes.size() >= (preset.base.empty() ? 4 : 2));
        for (Species& species : scene.species) {
            species.count = std::min(species.count, kBoids);
        }
        const std::string usual = hashAfter(scene);
        for (const std::string& key : scene.heroes) {
            CAPTURE(key);
            const double shown = *scene.value(key);
            const Declaration declared = parameterOf(scene, key)->declared;
            // Some end at another value: a radius at the perception radius.
            const bool isLive = std::ranges::any_of(std::array{0.5, 1.5}, [&](double times) {
                const double asked = shown == 0.0 ? 0.5 : std::floor(times * shown * 100.0) / 100.0;
                const double whole = key.ends_with("count") ? std::floor(asked) : asked;
                Scene other = scene;
                REQUIRE(other.apply({key, std::clamp(whole, declared.min, declared.max)}));
                return hashAfter(other) != usual;
            });
            CHECK(isLive);
        }
    }
}
