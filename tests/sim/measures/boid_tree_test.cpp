#include "sim/measures/boid_tree.hpp"

#include <cmath>
#include <cstddef>

#include "catch.hpp"
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
    tree.countGroups(radius);
    return {nearest / boids, (static_cast<double>(tree.comparisons()) - nearest) / boids};
}

}  // namespace

TEST_CASE("near boids are found without testing all pairs in a crowd of any shape", "[sim][measures]") {
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
