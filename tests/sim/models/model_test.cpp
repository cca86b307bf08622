// The presets that are whole models from documents: step by step against plain loops in double precision
// (tests/oracle/model_oracle.hpp), each step from the same state; and the documents' worked examples.

#include <cstddef>
#include <numeric>

#include <shoal/random.hpp>

#include "oracle/model_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Returns the rule memory of each boid by id; zeros before the first step.
std::vector<Vec3d> memoriesById(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    std::vector<Vec3d> result(flock.count());
    for (const RuleMemory& memory : flock.memories()) {
        REQUIRE(memory.rule == "direction_memory");
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            result[flock.now().id[slot]] = asDouble(memory.values.at(slot));
        }
    }
    return result;
}

std::vector<oracle::Fish> fishesOf(const Simulation& simulation, double smallest, double largest) {
    const std::uint64_t seed = mixBits(simulation.scene().seed + 0x9e3779b97f4a7c15ULL);
    const oracle::Boids boids = boidsOf(simulation);
    const std::vector<Vec3d> directions = memoriesById(simulation);
    std::vector<oracle::Fish> fishes;
    for (std::uint32_t id = 0; id < boids.size(); ++id) {
        const double baseSpeed = smallest + (largest - smallest) * oracle::ownDraw(id, seed);
        fishes.push_back({boids[id].position, boids[id].velocity, baseSpeed, directions[id]});
    }
    return fishes;
}

// Initial layouts for the models: as the preset starts, in a dense ball, in knots, and alone.
std::vector<Layout> layoutsFor(double radius, double speed) {
    const auto reach = static_cast<float>(radius);
    std::vector<Layout> layouts{uniformLayout(300, Vec3f{4, 3, 5} * reach, 11),
                                uniformLayout(120, Vec3f{1, 1, 1} * reach, 12),
                                clustered(200, 13),
                                uniformLayout(25, Vec3f{2, 2, 2} * reach, 14),
                                uniformLayout(1, {1, 1, 1}, 15),
                                uniformLayout(2, Vec3f{0.4f, 0.4f, 0.4f} * reach, 16)};
    layouts.push_back(layouts[3]);
    layouts.back().name = "off centre";
    for (Vec3f& position : layouts.back().positions) {
        position += Vec3f{40, -35, 28};
    }
    for (Layout& layout : layouts) {
        for (Vec3f& velocity : layout.velocities) {
            velocity = velocity * static_cast<float>(speed);
        }
    }
    return layouts;
}

struct Share {
    double position = 0.0;  // largest error, relative to the rounding tolerance
    double velocity = 0.0;
    double memory = 0.0;
    std::size_t compared = 0;
    std::size_t ambiguous = 0;

    void add(const oracle::Framed& expected, const Vec3f& foundPosition, const Vec3f& foundVelocity,
             const Vec3d& foundMemory) {
        if (expected.isAmbiguous) {
            ++ambiguous;
            return;
        }
        ++compared;
        position =
            std::max(position, errorOf(foundPosition, expected.position) / (expected.positionError + 1e-12));
        velocity =
            std::max(velocity, errorOf(foundVelocity, expected.velocity) / (expected.velocityError + 1e-12));
        memory = std::max(memory, lengthOf(foundMemory - expected.memory) / (expected.memoryError + 1e-12));
    }
};

// Makes a hundred steps and compares each with `model` applied to the state before it.
template <class Model>
void checkSteps(const Scene& scene, const Layout* layout, const Model& model) {
    Simulation simulation = *Simulation::create(scene);
    if (layout != nullptr) {
        REQUIRE(simulation.place(0, layout->positions, layout->velocities));
    }
    Share share;
    for (int step = 0; step < 100; ++step) {
        const std::vector<oracle::Framed> expected = model(simulation);
        simulation.step();
        const std::vector<Vec3f> positions = positionsById(simulation);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        const std::vector<Vec3d> memories = memoriesById(simulation);
        for (std::size_t id = 0; id < expected.size(); ++id) {
            share.add(expected[id], positions[id], velocities[id], memories[id]);
        }
    }
    CHECK(share.position < 1.0);
    CHECK(share.velocity < 1.0);
    CHECK(share.memory < 1.0);
    CHECK(share.compared > 15 * share.ambiguous);
}

template <class Model>
void checkModel(const Scene& scene, double radius, const Model& model) {
    {
        INFO("as the preset starts");
        checkSteps(scene, nullptr, model);
    }
    for (const Layout& layout : layoutsFor(radius, 2.0)) {
        INFO("layout \"" << layout.name << "\" of " << layout.count());
        checkSteps(scene, &layout, model);
    }
}

}  // namespace

