#include "sim/scene/population.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <shoal/vec3.hpp>

#include "sim/scene/clamped_edit.hpp"

namespace shoal {

namespace {

/// Returns the index of the species whose count this key names.
std::optional<std::size_t> speciesCounted(const Scene& scene, std::string_view key) {
    const auto found = std::ranges::find_if(
        scene.species, [&](const Species& each) { return key == "species." + each.name + ".count"; });
    return found == scene.species.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - scene.species.begin()));
}

bool isFlat(const Start& start) {
    return start.shape == Start::Shape::ball ? start.flatness == 1.0f : start.height == 0.0f;
}

/// Returns the factor by which a region's sides change to hold `boids` at the density of `before`.
double growth(std::int64_t before, std::int64_t boids, bool isFlat) {
    const double ratio = static_cast<double>(std::max<std::int64_t>(boids, 1)) /
                         static_cast<double>(std::max<std::int64_t>(before, 1));
    return isFlat ? std::sqrt(ratio) : cubeRoot(ratio);
}

/// Whether fewer boids start in a smaller region: those of a flock do, or they would lose sight of each
/// other. A few predators around their prey do not, nor boids that start all over the world or on a shell.
bool shrinks(const Species& species, const World& world) {
    constexpr int kFew = 20;
    constexpr float kWhole = 0.9f;
    const Start& start = species.start;
    const Vec3f half = world.halfExtent();
    const bool isBall = start.shape == Start::Shape::ball;
    const bool fillsWorld = (isBall ? start.radius : start.width / 2) >= kWhole * half.x ||
                            (isBall ? start.radius : start.depth / 2) >= kWhole * half.z;
    return species.count > kFew && start.shape != Start::Shape::shell && !fillsWorld;
}

/// Returns the factor on the vertical part of a push that gives a flock whose sides have changed by `growth`
/// the proportions it has at `vertical`. The push, all through the flock, flattens it; cohesion, only along
/// its border, rounds it. With the same factor a larger flock spreads to a sheet no thicker than a small one.
double verticalAt(double vertical, double growth) {
    return 1.0 + (vertical - 1.0) / growth;
}

/// Adds the edits that take sizes from one growth to another. Leaves sizes that the user has set.
class Grower {
public:
    Grower(const Scene& reference, const Scene& now, std::vector<Edit>& edits)
        : m_reference(reference), m_now(now), m_edits(edits) {}

    void grow(const std::string& table, std::initializer_list<std::string_view> names, double before,
              double after) {
        for (const std::string_view name : names) {
            const std::string key = table + "." + std::string(name);
            const double size = *m_reference.value(key);
            change(key, size * before, size * after);
        }
    }

    void growVertical(const std::string& key, double before, double after) {
        const double vertical = *m_reference.value(key);
        change(key, verticalAt(vertical, before), verticalAt(vertical, after));
    }

private:
    void change(const std::string& key, double before, double after) {
        const Edit edit = clampedEdit(m_now, {key, after});
        const double now = *m_now.value(key);
        const bool follows = isSame(now, clampedEdit(m_now, {key, before}).shown);
        if (follows && !isSame(edit.shown, now)) {
            m_edits.push_back(edit);
        }
    }

    static bool isSame(double a, double b) {
        constexpr double kRounding = 1e-5;
        return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
    }

    const Scene& m_reference;
    Scene m_now;
    std::vector<Edit>& m_edits;
};

std::int64_t totalOf(const std::vector<Species>& species, const std::vector<bool>& counts) {
    std::int64_t total = 0;
    for (std::size_t index = 0; index < species.size(); ++index) {
        total += counts[index] ? species[index].count : 0;
    }
    return total;
}

/// Marks the species that --boids scales. Species with fewer than one boid in twenty keep their number as
/// long as they stay a minority: a bait ball without its shark is another scene.
std::vector<bool> scaledSpecies(const std::vector<Species>& species, std::int64_t boids) {
    constexpr std::int64_t kRare = 20;
    const std::vector<bool> all(species.size(), true);
    const std::int64_t total = totalOf(species, all);
    std::vector<bool> scaled = all;
    for (std::size_t index = 0; index < species.size(); ++index) {
        scaled[index] = species[index].count * kRare >= total;
    }
    const std::int64_t rare = total - totalOf(species, scaled);
    return 2 * rare < boids ? scaled : all;
}

