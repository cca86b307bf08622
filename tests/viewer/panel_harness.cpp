#include "viewer/panel_harness.hpp"

#include <stdexcept>
#include <utility>

#include "popovers.hpp"
#include "viewer/app.hpp"

namespace shoal::test {

namespace {

constexpr float kFrameSeconds = 1.0f / 60.0f;
ImVec2 middleOf(const UiProbe::Item& item, float part = 0.5f) {
    return {item.min.x + (item.max.x - item.min.x) * part, (item.min.y + item.max.y) * 0.5f};
}

}  // namespace

Scene builtinScene(const std::string& name) {
    auto scene = openPreset(name);
    if (!scene) {
        throw std::runtime_error(scene.problem().text);
    }
    return *scene;
}

void ShownParts::build(const BuildFrame& frame) {
    if (compare != nullptr) {
        buildCompareBar(frame.context, *compare, frame.place, frame.commands);
    }
}

void ShownParts::buildSettings(PanelFrame& frame) {
    if (wish != nullptr &&
        foldingHeading(frame.context, "wish", "Settings for a wish", false, false).isOpen) {
        buildWishCard(frame.context, *wish, choice, frame.commands);
    }
}

void ShownParts::buildFollowed(PanelFrame& frame) {
    if (inspector) {
        pointedArrow = buildInspectorCard(frame.context, *inspector, frame.view.scene(), frame.commands);
    }
}

PanelHarness::PanelHarness(Scene scene, float scale, ImVec2 display, bool isUnfolded)
    : m_ui(scale), m_commands(App::commands(nullptr)), m_scene(scene), m_loaded(std::move(scene)) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = display;
    io.DeltaTime = kFrameSeconds;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as in the viewer's renderer
#if IMGUI_VERSION_NUM < 18700
    // The window's own numbers do not matter here.
    io.KeyMap[ImGuiKey_Escape] = ImGuiKey_Escape;
    io.KeyMap[ImGuiKey_Enter] = ImGuiKey_Enter;
#endif
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    // Stands in for the texture that a renderer would make.
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    // Not null: otherwise ImGui does not notice a font that was pushed in one window and popped in another.
    io.Fonts->SetTexID(pixels);
    m_presets = {{.name = "reef", .title = "Reef", .watch = "Watch.", .isOwn = false, .problem = {}},
                 {.name = "mill", .title = "Mill", .watch = "", .isOwn = false, .problem = {}},
                 {.name = "mine", .title = "Mine", .watch = "", .isOwn = true, .problem = {}}};
    m_input.scene = &m_scene;
    m_input.loaded = &m_loaded;
    m_input.revision = 1;
    m_input.camera = m_scene.camera;
    m_input.presets = m_presets;
    m_input.picture = &m_picture;
    m_input.features = m_features;
    PanelLayout layout;
    layout.folds["settings"] = isUnfolded;
    m_panel.setLayout(layout);
    moveMouse({-1000.0f, -1000.0f});
    for (int settling = 0; settling < 3; ++settling) {
        frame();
    }
}

PanelAnswer PanelHarness::frame() {
    PanelAnswer answer;
    buildInto(answer);
    return answer;
}

/// Builds a frame and adds what the panel answers in it.
void PanelHarness::buildInto(PanelAnswer& answer) {
    Asked asked;
    ImGui::NewFrame();
    EscapeKey escape;
    const WidgetContext context{
        .scale = m_ui.scale(), .probe = &m_probe, .escape = &escape, .commands = &m_commands};
    const PanelShown shown = m_panel.build(m_input, context, asked.commands);
    m_parts.build({context, m_panel.place(m_ui.scale(), ImGui::GetIO().DisplaySize), true, asked.commands});
    ImGui::Render();
    for (const Command& command : asked.commands) {
        const auto* run = std::get_if<Run>(&command);
        if (run != nullptr && m_commands.find(run->id) == nullptr) {
            throw std::runtime_error("no command " + std::string(run->id));
        }
    }
    for (const Edit& edit : asked.edits()) {
        if (auto applied = m_scene.apply(edit); !applied) {
            throw std::runtime_error(applied.problem().text);
        }
        m_input.camera = m_scene.camera;
        ++m_input.revision;
    }
    if (const Run* const selected = asked.run("select")) {
        m_input.selectedObject = selected->with.text;
    }
    answer.commands.insert(answer.commands.end(), asked.commands.begin(), asked.commands.end());
    answer.radius = shown.radius ? shown.radius : answer.radius;
    answer.isWorldShown |= shown.isWorldShown;
    answer.isEscapeTaken |= escape.isTaken();
}

