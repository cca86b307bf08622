#include <initializer_list>
#include <limits>
#include <numbers>
#include <utility>

#include <shoal/measures.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// The definitions, by all pairs.
Measures byDefinition(const Layout& layout, double radius) {
    Measures result;
    const std::size_t count = layout.count();
    if (count == 0) {
        return result;
    }
    const auto n = static_cast<double>(count);
    Vec3d centroid;
    for (const Vec3f& at : layout.positions) {
        centroid += asDouble(at) * (1.0 / n);
    }
    Vec3d heading;
    Vec3d swirl;
    double speeds = 0.0;
    result.speed.min = std::numeric_limits<double>::infinity();
    double nearest = 0.0;
    std::vector<std::size_t> group(count);
    for (std::size_t k = 0; k < count; ++k) {
        group[k] = k;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3d at = asDouble(layout.positions[k]);
        const Vec3d velocity = asDouble(layout.velocities[k]);
        heading += unitOf(velocity);
        swirl += cross(unitOf(at - centroid), unitOf(velocity));
        speeds += lengthOf(velocity);
        result.speed.min = std::min(result.speed.min, lengthOf(velocity));
        result.speed.max = std::max(result.speed.max, lengthOf(velocity));
        double shortest = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < count; ++j) {
            const double distance = lengthOf(asDouble(layout.positions[j]) - at);
            if (j != k) {
                shortest = std::min(shortest, distance);
            }
            if (j != k && distance < radius && group[j] != group[k]) {
                const std::size_t from = group[j];
                const std::size_t to = group[k];
                std::replace(group.begin(), group.end(), from, to);
            }
        }
        result.loners += shortest < radius ? 0 : 1;
        nearest += count > 1 ? shortest / n : 0.0;
    }
    result.polarisation = lengthOf(heading) / n;
    result.milling = lengthOf(swirl) / n;
    result.speed.mean = speeds / n;
    result.nearestNeighbour = nearest;
    std::sort(group.begin(), group.end());
    result.clusters = static_cast<std::size_t>(std::unique(group.begin(), group.end()) - group.begin());
    return result;
}

void checkByDefinition(const Layout& layout, std::initializer_list<double> radii) {
    for (const double radius : radii) {
        INFO("layout \"" << layout.name << "\", radius " << radius);
        const Measures found = measure(stateOf(layout), layout.count(), radius);
        const Measures expected = byDefinition(layout, radius);
        CHECK(found.polarisation == approx(expected.polarisation).margin(1e-6));
        CHECK(found.milling == approx(expected.milling).margin(1e-6));
        CHECK(found.nearestNeighbour == approx(expected.nearestNeighbour).epsilon(1e-12).margin(1e-12));
        CHECK(found.clusters == expected.clusters);
        CHECK(found.loners == expected.loners);
        CHECK(found.speed.mean == approx(expected.speed.mean).margin(1e-6));
        if (layout.count() > 0) {
            CHECK(found.speed.min == approx(expected.speed.min).margin(1e-6));
            CHECK(found.speed.max == approx(expected.speed.max).margin(1e-6));
        }
    }
}

/// A ring about the vertical in which every `opposed`-th boid turns the other way; 0 for none.
Layout ring(std::size_t count, std::size_t opposed = 0) {
    Layout layout{"ring", {}, {}};
    for (std::size_t k = 0; k < count; ++k) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(count);
        const auto c = static_cast<float>(std::cos(angle));
        const auto s = static_cast<float>(std::sin(angle));
        layout.positions.push_back({3 * c + 5, 1, 3 * s});
        const float way = opposed > 0 && k % opposed == 0 ? -2.0f : 2.0f;
        layout.velocities.push_back({-way * s, 0, way * c});
    }
    return layout;
}

}  // namespace

