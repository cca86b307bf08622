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

constexpr std::uint32_t kLayout = 2;
constexpr std::uint32_t kMaxNumbersOfBody = 64;

bool areFinite(std::span<const float> numbers) {
    return std::ranges::all_of(numbers, [](float each) { return std::isfinite(each); });
}

std::optional<std::vector<float>> takeBodies(NumberReader& reader, const Flock& flock) {
    const std::uint32_t numbers = reader.number();
    if (numbers > kMaxNumbersOfBody || !reader.has(numbers * flock.count())) {
        return std::nullopt;
    }
    std::vector<float> bodies(numbers * flock.count());
    std::vector<float> column(flock.count());
    for (std::uint32_t number = 0; number < numbers; ++number) {
        reader.takeColumn<float>(column);
        for (std::size_t id = 0; id < column.size(); ++id) {
            bodies[id * numbers + number] = column[id];
        }
    }
    return reader.isBroken() ? std::nullopt : std::optional(std::move(bodies));
}

void putBodies(NumberWriter& writer, const std::vector<float>& bodies, std::size_t count) {
    const std::size_t numbers = count == 0 ? 0 : bodies.size() / count;
    writer.put(static_cast<std::uint32_t>(numbers));
    std::vector<float> column(count);
    for (std::size_t number = 0; number < numbers; ++number) {
        for (std::size_t id = 0; id < count; ++id) {
            column[id] = bodies[id * numbers + number];
        }
        writer.putColumn<float>(column);
    }
}

NumberWriter written(const Snapshot& snapshot) {
    NumberWriter writer;
    writer.put(kLayout);
    writer.put(static_cast<std::uint32_t>(snapshot.flocks.size()));
    for (std::size_t index = 0; index < snapshot.flocks.size(); ++index) {
        const Flock& flock = snapshot.flocks[index];
        writeFlock(writer, flock);
        putBodies(writer, index < snapshot.bodies.size() ? snapshot.bodies[index] : std::vector<float>(),
                  flock.count());
    }
    return writer;
}

}  // namespace

std::size_t Snapshot::bytes() const {
    const auto add = [](std::size_t sum, const auto& part) { return sum + part.bytes(); };
    const auto addFloats = [](std::size_t sum, const auto& part) { return sum + 4 * part.size(); };
    return std::accumulate(flocks.begin(), flocks.end(), std::size_t{0}, add) +
           std::accumulate(bodies.begin(), bodies.end(), std::size_t{0}, addFloats);
}

Checkpoint checkpointOf(const Snapshot& snapshot, Scene scene) {
    return Checkpoint(SimulationState{std::move(scene), snapshot.flocks, snapshot.step});
}

bool isStorable(const Snapshot& snapshot) {
    if (snapshot.bytes() > kMaxSnapshotBytes) {
        return false;
    }
    return std::ranges::all_of(snapshot.flocks,
                               [](const Flock& flock) { return static_cast<bool>(checkFlock(flock)); }) &&
           std::ranges::all_of(snapshot.bodies,
                               [](const std::vector<float>& bodies) { return areFinite(bodies); });
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
        auto bodies = takeBodies(reader, *flock);
        if (!bodies) {
            return problem("has bodies that are damaged");
        }
        snapshot.flocks.push_back(std::move(*flock));
        snapshot.bodies.push_back(std::move(*bodies));
    }
    if (!reader.isAtEnd()) {
        return Problem{"the snapshot has unexpected data at its end"};
    }
    return snapshot;
}

}  // namespace shoal
