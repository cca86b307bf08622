#pragma once

#include <vector>

namespace shoal {

class Background;
class CommandTable;
class Edits;
class Feature;
class ListedPresets;
class LiveFigures;
class LiveScore;
class Messages;
class OpenScene;
class Panels;
class Player;
class Screen;
class Stage;
class Views;
class Window;
struct FrameLayout;
struct UserPaths;
struct ViewOptions;

/// What the features of the viewer, and the owners of its state, work with. All of it must outlive them, and
/// they the last Background::drain().
struct Services {
    Window& window;
    Background& background;
    const UserPaths& paths;
    const ViewOptions& options;
    Player& player;
    Stage& stage;
    Screen& screen;
    LiveFigures& figures;
    LiveScore& score;
    Messages& messages;
    Edits& edits;
    Views& views;
    Panels& panels;
    ListedPresets& presets;
    OpenScene& openScene;
    const FrameLayout& layout;  ///< of the frame under way
    const CommandTable& commands;
    const std::vector<Feature*>& features;
};

}  // namespace shoal
