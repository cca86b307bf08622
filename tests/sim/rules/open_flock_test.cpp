// The rules that let a flock live without walls, against plain definitions.

#include <shoal/rules/pair/balanced_cohesion.hpp>
#include <shoal/rules/pair/spacing.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

double dotOf(const Vec3d& a, const Vec3d& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// A sideways pull towards a roost, written from its description: along w minus its part along the heading,
/// or straight to the left if that is too short to tell the side.
struct RoostOracle {
    double weight = 0.0;  ///< [m/s²]
    double radius = 0.0;  ///< [m]
    double x = 0.0;       ///< [m]
    double z = 0.0;       ///< [m]

    struct Push {
        Vec3d value;
        bool isAmbiguous = false;  ///< rounding could decide which side to turn to
    };

    Push at(const Vec3d& place, const Vec3d& velocity) const {
        const Vec3d to{x - place.x, 0.0, z - place.z};
        const double away = lengthOf(to);
        const Vec3d inwards = unitOf(to);
        const Vec3d heading = unitOf(velocity);
        const double facing = dotOf(inwards, heading);
        Vec3d side = inwards + heading * -facing;
        const bool isAmbiguous = std::abs(lengthOf(side) - 0.3) < 1e-5;
        if (lengthOf(side) < 0.3) {
            side = unitOf({heading.z, 0.0, -heading.x}) * 0.3;
        }
        const double strength = std::clamp((away - radius) / radius, 0.0, 1.0);
        return {side * (weight * strength * (0.75 - 0.5 * facing)), isAmbiguous};
    }
};

double shareOnOneSide(const oracle::Boids& boids, std::size_t self,
                      const std::vector<std::size_t>& neighbours) {
    Vec3d sum;
    for (const std::size_t j : neighbours) {
        sum += unitOf(boids[j].position - boids[self].position);
    }
    return lengthOf(sum) / std::max(static_cast<double>(neighbours.size()), 8.0);
}

/// The push of `spacing`, each neighbour's part along the heading shortened first.
Vec3d spacingPush(const oracle::Boids& boids, std::size_t self, const std::vector<std::size_t>& neighbours,
                  const Spacing& rule) {
    const double radius = static_cast<double>(rule.radius);
    const Vec3d heading = unitOf(boids[self].velocity);
    Vec3d push;
    for (const std::size_t j : neighbours) {
        const Vec3d offset = boids[j].position - boids[self].position;
        const double along = dotOf(offset, heading);
        const Vec3d shortened =
            offset - heading * along + heading * (along / static_cast<double>(rule.stretch));
        const double distance = std::max(lengthOf(shortened), radius / 20.0);
        if (distance < radius) {
            push += shortened * ((1.0 - radius / distance) / distance);
        }
    }
    const double border = std::clamp(4.0 * shareOnOneSide(boids, self, neighbours) - 0.6, 0.0, 1.0);
    return push * (static_cast<double>(rule.weight) *
                   std::max(1.0 - static_cast<double>(rule.yielding) * border, 0.0));
}

Vec3d balancedPull(const oracle::Boids& boids, std::size_t self, const std::vector<std::size_t>& neighbours,
                   const BalancedCohesion& rule) {
    Vec3d pull;
    for (const std::size_t j : neighbours) {
        const Vec3d offset = boids[j].position - boids[self].position;
        pull += unitOf(offset) * std::min(lengthOf(offset) / static_cast<double>(rule.distance), 1.0);
    }
    pull = pull * (static_cast<double>(rule.weight) / std::max(static_cast<double>(neighbours.size()), 8.0));
    return {pull.x, pull.y * static_cast<double>(rule.vertical), pull.z};
}

}  // namespace

TEST_CASE("spacing and balanced cohesion steer as their formulas say", "[sim][rules][oracle]") {
    const struct {
        Spacing spacing;
        BalancedCohesion cohesion;
        const char* kind;
    } trials[] = {{{}, {}, "balanced"},
                  {{40.0f, 1.2f, 1.0f, 0.0f}, {3.0f, 0.7f, 4.7f}, "balanced"},
                  {{2.0f, 0.6f, 3.0f, 6.0f}, {30.0f, 2.0f, 0.5f}, "metric"}};
    for (const auto& [spacing, cohesion, kind] : trials) {
        for (const char* key : {"spacing", "balanced_cohesion"}) {
            Scene scene = sceneWith({"perception.radius=2.5", "perception.count=32"});
            REQUIRE(scene.applyText(std::string("perception.kind=") + kind));
            const auto set = [&scene](const char* name, float value) {
                REQUIRE(scene.apply({name, static_cast<double>(value)}));
            };
            set("spacing.weight", spacing.weight);
            set("spacing.radius", spacing.radius);
            set("spacing.stretch", spacing.stretch);
            set("spacing.yielding", spacing.yielding);
            set("balanced_cohesion.weight", cohesion.weight);
            set("balanced_cohesion.distance", cohesion.distance);
            set("balanced_cohesion.vertical", cohesion.vertical);
            REQUIRE(scene.applyText(std::string(key) + ".enabled=on"));
            oracle::NeighbourQuery query;
            query.radius = 2.5;
            query.isBalanced = std::string(kind) == "balanced";
            query.nearest = query.isBalanced ? 32 : 0;
            // Inside and at the border, where the push yields.
            const Layout layout = uniformLayout(400, {4.0f, 3.0f, 4.0f}, 7);
            const oracle::Boids boids = boidsOf(layout);
            const Stepped stepped = stepOnce(scene, layout);
            int compared = 0;
            int atBorder = 0;
            for (std::size_t id = 0; id < layout.count(); ++id) {
                const oracle::View view = oracle::look(boids, id, query);
                if (view.isAmbiguous) {
                    continue;
                }
                ++compared;
                atBorder += shareOnOneSide(boids, id, view.neighbours) > 0.2 ? 1 : 0;
                const bool isSpacing = std::string(key) == "spacing";
                const Vec3d wanted = isSpacing ? spacingPush(boids, id, view.neighbours, spacing)
                                               : balancedPull(boids, id, view.neighbours, cohesion);
                const double weight = static_cast<double>(isSpacing ? spacing.weight : cohesion.weight);
                CAPTURE(key, kind, id);
                CHECK(errorOf(stepped.steering[id], wanted) < 1e-4 * (weight + lengthOf(wanted)));
            }
            CHECK(compared > 300);
            CHECK(atBorder > 100);
        }
    }
}

