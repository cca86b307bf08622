#pragma once

#include <span>
#include <string_view>

namespace shoal {

/// A command that a key triggers.
enum class Command {
    pause,
    singleStep,
    restart,
    frameFlock,
    nextView,
    previousView,
    eyes,
    compare,
    keepSettings,
    morph,
    sideBySide,
    copy,
    paste,
    undo,
    redo,
    lead,
    tour,
    gallery,
    openFile,
    inspect,
    help,
    hidePanel,
    measures,
    larger,
    smaller,
    usualSize,
    fullScreen,
    screenshot,
    recordTake,
    keepTake,
    film,
    capture,
    removeObject,
    cancel,
    quit,
};

/// A line of the help: keys or mouse gesture, and its effect.
struct HelpLine {
    std::string_view keys;
    std::string_view what;
};

/// The keys that fly, in helpLines(): those of an American keyboard.
inline constexpr std::string_view kFlyKeys = "W A S D, Q E";

/// Returns all key and mouse commands in the view, in the order in which to learn them.
std::span<const HelpLine> helpLines();

}  // namespace shoal
