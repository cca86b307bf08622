#include "capture/take/snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "capture/format/deflate.hpp"
#include "capture/take/base64.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/step/simulation_checks.hpp"

namespace shoal {

namespace {

constexpr std::uint32_t kLayout = 3;

NumberWriter written(const Snapshot& snapshot) {
    NumberWriter writer;
    writer.put(kLayout);
    writer.put(static_cast<std::uint32_t>(snapshot.flocks.size()));
    for (const Flock& flock : snapshot.flocks) {
        writeFlock(writer, flock);
    }
    return writer;
}

}  // namespace

std::size_t Snapshot::bytes() const {
    const auto add = [](std::size_t sum, const auto& part) { return sum + part.bytes(); };
    return std::accumulate(flocks.begin(), flocks.end(), std::size_t{0}, add);
}

Checkpoint checkpointOf(const Snapshot& snapshot, Scene scene) {
    return Checkpoint(SimulationState{std::move(scene), snapshot.flocks, snapshot.step});
}

bool isStorable(const Snapshot& snapshot) {
    if (snapshot.bytes() > kMaxSnapshotBytes) {
        return false;
    }
    return std::ranges::all_of(snapshot.flocks,
                               [](const Flock& flock) { return static_cast<bool>(checkFlock(flock)); });
}

std::string snapshotText(const Snapshot& snapshot) {
    constexpr bool kIsFast = true;  // the user pressed a key, and the display waits
    return base64(deflated(written(snapshot).bytes(), kIsFast));
}

Result<Snapshot> parseSnapshot(std::string_view text, const Scene& scene) {
    const auto compressed = fromBase64(text);
    if (!compressed) {
        return Problem{"the snapshot is not base64"};
    }
    const auto bytes = inflated(*compressed, kMaxSnapshotBytes);
    if (!bytes || bytes->size() > kMaxSnapshotBytes) {
        return Problem{"the snapshot is damaged, or larger than any that Shoal writes"};
    }
    NumberReader reader(*bytes);
    if (reader.number() != kLayout) {
        return Problem{"the snapshot has another layout; use the version of Shoal that made it"};
    }
    if (reader.number() != scene.species.size()) {
        return Problem{"the snapshot does not have the preset's species"};
    }
    Snapshot snapshot;
    for (const Species& species : scene.species) {
        const auto problem = [&](std::string_view what) {
            return Problem{fmt::format("the snapshot of {} {}", species.name, what)};
        };
        auto flock = readFlock(reader, species);
        if (!flock) {
            return problem(flock.problem().text);
        }
        snapshot.flocks.push_back(std::move(*flock));
    }
    if (!reader.isAtEnd()) {
        return Problem{"the snapshot has unexpected data at its end"};
    }
    return snapshot;
}

}  // namespace shoal
