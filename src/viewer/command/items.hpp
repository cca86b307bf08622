#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/scene.hpp>

namespace shoal {

/// What lives in each place: the kinds of presets, by LookSettings::Place.
inline constexpr std::array<std::string_view, 4> kPresetKinds{"Fish", "Birds", "Herd", "Lab"};

/// The kind of a scene: what lives in its place, but birds are birds over a plain, too.
inline LookSettings::Place kindOf(const Scene& scene) {
    const bool areBirds = !scene.species.empty() && scene.species.front().body == Species::Body::bird;
    return areBirds && scene.look.place == LookSettings::Place::plain ? LookSettings::Place::sky
                                                                      : scene.look.place;
}

/// A preset in the panel's list.
struct PresetItem {
    std::string name;
    std::string title;
    std::string watch;
    std::string origin = {};  ///< "T. Vicsek and others, 1995"; empty without a source
    std::string words = {};   ///< found by in addition to title, name and `watch`: authors, rules
    bool isVariant = false;   ///< of the last preset before it that is not one
    bool isOwn = false;       ///< the user's, not built in
    LookSettings::Place place = LookSettings::Place::water;  ///< its kind
    std::string problem;                                     ///< why it cannot be opened, or empty

    /// Unique, unlike the name: a preset of the user's may share its name with a built-in one.
    std::string key() const { return isOwn ? "own/" + name : name; }
};

/// A recently opened preset or file.
struct RecentItem {
    std::string origin;
    std::string title;
    std::string hint;
    std::optional<std::size_t> preset = {};  ///< its index in the viewer's list; empty for a file
    bool isShown = false;                    ///< the viewer shows it now
};

/// A view in the camera's list.
struct ViewItem {
    std::string_view name;
    std::string_view help;
};

}  // namespace shoal