TEST_CASE("measures agree with their definitions by all pairs", "[sim][measures]") {
    for (const std::uint64_t seed : {1, 2, 3}) {
        for (const Layout& layout : hardLayouts(seed * 50)) {
            checkByDefinition(layout, {0.1, 0.5, 2.0});
        }
    }
    for (const Layout& layout : crowdedLayouts(1200, 7)) {
        checkByDefinition(layout, {0.0, 0.01, kCrowdRadius, 5.0});
    }
}

TEST_CASE("boids belong to one cluster below the radius, and not at it", "[sim][measures]") {
    const auto clustersOf = [](std::vector<Vec3f> positions, double radius) {
        const std::vector<Vec3f> still(positions.size());
        return measure(stateOf({"", std::move(positions), still}), still.size(), radius).clusters;
    };
    const float within = std::nextafter(0.5f, 0.0f);
    CHECK(clustersOf({{0, 0, 0}, {0.5f, 0, 0}}, 0.5) == 2);
    CHECK(clustersOf({{0, 0, 0}, {within, 0, 0}}, 0.5) == 1);
    // Two knots of coincident boids, and a bridge between them.
    std::vector<Vec3f> knots(1000, Vec3f{1, 1, 1});
    std::ranges::fill_n(knots.begin(), 500, Vec3f{1, 1, 1.5f});
    CHECK(clustersOf(knots, 0.5) == 2);
    knots.push_back({1, 1, 1.25f});
    CHECK(clustersOf(knots, 0.5) == 1);
    CHECK(clustersOf(knots, 0.25) == 3);
}

TEST_CASE("measures have their known values in simple cases", "[sim][measures]") {
    const Layout turning = ring(60);
    const Measures mill = measure(stateOf(turning), turning.count(), 0.5);
    CHECK(mill.milling == approx(1.0).epsilon(1e-6));
    CHECK(mill.polarisation == approx(0.0).margin(1e-6));
    CHECK(mill.clusters == 1);
    CHECK(mill.speed.mean == approx(2.0).epsilon(1e-6));

    Layout aligned = uniformLayout(100, {50, 50, 50}, 2);
    std::ranges::fill(aligned.velocities, Vec3f{0, 0.5f, 0});
    CHECK(measure(stateOf(aligned), 100, 0.001).polarisation == approx(1.0).epsilon(1e-6));
    CHECK(measure(stateOf(aligned), 100, 0.001).clusters == 100);
    CHECK(measure(stateOf(aligned), 100, 1000).clusters == 1);

    // About 0.92/√N for random headings in three dimensions.
    const Layout random = uniformLayout(10000, {5, 5, 5}, 3);
    CHECK(measureMotion(stateOf(random), random.count()).polarisation < 0.03);
}

TEST_CASE("small and still flocks have measures too", "[sim][measures]") {
    const Measures none = measure(stateOf({"none", {}, {}}), 0, 1.0);
    CHECK(none.polarisation == 0.0);
    CHECK(none.clusters == 0);
    CHECK(none.speed.min == 0.0);
    const Measures one = measure(stateOf({"one", {{1, 2, 3}}, {{0, 0, 2}}}), 1, 1.0);
    CHECK(one.polarisation == approx(1.0));
    CHECK(one.nearestNeighbour == 0.0);
    CHECK(one.clusters == 1);
    CHECK(one.milling == 0.0);
    const Measures still = measure(stateOf({"still", {{0, 0, 0}, {0.5f, 0, 0}}, {{}, {}}}), 2, 1.0);
    CHECK(still.polarisation == 0.0);
    CHECK(still.nearestNeighbour == approx(0.5));
    CHECK(still.clusters == 1);
    const Layout coincident{"coincident", std::vector<Vec3f>(40, {1, 1, 1}), std::vector<Vec3f>(40)};
    const Measures point = measure(stateOf(coincident), 40, 1.0);
    CHECK(point.nearestNeighbour == approx(0.0).margin(1e-9));
    CHECK(point.clusters == 1);
}

