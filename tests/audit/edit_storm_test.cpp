// Random edits to the ends of sliders, in every built-in preset.

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "optimised.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

constexpr int kEdits = kIsOptimised ? 100'000 : 4000;
constexpr int kEditsInRow = 100;     // before the preset begins again
constexpr int kMaxCount = 60;        // boids of a species
constexpr float kTolerance = 1e-3f;  // [m]

bool isFinite(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Distance of a place outside the walls [m]; negative inside.
float outsideWalls(const World& world, const Vec3f& at) {
    const Vec3f half = world.halfExtent();
    if (world.shape == World::Shape::sphere) {
        return std::sqrt(lengthSq(at)) - half.x;
    }
    return std::max({std::abs(at.x) - half.x, std::abs(at.y) - half.y, std::abs(at.z) - half.z});
}

/// The same for a world whose opposite sides meet: the box around a sphere.
float outsideSides(const World& world, const Vec3f& at) {
    const Vec3f half = world.halfExtent();
    return std::max({std::abs(at.x) - half.x, std::abs(at.y) - half.y, std::abs(at.z) - half.z});
}

template <class IsSo>
bool hasRule(const Species& species, const IsSo& isSo) {
    return std::ranges::any_of(species.rules,
                               [&](const auto& rule) { return rule->isEnabled && isSo(rule->info()); });
}

/// Distance of a boid outside the bounds that its species has [m]; negative inside or without bounds.
float outside(const World& world, const Species& species, const Vec3f& at, const Vec3f& velocity) {
    const bool isResting = species.rules.find("perch")->isEnabled && velocity == Vec3f{0, 0, 0};
    if (isResting) {
        return -1.0f;  // it stays where it landed, even if walls are moved past it
    }
    if (hasRule(species, [](const RuleInfo& info) { return info.isWall; })) {
        return outsideWalls(world, at);
    }
    return hasRule(species, [](const RuleInfo& info) { return info.wrapsWorld; }) ? outsideSides(world, at)
                                                                                  : -1.0f;
}

/// Whether rules set the height of boids by the ground, which may lie outside the world.
bool standsOnGround(const Species& species) {
    return species.rules.find("walk")->isEnabled || species.rules.find("perch")->isEnabled;
}

/// Describes the first boid that is not finite, or outside the bounds that its species has; empty if there is
/// none.
std::string lostBoid(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        const Flock& flock = simulation.flocks()[index];
        const Species& species = scene.species[index];
        const float heightCounts = standsOnGround(species) ? 0.0f : 1.0f;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const Vec3f at = flock.now().position.at(slot);
            const Vec3f velocity = flock.now().velocity.at(slot);
            const float past = outside(scene.world, species, {at.x, heightCounts * at.y, at.z}, velocity);
            if (!isFinite(at) || !isFinite(velocity) || past > kTolerance) {
                return fmt::format("{} at {} {} {}, velocity {} {} {}, {} m outside", species.name, at.x,
                                   at.y, at.z, velocity.x, velocity.y, velocity.z, past);
            }
        }
    }
    return {};
}

class Storm {
public:
    Storm(Scene preset, std::uint64_t seed)
        : m_preset(std::move(preset)), m_random(seed), m_simulation(begin()) {}

    /// Makes edits with steps between them.
    void run(int edits) {
        for (int edit = 0; edit < edits; ++edit) {
            if (edit % kEditsInRow == 0) {
                m_simulation = begin();
                m_made.clear();
            }
            makeEdit();
            for (int step = number(0, 2); step > 0; --step) {
                m_simulation.step();
                ++m_steps;
                const std::string lost = lostBoid(m_simulation);
                if (!lost.empty()) {
                    INFO("after these edits:" << m_made);
                    FAIL(lost);
                }
            }
        }
    }

