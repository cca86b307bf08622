#pragma once

#include <initializer_list>
#include <string>

#include <shoal/preset.hpp>

namespace shoal::test {

/// Returns a scene of species with these names.
inline Scene sceneOf(std::initializer_list<std::string> names) {
    Scene scene;
    for (const std::string& name : names) {
        scene.species.emplace_back().name = name;
    }
    return scene;
}

template <class T>
std::string problemOf(const Result<T>& outcome) {
    return outcome ? "" : outcome.problem().text;
}

/// Returns the problem with reading a preset; an empty text if there is none.
inline std::string problemIn(const std::string& toml) {
    const auto scene = parsePreset(toml, "night.toml");
    return scene ? "" : scene.problem().text;
}

/// Start of a preset with one species.
inline const std::string kFish = "[species.fish]\n";

}  // namespace shoal::test