TEST_CASE("rotation is 1 if all circle one axis, both ways or one, and lower for any other group",
          "[sim][measures]") {
    const auto measured = [](const Layout& layout) { return measureMotion(stateOf(layout), layout.count()); };
    struct Case {
        std::string name;
        Layout layout;
        GroupState state;
        double rotation;
        double margin;
    };
    Layout oblique = ring(60, 2);
    for (std::vector<Vec3f>* vectors : {&oblique.positions, &oblique.velocities}) {
        for (Vec3f& each : *vectors) {
            each = {0.6f * each.x - 0.8f * each.y, 0.8f * each.x + 0.6f * each.y, each.z};
        }
    }
    Layout inwards = ring(60);
    for (std::size_t k = 0; k < inwards.count(); ++k) {
        inwards.velocities[k] = Vec3f{5, 1, 0} - inwards.positions[k];
    }
    Layout plane = uniformLayout(4000, {5, 5, 5}, 3);
    for (std::vector<Vec3f>* vectors : {&plane.positions, &plane.velocities}) {
        for (Vec3f& each : *vectors) {
            each.y = 0.0f;
        }
    }
    Layout parallel = uniformLayout(1000, {5, 5, 5}, 4);
    std::ranges::fill(parallel.velocities, Vec3f{1, 2, 0});
    const Case cases[] = {
        {"mill", ring(60), GroupState::mill, 1.0, 1e-6},
        {"a mill, every tenth against it", ring(60, 10), GroupState::mill, 1.0, 1e-6},
        {"double mill", ring(60, 2), GroupState::doubleMill, 1.0, 1e-6},
        {"unequal double mill", ring(60, 3), GroupState::doubleMill, 1.0, 1e-6},
        {"oblique double mill", oblique, GroupState::doubleMill, 1.0, 1e-6},
        {"all inwards", inwards, GroupState::swarm, 0.0, 1e-6},
        {"random in a plane", plane, GroupState::swarm, 2.0 / std::numbers::pi, 0.02},
        {"random in space", uniformLayout(4000, {5, 5, 5}, 3), GroupState::swarm, 0.4, 0.03},
        {"parallel", parallel, GroupState::parallel, 0.5, 0.05},
    };
    for (const Case& each : cases) {
        const Measures found = measured(each.layout);
        INFO(each.name << ": polarisation " << found.polarisation << ", milling " << found.milling);
        CHECK(found.rotation == approx(each.rotation).margin(each.margin));
        CHECK(groupStateOf(found.polarisation, found.milling, found.rotation) == each.state);
    }
    CHECK(measured({"none", {}, {}}).rotation == 0.0);
    CHECK(measured({"one", {{1, 2, 3}}, {{0, 0, 2}}}).rotation == 0.0);
}

TEST_CASE("polarisation, milling and rotation tell the states of a group apart", "[sim][measures]") {
    CHECK(groupStateOf(0.34, 0.34, 0.6) == GroupState::swarm);
    CHECK(groupStateOf(0.34, 0.66, 0.9) == GroupState::mill);
    CHECK(groupStateOf(0.34, 0.1, 0.9) == GroupState::doubleMill);
    CHECK(groupStateOf(0.34, 0.6, 0.9) == GroupState::doubleMill);
    CHECK(groupStateOf(0.66, 0.34, 0.5) == GroupState::parallel);
    CHECK(groupStateOf(0.66, 0.36, 0.5) == GroupState::between);
    CHECK(groupStateOf(0.5, 0.1, 0.9) == GroupState::between);
    CHECK(groupStateOf(0.1, 0.5, 0.7) == GroupState::between);
    // Not every table has a rotation.
    CHECK(groupStateOf(0.1, 0.1, std::nan("")) == GroupState::swarm);
    CHECK(groupStateOf(0.1, 0.9, std::nan("")) == GroupState::mill);
}

TEST_CASE("boids of one cluster are nearer than the linking distance, or the perception radius",
          "[sim][measures]") {
    Species species;
    species.perception.radius = 3.0f;
    CHECK(species.clusterDistance() == 3.0f);
    species.linkingDistance = 0.5f;
    CHECK(species.clusterDistance() == 0.5f);
}
