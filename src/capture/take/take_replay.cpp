#include "capture/take/take_replay.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace shoal {

bool movesFlock(std::string_view edit) {
    const std::string_view key = edit.substr(0, edit.find('='));
    return !key.starts_with("camera.") && !key.starts_with("look.");
}

Outcome beginReplay(const Take& take, Simulation& simulation) {
    if (auto begun = take.snapshot ? simulation.resume(checkpointOf(*take.snapshot, take.scene))
                                   : simulation.load(take.scene);
        !begun) {
        return begun;
    }
    Outcome same = checkReplay(take, simulation);
    applyEditsDue(take, simulation);
    return same;
}

std::size_t applyEditsDue(const Take& take, Simulation& simulation) {
    const std::uint64_t step = simulation.stepCount();
    std::size_t count = 0;
    auto made = std::ranges::lower_bound(take.edits, step, {}, &Take::Made::step);
    for (; made != take.edits.end() && made->step == step; ++made, ++count) {
        // Cannot fail: parsing the take has tried all edits.
        [[maybe_unused]] const auto applied = simulation.apply(made->edit);
    }
    return count;
}

Scene settingsAt(const Take& take, std::uint64_t step) {
    Scene scene = take.scene;
    for (const Take::Made& made : take.edits) {
        if (made.step > step) {
            break;
        }
        [[maybe_unused]] const auto applied = scene.apply(made.edit);  // succeeded before
    }
    return scene;
}

Outcome checkReplay(const Take& take, const Simulation& simulation) {
    const std::uint64_t step = simulation.stepCount();
    const auto recorded = std::ranges::lower_bound(take.hashes, step, {}, &Take::Hash::step);
    if (recorded == take.hashes.end() || recorded->step != step) {
        return Done{};
    }
    const std::uint64_t now = simulation.hash();
    if (now != recorded->hash && take.steppedBy != simulation.device()) {
        const auto named = [](const std::string& device) {
            return device.empty() ? std::string("the processor") : device;
        };
        return Problem{fmt::format("step {}: the flock is not as recorded; {} stepped it then, {} does now",
                                   step, named(take.steppedBy), named(simulation.device()))};
    }
    if (now != recorded->hash) {
        return Problem{
            fmt::format("step {}: the flock is not as recorded (its hash is {}, the take's {}); "
                        "another version of Shoal made the take, or something was changed",
                        step, hashText(now), hashText(recorded->hash))};
    }
    return Done{};
}

}  // namespace shoal
