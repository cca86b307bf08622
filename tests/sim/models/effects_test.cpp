// What the presets' texts say that a slider does happens within ten seconds: each link in a text has a row.

#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include <shoal/preset.hpp>

#include "optimised.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr double kSeconds = 10.0;  // of play after the edits
constexpr double kBetweenSamples = 0.5;
constexpr std::uint64_t kSeeds = 3;

using Measured = std::function<double(const Simulation&)>;

/// A column of the registry of measures, of the first species.
Measured column(std::string kind, std::size_t index = 0) {
    return [run = MeasuredRun(*measureKindsNamed(kind)), index](const Simulation& simulation) {
        return run.values(simulation, 0)[index];
    };
}

Vec3d positionOf(const Flock& flock, std::size_t slot) {
    return asDouble(flock.now().position.at(slot));
}

/// [m] mean distance from each boid of a species to the nearest of the first species.
Measured distanceToPrey(std::size_t species) {
    return [species](const Simulation& simulation) {
        const Flock& prey = simulation.flocks()[0];
        const Flock& hunters = simulation.flocks()[species];
        double sum = 0.0;
        for (std::size_t hunter = 0; hunter < hunters.count(); ++hunter) {
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t slot = 0; slot < prey.count(); ++slot) {
                nearest = std::min(nearest, lengthOf(positionOf(prey, slot) - positionOf(hunters, hunter)));
            }
            sum += nearest;
        }
        return sum / static_cast<double>(hunters.count());
    };
}

/// [m] mean distance of the boids from one of them.
double distanceTo(const Simulation& simulation, std::uint32_t id) {
    const std::vector<Vec3f> places = positionsById(simulation);
    double sum = 0.0;
    for (const Vec3f& place : places) {
        sum += lengthOf(asDouble(place) - asDouble(places[id]));
    }
    return sum / static_cast<double>(places.size());
}

/// Fraction of the boids that fly towards one of them, give or take 60°.
double partTowards(const Simulation& simulation, std::uint32_t id) {
    const std::vector<Vec3f> places = positionsById(simulation);
    const std::vector<Vec3f> velocities = velocitiesById(simulation);
    double count = 0.0;
    for (std::size_t each = 0; each < places.size(); ++each) {
        const Vec3d way = unitOf(asDouble(places[id]) - asDouble(places[each]));
        count += dot(way, unitOf(asDouble(velocities[each]))) > 0.5;
    }
    return count / static_cast<double>(places.size());
}

/// [m] from the flock's middle to the world's.
double distanceToMiddle(const Simulation& simulation) {
    return lengthOf(centreOf(simulation.flocks()[0]));
}

/// Fraction of the first species nearer to an obstacle than this [m]; below 0 inside it.
Measured partWithin(double distance) {
    return [distance](const Simulation& simulation) {
        const Flock& flock = simulation.flocks()[0];
        double count = 0.0;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const Vec3d at = positionOf(flock, slot);
            count += std::ranges::any_of(simulation.scene().obstacles, [&](const Obstacle& each) {
                const Vec3d from = at - Vec3d{each.x, each.y, each.z};
                switch (each.shape) {
                    case Obstacle::Shape::sphere:
                        return lengthOf(from) - 0.5 * each.width < distance;
                    case Obstacle::Shape::cylinder:
                        return std::max(std::hypot(from.x, from.z) - 0.5 * each.width,
                                        std::abs(from.y) - 0.5 * each.height) < distance;
                    case Obstacle::Shape::box:
                        return std::max({std::abs(from.x) - 0.5 * each.width,
                                         std::abs(from.y) - 0.5 * each.height,
                                         std::abs(from.z) - 0.5 * each.depth}) < distance;
                    case Obstacle::Shape::floor:
                        break;
                }
                return false;
            });
        }
        return count / static_cast<double>(flock.count());
    };
}

/// Fraction of the boids within a twentieth of the box's height of one of its sides.
double partAtWall(const Simulation& simulation) {
    const World& world = simulation.scene().world;
    const double near = 0.05 * world.height;
    double count = 0.0;
    for (const Vec3f& at : positionsById(simulation)) {
        count += std::abs(at.x) > 0.5 * world.width - near || std::abs(at.y) > 0.5 * world.height - near ||
                 std::abs(at.z) > 0.5 * world.depth - near;
    }
    return count / static_cast<double>(simulation.flocks()[0].count());
}

