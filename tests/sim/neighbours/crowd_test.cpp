// Candidate limits, which bound the cost of a step in a dense crowd.

#include <set>

#include "sim/neighbours/candidate_sample.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A layout sorted into a grid.
struct SortedLayout {
    FlockState state;
    NeighbourGrid grid;

    SortedLayout(const Layout& layout, float cellSize) {
        FlockState given;
        given.resize(layout.count());
        state.resize(layout.count());
        for (std::size_t k = 0; k < layout.count(); ++k) {
            given.position.put(k, layout.positions[k]);
            given.velocity.put(k, layout.velocities[k]);
            given.id[k] = static_cast<std::uint32_t>(k);
        }
        grid.build(given, state, layout.count(), {cellSize, false, {}});
    }
};

Layout ball(std::size_t count, float radius, std::uint64_t seed) {
    Layout layout = uniformLayout(count, {radius, radius, radius}, seed);
    layout.name = "ball";
    for (Vec3f& position : layout.positions) {
        const float size = lengthOf(position);
        position = size > radius ? position * (radius / size) : position;
    }
    return layout;
}

/// Mean steering of one boid over many samples, and the standard deviation of that mean.
struct Mean {
    Vec3d value{};
    Vec3d deviation{};
};

Mean meanSteering(Scene scene, const Layout& layout, std::size_t id, int draws) {
    Vec3d sum{};
    Vec3d squares{};
    for (int draw = 0; draw < draws; ++draw) {
        scene.seed = static_cast<std::uint64_t>(draw + 1);
        Simulation simulation = placed(scene, layout);
        simulation.step();
        const Vec3d push = asDouble(steeringById(simulation)[id]);
        sum = sum + push;
        squares = squares + Vec3d{push.x * push.x, push.y * push.y, push.z * push.z};
    }
    const double n = draws;
    const Vec3d mean = sum * (1.0 / n);
    const auto deviation = [&](double square, double middle) {
        return std::sqrt(std::max(square / n - middle * middle, 0.0) / n);
    };
    return {mean, {deviation(squares.x, mean.x), deviation(squares.y, mean.y), deviation(squares.z, mean.z)}};
}

}  // namespace

TEST_CASE("a sample has the requested size, holds no boid twice and is uniform", "[sim][crowd]") {
    const Layout layout = uniformLayout(1000, {1.5f, 1.5f, 1.5f}, 3);
    const SortedLayout sorted(layout, 1.0f);
    CellRuns around;
    around.collect(sorted.grid, {1, 1, 1}, 1);
    REQUIRE(around.count() == 1000);
    CandidateSample sample;
    std::vector<int> drawn(layout.count());
    constexpr int kDraws = 4000;
    constexpr std::uint32_t kMax = 130;
    for (int draw = 0; draw < kDraws; ++draw) {
        sample.draw(sorted.state, around, kMax, static_cast<std::uint64_t>(draw));
        REQUIRE(sample.count() == kMax);
        const std::vector<std::uint32_t> slots(sample.slots().begin(), sample.slots().end());
        REQUIRE(std::set<std::uint32_t>(slots.begin(), slots.end()).size() == kMax);
        bool isCopied = true;
        for (std::uint32_t k = 0; k < kMax; ++k) {
            ++drawn[slots[k]];
            isCopied = isCopied && sample.state().id[k] == sorted.state.id[slots[k]] &&
                       sample.state().position.at(k) == sorted.state.position.at(slots[k]) &&
                       sample.state().velocity.at(k) == sorted.state.velocity.at(slots[k]);
        }
        REQUIRE(isCopied);
    }
    CHECK(sample.weight() == approx(1000.0 / kMax));
    // Six standard deviations of a binomial count.
    const double share = static_cast<double>(kMax) / 1000.0;
    const double allowed = 6.0 * std::sqrt(kDraws * share * (1.0 - share));
    for (const int times : drawn) {
        CHECK(std::abs(times - kDraws * share) < allowed);
    }
}

