#pragma once

#include <initializer_list>
#include <string>

#include <shoal/scene.hpp>

namespace shoal::test {

/// Returns a scene of species with these names.
inline Scene sceneOf(std::initializer_list<std::string> names) {
    Scene scene;
    for (const std::string& name : names) {
        scene.species.emplace_back().name = name;
    }
    return scene;
}

inline std::string problemOf(const Outcome& outcome) {
    return outcome ? "" : outcome.problem().text;
}

}  // namespace shoal::test
