// print_hash
//     names the scenes: the built-in presets, and one with staggered updates
// print_hash SCENE STEPS THREADS ISA fused|separate
//     prints the state hash; SCENE: PRESET or PRESET+KEY=VALUE
//
// Used by hash_matrix, which builds it many times; kept minimal so that this is quick.

#include <algorithm>
#include <cstdio>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

int main(int count, char** arguments) {
    if (count == 1) {
        for (const shoal::BuiltinPreset& preset : shoal::builtinPresets()) {
            std::printf("%s\n", std::string(preset.name).c_str());
        }
        std::puts("reef+decision_rate=10");
        return 0;
    }
    if (count != 6) {
        std::fputs("print_hash: SCENE STEPS THREADS ISA fused|separate\n", stderr);
        return 2;
    }
    const std::string name = arguments[1];
    const std::size_t plus = std::min(name.find('+'), name.size());
    auto scene = shoal::openPreset(name.substr(0, plus));
    if (!scene || (plus < name.size() && !scene->applyText(name.substr(plus + 1)))) {
        std::fprintf(stderr, "print_hash: there is no scene \"%s\"\n", name.c_str());
        return 4;
    }
    const auto isa = shoal::isaFromName(arguments[4]);
    if (!isa) {
        std::fprintf(stderr, "this machine cannot run \"%s\"\n", arguments[4]);
        return 2;
    }
    shoal::Simulation simulation = *shoal::Simulation::create(
        *scene,
        {.threads = std::stoi(arguments[3]), .isa = isa, .isFused = std::string(arguments[5]) == "fused"});
    for (long step = std::stol(arguments[2]); step > 0; --step) {
        simulation.step();
    }
    std::printf("%s\n", shoal::hashText(simulation.hash()).c_str());
    return 0;
}
