#include "app/commands/scene_setup.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/console.hpp"
#include "app/files/paths.hpp"
#include "app/files/preset_library.hpp"
#include "app/playback/session.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/population.hpp"
#include "sim/scene/renamed_keys.hpp"

namespace shoal {

namespace {

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
/// remainder. Prints which species keep their number.
void shareBoids(int boids, std::vector<Species>& species) {
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
    if (!kept.empty()) {
        printLine(
            fmt::format("--boids scales the common species; {} stay as they are", fmt::join(kept, " and ")));
    }
}

/// Sets the total number of boids, enlarges the world for them, and moves the camera back as far as the flock
/// grows.
void populate(int boids, Scene& scene) {
    if (scene.species.empty()) {
        return;
    }
    const Scene preset = scene;
    std::vector<Species> shared = scene.species;
    shareBoids(boids, shared);
    for (std::size_t index = 0; index < shared.size(); ++index) {
        const Edit edit{"species." + shared[index].name + ".count", static_cast<double>(shared[index].count)};
        for (const Edit& room : roomFor(preset, scene, edit)) {
            [[maybe_unused]] const Outcome grown = scene.apply(room);
            assert(grown && "roomFor keeps sizes within their ranges");
        }
        scene.species[index].count = shared[index].count;
    }
    const auto largest =
        std::ranges::max_element(preset.species, {}, &Species::count) - preset.species.begin();
    const auto radiusIn = [&](const Scene& each) {
        return each.species[static_cast<std::size_t>(largest)].start.radius;
    };
    const float distance = scene.camera.distance * radiusIn(scene) / radiusIn(preset);
    [[maybe_unused]] const Outcome moved =
        scene.apply(clampedEdit(scene, {"camera.distance", static_cast<double>(distance)}));
    assert(moved && "the distance is clamped to its range");
}

/// Returns how the program ends if no simulation can run this scene.
std::optional<Ending> refusalOf(const Scene& scene, const SceneOptions& options) {
    if (const Outcome legal = scene.check(); !legal) {
        return Ending{ExitStatus::badPreset, fmt::format("{}: {}", options.preset, legal.problem().text)};
    }
    return std::nullopt;
}

/// Applies the options to a preset's scene.
std::variant<Scene, Ending> asWanted(Scene scene, const SceneOptions& options) {
    if (options.seed) {
        scene.seed = *options.seed;
    }
    if (options.boids) {
        populate(*options.boids, scene);
    }
    if (auto wrong = applyAssignments(options.assignments, scene)) {
        return *wrong;
    }
    if (auto wrong = refusalOf(scene, options)) {
        return *wrong;
    }
    return scene;
}

std::variant<OpenedDocument, Ending> asWanted(Take take, const SceneOptions& options) {
    if (options.seed || options.boids) {
        return Ending{
            ExitStatus::wrongUsage,
            fmt::format("{}: a take has its own {}: omit {}", options.preset,
                        options.seed ? "seed" : "number of boids", options.seed ? "--seed" : "--boids")};
    }
    const auto moving =
        std::ranges::find_if(options.assignments, [](const auto& each) { return movesFlock(each); });
    if (moving != options.assignments.end()) {
        return Ending{
            ExitStatus::wrongUsage,
            fmt::format(
                "{}: a take replays its recorded motion; --set can change its camera and look, not {}",
                options.preset, moving->substr(0, moving->find('=')))};
    }
    // A caption shows what --set changes.
    if (!take.loaded) {
        take.loaded = take.scene;
    }
    if (auto wrong = applyAssignments(options.assignments, take.scene)) {
        return *wrong;
    }
    if (auto wrong = refusalOf(take.scene, options)) {
        return *wrong;
    }
    return take;
}

}  // namespace

std::variant<Scene, Ending> setUpScene(const SceneOptions& options) {
    auto scene = openPresetNamed(options.preset, userPaths());
    if (!scene) {
        return failedWith(ExitStatus::badPreset, scene.problem());
    }
    std::ranges::for_each(scene->warnings, printLine);
    return asWanted(std::move(*scene), options);
}

std::variant<OpenedDocument, Ending> setUpDocument(const SceneOptions& options) {
    auto document = openNamed(options.preset, userPaths());
    if (!document) {
        return failedWith(ExitStatus::badPreset, document.problem());
    }
    if (auto* take = std::get_if<Take>(&*document)) {
        return asWanted(std::move(*take), options);
    }
    std::ranges::for_each(std::get<Scene>(*document).warnings, printLine);
    auto scene = asWanted(std::move(std::get<Scene>(*document)), options);
    if (auto* ending = std::get_if<Ending>(&scene)) {
        return *ending;
    }
    return OpenedDocument(std::move(std::get<Scene>(scene)));
}

std::optional<Ending> applyAssignments(const std::vector<std::string>& assignments, Scene& scene) {
    for (const std::string& assignment : assignments) {
        const std::string written = assignment.substr(0, assignment.find('='));
        const std::string key = written.substr(0, written.find_last_not_of(" \t") + 1);
        if (const std::string present = withPresentNames(key); present != key) {
            printLine(fmt::format("--set: {} is now called {}; the old name works for one more release", key,
                                  present));
        }
        if (auto applied = scene.applyText(assignment); !applied) {
            return Ending{ExitStatus::wrongUsage, "--set: " + applied.problem().text};
        }
    }
    return std::nullopt;
}

}  // namespace shoal
