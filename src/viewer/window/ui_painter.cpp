#include "viewer/window/ui_painter.hpp"

#include <algorithm>
#include <cctype>
#include <cfloat>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "ui/widgets/fonts.hpp"
#include "ui/widgets/keyboard.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

namespace {

constexpr double kShortestFrame = 1e-6;  // [s] ImGui requires time to pass
constexpr float kNowhere = -FLT_MAX;     // ImGui's coordinates of an absent pointer

/// The desktop's pointer for one of ImGui's shapes; null is the arrow. GLFW frees them all at its end.
GLFWcursor* pointerShape(int shape) {
    static GLFWcursor* const text = glfwCreateStandardCursor(GLFW_IBEAM_CURSOR);
    static GLFWcursor* const sideways = glfwCreateStandardCursor(GLFW_HRESIZE_CURSOR);
    static GLFWcursor* const hand = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
    switch (shape) {
        case ImGuiMouseCursor_TextInput:
            return text;
        case ImGuiMouseCursor_ResizeEW:
            return sideways;
        case ImGuiMouseCursor_Hand:
            return hand;
        default:
            return nullptr;
    }
}

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

const char* pastedText(GLFWwindow* window) {
    static std::string shown;  // ImGui keeps no copy
    const Result<std::string>& text = Window::of(window).pastedText();
    shown = text ? inNumber(*text) : std::string();
    noteLetters(shown);
    return shown.c_str();
}

/// Makes text fields paste what the window has read: GLFW's own function may hang.
void pasteFrom(GLFWwindow* window) {
#if IMGUI_VERSION_NUM < 19110
    ImGui::GetIO().ClipboardUserData = window;
    ImGui::GetIO().GetClipboardTextFn = [](void* from) { return pastedText(static_cast<GLFWwindow*>(from)); };
#else
    ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    platform.Platform_ClipboardUserData = window;
    platform.Platform_GetClipboardTextFn = [](ImGuiContext*) {
        return pastedText(static_cast<GLFWwindow*>(ImGui::GetPlatformIO().Platform_ClipboardUserData));
    };
#endif
}

/// Returns the code of a key event for ImGui, whose text fields look for Ctrl + C and others by the key's
/// label. Later versions look up the label themselves.
template <class Event>
int panelCode(const Event& event) {
#if IMGUI_VERSION_NUM < 18700
    // GLFW's codes of printable keys are their American labels, as capitals.
    if (event.code < GLFW_KEY_ESCAPE && event.label.size() == 1) {
        return std::toupper(static_cast<unsigned char>(event.label[0]));
    }
#endif
    return event.code;
}

bool isEnter(int code) {
    return code == GLFW_KEY_ENTER || code == GLFW_KEY_KP_ENTER;
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
    if (window != nullptr) {
        pasteFrom(window);
        painter->m_hasFocus = glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE;
        painter->m_isInside = glfwGetWindowAttrib(window, GLFW_HOVERED) == GLFW_TRUE;
    }
    if (!ImGui_ImplOpenGL3_Init("#version 430 core")) {
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
    // Instead of ImGui_ImplGlfw_NewFrame(), which asks the X server eight times: all is known from events.
    const Window& window = Window::of(m_window);
    const auto [width, height] = window.size();
    const auto [across, down] = window.framebufferSize();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    if (width > 0 && height > 0) {
        io.DisplayFramebufferScale = {static_cast<float>(across) / io.DisplaySize.x,
                                      static_cast<float>(down) / io.DisplaySize.y};
    }
    io.DeltaTime = static_cast<float>(std::max(seconds, kShortestFrame));
    placePointer();
    showPointer();
    ImGui::NewFrame();
}

/// A window with the focus knows the pointer outside it too: a slider can be dragged beyond its edge.
void UiPainter::placePointer() {
    const bool isKnown = m_pointer && (m_isInside || m_hasFocus);
    const float x = isKnown ? static_cast<float>(m_pointer->x) : kNowhere;
    const float y = isKnown ? static_cast<float>(m_pointer->y) : kNowhere;
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    std::ranges::copy(m_isDown, io.MouseDown);
    io.MousePos = {x, y};
#else
    io.AddMousePosEvent(x, y);
#endif
}

void UiPainter::showPointer() {
    if (const int shape = ImGui::GetMouseCursor(); shape != m_shape) {
        glfwSetCursor(m_window, pointerShape(shape));
        m_shape = shape;
    }
}

void UiPainter::feed(const InputEvent& event) {
    if (const auto* pressed = std::get_if<KeyPressed>(&event)) {
        if (isEnter(pressed->code) && !pressed->isRepeat && isListOpen() && !ImGui::GetIO().WantTextInput) {
            m_choosingKey = pressed->code;
        }
        const bool chooses = pressed->code == m_choosingKey;
        ImGui_ImplGlfw_KeyCallback(m_window, chooses ? GLFW_KEY_SPACE : panelCode(*pressed),
                                   pressed->scancode, pressed->isRepeat ? GLFW_REPEAT : GLFW_PRESS,
                                   modifiersOf(*pressed));
    } else if (const auto* released = std::get_if<KeyReleased>(&event)) {
        const bool chose = released->code == m_choosingKey;
        m_choosingKey = chose ? 0 : m_choosingKey;
        ImGui_ImplGlfw_KeyCallback(m_window, chose ? GLFW_KEY_SPACE : panelCode(*released),
                                   released->scancode, GLFW_RELEASE, modifiersOf(*released));
    } else if (const auto* typed = std::get_if<CharacterTyped>(&event)) {
        noteLetter(typed->codepoint);
        ImGui_ImplGlfw_CharCallback(m_window, inNumber(typed->codepoint));
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
        m_isInside = crossed->isInside;
    } else if (const auto* wheel = std::get_if<WheelTurned>(&event)) {
        ImGui_ImplGlfw_ScrollCallback(m_window, wheel->right, wheel->up);
    } else if (const auto* focus = std::get_if<FocusChanged>(&event)) {
        m_hasFocus = focus->hasFocus;
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
