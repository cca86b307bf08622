#include "compute/card_step.hpp"

#include <set>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/random.hpp>
#include <shoal/rule.hpp>

#include "../catch.hpp"
#include "../failing_device.hpp"

namespace shoal {
namespace {

/// A simulation of this scene, stepped by a device; null: by the processor.
Simulation simulationOf(const Scene& scene, OpenDevice device) {
    SimulationOptions options;
    options.threads = 1;
    options.device = device;
    return *Simulation::create(scene, options);
}

/// How far two boids are from each other, as a part of their speed and of their distance from the origin.
double apart(const Vec3f& a, const Vec3f& b, double least) {
    const auto size = [](const Vec3f& v) { return std::sqrt(static_cast<double>(lengthSq(v))); };
    return size(a - b) / std::max(size(a), least);
}

struct Difference {
    double largest = 0.0;
    std::size_t boids = 0;  ///< that differ by more than the tolerance
};

constexpr double kTolerance = 1e-4;

double polarisationOf(const Flock& flock) {
    Vec3d sum;
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const Vec3f v = flock.now().velocity.at(slot);
        const double speed = std::sqrt(static_cast<double>(lengthSq(v)));
        sum += Vec3d{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)} *
               (1.0 / std::max(speed, 1e-9));
    }
    return std::sqrt(lengthSq(sum)) / static_cast<double>(flock.count());
}

Difference differenceOf(const Flock& a, const Flock& b) {
    const auto velocities = std::pair(a.now().byId(a.now().velocity), b.now().byId(b.now().velocity));
    const auto positions = std::pair(a.now().byId(a.now().position), b.now().byId(b.now().position));
    Difference difference;
    for (std::size_t id = 0; id < a.count(); ++id) {
        const double away = std::max(apart(velocities.first[id], velocities.second[id], 1e-2),
                                     apart(positions.first[id], positions.second[id], 1.0));
        difference.largest = std::max(difference.largest, away);
        difference.boids += away < kTolerance ? 0 : 1;
    }
    return difference;
}

/// Steps a scene on the processor, then once more both there and on the card.
std::vector<Difference> differencesOf(const Scene& scene, int stepsBefore) {
    Simulation processor = simulationOf(scene, nullptr);
    for (int k = 0; k < stepsBefore; ++k) {
        processor.step();
    }
    Simulation card = simulationOf(scene, openCard);
    REQUIRE(card.resume(processor.checkpoint()));
    processor.step();
    card.step();
    std::vector<Difference> differences;
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        differences.push_back(differenceOf(processor.flocks()[s], card.flocks()[s]));
    }
    CHECK(card.deviceProblem() == "");
    CHECK_FALSE(card.device().empty());
    return differences;
}

void checkSame(const std::string& what, const Scene& scene, int stepsBefore) {
    for (const Difference& difference : differencesOf(scene, stepsBefore)) {
        INFO(what << ": " << difference.boids << " boids differ, by up to " << difference.largest);
        CHECK(difference.boids == 0);
    }
}

/// Boids spread over a world in which they meet, by no rules.
Scene emptyScene() {
    Scene scene = *openPreset("reef");
    scene.species.resize(1);
    Species& species = scene.species.front();
    species.count = 300;
    species.placed.clear();
    for (auto& rule : species.rules) {
        rule->isEnabled = false;
    }
    species.perception = {};
    species.perception.radius = 3.0f;
    scene.world.width = 12.0f;
    scene.world.height = 9.0f;
    scene.world.depth = 15.0f;
    return scene;
}

}  // namespace

/// A rule of this program's own, as a plugin's would be: pushes boids sideways past their neighbours.
struct Sidestep {
    float weight = 3.0f;

    static constexpr RuleInfo info{.key = "sidestep",
                                   .title = "Sidestep",
                                   .help = "Pushes boids aside.",
                                   .source = "this test",
                                   .knowsUp = true};
    static constexpr std::array parameters{
        parameter<&Sidestep::weight>("weight", linear(0, 20, "m/s²"), "How hard it pushes.")};

    template <class L>
    struct Sums {
        Vec3<L> aside;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        sums.aside += where(others.seen,
                            Vec3<L>{others.offset.z, L(), -others.offset.x} / max(others.distanceSq, 0.01f));
    }
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return normalised(sums.aside) * weight;
    }
};
SHOAL_REGISTER_RULE(Sidestep);

TEST_CASE("a step on the card is the processor's, for every preset", "[compute]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        Scene scene = *parsePreset(preset.toml, std::string(preset.name));
        for (Species& species : scene.species) {
            species.count = std::min(species.count, 1500);
            // Samples differ.
            species.perception.maxCandidates = 4096;
            for (Interaction& interaction : species.sees) {
                interaction.perception.maxCandidates = 4096;
            }
        }
        checkSame(std::string(preset.name), scene, 30);
    }
}

