#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// A preset in the panel's list.
struct PresetItem {
    std::string name;
    std::string title;
    std::string watch;
    std::string origin = {};  ///< "T. Vicsek and others, 1995"; empty without a source
    std::string words = {};   ///< found by in addition to title, name and `watch`: authors, rules
    bool isVariant = false;   ///< of the last preset before it that is not one
    bool isOwn = false;       ///< the user's, not built in
    std::string problem;      ///< why it cannot be opened, or empty

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
