#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <shoal/measures.hpp>

#include "sim/measures/boid_tree.hpp"

namespace shoal {
namespace {

Vec3d wide(const Vec3f& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

double size(const Vec3d& a) {
    return std::sqrt(lengthSq(a));
}

Vec3d unit(const Vec3d& a) {
    const double length = size(a);
    return length > 0.0 ? a * (1.0 / length) : Vec3d{};
}

/// Returns the slot of each id: sums in the order of ids do not depend on how the flock is sorted.
std::vector<std::size_t> slotsById(const FlockState& state, std::size_t count) {
    std::vector<std::size_t> slots(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        slots[state.id[slot]] = slot;
    }
    return slots;
}

double meanNearest(BoidTree& tree, std::size_t count) {
    if (count < 2) {
        return 0.0;
    }
    const std::vector<double> nearest = tree.nearestDistances();
    return std::accumulate(nearest.begin(), nearest.end(), 0.0) / static_cast<double>(count);
}

}  // namespace

Measures measureMotion(const FlockState& state, std::size_t count) {
    Measures result;
    if (count == 0) {
        return result;
    }
    const std::vector<std::size_t> slots = slotsById(state, count);
    const double share = 1.0 / static_cast<double>(count);
    Vec3d centre;
    for (const std::size_t slot : slots) {
        centre += wide(state.position.at(slot)) * share;
    }
    Vec3d heading;
    Vec3d rotation;
    result.speed.min = size(wide(state.velocity.at(slots[0])));
    for (const std::size_t slot : slots) {
        const Vec3d velocity = wide(state.velocity.at(slot));
        const double speed = size(velocity);
        result.speed.min = std::min(result.speed.min, speed);
        result.speed.max = std::max(result.speed.max, speed);
        result.speed.mean += speed * share;
        heading += unit(velocity) * share;
        rotation += cross(unit(wide(state.position.at(slot)) - centre), unit(velocity)) * share;
    }
    result.polarisation = size(heading);
    result.milling = size(rotation);
    return result;
}

GroupState groupStateOf(double polarisation, double milling) {
    if (polarisation < kLowOrder && milling < kLowOrder) {
        return GroupState::swarm;
    }
    if (polarisation < kLowOrder && milling > kHighOrder) {
        return GroupState::mill;
    }
    return polarisation > kHighOrder && milling < kLowOrder ? GroupState::parallel : GroupState::between;
}

Measures measure(const FlockState& state, std::size_t count, double linkingDistance) {
    Measures result = measureMotion(state, count);
    BoidTree tree(state, count);
    result.nearestNeighbour = meanNearest(tree, count);
    const BoidTree::GroupCount groups = tree.countGroups(linkingDistance);
    result.clusters = groups.all;
    result.loners = groups.loners;
    return result;
}

}  // namespace shoal
