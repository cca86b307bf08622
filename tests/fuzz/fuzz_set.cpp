// Any lines as `--set` assignments to a small flock, with steps between them: it stays finite.
#include <algorithm>
#include <cmath>

#include <shoal/simulation.hpp>

#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr int kMaxLines = 8;
constexpr int kMaxBoidsOption = 50;

bool isFinite(const Vec3f& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

void requireFiniteSteps(const Scene& scene) {
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    simulation.step();
    simulation.step();
    const Flock& flock = simulation.flocks()[0];
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        require(isFinite(flock.now().position.at(slot)) && isFinite(flock.now().velocity.at(slot)),
                "a boid that is not finite");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    std::string_view text = textOf(bytes, count);
    Scene scene;
    scene.species.emplace_back().count = 20;
    for (int line = 0; line < kMaxLines && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto applied = scene.applyText(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        scene.species[0].count = std::min(scene.species[0].count, kMaxBoidsOption);
        if (applied) {
            requireFiniteSteps(scene);
        } else {
            requireOneLine(applied.problem(), "");
        }
    }
    return 0;
}
