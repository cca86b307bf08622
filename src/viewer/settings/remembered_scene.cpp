#include "viewer/settings/remembered_scene.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "viewer/files/opened_document.hpp"

namespace shoal {

namespace {

Result<Scene> openOrigin(const std::string& origin, const UserPaths& paths) {
    auto document = openNamed(origin, paths);
    if (!document) {
        return document.problem();
    }
    if (auto* take = std::get_if<Take>(&*document)) {
        return take->loaded.value_or(take->scene);
    }
    return std::move(std::get<Scene>(*document));
}

Result<Scene> checkedScene(Result<Scene> scene) {
    if (scene) {
        if (const Outcome legal = scene->check(); !legal) {
            return legal.problem();
        }
    }
    return scene;
}

}  // namespace

Result<RecalledScene> recallScene(const std::string& origin, const std::string& edits,
                                  const UserPaths& paths) {
    const auto preset = checkedScene(openOrigin(origin, paths));
    const auto edited =
        edits.empty() ? Result<Scene>(Problem{}) : checkedScene(parsePreset(edits, "your last scene"));
    if (!edited && !preset) {
        return Problem{"The last scene cannot be opened again: " + preset.problem().text};
    }
    if (!edited) {
        return RecalledScene{*preset, *preset,
                             edits.empty() ? "" : "Your last edits cannot be read: " + edited.problem().text,
                             edits.empty()};
    }
    if (!preset) {
        return RecalledScene{
            .preset = *edited,
            .now = *edited,
            .remark = "Your edited scene is back, but not its preset: " + preset.problem().text,
            .isPresetGone = true};
    }
    RecalledScene recalled{*preset, *edited,
                           "Your unsaved edits are back; the mark after All settings drops them"};
    recalled.now.name = preset->name;
    return recalled;
}

std::string editedText(Scene now, const Scene& preset) {
    copyTexts(preset, now);
    now.camera = preset.camera;
    std::string text = presetText(std::move(now));
    return text == presetText(preset) ? std::string() : text;
}

Scene withoutGiven(const Scene& now, const Scene& given, const Scene& preset) {
    Scene scene = preset;
    if (now.seed != given.seed) {
        scene.seed = now.seed;
    }
    for (const Edit& edit : difference(given, now)) {
        // Refused only if the preset has more boids or objects than `given`, and no space for these.
        [[maybe_unused]] const auto applied = scene.apply(edit);
    }
    return scene;
}

}  // namespace shoal
