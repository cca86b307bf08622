#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/command/items.hpp"
#include "viewer/script/script_text.hpp"
#include "viewer/tunables/rule_sliders.hpp"

namespace shoal {

/// A script that is being edited: its text, and what of it is looked at.
struct StoryboardDraft {
    std::string text;
    ScriptOutline outline;           ///< of the text, or of the last one that was TOML
    double moment = 0.0;             ///< [s] of the film
    std::size_t shot = 0;            ///< chosen
    std::optional<ScriptMark> mark;  ///< chosen within it
    bool isRefused = false;          ///< a change was asked for that the text does not allow
    bool isHeld = false;             ///< a control is being dragged or typed into
};

/// Data for the storyboard.
struct StoryboardInput {
    std::string name;                               ///< of the script's file
    std::string problem;                            ///< why it makes no film yet; empty if it does
    std::span<const std::filesystem::path> recent;  ///< other scripts, newest first
    ImTextureID picture{};                          ///< of the moment; null before the first
    float aspect = 16 / 9.f;                        ///< width over height of the film
    bool isDrawing = false;                         ///< a picture of this moment is on its way
    std::span<const PresetItem> presets;
    std::string windowView;                   ///< as a key of the camera in a script; see ScriptMark
    std::span<const RuleSlider> settings;     ///< that the chosen shot's flock has
    std::optional<RuleSlider> chosenSetting;  ///< that the chosen mark moves
    bool isReplayed = false;                  ///< the chosen shot replays a take, whose motion is fixed
    float left = 0.0f;                        ///< [px] edges of the part of the view that it covers
    float right = 0.0f;
    float bottom = 0.0f;
};

/// A film script along its seconds: a picture of one moment, the shots as blocks, and below them a row for
/// the camera, for each setting that moves, and for words, with a mark for each of their moments, which can
/// be dragged. It changes the draft, and appends commands.
class StoryboardPanel {
public:
    void build(const WidgetContext& context, const StoryboardInput& input, StoryboardDraft& draft,
               Commands& commands);

    /// Of the last frame [px], with its distance from what lies below.
    float height() const { return m_height; }

private:
    float m_height = 0.0f;
    double m_shown = 0.0;     ///< [s] along the whole width; stays while something is dragged
    double m_grip = 0.0;      ///< [s] from the mouse to the dragged end or mark
    bool m_isTyping = false;  ///< the words' field has just appeared
};

}  // namespace shoal