TEST_CASE("a step on the card is the processor's, for every rule alone", "[compute]") {
    const Scene empty = emptyScene();
    for (const auto& rule : empty.species.front().rules) {
        Scene scene = empty;
        scene.species.front().rules.find(rule->info().key)->isEnabled = true;
        checkSame(std::string(rule->info().key), scene, 3);
    }
}

TEST_CASE("a step on the card is the processor's, for every way to perceive", "[compute]") {
    for (std::size_t kind = 0; kind < Perception::kinds.size(); ++kind) {
        for (const bool isWrapped : {false, true}) {
            for (const float blindAngle : {0.0f, 2.0f}) {
                Scene scene = emptyScene();
                Species& species = scene.species.front();
                species.perception.kind = static_cast<Perception::Kind>(kind);
                species.perception.blindAngle = blindAngle;
                for (const char* key : {"separation", "alignment", "cohesion"}) {
                    species.rules.find(key)->isEnabled = true;
                }
                species.rules.find("wrap")->isEnabled = isWrapped;
                checkSame(
                    fmt::format("{}, wrapped {}, blind {}", Perception::kinds[kind], isWrapped, blindAngle),
                    scene, 3);
            }
        }
    }
}

TEST_CASE("a flock on the card takes edits, other counts and new rules as the processor's does",
          "[compute]") {
    Scene scene = *openPreset("reef");
    scene.species.front().count = 400;
    Simulation processor = simulationOf(scene, nullptr);
    Simulation card = simulationOf(scene, openCard);
    const auto both = [&](const auto& act) {
        act(processor);
        act(card);
    };
    const auto check = [&](const char* after) {
        CAPTURE(after);
        CHECK(card.deviceProblem() == "");
        CHECK(card.stepCount() == processor.stepCount());
        CHECK(differenceOf(processor.flocks()[0], card.flocks()[0]).largest < 1e-2);
    };
    const auto step = [](Simulation& simulation) {
        simulation.step();
        simulation.step();
    };
    both(step);
    check("two steps");
    for (const Edit& edit : {Edit{"alignment.weight", 9.0}, Edit{"count", 500.0}, Edit{"count", 300.0},
                             Edit{"direction_memory.enabled", 1.0}, Edit{"alarm.enabled", 1.0},
                             Edit{"direction_memory.enabled", 0.0}}) {
        both([&](Simulation& simulation) {
            REQUIRE(simulation.apply(edit));
            step(simulation);
        });
        check(edit.key.c_str());
    }
    both([&](Simulation& simulation) {
        simulation.restart(7);
        step(simulation);
    });
    check("a restart");
    const Checkpoint kept = card.checkpoint();
    step(card);
    const std::uint64_t hash = card.hash();
    REQUIRE(card.resume(kept));
    step(card);
    CHECK(card.hash() == hash);
}

TEST_CASE("boids in one place are moved apart on the card, too", "[compute]") {
    Scene scene = emptyScene();
    scene.species.front().rules.find("separation")->isEnabled = true;
    Simulation card = simulationOf(scene, openCard);
    const std::vector<Vec3f> places(200, Vec3f{1.0f, 2.0f, 3.0f});
    const std::vector<Vec3f> velocities(200, Vec3f{0.0f, 0.0f, 1.0f});
    REQUIRE(card.place(0, places, velocities));
    card.step();
    const FlockState& now = card.flocks()[0].now();
    std::set<float> xs;
    for (std::size_t slot = 0; slot < 200; ++slot) {
        CHECK(std::isfinite(now.velocity.x[slot]));
        xs.insert(now.velocity.x[slot]);
    }
    CHECK(xs.size() > 190);
}

TEST_CASE("a sample of crowded candidates stands for all of them on the card", "[compute]") {
    Scene scene = emptyScene();
    Species& species = scene.species.front();
    species.count = 3000;
    species.rules.find("separation")->isEnabled = true;
    std::array<double, 2> sizes{};
    for (const int most : {4096, 128}) {
        species.perception.maxCandidates = most;
        Simulation card = simulationOf(scene, openCard);
        card.step();
        const Column3& steering = card.flocks()[0].steering();
        const std::size_t which = most == 128 ? 1 : 0;
        for (std::size_t slot = 0; slot < 3000; ++slot) {
            const Vec3f push = steering.at(slot);
            sizes[which] +=
                static_cast<double>(push.x) * static_cast<double>(card.flocks()[0].now().position.x[slot]);
        }
    }
    // The pushes outwards, summed over the flock.
    CHECK(std::abs(sizes[1] / sizes[0] - 1.0) < 0.1);
}

