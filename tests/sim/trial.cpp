#include "sim/trial.hpp"

#include <shoal/preset.hpp>
#include <shoal/random.hpp>

namespace shoal::test {

namespace {

std::vector<Vec3f> byId(const Flock& flock, const Column3& column) {
    std::vector<Vec3f> result(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        result.at(flock.now().id[slot]) = column.at(slot);
    }
    return result;
}

void applyAll(Scene& scene, std::initializer_list<std::string_view> assignments) {
    for (const std::string_view assignment : assignments) {
        const auto outcome = scene.applyText(assignment);
        INFO(assignment);
        if (!outcome) {
            FAIL(outcome.problem().text);
        }
    }
}

void add(Layout& layout, const Vec3f& position, RandomSequence& random) {
    layout.positions.push_back(position);
    layout.velocities.push_back(random.inBall() * 2.0f);
}

}  // namespace

Layout uniformLayout(std::size_t count, const Vec3f& half, std::uint64_t seed) {
    RandomSequence random(seed, 1);
    Layout layout{"scattered", {}, {}};
    for (std::size_t k = 0; k < count; ++k) {
        const float x = random.uniform(-half.x, half.x);
        const float y = random.uniform(-half.y, half.y);
        const float z = random.uniform(-half.z, half.z);
        add(layout, {x, y, z}, random);
    }
    return layout;
}

Layout clustered(std::size_t count, std::uint64_t seed) {
    RandomSequence random(seed, 2);
    Layout layout{"clustered", {}, {}};
    std::vector<Vec3f> centres;
    centres.reserve(5);
    for (int k = 0; k < 5; ++k) {
        centres.push_back(random.inBall() * 8.0f);
    }
    for (std::size_t k = 0; k < count; ++k) {
        const bool isStraggler = k % 20 == 0;
        const Vec3f centre = centres[k % centres.size()];
        add(layout, isStraggler ? random.inBall() * 12.0f : centre + random.inBall() * 0.7f, random);
    }
    return layout;
}

std::vector<Layout> hardLayouts(std::uint64_t seed) {
    std::vector<Layout> layouts{uniformLayout(500, {4, 4, 4}, seed), clustered(500, seed)};
    const auto named = [&](std::string name, std::size_t count, const Vec3f& half) {
        layouts.push_back(uniformLayout(count, half, seed + layouts.size()));
        layouts.back().name = std::move(name);
    };
    named("flat", 400, {6, 0, 6});
    named("in a line along x", 200, {15, 0, 0});
    named("in a line along z", 200, {0, 0, 15});
    named("within one cell", 100, {0.1f, 0.1f, 0.1f});
    named("one boid", 1, {1, 1, 1});
    named("two boids", 2, {0.3f, 0.3f, 0.3f});
    named("nine boids", 9, {0.5f, 0.5f, 0.5f});
    named("no boids", 0, {1, 1, 1});
    named("off centre", 200, {2, 2, 2});
    for (Vec3f& position : layouts.back().positions) {
        position += Vec3f{40, -35, 28};
    }
    named("with far stragglers", 300, {2, 2, 2});
    layouts.back().positions[7] = {900, 0, 0};
    layouts.back().positions[8] = {-30, -700, 1};
    layouts.back().positions[9] = {-30, -700.25f, 1.25f};
    named("thin and dense", 300, {8, 0.2f, 0.2f});
    for (Vec3f& position : uniformLayout(300, {0.5f, 0.5f, 0.5f}, seed).positions) {
        layouts.back().positions.push_back(position);
        layouts.back().velocities.push_back({0, 0, 0});
    }
    return layouts;
}

std::vector<Layout> crowdedLayouts(std::size_t count, std::uint64_t seed) {
    std::vector<Layout> layouts;
    const auto named = [&](std::string name, const auto& place) {
        RandomSequence random(seed, 4 + layouts.size());
        Layout& layout = layouts.emplace_back(Layout{std::move(name), {}, {}});
        for (std::size_t k = 0; k < count; ++k) {
            add(layout, place(random, k % 2 == 0), random);
        }
    };
    named("in a tiny ball", [](RandomSequence& random, bool) { return random.inBall() * 0.01f; });
    named("coincident", [](RandomSequence&, bool) { return Vec3f{3, -2, 7}; });
    named("in a tiny ball far off", [](RandomSequence& random, bool) {
        return random.inBall() * 0.01f + Vec3f{150, -90, 120};
    });
    const auto edge = static_cast<float>(std::cbrt(static_cast<double>(count)) * 0.25);
    named("uniform", [edge](RandomSequence& random, bool) {
        return Vec3f{random.uniform(), random.uniform(), random.uniform()} * edge;
    });
    named("along a line", [edge](RandomSequence& random, bool) {
        return Vec3f{1, 1, 1} * (random.uniform() * edge);
    });
    for (const double share : {0.999, 1.001}) {
        const std::string apart = share < 1.0 ? " just within reach" : " just out of reach";
        const auto gap = static_cast<float>(kCrowdRadius * share);
        named("two balls" + apart, [gap](RandomSequence& random, bool isFirst) {
            const Vec3f at = random.inBall() * 0.2f;
            return isFirst ? at : at + Vec3f{gap + 0.4f, 0, 0};
        });
        // Slanted, so that no bounding box of a part of one sheet is clear of the other.
        named("two sheets" + apart, [gap](RandomSequence& random, bool isFirst) {
            const float a = random.uniform();
            const float b = random.uniform();
            const Vec3f at{a, b - a, -b};
            return isFirst ? at : at + Vec3f{1, 1, 1} * (gap / std::sqrt(3.0f));
        });
        named("a ball in a shell" + apart, [gap](RandomSequence& random, bool isInside) {
            const Vec3f at = random.awayFromZero();
            return isInside ? at * 1e-4f : at * (gap / lengthOf(at));
        });
    }
    return layouts;
}

FlockState stateOf(const Layout& layout) {
    FlockState state;
    state.resize(layout.count());
    for (std::size_t k = 0; k < layout.count(); ++k) {
        state.position.put(k, layout.positions[k]);
        state.velocity.put(k, layout.velocities[k]);
        state.id[k] = static_cast<std::uint32_t>(k);
    }
    return state;
}

Scene sceneWith(std::initializer_list<std::string_view> assignments) {
    Scene scene;
    scene.species.emplace_back().name = "boid";
    applyAll(scene, assignments);
    return scene;
}

Scene presetScene(const std::string& name, std::initializer_list<std::string_view> assignments) {
    auto scene = openPreset(name);
    if (!scene) {
        FAIL(scene.problem().text);
    }
    applyAll(*scene, assignments);
    return *std::move(scene);
}

Simulation started(const std::string& preset, std::uint64_t seed) {
    Scene scene = presetScene(preset);
    scene.seed = seed;
    return *Simulation::create(scene);
}

void runSteps(Simulation& simulation, int steps) {
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
}

void runSeconds(Simulation& simulation, int seconds) {
    runSteps(simulation,
             static_cast<int>(std::lround(seconds / static_cast<double>(simulation.scene().time.step))));
}

std::vector<Isa> everyIsa() {
    std::vector<Isa> all;
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
        if (isa <= bestIsa()) {
            all.push_back(isa);
        }
    }
    return all;
}