/// Fraction of the boids that hardly move.
double partAtRest(const Simulation& simulation) {
    const std::vector<Vec3f> velocities = velocitiesById(simulation);
    const auto isStill = [](const Vec3f& velocity) { return lengthOf(velocity) < 0.05f; };
    return static_cast<double>(std::ranges::count_if(velocities, isStill)) /
           static_cast<double>(velocities.size());
}

enum class Of { end, mean, max };  ///< of the samples

/// A sentence: what becomes of a measure when the linked slider moves.
struct Effect {
    std::string preset;
    std::string link;                ///< the key in the preset's text
    std::vector<std::string> edits;  ///< KEY=VALUE
    Measured measure;
    Of of;
    double min;  ///< of the mean over seeds, divided by that of a run without the edits
    double max;
    double before = 10.0;              ///< [s] of play before the edits; 0: set, then restarted
    std::vector<std::string> first{};  ///< KEY=VALUE, from the start
};

constexpr double kAny = std::numeric_limits<double>::infinity();

std::vector<Effect> effects() {
    const Measured polarisation = column("polarisation");
    const Measured nearest = column("nearest_neighbour");
    const Measured size = column("density", 1);
    const Measured clusters = column("clusters");
    const Measured effort = column("steering_effort");
    return {
        {"reef", "alignment.weight", {"alignment.weight=0"}, polarisation, Of::end, 0.0, 0.6},
        {"reef",
         "alignment.weight",
         {"alignment.weight=3"},
         polarisation,
         Of::end,
         1.5,
         kAny,
         10,
         {"alignment.weight=0"}},
        {"reef", "cohesion.weight", {"cohesion.weight=0"}, clusters, Of::end, 100.0, kAny},
        {"reef", "cohesion.weight", {"cohesion.weight=40"}, column("density"), Of::end, 2.0, kAny},
        {"reef", "separation.weight", {"separation.weight=1"}, nearest, Of::end, 1.25, kAny},
        {"reef", "separation.weight", {"separation.weight=0"}, nearest, Of::end, 0.0, 0.7},
        {"reef-pointer",
         "attractor.pointer.pull",
         {"attractor.pointer.pull=8"},
         distanceToMiddle,
         Of::end,
         0.0,
         0.6,
         0},
        {"bait-ball",
         "sardine.sees.tuna.flee.weight",
         {"sardine.sees.tuna.flee.weight=100"},
         size,
         Of::max,
         1.02,
         kAny},
        {"bait-ball",
         "sardine.flock_alignment.weight",
         {"sardine.flock_alignment.weight=0"},
         distanceToMiddle,
         Of::max,
         1.5,
         kAny},
        {"goal-and-obstacles",
         "avoid_obstacles.weight",
         {"avoid_obstacles.weight=2"},
         partWithin(0.3),
         Of::mean,
         2.0,
         kAny},
        {"goal-and-obstacles", "seek_goal.weight", {"seek_goal.weight=8"}, size, Of::end, 0.0, 0.8},
        {"catching-fishes",
         "separation_offsets.radius",
         {"separation_offsets.radius=3"},
         nearest,
         Of::end,
         0.0,
         0.93},
        {"parker",
         "flock_cohesion.weight",
         {"flock_cohesion.weight=1", "limit_acceleration.enabled=1"},
         effort,
         Of::end,
         0.0,
         0.1},
        {"parker",
         "limit_acceleration.max",
         {"flock_cohesion.weight=1", "limit_acceleration.enabled=1"},
         effort,
         Of::end,
         0.0,
         0.1},
        {"parker-scatter", "scatter.weight", {"scatter.weight=18"}, size, Of::max, 0.0, 0.9},
        {"parker-perching", "perch.max_rest", {"perch.max_rest=30"}, partAtRest, Of::mean, 1.1, kAny, 60},
        {"seb-lague", "steer_towards.alignment", {"steer_towards.alignment=0"}, clusters, Of::end, 4.0, kAny},
        {"starlings",
         "starling.alarm.reaction",
         {"starling.alarm.reaction=0.26"},
         column("alarm_wave"),
         Of::mean,
         0.0,
         0.8,
         0},
        {"starlings",
         "starling.perception.kind",
         {"starling.perception.kind=0", "starling.perception.radius=1.6"},
         clusters,
         Of::end,
         500.0,
         kAny},
        {"leader",
         "follow_leader.leader",
         {"follow_leader.leader=5"},
         [](const Simulation& simulation) { return partTowards(simulation, 5); },
         Of::end,
         1.3,
         kAny},
        {"leader",
         "follow_leader.slowing",
         {"follow_leader.slowing=40"},
         [](const Simulation& simulation) { return distanceTo(simulation, 0); },
         Of::end,
         1.2,
         kAny},
        {"carpentier",
         "sparrow.perception.spread",
         {"sparrow.perception.spread=3"},
         clusters,
         Of::end,
         1.15,
         kAny},
        {"carpentier-obstacles",
         "sparrow.avoid_object.weight",
         {"sparrow.avoid_object.weight=0"},
         partWithin(0.0),
         Of::mean,
         3.0,
         kAny},
        {"boidwatching",
         "limit_acceleration.max",
         {"limit_acceleration.enabled=1"},
         effort,
         Of::end,
         0.0,
         0.5},
        {"boidwatching",
         "limit_acceleration.max",
         {"limit_acceleration.enabled=1"},
         size,
         Of::end,
         1.3,
         kAny},
        {"opensteer",
         "unit_flocking.alignment_view",
         {"unit_flocking.alignment_view=270"},
         clusters,
         Of::end,
         0.0,
         0.5},
        {"stampede",
         "gnu.sees.lion.separation.weight",
         {"gnu.sees.lion.separation.weight=0"},
         distanceToPrey(1),
         Of::mean,
         0.0,
         0.5},
        {"stampede", "gnu.cohesion.weight", {"gnu.cohesion.weight=0"}, nearest, Of::end, 1.2, kAny},
        {"vicsek", "vicsek.noise", {"vicsek.noise=30"}, polarisation, Of::end, 1.1, kAny},
        {"vicsek", "vicsek.noise", {"vicsek.noise=300"}, polarisation, Of::end, 0.0, 0.2},
        {"zones", "zones.orientation", {"zones.orientation=3"}, column("milling"), Of::end, 0.9, 1.1},
        {"zones", "zones.orientation", {"zones.orientation=7"}, polarisation, Of::end, 5.0, kAny},
        {"zones",
         "zones.orientation",
         {"zones.orientation=3"},
         polarisation,
         Of::end,
         0.8,
         1.1,
         20,
         {"zones.orientation=7"}},
        {"zones",
         "zones.orientation",
         {"zones.orientation=1.5"},
         polarisation,
         Of::end,
         0.8,
         1.1,
         20,
         {"zones.orientation=7"}},
        {"cucker-smale",
         "cucker_smale.exponent",
         {"cucker_smale.exponent=1.5"},
         column("clusters", 2),
         Of::end,
         0.0,
         0.1,
         0},
        {"flagtails", "flagtail.speed", {"flagtail.speed=0.1"}, polarisation, Of::end, 0.0, 0.4},
        {"particle-swarm-many",
         "particle_swarm.social",
         {"particle_swarm.social=0"},
         size,
         Of::end,
         2.0,
         kAny,
         0},
        {"particle-swarm-many",
         "particle_swarm.inertia",
         {"particle_swarm.inertia=1"},
         size,
         Of::end,
         2.0,
         kAny,
         0},
    };
}

