#include "app/scene_setup.hpp"

#include <numeric>

#include "app/paths.hpp"
#include "app/preset_library.hpp"

namespace shoal {

namespace {

/// Shares `boids` among the species in the proportions that they have; the first takes what rounding leaves.
void shareBoids(int boids, std::vector<Species>& species) {
    if (species.empty()) {
        return;
    }
    const auto total =
        std::accumulate(species.begin(), species.end(), std::int64_t{0},
                        [](std::int64_t sum, const Species& each) { return sum + each.count; });
    int left = boids;
    for (Species& each : species) {
        each.count = total == 0 ? 0 : static_cast<int>(std::int64_t{boids} * each.count / total);
        left -= each.count;
    }
    species.front().count += left;
}

}  // namespace

std::variant<Scene, Ending> setUpScene(const SceneOptions& options) {
    auto scene = openPresetNamed(options.preset, userPaths());
    if (!scene) {
        return failedWith(ExitStatus::badPreset, scene.problem());
    }
    if (options.seed) {
        scene->seed = *options.seed;
    }
    if (options.boids) {
        shareBoids(*options.boids, scene->species);
    }
    if (auto wrong = applyAssignments(options.assignments, *scene)) {
        return *wrong;
    }
    return std::move(*scene);
}

std::optional<Ending> applyAssignments(const std::vector<std::string>& assignments, Scene& scene) {
    for (const std::string& assignment : assignments) {
        if (auto applied = scene.applyText(assignment); !applied) {
            return Ending{ExitStatus::wrongUsage, "--set: " + applied.problem().text};
        }
    }
    return std::nullopt;
}

}  // namespace shoal