TEST_CASE("the preset parker matches its document's pseudo-code, step by step", "[sim][models][oracle]") {
    checkModel(presetScene("parker"), 1.0,
               [](const Simulation& simulation) { return oracle::parker(boidsOf(simulation), 1.0, 2.0); });
}

TEST_CASE("the preset boidwatching matches its document's rules, step by step", "[sim][models][oracle]") {
    const Scene scene = presetScene("boidwatching");
    const double threshold = *Scene(scene).value("limit_speed.max");
    checkModel(scene, 3.048, [&](const Simulation& simulation) {
        return oracle::boidwatching(boidsOf(simulation), 3.048, threshold);
    });
}

TEST_CASE("the preset catching-fishes matches its document's code, step by step", "[sim][models][oracle]") {
    const Scene scene = presetScene("catching-fishes");
    const double smallest = *Scene(scene).value("own_speed.min");
    const double largest = *Scene(scene).value("own_speed.max");
    CHECK(smallest < largest);
    CHECK(scene.species[0].count == 200);
    checkModel(scene, 7.0, [&](const Simulation& simulation) {
        return oracle::catchingFishes(fishesOf(simulation, smallest, largest), 7.0);
    });
}

namespace {

Vec3f steeringOfLast(const Scene& scene, const std::vector<Vec3f>& positions,
                     const std::vector<Vec3f>& velocities) {
    return stepOnce(scene, {"example", positions, velocities}).steering.back();
}

Scene cohesionScene() {
    return sceneWith({"flock_cohesion.enabled=on", "flock_cohesion.weight=1"});
}

}  // namespace

TEST_CASE("means over the others exclude a boid itself and leave a lone boid at rest", "[sim][models]") {
    for (const char* form : {"difference", "mean"}) {
        for (const bool countsSelf : {false, true}) {
            INFO(form << (countsSelf ? ", itself counted" : ""));
            Scene scene = sceneWith({"flock_alignment.enabled=on", "flock_alignment.weight=2"});
            REQUIRE(scene.applyText(std::string("flock_alignment.form=") + form));
            REQUIRE(scene.apply({"flock_alignment.counts_self", countsSelf ? 1.0 : 0.0}));
            const bool isMean = std::string(form) == "mean";
            const double mean = countsSelf ? 2.0 : 1.0;  // of 1, 1 and the last one's 4
            const Vec3f found =
                steeringOfLast(scene, {{0, 0, 0}, {5, 0, 0}, {9, 9, 9}}, {{0, 1, 0}, {0, 1, 0}, {0, 4, 0}});
            CHECK(errorOf(found, {0, 2.0 * (isMean ? mean : mean - 4.0), 0}) < 1e-6);
            const double alone = isMean && countsSelf ? 8.0 : 0.0;
            CHECK(errorOf(steeringOfLast(scene, {{3, 2, 1}}, {{0, 4, 0}}), {0, alone, 0}) < 1e-6);
        }
    }
    CHECK(steeringOfLast(cohesionScene(), {{3, 2, 1}}, {{0, 4, 0}}) == Vec3f{});
}

TEST_CASE("own speeds are uniform between their bounds and converge to the mean", "[sim][models]") {
    Scene scene = sceneWith({"count=4000", "own_speed.enabled=on", "own_speed.min=2", "own_speed.max=6",
                             "own_speed.alignment=0"});
    const auto speedsOf = [&] {
        Simulation simulation = *Simulation::create(scene);
        simulation.step();
        std::vector<double> speeds;
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            speeds.push_back(lengthOf(asDouble(velocity)));
        }
        return speeds;
    };
    std::vector<double> own = speedsOf();
    const double mean = std::accumulate(own.begin(), own.end(), 0.0) / 4000.0;
    CHECK(std::abs(mean - 4.0) < 0.07);  // three standard errors of 4/√12/√4000
    REQUIRE(scene.applyText("own_speed.alignment=0.5"));
    const std::vector<double> nearer = speedsOf();
    for (std::size_t id = 0; id < own.size(); ++id) {
        const double others = (mean * 4000.0 - own[id]) / 3999.0;
        REQUIRE(std::abs(nearer[id] - 0.5 * (own[id] + others)) < 1e-5);
    }
    std::ranges::sort(own);
    for (std::size_t k = 0; k < own.size(); ++k) {
        // Kolmogorov: a distance of 0.035 occurs for one seed in twenty thousand.
        REQUIRE(std::abs((own[k] - 2.0) / 4.0 - (static_cast<double>(k) + 0.5) / 4000.0) < 0.035);
    }
}
