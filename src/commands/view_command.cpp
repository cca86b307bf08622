#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "capture/record/capture_path.hpp"
#include "commands/commands.hpp"
#include "commands/setup/scene_setup.hpp"
#include "render/gl/gl_debug.hpp"
#include "terminal/console.hpp"
#include "terminal/interruption.hpp"
#include "viewer/app.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/settings/viewer_state.hpp"
#include "viewer/window/display_loss.hpp"

namespace shoal {

namespace {

/// Makes the drivers of Mesa and NVIDIA open windows that the processor draws. Call before opening the window
/// and starting other threads.
void drawWindowsInSoftware() {
    ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    ::setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    ::setenv("__GLX_VENDOR_LIBRARY_NAME", "mesa", 1);
}

/// If the card's driver refuses, opens the window once more in software.
std::variant<std::unique_ptr<Window>, WindowFailure> openWindow(const std::optional<WindowPlace>& place,
                                                                GpuChoice choice, Background& background) {
    auto window = Window::open("Shoal", place, background);
    const auto* failure = std::get_if<WindowFailure>(&window);
    if (failure == nullptr || failure->reason != WindowFailure::Reason::noGraphics ||
        choice == GpuChoice::software) {
        return window;
    }
    const std::string refusal = failure->text;
    drawWindowsInSoftware();
    auto second = Window::open("Shoal", place, background);
    if (std::holds_alternative<WindowFailure>(second)) {
        return window;
    }
    printLine(fmt::format("no window with OpenGL 4.3 ({}); drawing in software", refusal));
    return second;
}

/// Replaces the viewer when there is no display: records a short film of the scene into the current folder,
/// or a picture if there is no ffmpeg. Prints where it is.
Ending recordDemo(const PreparedDocument& document, const ViewOptions& options) {
    constexpr int kFps = 30;
    constexpr std::uint64_t kSeconds = 4;
    // A quarter of the pixels of 1920 × 1080: without a display there is often no graphics card either.
    constexpr int kWidth = 960;
    constexpr int kHeight = 540;
    constexpr double kWarmup = 4.0;  // [s] until a school has formed
    RenderOptions wanted;
    wanted.scene = options.scene;
    wanted.gpu = options.gpu;
    wanted.shaderDir = options.shaderDir;
    wanted.recording.film.size = {kWidth, kHeight};
    wanted.recording.film.rate = {kFps, 1};
    wanted.frames = kSeconds * kFps;
    wanted.warmup = kWarmup;
    wanted.output = freeName(".", "shoal-demo", ".mp4").lexically_normal();
    Ending ending = recordFilm(document, wanted);
    if (ending.status != ExitStatus::captureFailed) {
        return ending;
    }
    // Most likely ffmpeg is missing; a picture does not need it.
    printLine(ending.text + "; making a picture instead");
    wanted.output = freeName(".", "shoal-demo", ".png").lexically_normal();
    wanted.frames = 1;
    return recordFilm(document, wanted);
}

Ending show(Window& window, Background& background, PreparedDocument document, ViewOptions options,
            const Result<ViewerState>& state, const std::string& problem, const Interruption& interruption) {
    listenToGl(printLine);
    if (const Gpu drawing = currentGpu(); options.gpu == GpuChoice::software && !drawing.isSoftware) {
        printLine(fmt::format("the window draws with {} instead of software: its display decides",
                              drawing.renderer));
    }
    std::optional<std::filesystem::path> aside;
    ViewerState usual;
    if (!state) {
        usual.unsaved = readUnsaved(unsavedFolder(userPaths().viewerState()));
        aside = copyAside(userPaths().viewerState());
        options.isFresh = options.isFresh || !aside;  // never overwrite a file that was not copied
        std::error_code ignored;
        if (aside) {
            std::filesystem::remove(userPaths().viewerState(), ignored);  // nothing of it can be kept
        }
    }
    auto app = App::create(window, background, std::move(document), options, state ? *state : usual);
    if (!app) {
        return failedWith(ExitStatus::noGraphics, app.problem());
    }
    if (!state) {
        (*app)->reportProblem(fmt::format("{}; starting afresh{}", state.problem().text,
                                          aside ? ", its copy is " + aside->string() : ""));
    }
    if (!problem.empty()) {
        (*app)->reportProblem(problem);
    }
    const DisplayLoss displayLoss([&app] { (*app)->finish(App::Lost::window); });
    while (!window.isClosing()) {
        (*app)->frame();
        if (window.isLost()) {
            (*app)->finish(App::Lost::window);
            return {ExitStatus::failed, "another program has destroyed the viewer's window"};
        }
        if (window.hasLostGraphics()) {
            (*app)->finish(App::Lost::graphics);
            return {ExitStatus::noGraphics, "the graphics driver was reset; start Shoal again"};
        }
        if (const auto status = interruption.status()) {
            (*app)->finish();
            return {*status, {}};
        }
        if (options.exitAfterFrames && (*app)->frameCount() >= *options.exitAfterFrames) {
            break;
        }
    }
    (*app)->writeProbeFile();
    (*app)->finish();
    return {};
}

}  // namespace

Ending runView(ViewOptions options) {
    if (options.scene.simulation.threads == 0) {
        // The window's thread needs a core, too.
        options.scene.simulation.threads =
            std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
    }
    const auto useLastScene = [&options] {
        SceneOptions usual;
        usual.plugins = options.scene.plugins;
        usual.simulation = options.scene.simulation;
        options.scene = std::move(usual);
        options.isSceneNamed = false;
    };
    if (isFilmScriptFile(options.scene.preset)) {
        const SceneOptions& scene = options.scene;
        if (scene.seed || scene.boids || !scene.assignments.empty()) {
            return {ExitStatus::wrongUsage,
                    fmt::format("{}: a film script says this itself: omit --seed, --boids and --set",
                                scene.preset)};
        }
        options.storyboard = scene.preset;
        useLastScene();
    }
    auto set = setUpDocument(options.scene);
    std::string problem;
    if (const auto* ending = std::get_if<Ending>(&set); ending != nullptr && options.showsProblem) {
        // As when a file that cannot be read is dropped on the window: the scene opened last stays.
        problem = ending->text;
        useLastScene();
        set = setUpDocument(options.scene);
    }
    if (auto* ending = std::get_if<Ending>(&set)) {
        return *ending;
    }
    auto& document = std::get<PreparedDocument>(set);
    // Create it before the window: the graphics driver's threads must block signals too; otherwise one of
    // them receives a signal and the program dies.
    std::optional<Interruption> interruption(std::in_place);
    if (options.gpu == GpuChoice::software) {
        drawWindowsInSoftware();
    }
    const auto state =
        options.isFresh ? Result<ViewerState>(ViewerState()) : loadState(userPaths().viewerState());
    Background background;
    auto window = openWindow(state ? state->window : std::nullopt, options.gpu, background);
    if (const auto* failure = std::get_if<WindowFailure>(&window)) {
        if (failure->reason == WindowFailure::Reason::noGraphics) {
            return {ExitStatus::noGraphics,
                    fmt::format(
                        "no window with OpenGL 4.3 ({}); update the graphics driver, or use `shoal render`",
                        failure->text)};
        }
        if (!problem.empty()) {
            return {ExitStatus::badPreset, problem};
        }
        if (std::getenv("WAYLAND_DISPLAY") != nullptr || std::getenv("WAYLAND_SOCKET") != nullptr) {
            return {ExitStatus::failed,
                    fmt::format("no window in this Wayland session ({}); install Xwayland (apt-get install "
                                "xwayland) or GLFW for Wayland (libglfw3-wayland)",
                                failure->text)};
        }
        // recordDemo() creates its own.
        interruption.reset();
        printLine("there is no display to open a window on; recording a short demo instead");
        return recordDemo(document, options);
    }
    return show(*std::get<std::unique_ptr<Window>>(window), background, std::move(document), options, state,
                problem, *interruption);
}

}  // namespace shoal
