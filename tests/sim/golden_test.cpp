#include <map>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"

using namespace shoal;

namespace {

/// State hash of each built-in preset after 600 steps with seed 7: the same from every compiler, build type,
/// instruction set and thread count. A change here means that the flock moves differently: say so in the
/// changelog.
const std::map<std::string, std::string> kGolden{
    {"reef", "f29803013e02c333"},
};

}  // namespace

TEST_CASE("every built-in preset ends in the hash that it has on all machines", "[sim][determinism]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        INFO("preset " << name << ": add or renew its line in kGolden");
        const auto scene = openPreset(name);
        REQUIRE(scene);
        Simulation simulation(*scene);
        simulation.restart(7);
        for (int step = 0; step < 600; ++step) {
            simulation.step();
        }
        REQUIRE(kGolden.contains(name));
        CHECK(hashText(simulation.hash()) == kGolden.at(name));
    }
}
