#include <numeric>

#include <fmt/format.h>

#include <shoal/random.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/neighbours/neighbour_grid.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

oracle::NeighbourQuery sightOf(const Scene& scene) {
    const Species& species = scene.species[0];
    oracle::NeighbourQuery query;
    query.radius = static_cast<double>(species.perception.radius);
    query.blindAngle = static_cast<double>(species.perception.blindAngle);
    query.isBalanced = species.perception.kind == Perception::Kind::balanced;
    query.isVoronoi = species.perception.kind == Perception::Kind::voronoi;
    if (species.perception.kind == Perception::Kind::nearest || query.isBalanced || query.isVoronoi) {
        query.nearest = static_cast<std::size_t>(species.perception.count);
    }
    if (species.perception.kind == Perception::Kind::spread) {
        query.spread = static_cast<double>(species.perception.spread);
    }
    query.isWrapped = species.rules.find("wrap")->isEnabled;
    query.worldSize = asDouble(scene.world.halfExtent() * 2.0f);
    return query;
}

struct Comparison {
    std::size_t compared = 0;
    std::size_t ambiguous = 0;
    double worst = 0.0;     // error relative to the rounding tolerance
    std::string complaint;  // about the worst boid
};

// Cohesion gives the mean offset. With neighbourCounts() that determines the neighbours.
Comparison compareCohesion(const Scene& scene, const Layout& layout) {
    Simulation simulation = placed(scene, layout);
    simulation.step();
    const std::vector<Vec3f> steering = steeringById(simulation);
    const oracle::Boids boids = boidsOf(layout);
    const oracle::NeighbourQuery query = sightOf(scene);
    Scene copy = scene;
    const double weight = *copy.value("cohesion.weight");
    const double radius = *copy.value("cohesion.radius");
    Comparison result;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::Steering expected = oracle::cohesion(boids, id, query, weight, radius);
        if (expected.isAmbiguous) {
            ++result.ambiguous;
            continue;
        }
        ++result.compared;
        const double error = oracle::length(asDouble(steering[id]) - expected.value);
        const double share = error / (expected.error + 1e-12);
        if (share > result.worst) {
            result.worst = share;
            result.complaint = fmt::format("boid {}: ({}, {}, {}) against ({}, {}, {}), allowed {}", id,
                                           steering[id].x, steering[id].y, steering[id].z, expected.value.x,
                                           expected.value.y, expected.value.z, expected.error);
        }
    }
    return result;
}

std::vector<float> neighbourCounts(const oracle::Boids& boids, const oracle::NeighbourQuery& query,
                                   bool& isAmbiguous) {
    std::vector<float> counts;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::View view = oracle::look(boids, id, query);
        counts.push_back(static_cast<float>(view.neighbours.size()));
        isAmbiguous = isAmbiguous || view.isAmbiguous;
    }
    return counts;
}

void checkLayout(const Scene& scene, const Layout& layout, std::uint64_t seed) {
    INFO("seed " << seed << ", layout \"" << layout.name << "\" of " << layout.count());
    const Comparison comparison = compareCohesion(scene, layout);
    INFO(comparison.complaint);
    INFO(comparison.ambiguous << " of " << layout.count() << " boids too near a border to compare");
    CHECK(comparison.worst <= 1.0);
    CHECK(static_cast<double>(comparison.ambiguous) <= 0.1 * static_cast<double>(layout.count()) + 2.0);

    const Simulation simulation = placed(scene, layout);
    bool isAmbiguous = false;
    const std::vector<float> expected = neighbourCounts(boidsOf(layout), sightOf(scene), isAmbiguous);
    if (!isAmbiguous) {
        CHECK(simulation.neighbourCounts(0) == expected);
        const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
        const double boids = std::max(1.0, static_cast<double>(expected.size()));
        CHECK(simulation.neighboursPerBoid(0) == approx(total / boids));
    }
}

/// Kinds of perception with their settings, each a list of `KEY=VALUE`.
const std::vector<std::vector<std::string>> kKinds{
    {"perception.kind=metric", "perception.max_candidates=4096"},
    {"perception.kind=nearest", "perception.count=1"},
    {"perception.kind=nearest", "perception.count=7"},
    {"perception.kind=nearest", "perception.count=8"},
    {"perception.kind=nearest", "perception.count=32"},
    {"perception.kind=spread", "perception.spread=2"},
    {"perception.kind=spread", "perception.spread=3.5"},
    {"perception.kind=spread", "perception.spread=10"},
    {"perception.kind=balanced", "perception.count=1"},
    {"perception.kind=balanced", "perception.count=8"},
    {"perception.kind=balanced", "perception.count=32"},
};

