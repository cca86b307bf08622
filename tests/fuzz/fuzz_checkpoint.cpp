// Any bytes as a checkpoint: refused in one line, or a state from which a simulation steps on.
#include <string>

#include <shoal/simulation.hpp>

#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    constexpr std::int64_t kMaxStepped = 1000;
    const auto checkpoint = Checkpoint::fromBytes(textOf(bytes, count));
    if (!checkpoint) {
        requireOneLine(checkpoint.problem(), "the checkpoint");
        return 0;
    }
    require(static_cast<bool>(Checkpoint::fromBytes(checkpoint->toBytes())), "not read back");
    if (checkpoint->scene().boidCount() <= kMaxStepped) {
        Simulation simulation = *Simulation::create(Scene{}, {.threads = 1, .isa = {}});
        require(static_cast<bool>(simulation.resume(*checkpoint)), "not resumed");
        simulation.step();
    }
    return 0;
}