/// Sentences of tooltips: what becomes of a flock with too much or too little of a value. The link is the
/// rule's key and the parameter's.
std::vector<Effect> tooltips() {
    const Measured polarisation = column("polarisation");
    const Measured nearest = column("nearest_neighbour");
    const Measured size = column("density", 1);
    const Measured clusters = column("clusters");
    const Measured effort = column("steering_effort");
    return {
        {"rathbun", "axis_separation.weight", {"axis_separation.weight=0"}, nearest, Of::end, 0.0, 0.5},
        {"starlings",
         "balanced_cohesion.weight",
         {"starling.balanced_cohesion.weight=0"},
         clusters,
         Of::end,
         5.0,
         kAny,
         10,
         {"starling.count=400", "falcon.count=0"}},
        {"starlings",
         "spacing.weight",
         {"starling.spacing.weight=2"},
         nearest,
         Of::end,
         0.0,
         0.8,
         10,
         {"starling.count=400", "falcon.count=0"}},
        {"goal-and-obstacles",
         "avoid_obstacles.weight",
         {"avoid_obstacles.weight=2"},
         partWithin(0.3),
         Of::mean,
         2.0,
         kAny},
        {"seb-lague", "contain.weight", {"contain.weight=0.5"}, partAtWall, Of::mean, 2.0, kAny},
        {"catching-fishes", "flock_pull.weight", {"flock_pull.weight=0"}, size, Of::end, 1.2, kAny},
        {"reef", "separation.weight", {"separation.weight=50"}, size, Of::end, 2.0, kAny},
        {"bait-ball", "cohesion.weight", {"sardine.cohesion.weight=10"}, nearest, Of::end, 0.0, 0.9},
        {"reef", "wander.weight", {"wander.weight=10"}, polarisation, Of::end, 0.0, 0.9},
        {"reef",
         "prefer_horizontal.weight",
         {"prefer_horizontal.weight=5"},
         column("shape"),
         Of::end,
         0.0,
         0.95},
        {"starlings",
         "prefer_height.weight",
         {"starling.prefer_height.weight=5"},
         column("climb"),
         Of::max,
         1.5,
         kAny,
         10,
         {"starling.count=1500"}},
        {"bait-ball", "flee.weight", {"sardine.sees.tuna.flee.weight=200"}, size, Of::max, 1.05, kAny},
        {"bait-ball",
         "stalk.distance",
         {"tuna.sees.sardine.stalk.distance=0.5"},
         column("alarm_wave", 1),
         Of::mean,
         1.5,
         kAny},
        {"bait-ball",
         "flock_cohesion.weight",
         {"sardine.flock_cohesion.weight=100"},
         nearest,
         Of::end,
         0.0,
         0.8},
        {"dorsogna", "morse.attraction", {"morse.attraction=0.01"}, size, Of::end, 2.0, kAny},
        {"dorsogna", "morse.repulsion", {"morse.repulsion=0.01"}, size, Of::end, 0.0, 0.7},
        {"carpentier",
         "prefer_distance.weight",
         {"sparrow.prefer_distance.weight=20"},
         effort,
         Of::end,
         1.5,
         kAny},
        {"carpentier",
         "match_velocity.weight",
         {"sparrow.match_velocity.weight=10"},
         polarisation,
         Of::end,
         1.1,
         kAny},
        {"reef",
         "separation_inverse_square.weight",
         {"separation_inverse_square.enabled=1", "separation_inverse_square.weight=50"},
         size,
         Of::end,
         1.5,
         kAny},
        {"rathbun",
         "inclusive_cohesion.weight",
         {"inclusive_cohesion.weight=0.05"},
         clusters,
         Of::end,
         2.0,
         kAny},
        {"rathbun",
         "inclusive_cohesion.weight",
         {"inclusive_cohesion.weight=0"},
         clusters,
         Of::end,
         1.2,
         kAny},
        {"zones", "zones.attraction", {"zones.attraction=0.05"}, clusters, Of::end, 5.0, kAny},
    };
}