Scene perceiving(std::initializer_list<std::string_view> assignments, const std::vector<std::string>& kind) {
    Scene scene = sceneWith(assignments);
    REQUIRE(scene.applyText("cohesion.enabled=on"));
    REQUIRE(scene.applyText("cohesion.radius=200"));
    for (const std::string& assignment : kind) {
        REQUIRE(scene.applyText(assignment));
    }
    return scene;
}

}  // namespace

TEST_CASE("the neighbours of each kind of perception are those of all pairs, before the blind cone",
          "[sim][grid]") {
    for (const auto& kind : kKinds) {
        for (const auto& [radius, blind] : {std::pair{"0.05", "0"},
                                            {"0.4", "120"},
                                            {"1", "0"},
                                            {"3", "10"},
                                            {"11", "270"},
                                            {"200", "120"}}) {
            INFO(kind[0] << " " << kind[1] << " within " << radius << ", blind " << blind);
            Scene scene = perceiving({}, kind);
            REQUIRE(scene.applyText(std::string("perception.radius=") + radius));
            REQUIRE(scene.applyText(std::string("perception.blind_angle=") + blind));
            for (const Layout& layout : hardLayouts(9)) {
                checkLayout(scene, layout, 9);
            }
        }
    }
}

TEST_CASE("neighbours of each kind are found across the edges of a wrapped world", "[sim][grid]") {
    // All of them near the corners.
    Layout corners = uniformLayout(200, {0.6f, 0.6f, 0.6f}, 4);
    corners.name = "in the corners";
    for (Vec3f& at : corners.positions) {
        at.x += at.x > 0 ? -4.0f : 4.0f;
        at.y += at.y > 0 ? -3.0f : 3.0f;
        at.z += at.z > 0 ? -5.5f : 5.5f;
    }
    for (const auto& kind : kKinds) {
        for (const char* radius : {"0.2", "1.9", "3"}) {
            INFO(kind[0] << " " << kind[1] << " within " << radius);
            Scene scene =
                perceiving({"wrap.enabled=on", "world.width=8", "world.height=6", "world.depth=11"}, kind);
            REQUIRE(scene.applyText(std::string("perception.radius=") + radius));
            for (const Layout& layout :
                 {uniformLayout(400, {4, 3, 5.5f}, 4), uniformLayout(20, {4, 3, 5.5f}, 4),
                  uniformLayout(150, {0.4f, 3, 0.4f}, 4), corners}) {
                checkLayout(scene, layout, 4);
            }
        }
    }
}

TEST_CASE("a rule's own radius limits the perceived neighbours", "[sim][grid]") {
    for (const Layout& layout : hardLayouts(77)) {
        checkLayout(sceneWith({"cohesion.enabled=on", "cohesion.radius=0.4", "perception.radius=2"}), layout,
                    77);
        checkLayout(sceneWith({"cohesion.enabled=on", "cohesion.radius=2", "perception.radius=0.4"}), layout,
                    77);
        checkLayout(sceneWith({"cohesion.enabled=on", "cohesion.radius=0.4", "separation.enabled=on",
                               "separation.weight=0", "separation.radius=1.5", "perception.radius=2"}),
                    layout, 77);
    }
}

TEST_CASE("a boid that climbs straight up or is at rest has octants, too", "[sim][grid]") {
    Layout layout = uniformLayout(200, {2.0f, 2.0f, 2.0f}, 23);
    for (std::size_t k = 0; k < layout.count(); ++k) {
        layout.velocities[k] = {0.0f, k % 3 == 0 ? 0.0f : k % 3 == 1 ? 2.0f : -0.5f, 0.0f};
    }
    checkLayout(sceneWith({"cohesion.enabled=on", "cohesion.radius=200", "perception.kind=balanced",
                           "perception.count=20", "perception.radius=2"}),
                layout, 23);
}

TEST_CASE("the Voronoi neighbours are the edges of the Delaunay triangulation", "[sim][grid]") {
    for (const float height : {0.0f, 0.6f}) {
        for (const char* count : {"1", "9", "32"}) {
            for (const char* radius : {"0.7", "3", "200"}) {
                for (const char* blind : {"0", "120"}) {
                    for (const char* wrap : {"off", "on"}) {
                        Scene scene =
                            sceneWith({"cohesion.enabled=on", "cohesion.radius=200", "world.width=8",
                                       "world.height=6", "world.depth=11", "perception.kind=voronoi"});
                        REQUIRE(scene.applyText(std::string("perception.count=") + count));
                        REQUIRE(scene.applyText(std::string("perception.radius=") + radius));
                        REQUIRE(scene.applyText(std::string("perception.blind_angle=") + blind));
                        REQUIRE(scene.applyText(std::string("wrap.enabled=") + wrap));
                        INFO("of " << count << " within " << radius << ", blind " << blind << ", height "
                                   << height << ", wrap " << wrap);
                        checkLayout(scene, uniformLayout(150, {4, height, 5.5f}, 41), 41);
                        checkLayout(scene, uniformLayout(20, {1, height, 1}, 42), 42);
                    }
                }
            }
        }
    }
}

