#include <cstdint>
#include <map>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
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
    {"bait-ball", {"66ecfd84d66b71af", "b7e9dd365b50c3c8"}},
    {"boidwatching", {"2421ce34e395efa9", "63b03b7b939a3ac3"}},
    {"boidwatching-plane", {"a1442edad9edb993", "94038ed889555f46"}},
    {"carpentier", {"91a3339eb1bcccf2", "bcd3e83b87c6fd4f"}},
    {"carpentier-obstacles", {"5f092e52d56bc075", "ee31d71be2d5850d"}},
    {"catching-fishes", {"55dde42cc8066338", "d06d3107ef003bb5"}},
    {"catching-fishes-alignment", {"293b6b620c5de78c", "06591a665bb008a6"}},
    {"catching-fishes-cohesion", {"522d78e733091ccc", "fa9c0090e22c0e8f"}},
    {"catching-fishes-given", {"0a037a0e9b670e7e", "74c09374df1a2a57"}},
    {"catching-fishes-separation", {"6ff662bd8620f4a4", "9712ec4c41c8a9a9"}},
    {"dorsogna", {"f23b8d95fdb0c45e", "0e71406e20b4e212"}},
    {"goal-and-obstacles", {"e6d59c14d1773821", "610482b51649bc5e"}},
    {"leader", {"9237cb9d76ff1b57", "d0e21fe5f48fed12"}},
    {"opensteer", {"91723d366dba882d", "45519423e8095a89"}},
    {"parker", {"9b20dfb3144f15d8", "9a6c5305ab2d4adf"}},
    {"parker-original", {"492d6fab88720deb", "bc56b2beea3453e4"}},
    {"parker-perching", {"83e255ba0df4816c", "479b0d37594c18f4"}},
    {"parker-scatter", {"9b20dfb3144f15d8", "51c50e0192f5f6ac"}},
    {"particle-swarm", {"c7e7f063407bbe27", "9f78cf5a19bdfa9b"}},
    {"particle-swarm-ackley", {"29d56c3800015809", "c3f1fbdfd90de7ce"}},
    {"particle-swarm-highest", {"6e1f91553f8c8f31", "d478340124e80b92"}},
    {"particle-swarm-himmelblau", {"767281e53655333a", "195285b3e0e0decd"}},
    {"particle-swarm-many", {"0a3fa36ef28e53f2", "114b52f8e04f9bb2"}},
    {"rathbun", {"cb02c49a8e6f861a", "9ecb7a2344bc4cba"}},
    {"rathbun-collapse", {"b1d18dac8d29baee", "1c32079d251a7063"}},
    {"rathbun-fast-start", {"d8bfd5682722a4cd", "eb4b0bdedb4bb470"}},
    {"rathbun-no-cohesion", {"8680dd8f96593bca", "71a4887d4b2204c9"}},
    {"reef", {"31611205deefff86", "d835fbdfa033984f"}},
    {"reef-pointer", {"dd40497e9b9d66ff", "b5ba33742dac29e9"}},
    {"seb-lague", {"cc8e58ac7dbbb940", "85a67cef85f8909c"}},
    {"stampede", {"eda0585dd79bcec9", "51f54ab8168b2190"}},
    {"starlings", {"354780e53e3c0db7", "91f5bc1d1b3e1226"}},
    {"vicsek", {"87db476201a32d3d", "c75e6d250ae5b3d7"}},
    {"vicsek-groups", {"0d2e092bbbfd1221", "5697fc4ee09d48f5"}},
    {"vicsek-ordered", {"ff1a7823b838890a", "2060b9fe3b1f6bdd"}},
    {"zones", {"7f54f2295acfe450", "518b60fa5f00a1c5"}},
    {"zones-dynamic-parallel", {"5a8e0e430094b656", "8da62ce51f69faac"}},
    {"zones-highly-parallel", {"2462db80d63557bf", "629f73de68ed7675"}},
    {"zones-swarm", {"7d9fa404155ace63", "70e9c9c9f5cbb815"}},
    {"zones-torus", {"85b4460451c301d7", "ba629766c056c33b"}},
};

void runTo(Simulation& simulation, std::uint64_t step) {
    while (simulation.stepCount() < step) {
        simulation.step();
    }
}

}  // namespace

TEST_CASE("every built-in preset reproduces its hashes on all machines", "[sim][determinism]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        INFO("preset " << name << ": add or renew its line in kGolden");
        const auto scene = openPreset(name);
        REQUIRE(scene);
        Simulation simulation = *Simulation::create(*scene);
        simulation.restart(7);
        runTo(simulation, 600);
        const std::string after600 = hashText(simulation.hash());
        REQUIRE(kGolden.contains(name));
        CHECK(after600 == kGolden.at(name).after600);
        if (kIsOptimised) {
            runTo(simulation, 2000);
            CHECK(hashText(simulation.hash()) == kGolden.at(name).after2000);
        }
    }
}

TEST_CASE("a staggered reef reproduces its hashes on all machines", "[sim][determinism]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    REQUIRE(scene->applyText("decision_rate=10"));
    Simulation simulation = *Simulation::create(*scene);
    simulation.restart(7);
    runTo(simulation, 600);
    CHECK(hashText(simulation.hash()) == "05f4066710d53e21");
    if (kIsOptimised) {
        runTo(simulation, 2000);
        CHECK(hashText(simulation.hash()) == "b5242d9402d8e924");
    }
}
