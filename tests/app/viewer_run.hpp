#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

/// An X server of its own, with a window manager, for as long as it lives.
class XServer {
public:
    explicit XServer(const std::filesystem::path& folder, const std::vector<std::string>& more = {});

    /// ":7"
    const std::string& display() const { return m_display; }

    /// As when a session ends: connections break, nobody says why.
    void kill();

private:
    std::string m_display;
    std::unique_ptr<RunningProgram> m_server;
    std::unique_ptr<RunningProgram> m_manager;
};

/// The viewer in a real window, watched through the file that --ui-probe names, worked through xdotool.
class ViewerRun {
public:
    /// `prepare` puts things into its home before it starts; `environment` is on top of the usual one.
    explicit ViewerRun(const std::vector<std::string>& arguments, const std::string& windowSize = "640x600",
                       const std::function<void(const std::filesystem::path& home)>& prepare = {},
                       const std::map<std::string, std::string>& environment = {});

    /// What it shows now.
    nlohmann::json probe() const;

    /// Waits until what it shows satisfies; fails the test when that takes too long.
    void waitFor(const std::string& what, const std::function<bool(const nlohmann::json&)>& isSo);

    /// Waits until it has drawn a few more frames, so that what was done has had its effect.
    void settle();

    void key(const std::string& name);  ///< in xdotool's words: "space", "ctrl+q"
    void type(const std::string& text);
    void moveTo(double x, double y);  ///< in the window
    void press(int button = 1);
    void release(int button = 1);
    void click(double x, double y, int button = 1);

    /// A point of a control, `part` along its width.
    struct Point {
        double x = 0.0;
        double y = 0.0;
    };
    Point placeOf(const std::string& item, double part = 0.5);
    void clickOn(const std::string& item);
    void drag(const Point& from, const Point& to, int button = 1);

    /// Lets a file fall on the window, as a file manager does.
    void drop(const std::filesystem::path& file);

    void xdotool(std::vector<std::string> arguments);
    const std::string& window() const { return m_window; }

    /// Asks the window manager to close it: again, where the focus was still on its way and the keys went
    /// astray.
    void close();

    /// Takes the X server away from under it.
    void loseDisplay() { m_server.kill(); }

    RunningProgram& program() { return *m_program; }
    ProgramResult end() { return m_program->wait(); }

    const std::filesystem::path& home() const { return m_home; }
    const std::filesystem::path& workingFolder() const { return m_workingFolder; }

private:
    void runTool(const std::string& tool, std::vector<std::string> arguments);

    ScratchFolder m_scratch;
    std::filesystem::path m_home;
    std::filesystem::path m_workingFolder;
    std::filesystem::path m_probeFile;
    XServer m_server;
    std::unique_ptr<RunningProgram> m_program;
    std::string m_window;
};

}  // namespace shoal::test
