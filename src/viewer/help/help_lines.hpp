#pragma once

#include <span>
#include <string_view>

namespace shoal {

/// A line of the help: keys or mouse gesture, and its effect. In both, "{pause}" stands for that command's
/// keys.
struct HelpLine {
    std::string_view keys;
    std::string_view what;
};

/// Lines about one purpose.
struct HelpGroup {
    std::string_view title;
    std::span<const HelpLine> lines;
};

/// The keys that fly, in helpGroups(): those of an American keyboard.
inline constexpr std::string_view kFlyKeys = "W A S D, Q E";

/// Returns all key and mouse commands in the view, in the order in which to learn them.
std::span<const HelpGroup> helpGroups();

}  // namespace shoal
