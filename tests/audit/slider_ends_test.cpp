// Whether any end of any slider makes a flock explode: where settings ask for more than a step can follow, a
// flock moves faster or spreads wider than it does in shorter steps.

#include <string_view>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "optimised.hpp"
#include "sim/trial.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

constexpr int kEndCount = 40;  // boids of a species
constexpr int kSteps = 240;
constexpr int kFiner = 8;          // shorter steps in one of the preset's
constexpr double kFaster = 1.5;    // times as fast as in shorter steps, and
constexpr double kWider = 2.0;     // times as wide, is an explosion
constexpr double kMinSpeed = 0.1;  // [m/s] slower than this is no explosion

struct Reached {
    double speed = 0.0;   ///< [m/s] root mean square over the boids, largest of all species
    double spread = 0.0;  ///< [m] root mean square distance from the centre, likewise
};

Scene presetOfFew(const std::string& preset) {
    Scene scene = presetScene(preset);
    for (Species& species : scene.species) {
        species.count = std::min(species.count, kEndCount);
    }
    return scene;
}

/// Whether the source gives the model's numbers for one step, so that in shorter steps it is another model.
bool hasStepOfItsOwn(const Scene& scene) {
    constexpr float kShort = 0.1f;  // [s] no equation in continuous time needs steps as long as this
    return scene.time.step >= kShort || std::ranges::any_of(scene.species, [](const Species& each) {
               return each.rules.find("particle_swarm")->isEnabled;
           });
}

/// The same scene in shorter steps, in each of which all boids decide.
Scene finer(Scene scene) {
    scene.time.step /= static_cast<float>(kFiner);
    for (Species& species : scene.species) {
        species.decisionRate = kMaxDecisionRate;
    }
    return scene;
}

/// The largest speed that the scene sets for a boid [m/s]. Between two decisions a searching particle may go
/// as often across the surface as its pulls say.
double statedSpeed(Scene scene) {
    double speed = 0.0;
    for (const Species& species : scene.species) {
        const Rule& swarm = *species.rules.find("particle_swarm");
        if (swarm.isEnabled) {
            const auto seconds = static_cast<double>(scene.time.step) * *scene.value("particle_swarm.frame");
            const double pulls =
                *scene.value("particle_swarm.cognitive") + *scene.value("particle_swarm.social");
            speed = pulls * static_cast<double>(std::hypot(scene.world.width, scene.world.depth)) / seconds;
        }
    }
    for (const Section& section : scene.sections()) {
        if (section.rule != nullptr && !section.rule->isEnabled) {
            continue;
        }
        for (std::size_t k = 0; k < section.tunables.parameters.size(); ++k) {
            const Parameter& parameter = section.tunables.parameters[k];
            if (parameter.declared.unit == "m/s") {
                speed = std::max(speed, parameter.shown(section.tunables.get(k)));
            }
        }
    }
    return speed;
}

Reached reachedIn(const Scene& scene, int steps) {
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    runSteps(simulation, steps);
    Reached reached;
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        const Flock& flock = simulation.flocks()[index];
        if (flock.count() == 0) {
            continue;
        }
        // On the ground, heights are those of the slopes, and no spread or speed of the flock's own.
        const bool walks = scene.species[index].rules.find("walk")->isEnabled;
        const auto meanSquare = [&](const Column3& column, const Vec3d& from) {
            double sum = 0.0;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                Vec3d part = asDouble(column.at(slot)) - from;
                part.y = walks ? 0.0 : part.y;
                sum += dot(part, part);
            }
            return sum / static_cast<double>(flock.count());
        };
        reached.speed = std::max(reached.speed, std::sqrt(meanSquare(flock.now().velocity, {})));
        reached.spread =
            std::max(reached.spread, std::sqrt(meanSquare(flock.now().position, centreOf(flock))));
    }
    return reached;
}

/// Describes the explosion if this scene ends faster or wider than it may; empty if it does not.
std::string explosionOf(const Scene& scene, const Scene& preset, const Reached& usual) {
    const Reached reached = reachedIn(scene, kSteps);
    // A speed that the slider itself sets says nothing: the same flock in shorter steps does.
    const double stated = std::max(statedSpeed(hasStepOfItsOwn(scene) ? scene : preset), kMinSpeed);
    const auto isBeyond = [&](const Reached& other, double spread) {
        return reached.speed > kFaster * std::max(other.speed, stated) || reached.spread > kWider * spread;
    };
    // A flock that no longer holds together flies straight on.
    const double flown = stated * kSteps * static_cast<double>(scene.time.step);
    Reached exact = usual;
    double spread = hasStepOfItsOwn(scene) ? usual.spread + flown : usual.spread;
    if (isBeyond(usual, spread) && !hasStepOfItsOwn(scene)) {
        exact = reachedIn(finer(scene), kSteps * kFiner);
        exact.speed = std::max(exact.speed, usual.speed);
        spread = std::max(exact.spread, usual.spread);
    }
    return isBeyond(exact, spread)
               ? fmt::format("{:.3g} m/s, {:.3g} m instead of {:.3g} m/s, {:.3g} m, with {:.3g} m/s set",
                             reached.speed, reached.spread, exact.speed, spread, stated)
               : std::string();
}

/// Describes the ends of this preset's sliders at which its flock explodes.
std::vector<std::string> explosionsOf(const std::string& preset) {
    Scene scene = presetOfFew(preset);
    const Reached usual = reachedIn(scene, kSteps);
    const std::vector<Section> sections = scene.sections();
    std::vector<std::string> found;
    for (std::size_t s = 0; s < sections.size(); ++s) {
        const Section& section = sections[s];
        if (section.isFixed || (section.rule != nullptr && !section.rule->isEnabled)) {
            continue;
        }
        for (std::size_t k = 0; k < section.tunables.parameters.size(); ++k) {
            const Parameter& parameter = section.tunables.parameters[k];
            const Declaration& declared = parameter.declared;
            if (declared.affects == Affects::picture || declared.key == "count" ||
                (parameter.form != Form::number && parameter.form != Form::integer)) {
                continue;
            }
            const SliderTravel travel =
                travelOf(scene, sections, s, k, parameter.shown(section.tunables.get(k)));
            for (const double end : {travel.min, travel.max}) {
                Scene changed = scene;
                const Edit edit{section.path + "." + std::string(declared.key), end};
                REQUIRE(changed.apply(edit));
                if (const std::string explosion = explosionOf(changed, scene, usual); !explosion.empty()) {
                    found.push_back(fmt::format("{}: {}={}: {}", preset, edit.key, edit.shown, explosion));
                }
            }
        }
    }
    return found;
}

}  // namespace

TEST_CASE("no end of a slider of these presets makes a flock faster or wider than it is in shorter steps",
          "[audit][ends]") {
    for (const char* preset : {"zones", "cucker-smale", "dorsogna", "catching-fishes-separation"}) {
        for (const std::string& explosion : explosionsOf(preset)) {
            FAIL_CHECK(explosion);
        }
    }
}

TEST_CASE("no end of any preset's slider makes a flock faster or wider than it is in shorter steps",
          "[audit][ends][slow]") {
    // Without optimisation some presets take as long as otherwise all.
    const std::size_t every = kIsOptimised ? 1 : 10;
    const auto presets = builtinPresets();
    for (std::size_t index = 0; index < presets.size(); index += every) {
        for (const std::string& explosion : explosionsOf(std::string(presets[index].name))) {
            FAIL_CHECK(explosion);
        }
    }
}

}  // namespace shoal::test