TEST_CASE("the few nearest of a crowd are chosen from a sample on the card as on the processor",
          "[compute]") {
    constexpr std::size_t kCrowd = 1500;
    std::vector<Vec3f> places;
    RandomSequence random(7, 0);
    for (std::size_t k = 0; k < 2 * kCrowd; ++k) {
        const float scale = k < kCrowd ? 0.5f : 8.0f;
        const auto along = [&] { return scale * (random.uniform() - 0.5f); };
        const float x = along();
        const float y = along();
        places.push_back({x, y, along()});
    }
    const std::vector<Vec3f> velocities(places.size(), Vec3f{0.0f, 0.0f, 1.0f});
    for (const Perception::Kind kind : {Perception::Kind::nearest, Perception::Kind::balanced}) {
        // The lengths of the pushes in the crowd: a sample's nearest are farther away.
        const auto pushOf = [&](int most, OpenDevice device) {
            Scene scene = emptyScene();
            Species& species = scene.species.front();
            species.perception.kind = kind;
            species.perception.maxCandidates = most;
            species.rules.find("separation")->isEnabled = true;
            Simulation simulation = simulationOf(scene, device);
            REQUIRE(simulation.place(0, places, velocities));
            simulation.step();
            const Flock& flock = simulation.flocks()[0];
            double sum = 0.0;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                if (flock.now().id[slot] < kCrowd) {
                    sum += std::sqrt(static_cast<double>(lengthSq(flock.steering().at(slot))));
                }
            }
            return sum;
        };
        const double all = pushOf(4096, nullptr);
        const double sampled = pushOf(64, nullptr);
        CAPTURE(static_cast<int>(kind), all, sampled);
        CHECK(sampled < 0.9 * all);
        CHECK(std::abs(pushOf(4096, openCard) / all - 1.0) < 1e-3);
        CHECK(std::abs(pushOf(64, openCard) / sampled - 1.0) < 0.05);
    }
}

TEST_CASE("a step on the card is the processor's with no boids, boids outside and boids that seldom decide",
          "[compute]") {
    Scene empty = emptyScene();
    empty.species.front().count = 0;
    empty.species.front().rules.find("separation")->isEnabled = true;
    checkSame("no boids", empty, 2);

    Scene lone = *openPreset("bait-ball");
    for (Species& species : lone.species) {
        species.count = species.name == lone.species.back().name ? 0 : std::min(species.count, 200);
    }
    checkSame("a species without boids", lone, 3);

    Scene outside = emptyScene();
    outside.species.front().rules.find("cohesion")->isEnabled = true;
    outside.species.front().rules.find("wrap")->isEnabled = true;
    outside.world.width = 7.0f;  // smaller than where the boids begin
    checkSame("wrapped, with boids outside", outside, 0);

    Scene seldom = *openPreset("reef");
    seldom.species.front().count = 400;
    seldom.species.front().decisionRate = 10;
    for (const char* key : {"wander", "direction_memory"}) {
        seldom.species.front().rules.find(key)->isEnabled = true;
    }
    checkSame("few decide at a time", seldom, 25);

    Scene led = *openPreset("leader");
    REQUIRE(led.apply({"follow_leader.leader", 17.0}));
    checkSame("another leader", led, 10);
}

TEST_CASE("where a device fails, the processor goes on from the flock fetched last", "[compute]") {
    const Scene scene = emptyScene();
    Simulation expected = simulationOf(scene, nullptr);
    expected.step();
    const std::uint64_t first = expected.hash();

    Simulation refused = simulationOf(scene, FailingDevice::refuse);
    refused.step();
    CHECK(refused.hash() == first);
    CHECK(refused.deviceProblem() == "no such device");

    FailingDevice::stepsBefore = 0;
    Simulation broken = simulationOf(scene, FailingDevice::open);
    broken.step();
    CHECK(broken.hash() == first);
    CHECK(broken.deviceProblem() == "it broke");
    CHECK(broken.device().empty());

    // Three steps that were never fetched are lost with it.
    FailingDevice::stepsBefore = 3;
    FailingDevice::canFetch = false;
    Simulation lost = simulationOf(scene, FailingDevice::open);
    for (int step = 0; step < 3; ++step) {
        lost.step();
    }
    CHECK(lost.stepCount() == 3);
    CHECK(lost.device() == "failing");
    lost.step();
    CHECK(lost.stepCount() == 1);
    CHECK(lost.hash() == first);
    FailingDevice::canFetch = true;
}

TEST_CASE("long runs on the card have the processor's measures", "[compute][slow]") {
    struct Order {
        const char* preset;
        double most;  ///< difference of the polarisation, averaged over the second half
    };
    for (const auto& [preset, most] : {Order{"reef", 0.1}, Order{"vicsek", 0.1}, Order{"zones", 0.1}}) {
        Scene scene = *openPreset(preset);
        for (Species& species : scene.species) {
            species.count = std::min(species.count, 600);
        }
        std::array<double, 2> order{};
        for (const std::size_t which : {0U, 1U}) {
            Simulation simulation = simulationOf(scene, which == 1 ? openCard : nullptr);
            for (int step = 0; step < 600; ++step) {
                simulation.step();
                if (step >= 300 && step % 30 == 0) {
                    order[which] += polarisationOf(simulation.flocks()[0]) / 10.0;
                }
            }
        }
        CAPTURE(preset, order[0], order[1]);
        CHECK(std::abs(order[1] - order[0]) < most);
    }
}

}  // namespace shoal