TEST_CASE("32 nearest give nearly all Voronoi neighbours, and hardly any false one", "[sim][grid][oracle]") {
    std::size_t all = 0;
    std::size_t lacking = 0;
    std::size_t wrong = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
        oracle::Boids boids;
        for (const Vec3f& at : uniformLayout(120, {2, 0, 2}, seed).positions) {
            boids.push_back({asDouble(at), {1, 0, 0}});
        }
        oracle::NeighbourQuery whole;
        whole.radius = 20.0;
        whole.isVoronoi = true;
        oracle::NeighbourQuery few = whole;
        few.nearest = 32;
        for (std::size_t self = 0; self < boids.size(); ++self) {
            const auto truly = oracle::look(boids, self, whole).neighbours;
            const auto found = oracle::look(boids, self, few).neighbours;
            const auto countMissingFrom = [](const auto& those, const auto& these) {
                return static_cast<std::size_t>(std::ranges::count_if(
                    these, [&](std::size_t j) { return std::ranges::find(those, j) == those.end(); }));
            };
            all += truly.size();
            lacking += countMissingFrom(found, truly);
            wrong += countMissingFrom(truly, found);
        }
    }
    // The manual says so (tuning.md).
    CHECK(all == 5524);
    CHECK(lacking == 52);
    CHECK(wrong == 14);
}

TEST_CASE("a boid of a lattice has its four Voronoi neighbours, one of a row two", "[sim][grid]") {
    const Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.radius=200", "perception.kind=voronoi",
                                   "perception.radius=50", "perception.count=32"});
    Layout lattice;
    for (int k = 0; k < 81; ++k) {
        lattice.positions.push_back({static_cast<float>(k % 9) - 4.0f, 0, static_cast<float>(k / 9) - 4.0f});
        lattice.velocities.push_back({1, 0, 0});
    }
    CHECK(placed(scene, lattice).neighbourCounts(0)[40] == 4.0f);
    Layout row;
    for (int k = 0; k < 9; ++k) {
        row.positions.push_back({0.25f * static_cast<float>(k), 0, 0.5f * static_cast<float>(k)});
        row.velocities.push_back({1, 0, 0});
    }
    CHECK(placed(scene, row).neighbourCounts(0) == std::vector<float>{1, 2, 2, 2, 2, 2, 2, 2, 1});
}

TEST_CASE("random worlds and radii agree with all pairs", "[sim][grid]") {
    RandomSequence random(20261121);
    for (int trial = 0; trial < 60; ++trial) {
        const Vec3f half{random.uniform(0.6f, 9.0f), random.uniform(0.6f, 9.0f), random.uniform(0.6f, 9.0f)};
        const float shortest = std::min({half.x, half.y, half.z});
        const bool isWrapped = random.uniform() < 0.5f;
        const auto count = static_cast<std::size_t>(random.uniform(2, 350));
        Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.radius=200"});
        scene.world.width = 2 * half.x;
        scene.world.height = 2 * half.y;
        scene.world.depth = 2 * half.z;
        scene.species[0].rules.find("wrap")->isEnabled = isWrapped;
        scene.species[0].perception.radius = random.uniform(0.05f, isWrapped ? shortest : 5.0f);
        if (random.uniform() < 0.3f) {
            scene.species[0].perception.kind = Perception::Kind::nearest;
            scene.species[0].perception.count = static_cast<int>(random.uniform(1, 20));
        } else if (random.uniform() < 0.3f) {
            scene.species[0].perception.kind = Perception::Kind::balanced;
            scene.species[0].perception.count = static_cast<int>(random.uniform(1, 33));
        } else if (random.uniform() < 0.4f) {
            scene.species[0].perception.kind = Perception::Kind::spread;
            scene.species[0].perception.spread = random.uniform(2, 10);
        }
        if (random.uniform() < 0.3f) {
            scene.species[0].perception.blindAngle = random.uniform(0.3f, 5.0f);
        }
        INFO("trial " << trial << ": half sizes " << half.x << " " << half.y << " " << half.z << ", wrapped "
                      << isWrapped << ", radius " << scene.species[0].perception.radius);
        checkLayout(scene, uniformLayout(count, half, static_cast<std::uint64_t>(trial)),
                    static_cast<std::uint64_t>(trial));
    }
}

