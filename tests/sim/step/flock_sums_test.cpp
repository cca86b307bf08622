// Sums over a whole flock, which rules receive.

#include "sim/step/flock_sums.hpp"

#include <cstddef>

#include "oracle/model_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("a flock's sums equal those of a plain loop", "[sim][flock_sums]") {
    Workers workers(2);
    FlockSums sums;
    for (const std::size_t count : {0, 1, 2, 4095, 4096, 4097, 30000}) {
        INFO(count << " boids");
        const Layout layout = uniformLayout(count, {50, 3, 9}, count);
        const FlockTotals totals = sums.of(stateOf(layout), count, 77, workers);
        Vec3d position;
        Vec3d velocity;
        double draw = 0.0;
        for (std::size_t id = 0; id < count; ++id) {
            position += asDouble(layout.positions[id]);
            velocity += asDouble(layout.velocities[id]);
            draw += oracle::ownDraw(static_cast<std::uint32_t>(id), 77);
        }
        const double boids = static_cast<double>(count);
        CHECK(totals.count == boids);
        CHECK(lengthOf(totals.position - position) <= 1e-12 * (1.0 + 50.0 * boids));
        CHECK(lengthOf(totals.velocity - velocity) <= 1e-12 * (1.0 + 50.0 * boids));
        CHECK(totals.draw == draw);
        CHECK(totals.othersFactor() == approx(count > 1 ? boids / (boids - 1.0) : 0.0));
    }
}
