#pragma once

#include <span>
#include <string_view>

namespace shoal {

/// What a key stands for.
enum class Command {
    pause,
    singleStep,
    restart,
    frameFlock,
    lead,
    help,
    hidePanel,
    fullScreen,
    screenshot,
    recordTake,
    keepTake,
    capture,
    cancel,
    quit,
};

/// A line of the help: keys or a movement of the mouse, and what they do.
struct HelpLine {
    std::string_view keys;
    std::string_view what;
};

/// All that keys and the mouse do in the picture, in the order in which to learn it.
std::span<const HelpLine> helpLines();

}  // namespace shoal
