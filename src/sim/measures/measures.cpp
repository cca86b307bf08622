#include <algorithm>
#include <cmath>
#include <limits>

#include <shoal/measures.hpp>

#include "sim/measures/builtin_measures.hpp"
#include "sim/measures/kinds/clusters.hpp"
#include "sim/measures/kinds/milling.hpp"
#include "sim/measures/kinds/nearest_neighbour.hpp"
#include "sim/measures/kinds/polarisation.hpp"
#include "sim/measures/kinds/rotation.hpp"
#include "sim/measures/kinds/speed.hpp"
#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/scene/scene_check.hpp"

namespace shoal {
namespace {

Measures motionOf(MeasuredFlock& flock) {
    Measures result;
    std::array<double, Speed::columns.size()> speed{};
    Speed::compute(flock, speed);
    result.speed = {speed[0], speed[1], speed[2]};
    Polarisation::compute(flock, {&result.polarisation, 1});
    Milling::compute(flock, {&result.milling, 1});
    Rotation::compute(flock, {&result.rotation, 1});
    return result;
}

}  // namespace

GroupState groupStateOf(double polarisation, double milling, double rotation) {
    if (polarisation < kLowOrder && milling > kHighOrder) {
        return GroupState::mill;
    }
    if (polarisation < kLowOrder && rotation > kHighRotation) {
        return GroupState::doubleMill;
    }
    if (polarisation < kLowOrder && milling < kLowOrder) {
        return GroupState::swarm;
    }
    return polarisation > kHighOrder && milling < kLowOrder ? GroupState::parallel : GroupState::between;
}

MeasureSpace measureSpace(const Scene& scene, std::optional<std::size_t> speciesIndex) {
    if (speciesIndex) {
        requireSpecies(scene, *speciesIndex);
    }
    MeasureSpace space{.stepSeconds = static_cast<double>(scene.time.step)};
    bool isWrapped = true;
    double boids = 0.0;
    double radiusSqSum = 0.0;
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        if (speciesIndex && index != *speciesIndex) {
            continue;
        }
        const Species& species = scene.species[index];
        space.linkingDistance =
            std::max(space.linkingDistance, static_cast<double>(species.clusterDistance()));
        space.perception = std::max(space.perception, static_cast<double>(species.perception.radius));
        const auto count = static_cast<double>(species.count);
        const double bodyRadius = static_cast<double>(species.bodyLength) / 2.0;
        boids += count;
        radiusSqSum += count * bodyRadius * bodyRadius;
        isWrapped = isWrapped && species.wrapsWorld();
    }
    space.bodyRadius = boids > 0.0 ? std::sqrt(radiusSqSum / boids) : 0.0;
    if (isWrapped) {
        const Vec3f half = scene.world.halfExtent();
        space.period = {2.0 * static_cast<double>(half.x), 2.0 * static_cast<double>(half.y),
                        2.0 * static_cast<double>(half.z)};
    }
    return space;
}

Measures measureMotion(const FlockState& state, std::size_t count, const MeasureSpace& space) {
    MeasuredFlock flock(state, count, space);
    return motionOf(flock);
}

Measures measure(const FlockState& state, std::size_t count, const MeasureSpace& space) {
    MeasuredFlock flock(state, count, space);
    Measures result = motionOf(flock);
    NearestNeighbour::compute(flock, {&result.nearestNeighbour, 1});
    const std::span<const std::uint32_t> sizes = flock.groupSizes();
    result.clusters = sizes.size();
    result.loners = static_cast<std::size_t>(std::ranges::count(sizes, 1U));
    return result;
}

Measures measure(const FlockState& state, std::size_t count, double linkingDistance) {
    return measure(state, count, MeasureSpace{.linkingDistance = linkingDistance});
}

std::string MeasureColumn::text() const {
    std::string all(help);
    if (!undefined.empty()) {
        all.append(" Not defined ").append(undefined).append(".");
    }
    return all;
}

std::string keySuffix(std::string_view unit) {
    std::string suffix = unit.empty() ? "" : "_";
    while (!unit.empty()) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPlain{
            {{"/", "_"}, {"²", "2"}, {"³", "3"}, {"⁴", "4"}}};
        const auto found =
            std::ranges::find_if(kPlain, [&](const auto& each) { return unit.starts_with(each.first); });
        suffix += found != kPlain.end() ? found->second : unit.substr(0, 1);
        unit.remove_prefix(found != kPlain.end() ? found->first.size() : 1);
    }
    return suffix;
}

std::span<const MeasureKind> measureKinds() {
    static const std::vector<MeasureKind> kinds = [] {
        std::vector<MeasureKind> all = builtinMeasures();
        std::ranges::sort(all, {}, &MeasureKind::order);
        return all;
    }();
    return kinds;
}

std::span<const MeasureColumn> measureColumns() {
    static const std::vector<MeasureColumn> columns = [] {
        std::vector<MeasureColumn> all;
        for (const MeasureKind& kind : measureKinds()) {
            all.insert(all.end(), kind.columns.begin(), kind.columns.end());
        }
        return all;
    }();
    return columns;
}

std::vector<double> measureValues(const Simulation& simulation, std::optional<std::size_t> speciesIndex) {
    return MeasuredRun().values(simulation, speciesIndex);
}

}  // namespace shoal
