#pragma once

#include "app/background/background.hpp"
#include "app/files/paths.hpp"
#include "app/play/player.hpp"
#include "app/stage/frame_layout.hpp"
#include "app/stage/stage.hpp"
#include "app/study/live_figures.hpp"
#include "app/window/window.hpp"
#include "ui/overlay/messages.hpp"

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
};

}  // namespace shoal
