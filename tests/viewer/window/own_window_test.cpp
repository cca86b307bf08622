// A window of the test itself, for what no other program can do to the viewer's.

#include <csignal>
#include <cstdlib>
#include <iterator>

#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "program/viewer_run.hpp"
#include "viewer/window/clipboard.hpp"
#include "viewer/window/display_loss.hpp"
#include "viewer/window/x11.hpp"

// Last, because it defines macros such as None.
#include <X11/Xlib.h>

namespace shoal::test {

namespace {

class OwnWindow {
public:
    OwnWindow() : m_server(m_scratch.path()) {
        setenv("DISPLAY", m_server.display().c_str(), 1);
#ifdef GLFW_PLATFORM_X11
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
        REQUIRE(glfwInit() == GLFW_TRUE);
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        m_window = glfwCreateWindow(50, 50, "own", nullptr, nullptr);
        REQUIRE(m_window != nullptr);
    }
    ~OwnWindow() {
        glfwTerminate();
        XSetErrorHandler(nullptr);
        unsetenv("DISPLAY");
    }
    OwnWindow(const OwnWindow&) = delete;
    OwnWindow& operator=(const OwnWindow&) = delete;

    GLFWwindow* handle() const {
        return m_window;
    }
    unsigned long number() const {
        return x11Window(m_window);
    }

private:
    ScratchFolder m_scratch;
    XServer m_server;
    GLFWwindow* m_window = nullptr;
};

}  // namespace

TEST_CASE("paused and untouched, the viewer sleeps, and a key wakes it", "[app][window][slow]") {
    const ScratchFolder scratch;
    const std::filesystem::path home = scratch.path() / "home";
    std::filesystem::create_directories(home);
    XServer server(scratch.path() / "server");
    const std::map<std::string, std::string> shown{{"DISPLAY", server.display()},
                                                   {"ASAN_OPTIONS", "detect_leaks=0"}};
    const auto xdotool = [&](const std::vector<std::string>& arguments) {
        RunningProgram("xdotool",
                       {.arguments = arguments, .folder = home, .home = home, .environment = shown})
            .wait();
    };
    // Without a probe file, for which the viewer would draw every frame.
    RunningProgram viewer(shoalProgram(), {.arguments = {"view", "reef", "--boids", "60", "--threads", "1"},
                                           .folder = home,
                                           .home = home,
                                           .environment = shown});
    xdotool(
        {"search", "--sync", "--onlyvisible", "--name", "^Shoal$", "windowfocus", "--sync", "key", "space"});
    const auto secondsOfProcessor = [&] {
        std::istringstream words(readText(fmt::format("/proc/{}/stat", viewer.pid())));
        std::vector<std::string> fields{std::istream_iterator<std::string>(words), {}};
        return (std::stod(fields.at(13)) + std::stod(fields.at(14))) /
               static_cast<double>(::sysconf(_SC_CLK_TCK));
    };
    const auto isAsleep = [&] {
        const double before = secondsOfProcessor();
        std::this_thread::sleep_for(std::chrono::seconds(1));
        return secondsOfProcessor() - before < 0.02;
    };
    CHECK(waitUntil(isAsleep, 60.0));
    xdotool({"key", "F12"});
    const auto hasPicture = [&] {
        return std::ranges::any_of(filesIn(home),
                                   [](const std::string& name) { return name.ends_with(".png"); });
    };
    CHECK(waitUntil(hasPicture, 30.0));
    viewer.signal(SIGTERM);
    viewer.wait();
}

TEST_CASE("of all errors of the X server, only a missing window counts as lost", "[app][window]") {
    const OwnWindow own;
    Display* const display = x11Display();
    const WindowLoss loss(own.handle());
    const unsigned long window = own.number();
    // Each makes an error that names the window, because it is no such thing.
    XFreePixmap(display, window);
    XDefineCursor(display, window, window);
    XSetWindowColormap(display, window, window);
    XUnloadFont(display, window);
    XSync(display, False);
    CHECK_FALSE(loss.hasHappened());
    XDestroyWindow(display, window);
    XSync(display, False);
    CHECK_FALSE(loss.hasHappened());
    unsigned long root = 0;
    int x = 0;
    unsigned size = 0;
    SECTION("seen by a window's request") {
        XMapWindow(display, window);
    }
    SECTION("seen by a drawable's request") {
        XGetGeometry(display, window, &root, &x, &x, &size, &size, &size, &size);
    }
    XSync(display, False);
    CHECK(loss.hasHappened());
}

TEST_CASE("what Shoal itself has copied is pasted at once, in a frame of any length", "[app][window]") {
    const OwnWindow own;
    const std::string text = "title = 'ours'\n";
    glfwSetClipboardString(own.handle(), text.c_str());
    Background background;
    Clipboard clipboard(background);
    clipboard.ask(own.number());
    CHECK_FALSE(clipboard.isAsked());
    REQUIRE(clipboard.text());
    CHECK(*clipboard.text() == text);
}

}  // namespace shoal::test