/// Keys that a text links: [words](key).
std::vector<std::string> linksIn(std::string_view text) {
    std::vector<std::string> keys;
    for (std::size_t at = text.find("]("); at != std::string_view::npos; at = text.find("](", at + 1)) {
        const std::size_t end = text.find(')', at);
        keys.emplace_back(text.substr(at + 2, end - at - 2));
    }
    return keys;
}

/// Runs on and returns the wanted part of the samples.
double after(Simulation& simulation, const Effect& effect) {
    const int perSecond = simulation.scene().time.stepsPerSecond();
    const int samples = static_cast<int>(kSeconds / kBetweenSamples);
    const int every = std::max(1, static_cast<int>(kBetweenSamples * perSecond));
    double sum = 0.0;
    double most = 0.0;
    double last = 0.0;
    double count = 0.0;
    for (int sample = 0; sample < samples; ++sample) {
        runSteps(simulation, every);
        if (effect.of == Of::end && sample + 1 < samples) {
            continue;
        }
        last = effect.measure(simulation);
        if (!std::isnan(last)) {
            sum += last;
            most = std::max(most, last);
            count += 1.0;
        }
    }
    return effect.of == Of::end ? last : effect.of == Of::max ? most : sum / std::max(count, 1.0);
}

void apply(Simulation& simulation, const std::vector<std::string>& edits) {
    for (const std::string& edit : edits) {
        const std::size_t equals = edit.find('=');
        REQUIRE(simulation.apply({edit.substr(0, equals), std::stod(edit.substr(equals + 1))}));
    }
}