    int accepted() const { return m_accepted; }
    int steps() const { return m_steps; }

private:
    Simulation begin() {
        for (Species& species : m_preset.species) {
            species.count = std::min(species.count, kMaxCount);
        }
        SimulationOptions options;
        options.threads = 1;
        return *Simulation::create(m_preset, options);
    }

    int number(int min, int max) { return std::uniform_int_distribution(min, max)(m_random); }

    /// Makes one edit that the panel or `--set` could make.
    void makeEdit() {
        Scene scene = m_simulation.scene();
        const std::vector<Section> sections = scene.sections();
        for (;;) {
            const auto index = static_cast<std::size_t>(number(0, static_cast<int>(sections.size()) - 1));
            const Section& section = sections[index];
            // Rules that are on count twice, because most are off.
            const bool isOff = section.rule != nullptr && !section.rule->isEnabled;
            if (section.isFixed || section.tunables.parameters.empty() || (isOff && number(0, 1) == 0)) {
                continue;
            }
            if (section.rule != nullptr && number(0, 3) == 0) {
                return apply({section.path + ".enabled", static_cast<double>(number(0, 1))});
            }
            const auto tunable =
                static_cast<std::size_t>(number(0, static_cast<int>(section.tunables.parameters.size()) - 1));
            return apply({section.path + "." + std::string(section.tunables.parameters[tunable].declared.key),
                          endOf(scene, sections, index, tunable)});
        }
    }

    /// Returns an end of the slider, of the range that files accept, or for a choice any of its values.
    double endOf(const Scene& scene, const std::vector<Section>& sections, std::size_t section,
                 std::size_t tunable) {
        const Tunables& tunables = sections[section].tunables;
        const Parameter& parameter = tunables.parameters[tunable];
        const Declaration& declared = parameter.declared;
        if (parameter.form == Form::choice) {
            return number(0, static_cast<int>(declared.choices.size()) - 1);
        }
        if (parameter.form == Form::toggle) {
            return number(0, 1);
        }
        if (parameter.form == Form::integer && declared.max >= 1e6) {
            return number(static_cast<int>(declared.min), kMaxCount);  // a count of boids ends at a million
        }
        const bool isLow = number(0, 1) == 0;
        if (number(0, 1) == 0) {
            return isLow ? declared.min : declared.max;
        }
        const SliderTravel travel =
            travelOf(scene, sections, section, tunable, parameter.shown(tunables.get(tunable)));
        return isLow ? travel.min : travel.max;
    }

    void apply(const Edit& edit) {
        m_made += fmt::format("\n  {}={} after {} steps", edit.key, edit.shown, m_simulation.stepCount());
        const auto applied = m_simulation.apply(edit);
        INFO(edit.key << '=' << edit.shown);
        INFO((applied ? std::string() : applied.problem().text));
        REQUIRE(applied);
        ++m_accepted;
        if (number(0, 99) == 0) {
            m_simulation.restart(m_preset.seed);
        }
    }

    Scene m_preset;
    std::mt19937_64 m_random;
    Simulation m_simulation;
    std::string m_made;
    int m_accepted = 0;
    int m_steps = 0;
};

}  // namespace

TEST_CASE("a hundred thousand edits to the ends of sliders leave every preset finite and within its walls",
          "[audit][slow]") {
    const auto start = std::chrono::steady_clock::now();
    const auto presets = builtinPresets();
    const int each = kEdits / static_cast<int>(presets.size()) + 1;
    int edits = 0;
    int steps = 0;
    for (std::size_t index = 0; index < presets.size(); ++index) {
        INFO(presets[index].name << ", seed " << index);
        auto scene = openPreset(std::string(presets[index].name));
        REQUIRE(scene);
        Storm storm(*scene, index);
        storm.run(each);
        edits += storm.accepted();
        steps += storm.steps();
    }
    CHECK(edits >= kEdits);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fmt::print("{} edits and {} steps in {} presets, {:.1f} s\n", edits, steps, presets.size(), took.count());
}

}  // namespace shoal::test
