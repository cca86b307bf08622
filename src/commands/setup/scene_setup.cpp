#include "commands/setup/scene_setup.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "play/session/session.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/population.hpp"
#include "sim/text/did_you_mean.hpp"
#include "terminal/console.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

namespace {

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
        if (const std::vector<std::string> kept = populate(*options.boids, scene); !kept.empty()) {
            printLine(fmt::format("--boids scales the common species and leaves {} unchanged",
                                  fmt::join(kept, " and ")));
        }
    }
    if (auto wrong = applyAssignments(options.assignments, scene)) {
        return *wrong;
    }
    if (auto wrong = refusalOf(scene, options)) {
        return *wrong;
    }
    return scene;
}

std::variant<Take, Ending> asWanted(Take take, const SceneOptions& options) {
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
    return asWanted(std::move(*scene), options);
}

std::variant<PreparedDocument, Ending> setUpDocument(const SceneOptions& options) {
    auto document = openNamed(options.preset, userPaths());
    if (!document) {
        return failedWith(ExitStatus::badPreset, document.problem());
    }
    Scene saved = sceneOf(*document);
    if (auto* opened = std::get_if<Take>(&*document)) {
        auto take = asWanted(std::move(*opened), options);
        if (auto* ending = std::get_if<Ending>(&take)) {
            return *ending;
        }
        return PreparedDocument{std::move(std::get<Take>(take)), std::move(saved)};
    }
    auto scene = asWanted(saved, options);
    if (auto* ending = std::get_if<Ending>(&scene)) {
        return *ending;
    }
    return PreparedDocument{std::move(std::get<Scene>(scene)), std::move(saved)};
}

std::optional<Ending> applyAssignments(const std::vector<std::string>& assignments, Scene& scene) {
    for (const std::string& assignment : assignments) {
        if (auto applied = applySetting(scene, assignment); !applied) {
            return failedWith(ExitStatus::wrongUsage,
                              {"--set: " + applied.problem().text, applied.problem().kind});
        }
    }
    return std::nullopt;
}

Result<std::size_t> speciesNamed(const Scene& scene, const std::string& name) {
    if (name.empty()) {
        return std::size_t{0};
    }
    std::vector<std::string> names;
    for (const Species& species : scene.species) {
        names.push_back(species.name);
    }
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        return Problem{
            fmt::format("--species: {} has no species \"{}\"{}", scene.name, name, didYouMean(name, names))};
    }
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace shoal
