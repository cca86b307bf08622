#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <shoal/preset.hpp>

#include "ui/widgets/ui_context.hpp"
#include "ui/widgets/ui_probe.hpp"
#include "viewer/compare/compare_bar.hpp"
#include "viewer/film/take_rows.hpp"
#include "viewer/inspect/inspector_card.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/wish/wish_card.hpp"

namespace shoal::test {

/// What a user asked for in some frames.
struct Asked {
    Commands commands;

    /// Returns the last use of a command; null if there is none.
    const Run* run(std::string_view id) const {
        const auto found = std::find_if(commands.rbegin(), commands.rend(), [&](const Command& each) {
            const auto* run = std::get_if<Run>(&each);
            return run != nullptr && run->id == id;
        });
        return found == commands.rend() ? nullptr : &std::get<Run>(*found);
    }

    /// Returns the last change of tunables; null if there is none.
    const SetTunables* set() const {
        const auto found = std::find_if(commands.rbegin(), commands.rend(), [](const Command& each) {
            return std::holds_alternative<SetTunables>(each);
        });
        return found == commands.rend() ? nullptr : &std::get<SetTunables>(*found);
    }

    bool has(const Run& command) const {
        return std::ranges::any_of(commands, [&](const Command& each) {
            const auto* same = std::get_if<Run>(&each);
            return same != nullptr && *same == command;
        });
    }

    std::vector<Edit> edits() const {
        std::vector<Edit> all;
        for (const Command& each : commands) {
            if (const auto* set = std::get_if<SetTunables>(&each)) {
                all.insert(all.end(), set->edits.begin(), set->edits.end());
            }
        }
        return all;
    }
};

/// What the panel asked for and showed in some frames.
struct PanelAnswer : Asked {
    std::optional<ShownRadius> radius;
    bool isWorldShown = false;
    bool isEscapeTaken = false;
};

/// What features show, as a test gives it.
struct ShownParts : Feature {
    const CompareInput* compare = nullptr;
    std::optional<InspectorInput> inspector;
    std::optional<std::size_t> pointedArrow;  ///< whose bar is under the mouse
    const WishInput* wish = nullptr;
    WishChoice choice;
    TakesInput takes;

    void build(const BuildFrame& frame) override;
    void buildSettings(PanelFrame& frame) override;
    void buildFollowed(PanelFrame& frame) override;
    void buildTime(PanelFrame& frame) override { buildTakeRows(frame, takes); }
};

/// The panel without a window, unfolded to all settings: frames are built but not drawn, and the mouse is
/// simulated. Edits that it asks for are applied to its scene before the next frame, as in the viewer.
class PanelHarness {
public:
    explicit PanelHarness(Scene scene, float scale = 1.0f, ImVec2 display = {1280.0f, 16000.0f},
                          bool isUnfolded = true);

    /// Builds one frame.
    PanelAnswer frame();

    void moveMouse(const ImVec2& to);
    void pressMouse(bool isDown);
    void holdControl(bool isHeld);
    void holdShift(bool isHeld);
    void turnWheel(float up);
    void type(const std::string& text);

    /// Press and release a key.
    PanelAnswer pressEscape() { return pressKey(ImGuiKey_Escape); }
    PanelAnswer pressEnter() { return pressKey(ImGuiKey_Enter); }

    /// Presses and releases the mouse in the middle of a control, whose popover it opens first.
    PanelAnswer click(const std::string& key);

    /// Presses at one fraction of a slider's width, drags to another and releases.
    PanelAnswer drag(const std::string& key, float from, float to);

    /// Types a value into a slider.
    void typeInto(const std::string& key, const std::string& text);

    /// Unfolds every card and heading.
    void openAll();

    const UiProbe::Item& item(const std::string& key);
    bool has(const std::string& key) const { return m_probe.find(key) != nullptr; }
    const UiProbe& probe() const { return m_probe; }

    Scene& scene() { return m_scene; }
    const Scene& loaded() const { return m_loaded; }
    PanelInput& input() { return m_input; }
    Panel& panel() { return m_panel; }
    ShownParts& parts() { return m_parts; }

    /// Tells the panel that something else changed the scene.
    void sceneChanged() { ++m_input.revision; }

private:
    void buildInto(PanelAnswer& answer);
    PanelAnswer pressKey(ImGuiKey key);
    void clickHere(const std::string& key, PanelAnswer& answer);
    void reach(const std::string& key, PanelAnswer& answer);

    UiContext m_ui;
    Panel m_panel;
    UiProbe m_probe;
    CommandTable m_commands;
    Scene m_scene;
    Scene m_loaded;
    std::vector<PresetItem> m_presets;
    PictureSettings m_picture;
    PanelInput m_input;
    ShownParts m_parts;
    std::array<Feature*, 1> m_features{&m_parts};
};

/// Returns a built-in preset, which must open.
Scene builtinScene(const std::string& name = "reef");

/// Returns a value of the panel's scene in the unit that its slider shows.
double shownValue(PanelHarness& panel, const std::string& key);

}  // namespace shoal::test
