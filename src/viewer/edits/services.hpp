#pragma once

#include "play/background/background.hpp"
#include "play/player.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/widgets/command_table.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

/// What the owners of the viewer's state work with. All of it must outlive them, and they
/// Background::drain().
struct Services {
    Window& window;
    Background& background;
    const UserPaths& paths;
    Player& player;
    Stage& stage;
    LiveFigures& figures;
    Messages& messages;
    const FrameLayout& layout;  ///< of the frame under way
    const CommandTable& commands;
};

}  // namespace shoal
