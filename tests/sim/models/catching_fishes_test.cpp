// The preset "catching-fishes" and its variants show what the devlog describes: the breathing school, the
// document's own start, and its three worked examples.

#include <cstddef>

#include "optimised.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kFishesSeeds = kIsOptimised ? 5 : 1;

std::size_t speciesIndexOf(const Simulation& simulation, const std::string& name) {
    const auto& species = simulation.scene().species;
    const auto found = std::ranges::find(species, name, &Species::name);
    REQUIRE(found != species.end());
    return static_cast<std::size_t>(found - species.begin());
}

}  // namespace

TEST_CASE("the school of catching-fishes breathes: it swells, draws in and swells again",
          "[sim][models][catching-fishes]") {
    for (std::uint64_t seed = 1; seed <= kFishesSeeds; ++seed) {
        Simulation simulation = started("catching-fishes", seed);
        std::vector<double> radii{spreadOf(simulation.flocks()[0])};
        for (int second = 1; second <= 50; ++second) {
            runSeconds(simulation, 1);
            radii.push_back(spreadOf(simulation.flocks()[0]));
        }
        const auto swollen = std::max_element(radii.begin(), radii.begin() + 25);
        const auto drawnIn = std::min_element(swollen, radii.begin() + 40);
        const auto again = std::max_element(drawnIn, radii.end());
        WARN("seed " << seed << ": radius " << radii.front() << " m, " << *swollen << " m after "
                     << swollen - radii.begin() << " s, " << *drawnIn << " m after "
                     << drawnIn - radii.begin() << " s, " << *again << " m after " << again - radii.begin()
                     << " s");
        CHECK(radii.front() == approx(17.0).margin(0.3));
        CHECK(*swollen > 2.5 * radii.front());
        CHECK(*drawnIn < 0.8 * *swollen);
        CHECK(*again > 1.08 * *drawnIn);
    }
}

TEST_CASE("from the start that its document gives, the school of catching-fishes bursts",
          "[sim][models][catching-fishes]") {
    for (std::uint64_t seed = 1; seed <= kFishesSeeds; ++seed) {
        Simulation simulation = started("catching-fishes-given", seed);
        for (const Vec3f& position : positionsById(simulation)) {
            REQUIRE(lengthOf(position) == approx(3.0f).epsilon(1e-5));
        }
        runSeconds(simulation, 20);
        const double early = spreadOf(simulation.flocks()[0]);
        runSeconds(simulation, 20);
        const double late = spreadOf(simulation.flocks()[0]);
        WARN("seed " << seed << ": " << early << " m after 20 s, " << late << " m after 40 s");
        CHECK(early > 90.0);
        CHECK(late > 1.9 * early);
    }
}

TEST_CASE("in catching-fishes-cohesion Carl swims to his perceived centre, (7/3, 2/3)",
          "[sim][models][catching-fishes]") {
    Simulation simulation = started("catching-fishes-cohesion", 1);
    const std::size_t fish = speciesIndexOf(simulation, "fish");
    const std::size_t carl = speciesIndexOf(simulation, "carl");
    const std::vector<Vec3f> others{{-2, 2, 0}, {2, 3, 0}, {7, -3, 0}};
    CHECK(positionsById(simulation, fish) == others);
    CHECK(positionsById(simulation, carl)[0] == Vec3f{-3, -2, 0});
    runSeconds(simulation, 20);
    const Vec3f end = positionsById(simulation, carl)[0];
    WARN("Carl is at (" << end.x << ", " << end.y << ", " << end.z << ")");
    CHECK(errorOf(end, {7.0 / 3.0, 2.0 / 3.0, 0.0}) < 1e-4);
    CHECK(positionsById(simulation, fish) == others);
    // The light marks that place.
    REQUIRE(simulation.scene().goals.size() == 1);
    CHECK(
        errorOf({simulation.scene().goals[0].x, simulation.scene().goals[0].y, simulation.scene().goals[0].z},
                {7.0 / 3.0, 2.0 / 3.0, 0.0}) < 1e-6);
}

TEST_CASE("in catching-fishes-separation Carl pushes Stevie off when he is one tile away",
          "[sim][models][catching-fishes]") {
    Simulation simulation = started("catching-fishes-separation", 1);
    const std::size_t stevie = speciesIndexOf(simulation, "fish");
    const std::size_t carl = speciesIndexOf(simulation, "carl");
    const auto apart = [&] {
        return asDouble(positionsById(simulation, stevie)[0]) - asDouble(positionsById(simulation, carl)[0]);
    };
    CHECK(apart().x == 2.0);
    CHECK(apart().y == 3.0);
    CHECK(lengthOf(apart()) == approx(std::sqrt(13.0)));
    double nearest = lengthOf(apart());
    for (int step = 0; step < 6 * kStepsPerSecond; ++step) {
        if (lengthOf(apart()) > 1.0 && nearest > 1.0) {
            REQUIRE(positionsById(simulation, stevie)[0] == Vec3f{-1, 1, 0});
        }
        simulation.step();
        nearest = std::min(nearest, lengthOf(apart()));
    }
    WARN("nearest " << nearest << " tiles, at the end " << lengthOf(apart()));
    CHECK(nearest < 1.0);
    CHECK(nearest > 0.95);
    const Vec3d away = asDouble(velocitiesById(simulation, stevie)[0]);
    CHECK(lengthOf(away) > 1.0);
    CHECK(
        errorOf({static_cast<float>(away.x / lengthOf(away)), static_cast<float>(away.y / lengthOf(away)), 0},
                {2.0 / std::sqrt(13.0), 3.0 / std::sqrt(13.0), 0.0}) < 1e-4);
}

TEST_CASE("in catching-fishes-alignment four speeds approach their mean of 1.3",
          "[sim][models][catching-fishes]") {
    Simulation simulation = started("catching-fishes-alignment", 1);
    const std::vector<double> own{1.0, 1.4, 1.2, 1.6};
    for (int second = 0; second <= 20; ++second) {
        // A fraction of 0.2/60 in each of 60 steps.
        const double kept = std::pow(1.0 - 0.2 / kStepsPerSecond, second * kStepsPerSecond);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        REQUIRE(velocities.size() == 4);
        for (std::size_t id = 0; id < 4; ++id) {
            INFO("fish " << id << " after " << second << " s");
            CHECK(errorOf(velocities[id], {1.3 + (own[id] - 1.3) * kept, 0.0, 0.0}) < 2e-5);
        }
        runSeconds(simulation, 1);
    }
}