/// Sets the total number of boids: scales the species in proportion, except rare ones. The largest takes the
/// remainder. Returns the number and name of each species that keeps its number.
std::vector<std::string> shareBoids(int boids, std::vector<Species>& species) {
    const std::vector<bool> isScaled = scaledSpecies(species, boids);
    const std::int64_t total = totalOf(species, isScaled);
    std::int64_t left = boids - (totalOf(species, std::vector<bool>(species.size(), true)) - total);
    const std::int64_t shared = left;
    std::vector<std::string> kept;
    for (std::size_t index = 0; index < species.size(); ++index) {
        Species& each = species[index];
        if (!isScaled[index]) {
            kept.push_back(fmt::format("{} {}", each.count, each.name));
            continue;
        }
        each.count = total == 0 ? 0 : static_cast<int>(shared * each.count / total);
        left -= each.count;
    }
    std::ranges::max_element(species, {}, &Species::count)->count += static_cast<int>(left);
    return kept;
}

}  // namespace

std::vector<Edit> worldGrowthFor(const Scene& reference, const Scene& now, const Edit& edit) {
    std::vector<Edit> edits;
    const auto index = speciesCounted(now, edit.key);
    const auto referred = speciesCounted(reference, edit.key);
    if (!index || !referred) {
        return edits;
    }
    Grower grower(reference, now, edits);
    const Species& species = now.species[*index];
    const Species& before = reference.species[*referred];
    const auto count = static_cast<std::int64_t>(std::clamp(edit.shown, 0.0, static_cast<double>(kMaxBoids)));
    const bool isSpeciesFlat = isFlat(before.start);
    const double sidesBefore = growth(before.count, species.count, isSpeciesFlat);
    const double sidesAfter = growth(before.count, count, isSpeciesFlat);
    const double minSides = shrinks(before, reference.world) ? 0.0 : 1.0;
    const std::string table = "species." + species.name;
    grower.grow(table + ".start", {"radius", "width", "height", "depth"}, std::max(sidesBefore, minSides),
                std::max(sidesAfter, minSides));
    const double grownBefore = std::max(sidesBefore, 1.0);
    const double grownAfter = std::max(sidesAfter, 1.0);
    if (before.rules.find("separation")->isEnabled && !isSpeciesFlat) {
        grower.growVertical(table + ".separation.vertical", grownBefore, grownAfter);
    }
    if (before.rules.find("roost")->isEnabled) {
        // A wider turn at the same speed needs less acceleration.
        grower.grow(table + ".roost", {"radius"}, grownBefore, grownAfter);
        grower.grow(table + ".roost", {"weight"}, 1.0 / grownBefore, 1.0 / grownAfter);
    }
    if (!now.ground.isSurface()) {
        const bool isWorldFlat =
            std::ranges::all_of(reference.species, [](const Species& each) { return isFlat(each.start); });
        const std::int64_t boids = now.boidCount();
        const double worldBefore = std::max(growth(reference.boidCount(), boids, isWorldFlat), 1.0);
        const double worldAfter =
            std::max(growth(reference.boidCount(), boids - species.count + count, isWorldFlat), 1.0);
        grower.grow("world", {"width", "depth"}, worldBefore, worldAfter);
        if (!isWorldFlat) {
            grower.grow("world", {"height"}, worldBefore, worldAfter);
        }
    }
    return edits;
}

std::vector<std::string> populate(int boids, Scene& scene) {
    if (scene.species.empty()) {
        return {};
    }
    const Scene preset = scene;
    std::vector<Species> shared = scene.species;
    std::vector<std::string> kept = shareBoids(boids, shared);
    for (std::size_t index = 0; index < shared.size(); ++index) {
        const Edit edit{"species." + shared[index].name + ".count", static_cast<double>(shared[index].count)};
        for (const Edit& room : worldGrowthFor(preset, scene, edit)) {
            [[maybe_unused]] const auto grown = scene.apply(room);
            assert(grown && "worldGrowthFor keeps sizes within their ranges");
        }
        scene.species[index].count = shared[index].count;
    }
    const auto largest =
        std::ranges::max_element(preset.species, {}, &Species::count) - preset.species.begin();
    const auto radiusIn = [&](const Scene& each) {
        return each.species[static_cast<std::size_t>(largest)].start.radius;
    };
    const float ratio = radiusIn(scene) / radiusIn(preset);
    // A smaller flock fills less of the picture: right before it, the camera would lose boids at every turn.
    const float distance = scene.camera.distance * (ratio < 1.0f ? std::sqrt(ratio) : ratio);
    [[maybe_unused]] const auto moved =
        scene.apply(clampedEdit(scene, {"camera.distance", static_cast<double>(distance)}));
    assert(moved && "the distance is clamped to its range");
    return kept;
}

}  // namespace shoal
