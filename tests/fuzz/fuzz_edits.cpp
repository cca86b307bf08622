// Any lines as `--set` assignments to a small flock, with a step between them: it stays finite.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <shoal/simulation.hpp>

namespace {

bool isFinite(const shoal::Vec3f& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    std::string_view text(reinterpret_cast<const char*>(bytes), count);
    shoal::Scene scene;
    scene.species.emplace_back().count = 20;
    for (int line = 0; line < 20 && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const bool isApplied = static_cast<bool>(scene.applyText(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
        // Each line that is right is one step of a flock small enough to be quick.
        scene.species[0].count = std::min(scene.species[0].count, 50);
        if (isApplied) {
            shoal::Simulation simulation = *shoal::Simulation::create(scene, {.threads = 1, .isa = {}});
            simulation.step();
            simulation.step();
            const shoal::Flock& flock = simulation.flocks()[0];
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                if (!isFinite(flock.now().position.at(slot)) || !isFinite(flock.now().velocity.at(slot))) {
                    std::abort();
                }
            }
        }
    }
    return 0;
}
