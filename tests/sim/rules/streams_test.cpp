// Rules that draw random numbers must not draw the same ones: a boid with two such rules would then do the
// same at random in both.

#include "sim/rule_trial.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr int kBoids = 3000;

/// A component of the answer of a rule, for each boid.
struct Answer {
    std::string name;
    std::vector<double> values;
};

/// Scales to mean 0 and length 1. False if all are equal.
bool normalise(std::vector<double>& values) {
    double mean = 0.0;
    for (const double value : values) {
        mean += value / static_cast<double>(values.size());
    }
    double squares = 0.0;
    for (double& value : values) {
        value -= mean;
        squares += value * value;
    }
    for (double& value : values) {
        value /= std::sqrt(squares);
    }
    return squares > 1e-12;
}

void put(Flock& flock, const Vec3f& at, const Vec3f& velocity, const Vec3f& memory) {
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        for (FlockState* state : {&flock.now(), &flock.before()}) {
            state->position.put(slot, at);
            state->velocity.put(slot, velocity);
        }
        for (RuleMemory& each : flock.memories()) {
            each.values.put(slot, memory);
        }
    }
}

/// Returns how boids that differ in nothing but their ids answer a rule: what varies is random. Pair rules
/// respond to one boid of another species.
std::vector<Answer> answersTo(const RegisteredRule& registered, const Vec3f& memory) {
    Scene scene = sceneWith({"count=3000"});
    furnish(scene);
    Species& other = scene.species.emplace_back();
    other.name = "other";
    other.count = 1;
    RuleSet* rules = &scene.species[0].rules;
    if (registered.kind == RuleKind::pair) {
        Interaction& interaction = scene.species[0].sees.emplace_back();
        interaction.observed = "other";
        interaction.perception.radius = 50.0f;
        rules = &interaction.rules;
        scene.species[0].rules.find(registered.info->key)->isEnabled = registered.make()->hasLimit();
    }
    rules->find(registered.info->key)->isEnabled = true;
    Simulation simulation = *Simulation::create(scene);
    simulation.step();  // it then has memories
    SimulationState state = simulation.checkpoint().state();
    put(state.flocks[0], {0.3f, -6.0f, 0.2f}, {0.5f, -1.0f, 0.25f}, memory);
    put(state.flocks[1], {2.0f, -6.0f, 0.2f}, {0.5f, 0.0f, 0.25f}, {});
    REQUIRE(simulation.resume(Checkpoint(std::move(state))));
    simulation.step();

    const Flock& flock = simulation.flocks()[0];
    std::vector<const Column3*> columns{&flock.steering(), &flock.now().velocity, &flock.now().position};
    for (const RuleMemory& each : flock.memories()) {
        columns.push_back(&each.values);
    }
    std::vector<Answer> answers;
    for (const Column3* column : columns) {
        for (const AlignedArray<float>* axis : {&column->x, &column->y, &column->z}) {
            Answer answer{std::string(registered.info->key), std::vector<double>(kBoids)};
            for (std::size_t slot = 0; slot < kBoids; ++slot) {
                answer.values[flock.now().id[slot]] = static_cast<double>((*axis)[slot]);
            }
            if (normalise(answer.values)) {
                answers.push_back(std::move(answer));
            }
        }
    }
    return answers;
}

double correlation(const Answer& a, const Answer& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.values.size(); ++k) {
        sum += a.values[k] * b.values[k];
    }
    return sum;
}

}  // namespace

TEST_CASE("no two rules draw the same random numbers", "[rules][random]") {
    std::vector<Answer> answers;
    std::vector<std::string> drawing;
    for (const RegisteredRule& registered : registeredRules()) {
        if (!registered.info->isSeeded) {
            continue;
        }
        // A rest on the ground that has not begun, and a place found on either side.
        const std::size_t before = answers.size();
        for (const Vec3f& memory : {Vec3f{}, Vec3f{-5, 1, 2}, Vec3f{-3, 1, 4}}) {
            for (Answer& answer : answersTo(registered, memory)) {
                answers.push_back(std::move(answer));
            }
        }
        if (answers.size() > before) {  // else it draws once for all boids
            drawing.emplace_back(registered.info->key);
        }
    }
    // These two once shared their numbers; both must be among the rules compared.
    for (const char* key : {"particle_swarm", "perch"}) {
        CAPTURE(key);
        CHECK(std::ranges::find(drawing, key) != drawing.end());
    }
    for (std::size_t a = 0; a < answers.size(); ++a) {
        for (std::size_t b = a + 1; b < answers.size(); ++b) {
            if (answers[a].name != answers[b].name) {
                INFO(answers[a].name << " and " << answers[b].name);
                // Chance stays below 5/√3000 = 0.09.
                REQUIRE(std::abs(correlation(answers[a], answers[b])) < 0.2);
            }
        }
    }
}
