#include "app/viewer/ui_painter.hpp"

#include <algorithm>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace shoal {

Result<std::unique_ptr<UiPainter>> UiPainter::create(GLFWwindow* window) {
    std::unique_ptr<UiPainter> painter(new UiPainter());
    if (window != nullptr && !ImGui_ImplGlfw_InitForOpenGL(window, true)) {
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

void UiPainter::beginWindowFrame([[maybe_unused]] std::span<const int> pressed) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
#if IMGUI_VERSION_NUM < 18700
    // Later versions queue their events and lose none.
    ImGuiIO& io = ImGui::GetIO();
    for (const int key : m_tapped) {
        io.KeysDown[key] = false;
    }
    m_tapped.clear();
    for (const int key : pressed) {
        if (key >= 0 && key < IM_ARRAYSIZE(io.KeysDown) && !io.KeysDown[key]) {
            io.KeysDown[key] = true;
            m_tapped.push_back(key);
        }
    }
#endif
    ImGui::NewFrame();
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