Simulation begun(const Effect& effect, std::uint64_t seed) {
    Scene scene = presetScene(effect.preset);
    scene.seed = seed;
    for (const std::string& assignment : effect.first) {
        REQUIRE(scene.applyText(assignment));
    }
    Simulation simulation = *Simulation::create(scene);
    runSteps(simulation, static_cast<int>(effect.before * simulation.scene().time.stepsPerSecond()));
    return simulation;
}

/// Checks that each sentence holds, over all seeds.
void checkAll(const std::vector<Effect>& each) {
    for (const Effect& effect : each) {
        double edited = 0.0;
        double plain = 0.0;
        for (std::uint64_t seed = 1; seed <= (kIsOptimised ? kSeeds : 0); ++seed) {
            Simulation simulation = begun(effect, seed);
            const Checkpoint from = simulation.checkpoint();
            plain += after(simulation, effect);
            REQUIRE(simulation.resume(from));
            apply(simulation, effect.edits);
            const double with = after(simulation, effect);
            edited += with;
        }
        CAPTURE(effect.preset, effect.edits, edited / kSeeds, plain / kSeeds);
        if (kIsOptimised) {
            CHECK(edited >= effect.min * plain);
            CHECK(edited <= effect.max * plain);
        }
    }
}

}  // namespace

TEST_CASE("every slider that a preset's text links has its effect tested", "[sim][effects]") {
    std::set<std::pair<std::string, std::string>> rows;
    for (const Effect& effect : effects()) {
        rows.emplace(effect.preset, effect.link);
    }
    std::set<std::pair<std::string, std::string>> links;
    for (const BuiltinPreset& preset : builtinPresets()) {
        const Scene scene = *openPreset(std::string(preset.name));
        for (const std::string& text : {scene.watch, scene.about}) {
            for (const std::string& key : linksIn(text)) {
                links.emplace(preset.name, key);
                INFO(preset.name << ": add a row to effects() for the sentence that links " << key);
                CHECK(rows.contains({std::string(preset.name), key}));
            }
        }
    }
    for (const auto& row : rows) {
        INFO(row.first << ": no text links " << row.second);
        CHECK(links.contains(row));
    }
}

TEST_CASE("every tooltip that says what too much or too little does is tested", "[sim][effects]") {
    std::set<std::string> rows;
    for (const Effect& effect : tooltips()) {
        rows.insert(effect.link);
    }
    for (const RegisteredRule& registered : registeredRules()) {
        const std::unique_ptr<Rule> rule = registered.make();
        for (const Parameter& parameter : rule->tunables().parameters) {
            const std::string key =
                std::string(registered.info->key) + "." + std::string(parameter.declared.key);
            const auto says = [&](std::string_view words) {
                return parameter.declared.help.find(words) != std::string_view::npos;
            };
            if (says("too much") || says("too little") || says("too weak") || says("too small") ||
                says("too near and")) {
                INFO("add a row to tooltips() for " << key << ": " << parameter.declared.help);
                CHECK(rows.contains(key));
            }
        }
    }
}

TEST_CASE("what the presets' texts say that a slider does happens within ten seconds",
          "[sim][effects][slow]") {
    checkAll(effects());
}

TEST_CASE("what tooltips say of too much or too little happens within ten seconds", "[sim][effects][slow]") {
    checkAll(tooltips());
}