TEST_CASE("up to the candidate limit all boids are examined", "[sim][crowd]") {
    const Layout layout = ball(500, 0.5f, 5);
    const auto steeringWith = [&](const char* crowd) {
        Scene scene = sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on"});
        REQUIRE(scene.applyText(std::string("perception.max_candidates=") + crowd));
        return stepOnce(scene, layout).steering;
    };
    CHECK(steeringWith("512") == steeringWith("4096"));
    CHECK_FALSE(steeringWith("256") == steeringWith("4096"));
}

TEST_CASE("with sampling, sums keep their expected value and means stay means", "[sim][crowd]") {
    const Layout layout = ball(600, 0.5f, 6);
    for (const char* rule : {"separation", "alignment", "cohesion"}) {
        Scene scene = sceneWith({std::string(rule) + ".enabled=on", std::string(rule) + ".radius=0.7"});
        REQUIRE(scene.applyText("perception.max_candidates=4096"));
        const std::vector<Vec3f> exact = stepOnce(scene, layout).steering;
        REQUIRE(scene.applyText("perception.max_candidates=128"));
        for (const std::size_t id : {0U, 17U, 599U}) {
            INFO(rule << " of boid " << id);
            const Mean mean = meanSteering(scene, layout, id, 400);
            const Vec3d off = mean.value - asDouble(exact[id]);
            CHECK(std::abs(off.x) < 5.0 * mean.deviation.x);
            CHECK(std::abs(off.y) < 5.0 * mean.deviation.y);
            CHECK(std::abs(off.z) < 5.0 * mean.deviation.z);
            CHECK(mean.deviation.x > 0.0);
        }
    }
}

TEST_CASE("the number of neighbours is estimated from the sample", "[sim][crowd]") {
    Scene scene = sceneWith({"cohesion.enabled=on"});
    CHECK(placed(scene, ball(5000, 0.4f, 7)).neighboursPerBoid(0) == approx(4999.0).epsilon(0.01));
}

TEST_CASE("a sampled boid never steers by itself", "[sim][crowd]") {
    // All but one are coincident: any sample of the others has its mean at that place.
    Layout layout = ball(2000, 0.0f, 8);
    Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.weight=1", "perception.max_candidates=64"});
    layout.positions[5] = {0.3f, 0.0f, 0.0f};
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        scene.seed = seed;
        const Vec3f pull = stepOnce(scene, layout).steering[5];
        CHECK(pull.x == approx(-0.3f));
        CHECK(pull.y == approx(0.0f).margin(1e-6));
    }
}

TEST_CASE("a step compares a bounded number of pairs for any perception", "[sim][crowd][slow]") {
    constexpr std::size_t kCount = 8000;
    std::vector<Layout> layouts{ball(kCount, 0.0f, 1), ball(kCount, 0.01f, 2), ball(kCount, 1.0f, 3),
                                ball(kCount, 100.0f, 4)};
    layouts.push_back(clustered(kCount, 5));
    for (const Layout& layout : layouts) {
        for (const char* radius : {"0.05", "1", "200"}) {
            for (const char* kind : {"metric", "nearest", "spread", "balanced", "voronoi"}) {
                for (const char* wrap : {"off", "on"}) {
                    for (const char* crowd : {"64", "512"}) {
                        Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.radius=200",
                                                 "separation.enabled=on", "separation.radius=200"});
                        REQUIRE(scene.applyText(std::string("perception.radius=") + radius));
                        REQUIRE(scene.applyText(std::string("perception.kind=") + kind));
                        REQUIRE(scene.applyText(std::string("wrap.enabled=") + wrap));
                        REQUIRE(scene.applyText(std::string("perception.max_candidates=") + crowd));
                        Simulation simulation = placed(scene, layout);
                        simulation.step();
                        INFO(layout.name << ", radius " << radius << ", " << kind << ", wrap " << wrap
                                         << ", crowd " << crowd);
                        // Other kinds examine eight times as many, and may search several times, wider each
                        // time.
                        const bool isMetric = std::string(kind) == "metric";
                        const double largest = std::stod(crowd) * (isMetric ? 1.0 : 3.0 * 8.0);
                        CHECK(static_cast<double>(simulation.profile().candidates) <=
                              static_cast<double>(kCount) * largest);
                        CHECK(isFinite(simulation));
                    }
                }
            }
        }
    }
}
