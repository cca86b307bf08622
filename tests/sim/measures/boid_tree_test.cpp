#include "sim/measures/boid_tree.hpp"

#include <cstddef>
#include <numeric>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

struct Work {
    double nearest;  ///< comparisons per boid
    double groups;   ///< comparisons per boid
};

Work workOn(const Layout& layout, double radius) {
    BoidTree tree(stateOf(layout), layout.count());
    const auto boids = static_cast<double>(layout.count());
    tree.nearestDistances();
    const auto nearest = static_cast<double>(tree.comparisons());
    tree.groups(radius);
    return {nearest / boids, (static_cast<double>(tree.comparisons()) - nearest) / boids};
}

/// Returns each boid's group, the largest first, found by testing every pair.
std::vector<std::uint32_t> plainGroups(const Layout& layout, double radius) {
    std::vector<std::size_t> label(layout.count());
    std::iota(label.begin(), label.end(), std::size_t{0});
    for (std::size_t a = 0; a < layout.count(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const Vec3d apart = asDouble(layout.positions[a]) - asDouble(layout.positions[b]);
            if (lengthSq(apart) < radius * radius && label[a] != label[b]) {
                std::ranges::replace(label, label[std::max(a, b)], label[std::min(a, b)]);
            }
        }
    }
    const auto sizeOf = [&](std::size_t group) { return std::ranges::count(label, group); };
    const auto firstOf = [&](std::size_t group) { return std::ranges::find(label, group); };
    std::vector<std::size_t> order = label;
    std::ranges::sort(order);
    order.erase(std::unique(order.begin(), order.end()), order.end());
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return sizeOf(a) != sizeOf(b) ? sizeOf(a) > sizeOf(b) : firstOf(a) < firstOf(b);
    });
    std::vector<std::uint32_t> ranks;
    for (const std::size_t each : label) {
        ranks.push_back(static_cast<std::uint32_t>(std::ranges::find(order, each) - order.begin()));
    }
    return ranks;
}

}  // namespace

TEST_CASE("near boids in a crowd of any shape are found without testing all pairs", "[sim][measures]") {
    for (const Layout& layout : crowdedLayouts(20000, 9)) {
        for (const double radius : {0.01, kCrowdRadius}) {
            INFO("layout \"" << layout.name << "\", radius " << radius);
            const Work work = workOn(layout, radius);
            CHECK(work.nearest < 100.0);
            // The maximum is for two faces just out of reach of each other: about twice the root of their
            // boids.
            CHECK(work.groups < 4.0 * std::sqrt(static_cast<double>(layout.count())));
        }
    }
}

TEST_CASE("each boid's group is that of all pairs, the largest first", "[sim][measures]") {
    for (const Layout& layout : hardLayouts(4)) {
        if (layout.count() > 1200) {
            continue;
        }
        for (const double radius : {0.2, 1.0, 3.0}) {
            INFO("layout \"" << layout.name << "\" of " << layout.count() << ", radius " << radius);
            BoidTree tree(stateOf(layout), layout.count());
            CHECK(tree.groups(radius) == plainGroups(layout, radius));
        }
    }
}
