#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <shoal/preset.hpp>

#include "ui/panel.hpp"
#include "ui/ui_context.hpp"
#include "ui/ui_probe.hpp"

namespace shoal::test {

/// The panel without a window: frames are built but drawn nowhere, the mouse is pretended. Edits that it asks
/// for are applied to its scene before the next frame, as the viewer does.
class PanelHarness {
public:
    explicit PanelHarness(Scene scene, float scale = 1.0f, ImVec2 display = {1280.0f, 9000.0f});

    /// One frame; what the panel asked for in it.
    PanelRequests frame();

    void moveMouse(const ImVec2& to);
    void pressMouse(bool isDown);
    void holdControl(bool isHeld);
    void type(const std::string& text);

    /// Presses Esc and releases it; everything asked for meanwhile.
    PanelRequests pressEscape();

    /// Presses and releases in the middle of a control; everything asked for meanwhile.
    PanelRequests click(const std::string& key);

    /// Presses at one part of a slider's width, moves to another and releases.
    PanelRequests drag(const std::string& key, float from, float to);

    /// Types a value into a slider, which then still has the keyboard.
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

    /// Tells the panel that the scene was changed behind its back.
    void sceneChanged() { ++m_input.revision; }

private:
    void gather(PanelRequests& all, PanelRequests frame) const;

    UiContext m_ui;
    Panel m_panel;
    UiProbe m_probe;
    Scene m_scene;
    Scene m_loaded;
    std::vector<PresetItem> m_presets;
    PanelInput m_input;
};

/// A preset built in, which must open.
Scene builtinScene(const std::string& name = "reef");

}  // namespace shoal::test