TEST_CASE("the grid keeps the data of each boid together and every near pair in touching cells",
          "[sim][grid]") {
    for (const Layout& layout : hardLayouts(31)) {
        for (const float cellSize : {0.05f, 0.4f, 2.0f, 30.0f}) {
            for (const bool isWrapped : {false, true}) {
                INFO(layout.name << ", cells of " << cellSize << " m, wrapped " << isWrapped);
                Layout inside = layout;
                const Vec3f half{16, 17, 18};
                if (isWrapped) {
                    for (Vec3f& at : inside.positions) {
                        at = {std::clamp(at.x, -half.x, half.x), std::clamp(at.y, -half.y, half.y),
                              std::clamp(at.z, -half.z, half.z)};
                    }
                }
                const FlockState from = stateOf(inside);
                FlockState to;
                to.resize(inside.count());
                NeighbourGrid grid;
                grid.build(from, to, inside.count(), {cellSize, isWrapped, half});
                REQUIRE(grid.start(0) == 0);
                REQUIRE(grid.start(grid.cellCount()) == inside.count());

                std::vector<int> timesSeen(inside.count(), 0);
                std::vector<std::size_t> cellOf(inside.count());
                for (std::size_t cell = 0; cell < grid.cellCount(); ++cell) {
                    for (std::uint32_t slot = grid.start(cell); slot < grid.start(cell + 1); ++slot) {
                        const std::uint32_t id = to.id[slot];
                        REQUIRE(id < inside.count());
                        ++timesSeen[id];
                        cellOf[slot] = cell;
                        REQUIRE(to.position.at(slot) == inside.positions[id]);
                        REQUIRE(to.velocity.at(slot) == inside.velocities[id]);
                    }
                }
                CHECK(std::ranges::all_of(timesSeen, [](int times) { return times == 1; }));

                oracle::NeighbourQuery query;
                query.isWrapped = isWrapped;
                query.worldSize = asDouble(half * 2.0f);
                std::size_t missed = 0;
                std::size_t twice = 0;
                for (std::size_t slot = 0; slot < inside.count(); slot += 7) {
                    std::vector<int> met(inside.count(), 0);
                    grid.forEachRun(grid.indexOf(cellOf[slot]), 1,
                                    [&](std::uint32_t begin, std::uint32_t end) {
                                        for (std::uint32_t other = begin; other < end; ++other) {
                                            ++met[other];
                                        }
                                    });
                    for (std::size_t other = 0; other < inside.count(); ++other) {
                        const Vec3d d = oracle::offset(asDouble(to.position.at(slot)),
                                                       asDouble(to.position.at(other)), query);
                        const bool isNear = oracle::length(d) < 0.999 * static_cast<double>(cellSize);
                        missed += isNear && met[other] == 0 ? 1 : 0;
                        twice += met[other] > 1 ? 1 : 0;
                    }
                }
                CHECK(missed == 0);
                CHECK(twice == 0);
            }
        }
    }
}

TEST_CASE("the number of grid cells stays bounded for any distance of a straggler", "[sim][grid]") {
    Layout layout = uniformLayout(1000, {5, 5, 5}, 3);
    layout.positions[0] = {1e6f, -1e6f, 1e6f};
    const FlockState from = stateOf(layout);
    FlockState to;
    to.resize(layout.count());
    NeighbourGrid grid;
    grid.build(from, to, layout.count(), {0.01f, false, {1, 1, 1}});
    CHECK(grid.cellCount() < 1000000);
    grid.build(from, to, layout.count(), {0.01f, true, {1000, 1000, 1000}});
    CHECK(grid.cellCount() < 1000000);
}

TEST_CASE("a boid that looks far along a line needs little memory", "[sim][grid]") {
    // The line is many hundred cells long, but only a few wide.
    Layout layout = uniformLayout(300, {0.2f, 0.2f, 0.2f}, 9);
    layout.positions[0] = {190, 0, 0};
    layout.positions[1] = {-190, 0, 0};
    Scene scene = sceneWith(
        {"cohesion.enabled=on", "perception.kind=nearest", "perception.count=32", "perception.radius=200"});
    Simulation simulation = placed(scene, layout);
    simulation.step();
    CHECK(simulation.bytes() < 1000000);
}
