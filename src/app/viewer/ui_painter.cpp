#include "app/viewer/ui_painter.hpp"

#include <algorithm>
#include <cfloat>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace shoal {

namespace {

constexpr double kShortestFrame = 1e-6;  // [s] ImGui requires time to pass

/// ImGui's and GLFW's number of a mouse button, which are the same.
int numberOf(MouseButton button) {
    switch (button) {
        case MouseButton::right:
            return GLFW_MOUSE_BUTTON_RIGHT;
        case MouseButton::middle:
            return GLFW_MOUSE_BUTTON_MIDDLE;
        default:
            return GLFW_MOUSE_BUTTON_LEFT;
    }
}

template <class Event>
int modifiersOf(const Event& event) {
    return (event.hasControl ? GLFW_MOD_CONTROL : 0) | (event.hasShift ? GLFW_MOD_SHIFT : 0);
}

}  // namespace

Result<std::unique_ptr<UiPainter>> UiPainter::create(GLFWwindow* window) {
    std::unique_ptr<UiPainter> painter(new UiPainter(window));
    if (window != nullptr && !ImGui_ImplGlfw_InitForOpenGL(window, false)) {
        return Problem{"the panel cannot receive input from the window"};
    }
    if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
        return Problem{"the panel cannot draw: libGL.so.1 is missing; install libgl1"};
    }
    return painter;
}

UiPainter::~UiPainter() {
    ImGuiIO& io = ImGui::GetIO();
    // Either part may be missing if initialisation failed halfway.
    if (io.BackendRendererUserData != nullptr) {
        ImGui_ImplOpenGL3_Shutdown();
    }
    if (io.BackendPlatformUserData != nullptr) {
        ImGui_ImplGlfw_Shutdown();
    }
}

void UiPainter::beginWindowFrame(std::span<const InputEvent> events, double seconds) {
    for (const InputEvent& event : events) {
        feed(event);
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = static_cast<float>(std::max(seconds, kShortestFrame));
#if IMGUI_VERSION_NUM < 18700
    // The backend has read the mouse's current state: restore the state after the last event fed.
    std::ranges::copy(m_isDown, io.MouseDown);
    if (m_pointer && io.MousePos.x != -FLT_MAX) {
        io.MousePos = {static_cast<float>(m_pointer->x), static_cast<float>(m_pointer->y)};
    }
#endif
    ImGui::NewFrame();
}

void UiPainter::feed(const InputEvent& event) {
    if (const auto* pressed = std::get_if<KeyPressed>(&event)) {
        ImGui_ImplGlfw_KeyCallback(m_window, pressed->code, pressed->scancode,
                                   pressed->isRepeat ? GLFW_REPEAT : GLFW_PRESS, modifiersOf(*pressed));
    } else if (const auto* released = std::get_if<KeyReleased>(&event)) {
        ImGui_ImplGlfw_KeyCallback(m_window, released->code, released->scancode, GLFW_RELEASE,
                                   modifiersOf(*released));
    } else if (const auto* typed = std::get_if<CharacterTyped>(&event)) {
        ImGui_ImplGlfw_CharCallback(m_window, typed->codepoint);
    } else if (const auto* button = std::get_if<ButtonChanged>(&event)) {
        const int number = numberOf(button->button);
        m_isDown[static_cast<std::size_t>(number)] = button->isDown;
        ImGui_ImplGlfw_MouseButtonCallback(m_window, number, button->isDown ? GLFW_PRESS : GLFW_RELEASE,
                                           modifiersOf(*button));
    } else if (const auto* moved = std::get_if<PointerMoved>(&event)) {
        m_pointer = *moved;
#if IMGUI_VERSION_NUM >= 18700
        ImGui_ImplGlfw_CursorPosCallback(m_window, moved->x, moved->y);
#endif
    } else if (const auto* crossed = std::get_if<PointerCrossed>(&event)) {
        ImGui_ImplGlfw_CursorEnterCallback(m_window, crossed->isInside ? GLFW_TRUE : GLFW_FALSE);
    } else if (const auto* wheel = std::get_if<WheelTurned>(&event)) {
        ImGui_ImplGlfw_ScrollCallback(m_window, wheel->right, wheel->up);
    } else if (const auto* focus = std::get_if<FocusChanged>(&event)) {
        ImGui_ImplGlfw_WindowFocusCallback(m_window, focus->hasFocus ? GLFW_TRUE : GLFW_FALSE);
    }
}

void UiPainter::beginPictureFrame(int width, int height, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = std::max(seconds, 1e-4f);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void UiPainter::skip() {
    ImGui::EndFrame();
}

void UiPainter::draw() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void UiPainter::finish() {
    ImGui::Render();
}

void UiPainter::drawTile(const Tile& tile, int pictureHeight) {
    ImDrawData* data = ImGui::GetDrawData();
    // ImGui counts from the top.
    data->DisplayPos = {static_cast<float>(tile.x), static_cast<float>(pictureHeight - tile.y - tile.height)};
    data->DisplaySize = {static_cast<float>(tile.width), static_cast<float>(tile.height)};
    ImGui_ImplOpenGL3_RenderDrawData(data);
}

void UiPainter::refreshFonts() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace shoal
