#include <cstdio>
#include <iterator>

#include <fcntl.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include "scratch_folder.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns what `act` prints on standard error, from any library.
template <class Act>
std::string printedBy(const Act& act) {
    const ScratchFolder scratch;
    const std::string name = (scratch.path() / "err").string();
    std::fflush(stderr);
    const int saved = ::dup(STDERR_FILENO);
    const int file = ::open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ::dup2(file, STDERR_FILENO);
    act();
    std::fflush(stderr);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    ::close(file);
    std::ifstream stream(name);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void stepWith(const std::vector<int>& threads) {
    std::vector<Simulation> simulations;
    for (const int each : threads) {
        Scene scene = sceneWith({"count=3000", "separation.enabled=on"});
        simulations.push_back(*Simulation::create(scene, {.threads = each, .isa = {}}));
        runSteps(simulations.back(), 2);
    }
    for (Simulation& simulation : simulations) {
        simulation.step();
    }
}

}  // namespace

TEST_CASE("whatever threads a simulation asks for and its program allows, nothing is printed",
          "[sim][threads]") {
    using Limit = tbb::global_control;
    for (const std::size_t allowed : {0U, 1U, 2U, 5U}) {
        for (const std::vector<int>& threads :
             {std::vector<int>{3, 9}, {9, 3}, {2, 40, 5}, {0, 17}, {64, 1, 65}, {7, 7}}) {
            CAPTURE(allowed, threads);
            const std::string printed = printedBy([&] {
                std::unique_ptr<Limit> limit;
                if (allowed > 0) {
                    limit = std::make_unique<Limit>(Limit::max_allowed_parallelism, allowed);
                }
                stepWith(threads);
            });
            CHECK(printed.empty());
        }
    }
}