void PanelHarness::moveMouse(const ImVec2& to) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMousePosEvent(to.x, to.y);
#else
    ImGui::GetIO().MousePos = to;
#endif
}

void PanelHarness::pressMouse(bool isDown) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(0, isDown);
#else
    ImGui::GetIO().MouseDown[0] = isDown;
#endif
}

void PanelHarness::holdControl(bool isHeld) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, isHeld);
#else
    ImGui::GetIO().KeyCtrl = isHeld;
#endif
}

void PanelHarness::type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
}

void PanelHarness::holdShift(bool isHeld) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, isHeld);
#else
    ImGui::GetIO().KeyShift = isHeld;
#endif
}

void PanelHarness::turnWheel(float up) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0.0f, up);
#else
    ImGui::GetIO().MouseWheel += up;
#endif
}

PanelAnswer PanelHarness::pressKey(ImGuiKey key) {
    PanelAnswer all;
    for (const bool isDown : {true, false}) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddKeyEvent(key, isDown);
#else
        ImGui::GetIO().KeysDown[key] = isDown;
#endif
        buildInto(all);
    }
    return all;
}

PanelAnswer PanelHarness::click(const std::string& key) {
    PanelAnswer all;
    reach(key, all);
    const bool isSaving = key == "button.save_as" && !has(key);  // there while the scene is edited
    clickHere(isSaving ? "more.save_as" : key, all);
    return all;
}

/// Opens the popover that holds the control, if it is not shown.
void PanelHarness::reach(const std::string& key, PanelAnswer& answer) {
    const std::string_view opener = key == "button.save_as" ? "strip.more" : openerOf(key);
    if (!opener.empty() && !has(key)) {
        clickHere(std::string(opener), answer);
        buildInto(answer);
    }
}

void PanelHarness::clickHere(const std::string& key, PanelAnswer& answer) {
    moveMouse(middleOf(item(key)));
    buildInto(answer);
    pressMouse(true);
    buildInto(answer);
    buildInto(answer);
    pressMouse(false);
    buildInto(answer);
    buildInto(answer);
}

PanelAnswer PanelHarness::drag(const std::string& key, float from, float to) {
    PanelAnswer all;
    reach(key, all);
    const UiProbe::Item start = item(key);
    moveMouse(middleOf(start, from));
    buildInto(all);
    pressMouse(true);
    buildInto(all);
    moveMouse(middleOf(start, to));
    // Repeated, because the previous frame's value determines the digits to which a value is rounded.
    for (int held = 0; held < 3; ++held) {
        buildInto(all);
    }
    pressMouse(false);
    buildInto(all);
    buildInto(all);
    return all;
}

void PanelHarness::typeInto(const std::string& key, const std::string& text) {
    holdControl(true);
    click(key);
    holdControl(false);
    frame();
    type(text);
    frame();
    pressEnter();
}

void PanelHarness::openAll() {
    // Opening one can reveal others, so repeat until nothing new appears.
    std::vector<std::string> tried;
    for (bool isNew = true; isNew;) {
        isNew = false;
        frame();
        const std::vector<UiProbe::Item> items = m_probe.items();
        for (const UiProbe::Item& each : items) {
            const bool isHeading = each.key.starts_with("heading.");
            const bool isCard = each.key.starts_with("card.");
            if ((!isHeading && !isCard) || std::find(tried.begin(), tried.end(), each.key) != tried.end()) {
                continue;
            }
            tried.push_back(each.key);
            isNew = true;
            const std::size_t before = m_probe.items().size();
            click(each.key);
            if (m_probe.items().size() < before) {
                click(each.key);
            }
        }
    }
}

const UiProbe::Item& PanelHarness::item(const std::string& key) {
    const UiProbe::Item* found = m_probe.find(key);
    if (found == nullptr) {
        throw std::runtime_error("the panel shows no \"" + key + "\"");
    }
    return *found;
}

double shownValue(PanelHarness& panel, const std::string& key) {
    const auto value = panel.scene().value(key);
    REQUIRE(value);
    return *value;
}

}  // namespace shoal::test