TEST_CASE("roost turns boids as its formula says", "[sim][rules][oracle]") {
    const RoostOracle oracles[] = {{2.5, 20.0, 0.0, 0.0}, {7.0, 3.0, -30.0, 12.0}, {1.0, 60.0, 5.0, 90.0}};
    for (const RoostOracle& oracle : oracles) {
        Scene scene = sceneWith({"roost.enabled=on", "world.width=400", "world.depth=400"});
        const auto set = [&scene](const char* key, double value) { REQUIRE(scene.apply({key, value})); };
        set("roost.weight", oracle.weight);
        set("roost.radius", oracle.radius);
        set("roost.x", oracle.x);
        set("roost.z", oracle.z);
        const Layout layout = uniformLayout(500, {150.0f, 20.0f, 150.0f}, 7);
        const Stepped stepped = stepOnce(scene, layout);
        int turned = 0;
        for (std::size_t id = 0; id < layout.count(); ++id) {
            const auto wanted = oracle.at(asDouble(layout.positions[id]), asDouble(layout.velocities[id]));
            if (wanted.isAmbiguous) {
                continue;
            }
            turned += lengthOf(wanted.value) > 0.0 ? 1 : 0;
            CAPTURE(id, oracle.radius);
            CHECK(errorOf(stepped.steering[id], wanted.value) < 2e-5 * oracle.weight);
            // It only turns.
            CHECK(std::abs(dotOf(asDouble(stepped.steering[id]), unitOf(asDouble(layout.velocities[id])))) <
                  2e-5 * oracle.weight);
        }
        CHECK(turned > 200);
    }
}

TEST_CASE("over a roost a bird stays, and without it leaves", "[sim][rules]") {
    const auto farthest = [](const char* roost) {
        Scene scene = sceneWith({roost, "world.width=2000", "world.depth=2000", "world.height=200"});
        Layout layout;
        for (int k = 0; k < 16; ++k) {
            const double angle = 0.4 * k;
            layout.positions.push_back({0.0f, static_cast<float>(k), 0.0f});
            layout.velocities.push_back({static_cast<float>(10.0 * std::cos(angle)), 0.0f,
                                         static_cast<float>(10.0 * std::sin(angle))});
        }
        Simulation simulation = placed(scene, layout);
        double most = 0.0;
        for (int second = 0; second < 80; ++second) {
            runSeconds(simulation, 1);
            for (const Vec3f& place : positionsById(simulation)) {
                most = std::max(most, static_cast<double>(std::hypot(place.x, place.z)));
            }
        }
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            CHECK(lengthOf(velocity) == test::approx(10.0).epsilon(0.02));
        }
        return most;
    };
    CHECK(farthest("roost.enabled=on") < 200.0);
    CHECK(farthest("roost.enabled=off") > 700.0);
}

TEST_CASE("velocity noise spreads velocities as a random walk does, alike along each axis", "[sim][rules]") {
    Scene scene = sceneWith({"velocity_noise.enabled=on", "velocity_noise.deviation=0.8"});
    Layout layout;
    for (int k = 0; k < 4000; ++k) {
        layout.positions.push_back({0.001f * static_cast<float>(k), 0.0f, 0.0f});
        layout.velocities.push_back({0.0f, 3.0f, 0.0f});
    }
    Simulation simulation = placed(scene, layout);
    for (const int seconds : {1, 4}) {
        runSeconds(simulation, seconds == 1 ? 1 : 3);
        Vec3d mean;
        Vec3d squares;
        double together = 0.0;
        const double share = 1.0 / static_cast<double>(layout.count());
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            const Vec3d change = asDouble(velocity) + Vec3d{0.0, -3.0, 0.0};
            mean += change * share;
            squares += Vec3d{change.x * change.x, change.y * change.y, change.z * change.z} * share;
            together += change.x * change.y * share;
        }
        const double deviation = 0.8 * std::sqrt(static_cast<double>(seconds));
        for (const double square : {squares.x, squares.y, squares.z}) {
            CHECK(std::sqrt(square) == approx(deviation).epsilon(0.05));
        }
        CHECK(lengthOf(mean) < 6.0 * deviation * std::sqrt(share));
        CHECK(std::abs(together) < 6.0 * deviation * deviation * std::sqrt(share));
    }
}
