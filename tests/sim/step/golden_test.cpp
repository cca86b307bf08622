#include <shoal/preset.hpp>

#include "optimised.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// State hashes of a preset with seed 7.
struct Golden {
    std::string after600;
    std::string after2000;
};

/// Identical for every compiler, build type, instruction set and thread count. A change here means that the
/// flock moves differently: say so in the changelog.
const std::map<std::string, Golden> kGolden{
    {"bait-ball", {"b9659ed014e9cc37", "7231dd6dcbcb0ab6"}},
    {"boidwatching", {"2421ce34e395efa9", "63b03b7b939a3ac3"}},
    {"boidwatching-plane", {"a1442edad9edb993", "94038ed889555f46"}},
    {"carpentier", {"39bc10bf31744694", "c03f8f1c83783e81"}},
    {"carpentier-obstacles", {"e5ccc9ca85a18206", "c6201da7b1ea8ead"}},
    {"catching-fishes", {"55dde42cc8066338", "d06d3107ef003bb5"}},
    {"catching-fishes-alignment", {"293b6b620c5de78c", "06591a665bb008a6"}},
    {"catching-fishes-cohesion", {"522d78e733091ccc", "fa9c0090e22c0e8f"}},
    {"catching-fishes-given", {"0a037a0e9b670e7e", "74c09374df1a2a57"}},
    {"catching-fishes-separation", {"6ff662bd8620f4a4", "9712ec4c41c8a9a9"}},
    {"cucker-smale", {"905436df501e0a41", "b2a6b3a3454f7075"}},
    {"dorsogna", {"f23b8d95fdb0c45e", "0e71406e20b4e212"}},
    {"flagtails", {"8a50b878cdf3fb91", "17eb863c250d9926"}},
    {"goal-and-obstacles", {"36dc9b7e9624301b", "7b182be3c2570bd2"}},
    {"leader", {"1338c56c73b145c8", "d56dd36569fea71f"}},
    {"opensteer", {"91723d366dba882d", "45519423e8095a89"}},
    {"parker", {"9b20dfb3144f15d8", "9a6c5305ab2d4adf"}},
    {"parker-original", {"492d6fab88720deb", "bc56b2beea3453e4"}},
    {"parker-perching", {"575300b92adcce6c", "1b001125aaadaee3"}},
    {"parker-scatter", {"9b20dfb3144f15d8", "51c50e0192f5f6ac"}},
    {"particle-swarm", {"9fdc37bb539fdbd3", "774235a5ff38ca0f"}},
    {"particle-swarm-ackley", {"428b72f1e52cd3b4", "93b7427662f6e43a"}},
    {"particle-swarm-highest", {"f5e712133afe617d", "cf6f02ee403f6d39"}},
    {"particle-swarm-himmelblau", {"5b5a6247c1ee5fca", "939baf4e284e8e78"}},
    {"particle-swarm-many", {"92332cc234a358d1", "afbb3d27c0e7c434"}},
    {"rathbun", {"cb02c49a8e6f861a", "9ecb7a2344bc4cba"}},
    {"rathbun-collapse", {"b1d18dac8d29baee", "1c32079d251a7063"}},
    {"rathbun-fast-start", {"d8bfd5682722a4cd", "eb4b0bdedb4bb470"}},
    {"rathbun-no-cohesion", {"8680dd8f96593bca", "71a4887d4b2204c9"}},
    {"reef", {"ce351e2f485ed584", "e210e540bc076a3a"}},
    {"reef-pointer", {"98e8289a0c46283e", "7686740054e55f7a"}},
    {"seb-lague", {"cc8e58ac7dbbb940", "85a67cef85f8909c"}},
    {"stampede", {"b41250e8925d2f8d", "ee9bbbb1ac862a37"}},
    {"starlings", {"3b13025388e4c923", "042a24b41cbba63c"}},
    {"vicsek", {"825bf4fd943b7ee0", "a7fbf08f4ae8f8a9"}},
    {"vicsek-groups", {"1cf68d1e7b602099", "bdbb89ce15a4e89f"}},
    {"vicsek-ordered", {"b204b972500fb0b6", "4f28a63734a5549d"}},
    {"zones", {"33dff4cf9f1876cd", "b9d98192bb9eb807"}},
    {"zones-dynamic-parallel", {"26a3983ff0b968c6", "7db372b049b07dd6"}},
    {"zones-highly-parallel", {"6b882e754ec923a8", "e9c6b77ffbc6efb3"}},
    {"zones-swarm", {"55f32ccf84e7fb7d", "8bd7bd8765359215"}},
    {"zones-torus", {"56a9cc302f21b2ec", "185bffb7ffc8a4e8"}},
};

void runTo(Simulation& simulation, std::uint64_t step) {
    while (simulation.stepCount() < step) {
        simulation.step();
    }
}

std::string hashAfter(const std::string& preset, std::uint64_t steps) {
    const auto scene = openPreset(preset);
    REQUIRE(scene);
    Simulation simulation = *Simulation::create(*scene);
    simulation.restart(7);
    runTo(simulation, steps);
    return hashText(simulation.hash());
}

}  // namespace

TEST_CASE("every built-in preset reproduces its hashes on all machines", "[sim][determinism]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        INFO("preset " << name << ": add or renew its line in kGolden");
        REQUIRE(kGolden.contains(name));
        CHECK(hashAfter(name, 600) == kGolden.at(name).after600);
    }
}

TEST_CASE("every built-in preset reproduces its hashes of long runs on all machines",
          "[sim][determinism][slow]") {
    if (!kIsOptimised) {
        return;  // it would take minutes
    }
    for (const auto& [name, golden] : kGolden) {
        CAPTURE(name);
        CHECK(hashAfter(name, 2000) == golden.after2000);
    }
}

TEST_CASE("a staggered reef reproduces its hashes on all machines", "[sim][determinism]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    REQUIRE(scene->applyText("decision_rate=10"));
    Simulation simulation = *Simulation::create(*scene);
    simulation.restart(7);
    runTo(simulation, 600);
    CHECK(hashText(simulation.hash()) == "31dba6f101d097a0");
    if (kIsOptimised) {
        runTo(simulation, 2000);
        CHECK(hashText(simulation.hash()) == "3c0afcf92caf44ae");
    }
}
