// The documents of Parker and "Catching fishes" update boids in place, one after another; Shoal updates all
// at once. Single steps differ, and trajectories with them. These tests show that the long-run measures
// agree.

#include <cstddef>
#include <initializer_list>

#include <fmt/format.h>

#include <shoal/random.hpp>

#include "optimised.hpp"
#include "oracle/in_place_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kInPlaceSeeds = kIsOptimised ? 6 : 2;

/// Order parameters, averaged over time.
struct Order {
    double polarisation = 0.0;
    double nearest = 0.0;  // [m] mean distance to the nearest other
    double spread = 0.0;   // [m] root mean square distance from the centroid

    void add(const Order& other, double weight) {
        polarisation += other.polarisation * weight;
        nearest += other.nearest * weight;
        spread += other.spread * weight;
    }
};

template <class Each>
Order orderOf(const std::vector<Each>& boids) {
    const double share = 1.0 / static_cast<double>(boids.size());
    Vec3d heading;
    Vec3d centre;
    for (const Each& boid : boids) {
        heading += boid.velocity * (share / lengthOf(boid.velocity));
        centre += boid.position * share;
    }
    Order order;
    order.polarisation = lengthOf(heading);
    for (std::size_t i = 0; i < boids.size(); ++i) {
        double nearest = 1e30;
        for (std::size_t j = 0; j < boids.size(); ++j) {
            if (j != i) {
                nearest = std::min(nearest, lengthOf(boids[j].position - boids[i].position));
            }
        }
        order.nearest += nearest * share;
        const Vec3d out = boids[i].position - centre;
        order.spread += (out.x * out.x + out.y * out.y + out.z * out.z) * share;
    }
    order.spread = std::sqrt(order.spread);
    return order;
}

/// What to run: frames until the flock has settled, and then frames to average over.
struct Run {
    int settling = 0;
    int measured = 0;
    int every = 10;  // frames between two measurements
};

template <class Step, class State>
Order averageOrder(const Run& run, const Step& step, const State& state) {
    Order mean;
    const int count = run.measured / run.every;
    for (int frame = 1; frame <= run.settling + run.measured; ++frame) {
        step();
        if (frame > run.settling && frame % run.every == 0) {
            mean.add(orderOf(state()), 1.0 / count);
        }
    }
    return mean;
}

/// A measure over the seeds: its mean and the standard error of the mean.
struct Estimate {
    double mean = 0.0;
    double error = 0.0;
};

Estimate estimateOf(const std::vector<Order>& orders, double Order::*measure) {
    const auto count = static_cast<double>(orders.size());
    Estimate estimate;
    for (const Order& order : orders) {
        estimate.mean += order.*measure / count;
    }
    double squares = 0.0;
    for (const Order& order : orders) {
        squares += (order.*measure - estimate.mean) * (order.*measure - estimate.mean);
    }
    estimate.error = std::sqrt(squares / (count - 1.0) / count);
    return estimate;
}

/// How far the two kinds of update may differ beyond three standard errors.
struct Bounds {
    double polarisation = 0.0;  // as a difference
    double distances = 0.0;     // as a fraction
};

void checkAgreement(const std::vector<Order>& together, const std::vector<Order>& inPlace,
                    const Bounds& bounds) {
    const auto check = [&](const std::string& name, double Order::*measure, double bound, bool isFraction) {
        const Estimate ours = estimateOf(together, measure);
        const Estimate theirs = estimateOf(inPlace, measure);
        const double difference = ours.mean - theirs.mean;
        const double error = std::hypot(ours.error, theirs.error);
        WARN(fmt::format("{}: all at once {:.4f} ± {:.4f}, in place {:.4f} ± {:.4f}", name, ours.mean,
                         ours.error, theirs.mean, theirs.error));
        CHECK(std::abs(difference) < 3.0 * error + bound * (isFraction ? theirs.mean : 1.0));
    };
    check("polarisation", &Order::polarisation, bounds.polarisation, false);
    check("nearest neighbour [m]", &Order::nearest, bounds.distances, true);
    check("spread [m]", &Order::spread, bounds.distances, true);
}

}  // namespace

// Two boids that update together push each other equally, so that their pushes cancel in the sum over the
// flock; in place they do not. The flock has no common heading either way, but in place its polarisation is
// higher.
TEST_CASE("parker's flock is as dense and as wide when it updates in place", "[sim][models]") {
    const Run run{.settling = 600, .measured = 600};
    std::vector<Order> together;
    std::vector<Order> inPlace;
    for (std::uint64_t seed = 1; seed <= kInPlaceSeeds; ++seed) {
        Scene scene = presetScene("parker", {"count=150"});
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        oracle::Boids boids = boidsOf(simulation);
        together.push_back(averageOrder(
            run, [&] { simulation.step(); }, [&] { return boidsOf(simulation); }));
        inPlace.push_back(averageOrder(
            run, [&] { oracle::parkerInPlace(boids, 1.0, 2.0); }, [&] { return boids; }));
    }
    checkAgreement(together, inPlace, {.polarisation = 0.1, .distances = 0.01});
}

TEST_CASE("the school of catching-fishes is as dense and as wide when it updates in place", "[sim][models]") {
    const Run run{.settling = 600, .measured = 1200};
    std::vector<Order> together;
    std::vector<Order> inPlace;
    for (std::uint64_t seed = 1; seed <= kInPlaceSeeds; ++seed) {
        Scene scene = presetScene("catching-fishes",
                                  {"count=100", "start.width=60", "start.height=60", "start.depth=60"});
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        const double smallest = *scene.value("own_speed.min");
        const double largest = *scene.value("own_speed.max");
        const std::uint64_t draws = mixBits(seed + 0x9e3779b97f4a7c15ULL);
        std::vector<oracle::Fish> fishes;
        for (const oracle::Boid& boid : boidsOf(simulation)) {
            const double draw = oracle::ownDraw(static_cast<std::uint32_t>(fishes.size()), draws);
            fishes.push_back({boid.position, boid.velocity, smallest + (largest - smallest) * draw, {}});
        }
        together.push_back(averageOrder(
            run, [&] { simulation.step(); }, [&] { return boidsOf(simulation); }));
        inPlace.push_back(averageOrder(
            run, [&] { oracle::catchingFishesInPlace(fishes, 7.0); }, [&] { return fishes; }));
    }
    checkAgreement(together, inPlace, {.polarisation = 0.03, .distances = 0.04});
}