Simulation placed(const Scene& scene, const Layout& layout, const SimulationOptions& options) {
    Simulation simulation = *Simulation::create(scene, options);
    REQUIRE(simulation.place(0, layout.positions, layout.velocities));
    return simulation;
}

std::vector<Vec3f> positionsById(const Simulation& simulation, std::size_t speciesIndex) {
    const Flock& flock = simulation.flocks()[speciesIndex];
    return byId(flock, flock.now().position);
}

std::vector<Vec3f> velocitiesById(const Simulation& simulation, std::size_t speciesIndex) {
    const Flock& flock = simulation.flocks()[speciesIndex];
    return byId(flock, flock.now().velocity);
}

std::vector<Vec3f> steeringById(const Simulation& simulation, std::size_t speciesIndex) {
    const Flock& flock = simulation.flocks()[speciesIndex];
    return byId(flock, flock.steering());
}

Stepped stepOnce(const Scene& scene, const Layout& layout, const SimulationOptions& options) {
    Simulation simulation = placed(scene, layout, options);
    simulation.step();
    return {steeringById(simulation), positionsById(simulation), velocitiesById(simulation)};
}

Vec3d centreOf(const Flock& flock) {
    Vec3d sum;
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        sum += asDouble(flock.now().position.at(slot));
    }
    return sum * (1.0 / static_cast<double>(flock.count()));
}

double spreadOf(const Flock& flock) {
    const Vec3d centre = centreOf(flock);
    double squares = 0.0;
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        squares += lengthSq(asDouble(flock.now().position.at(slot)) - centre);
    }
    return std::sqrt(squares / static_cast<double>(flock.count()));
}

bool isFinite(const Vec3f& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

bool isFinite(const Simulation& simulation) {
    for (const Flock& flock : simulation.flocks()) {
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            if (!isFinite(flock.now().position.at(slot)) || !isFinite(flock.now().velocity.at(slot)) ||
                !isFinite(flock.steering().at(slot))) {
                return false;
            }
        }
    }
    return true;
}

float lengthOf(const Vec3f& a) {
    return std::sqrt(lengthSq(a));
}

double lengthOf(const Vec3d& a) {
    return std::sqrt(lengthSq(a));
}

Vec3d unitOf(const Vec3d& a) {
    const double size = lengthOf(a);
    return size > 0.0 ? a * (1.0 / size) : Vec3d{};
}

double errorOf(const Vec3f& found, const Vec3d& expected) {
    return lengthOf(asDouble(found) - expected);
}

Vec3d asDouble(const Vec3f& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

}  // namespace shoal::test
