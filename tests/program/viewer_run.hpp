#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program/program_run.hpp"
#include "program/small_reef.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

/// An X server with a window manager; both end with this object.
class XServer {
public:
    explicit XServer(const std::filesystem::path& folder, const std::vector<std::string>& more = {});

    /// For example ":7".
    const std::string& display() const { return m_display; }

    /// Kills the server as at the end of a session: connections break without notice.
    void kill();

private:
    std::string m_display;
    std::unique_ptr<RunningProgram> m_server;
    std::unique_ptr<RunningProgram> m_manager;
};

/// The viewer in a real window, its card unfolded to all settings, observed through its --ui-probe file and
/// controlled through xdotool.
class ViewerRun {
public:
    /// An empty `windowSize` leaves the window where it opens. `prepare` fills the home folder before the
    /// start: with a state of its own, the card is as that says; `environment` adds to the usual variables;
    /// `keyboard` is a layout, as words for setxkbmap.
    explicit ViewerRun(const std::vector<std::string>& arguments, const std::string& windowSize = "640x600",
                       const std::function<void(const std::filesystem::path& home)>& prepare = {},
                       const std::map<std::string, std::string>& environment = {},
                       const std::vector<std::string>& keyboard = {});

    /// Returns the current contents of the --ui-probe file.
    nlohmann::json probe() const;

    /// [s] enough for software rendering on a busy machine
    static constexpr double kPatience = 60.0;

    /// Waits until the viewer's state satisfies `isSo`; fails the test when that takes longer than `patience`
    /// [s].
    void waitFor(const std::string& what, const std::function<bool(const nlohmann::json&)>& isSo,
                 double patience = kPatience);

    /// Waits for a few more frames, so that the last input has taken effect.
    void settle();

    /// Waits until the camera, which eases towards its target, has come to rest.
    void waitForRest();

    void key(const std::string& name);  ///< xdotool's name, such as "space" or "ctrl+q"
    void type(const std::string& text);
    void moveTo(double x, double y);  ///< in the window
    void press(int button = 1);
    void release(int button = 1);
    void click(double x, double y, int button = 1);

    /// A point in the window; placeOf() returns the one at fraction `part` of a control's width. It opens the
    /// popover, or scrolls the list, that the control is in.
    struct Point {
        double x = 0.0;
        double y = 0.0;
    };
    Point placeOf(const std::string& item, double part = 0.5);
    void clickOn(const std::string& item);

    /// Turns the wheel over the panel until the middle of a control lies well inside the window.
    void turnTo(const std::string& item);

    void drag(const Point& from, const Point& to, int button = 1);

    /// Runs `input` while the viewer is stopped, so that all of it reaches one frame.
    void inOneFrame(const std::function<void()>& input);

    /// Drops files on the window, as a file manager does.
    void drop(const std::vector<std::filesystem::path>& files);
    void drop(const std::filesystem::path& file) { drop(std::vector{file}); }

    /// Starts clipboard_owner with these arguments, and waits until it owns its selection.
    std::unique_ptr<RunningProgram> ownSelection(const std::vector<std::string>& arguments);

    void xdotool(std::vector<std::string> arguments);

    /// Gives the window the keyboard, as soon as it is visible.
    void focus();
    const std::string& window() const { return m_window; }

    /// Asks the window manager to close the window. Repeats if the keys went astray because the focus was
    /// still moving.
    void close();

    /// Kills the viewer's X server.
    void loseDisplay() { m_server.kill(); }

    RunningProgram& program() { return *m_program; }
    ProgramResult end() { return m_program->wait(); }

    const std::filesystem::path& home() const { return m_home; }
    const std::filesystem::path& workingFolder() const { return m_workingFolder; }

    /// While this file exists, the disk of the --ui-probe file stalls, if SHOAL_FAULT_PRELOAD is loaded.
    std::filesystem::path stall() const { return m_scratch.path() / "stall"; }
    /// Exists once a write has stalled.
    std::filesystem::path stalled() const { return m_scratch.path() / "stalled"; }

private:
    void runTool(const std::string& tool, std::vector<std::string> arguments);

    ScratchFolder m_scratch;
    std::filesystem::path m_home;
    std::filesystem::path m_workingFolder;
    std::filesystem::path m_probeFile;
    XServer m_server;
    std::unique_ptr<RunningProgram> m_program;
    std::string m_window;
    bool m_isStopped = false;  ///< by inOneFrame(): it draws no frames to wait for
};

/// Returns what gl_watch says of a viewer that it is preloaded into, with this folder as SHOAL_WATCH.
nlohmann::json askWatch(const std::filesystem::path& folder);

/// Arguments that show "reef" with this many boids, on one thread.
std::vector<std::string> reefOf(int boids);

/// Returns a value of the shown scene, or -1e6 if the scene lacks it.
double valueOf(const nlohmann::json& shown, const std::string& key);
/// Returns a value of the shown scene; fails the test if the scene lacks it.
double valueOf(const ViewerRun& viewer, const std::string& key);
/// Returns the weight of reef's alignment; negative in a scene that lacks it.
double weightIn(const nlohmann::json& shown);

bool hasItem(const nlohmann::json& shown, const std::string& item);
std::string messageOf(const nlohmann::json& shown);
/// Returns whether the message contains this text.
bool says(const nlohmann::json& shown, const std::string& text);

}  // namespace shoal::test
