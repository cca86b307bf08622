#include "program/viewer_run.hpp"

#include <cctype>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "catch.hpp"
#include "popovers.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

constexpr int kFramesToSettle = 4;
// For sanitizer builds: graphics drivers leak and are unloaded before the leaks can be attributed to them.
constexpr const char* kSanitizer = "detect_leaks=0";

std::string trimmed(std::string text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
        text.pop_back();
    }
    return text;
}

fs::path madeFolder(const fs::path& folder) {
    fs::create_directories(folder);
    return folder;
}

/// Writes the state of a viewer whose card is unfolded, unless there is one.
void unfoldCard(const fs::path& home, const std::map<std::string, std::string>& environment) {
    const auto own = environment.find("XDG_STATE_HOME");
    const fs::path file = (own == environment.end() ? home / ".local" / "state" : fs::path(own->second)) /
                          "shoal" / "viewer.toml";
    if (!fs::exists(file)) {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "version = 1\n\n[panel.open]\nsettings = true\n";
    }
}

/// Options of an X server whose screen has room for the window.
std::vector<std::string> screenFor(const std::string& windowSize) {
    const bool isLarge = windowSize.find('x') == 4 && windowSize > "1280";
    return isLarge ? std::vector<std::string>{"-screen", "0", "2600x1500x24"} : std::vector<std::string>{};
}

}  // namespace

XServer::XServer(const fs::path& folder, const std::vector<std::string>& more) {
    // Without -noreset the server resets when its last client leaves, and drops a client that is just
    // connecting. -r turns off key repeat, which a slow machine would trigger by releasing keys late.
    std::vector<std::string> arguments{"-displayfd", "1",   "-screen",  "0", "1280x1000x24",
                                       "-nolisten",  "tcp", "-noreset", "-r"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    // The server picks a free display and prints its number to the given descriptor, its standard output.
    std::filesystem::create_directories(folder);
    m_server = std::make_unique<RunningProgram>(
        "Xvfb", ProgramCall{.arguments = arguments, .folder = folder, .home = folder});
    if (!waitUntil([this] { return m_server->outSoFar().ends_with('\n'); }, ViewerRun::kPatience)) {
        throw std::runtime_error("Xvfb does not start: " + m_server->wait().err);
    }
    m_display = ":" + trimmed(m_server->outSoFar());
    // Minimising and closing go through the window manager.
    m_manager =
        std::make_unique<RunningProgram>("openbox", ProgramCall{.arguments = {"--sm-disable"},
                                                                .folder = folder,
                                                                .home = folder,
                                                                .environment = {{"DISPLAY", m_display}}});
    // GLFW queries the window manager's features only at startup.
    const auto isReadyOrGone = [&] {
        return !m_manager->isRunning() || RunningProgram("xdotool", {.arguments = {"get_num_desktops"},
                                                                     .folder = folder,
                                                                     .home = folder,
                                                                     .environment = {{"DISPLAY", m_display}}})
                                                  .wait()
                                                  .status == 0;
    };
    if (!waitUntil(isReadyOrGone, ViewerRun::kPatience) || !m_manager->isRunning()) {
        throw std::runtime_error("openbox does not start: " + m_manager->wait().err);
    }
}

void XServer::kill() {
    m_server->signal(SIGKILL);
    m_server->wait();
}

ViewerRun::ViewerRun(const std::vector<std::string>& arguments, const std::string& windowSize,
                     const std::function<void(const fs::path& home)>& prepare,
                     const std::map<std::string, std::string>& environment,
                     const std::vector<std::string>& keyboard)
    : m_home(madeFolder(m_scratch.path() / "home")),
      m_workingFolder(madeFolder(m_scratch.path() / "work")),
      m_probeFile(m_scratch.path() / "probe.json"),
      m_server(madeFolder(m_scratch.path() / "server"), screenFor(windowSize)) {
    // As a desktop has them: captures go there.
    madeFolder(m_home / "Videos");
    madeFolder(m_home / "Pictures");
    if (prepare) {
        prepare(m_home);
    }
    if (!keyboard.empty()) {
        runTool("setxkbmap", keyboard);  // before the start: GLFW does not notice a new layout
    }
    unfoldCard(m_home, environment);
    std::map<std::string, std::string> variables = environment;
    variables.insert({{"DISPLAY", m_server.display()},
                      {"ASAN_OPTIONS", kSanitizer},
                      {"SHOAL_STALLING", m_scratch.path().string()}});
    std::vector<std::string> all{"view", "--ui-probe", m_probeFile.string()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    m_program = std::make_unique<RunningProgram>(shoalProgram(), ProgramCall{.arguments = all,
                                                                             .folder = m_workingFolder,
                                                                             .home = m_home,
                                                                             .environment = variables,
                                                                             .maxSeconds = kPatience});
    if (!waitUntil([this] { return fs::exists(m_probeFile) || !m_program->isRunning(); },
                   ViewerRun::kPatience) ||
        !m_program->isRunning()) {
        throw std::runtime_error("the viewer shows nothing: " + m_program->wait().err);
    }
    RunningProgram search("xdotool",
                          ProgramCall{.arguments = {"search", "--onlyvisible", "--name", "^Shoal$"},
                                      .folder = m_workingFolder,
                                      .home = m_home,
                                      .environment = {{"DISPLAY", m_server.display()}}});
    m_window = trimmed(search.wait().out);
    REQUIRE(!m_window.empty());
    xdotool({"windowfocus", m_window});
    if (windowSize.empty()) {
        settle();
        return;
    }
    const std::size_t cross = windowSize.find('x');
    xdotool({"windowmove", m_window, "20", "40"});
    xdotool({"windowsize", m_window, windowSize.substr(0, cross), windowSize.substr(cross + 1)});
    waitFor("the window has its size", [&](const nlohmann::json& shown) {
        return std::to_string(shown.at("window").at("width").get<int>()) == windowSize.substr(0, cross);
    });
    settle();
}

nlohmann::json ViewerRun::probe() const {
    return nlohmann::json::parse(readText(m_probeFile));
}

void ViewerRun::waitFor(const std::string& what, const std::function<bool(const nlohmann::json&)>& isSo,
                        double patience) {
    const bool hasCome = waitUntil([&] { return !m_program->isRunning() || isSo(probe()); }, patience) &&
                         m_program->isRunning();
    INFO("waiting until " << what);
    if (!hasCome) {
        nlohmann::json shown = probe();
        shown.erase("items");
        INFO(shown.dump(1));
        FAIL("timed out");
    }
    SUCCEED();
}

void ViewerRun::waitForRest() {
    nlohmann::json last;
    waitFor("the camera rests", [&](const nlohmann::json& shown) {
        if (!last.is_null() && shown.at("frame") < last.at("frame").get<std::uint64_t>() + 10) {
            return false;
        }
        const bool rests = !last.is_null() && last.at("camera") == shown.at("camera");
        last = shown;
        return rests;
    });
}

void ViewerRun::settle() {
    if (m_isStopped) {
        return;
    }
    const auto first = probe().at("frame").get<std::uint64_t>();
    waitFor("some frames are drawn", [&](const nlohmann::json& shown) {
        return shown.at("frame").get<std::uint64_t>() >= first + kFramesToSettle;
    });
}

void ViewerRun::inOneFrame(const std::function<void()>& input) {
    m_program->signal(SIGSTOP);
    m_isStopped = true;
    input();
    m_isStopped = false;
    m_program->signal(SIGCONT);
    settle();
}

void ViewerRun::close() {
    constexpr double kBetween = 3.0;  // [s]
    constexpr int kMaxTries = 8;
    xdotool({"windowfocus", "--sync", m_window});
    for (int tries = 0; tries < kMaxTries && m_program->isRunning(); ++tries) {
        key("alt+F4");
        waitUntil([this] { return !m_program->isRunning(); }, kBetween);
    }
}

void ViewerRun::xdotool(std::vector<std::string> arguments) {
    runTool("xdotool", std::move(arguments));
}

void ViewerRun::focus() {
    const ProgramCall call{.arguments = {"windowfocus", m_window},
                           .folder = m_workingFolder,
                           .home = m_home,
                           .environment = {{"DISPLAY", m_server.display()}}};
    INFO(m_program->errSoFar());
    REQUIRE(waitUntil([&] { return RunningProgram("xdotool", call).wait().status == 0; }, 60.0));
}

void ViewerRun::drop(const std::vector<fs::path>& files) {
    std::vector<std::string> arguments{m_window};
    for (const fs::path& file : files) {
        arguments.push_back(file.string());
    }
    runTool(SHOAL_DROP_SOURCE, arguments);
}

std::unique_ptr<RunningProgram> ViewerRun::ownSelection(const std::vector<std::string>& arguments) {
    auto owner = std::make_unique<RunningProgram>(
        SHOAL_CLIPBOARD_OWNER,
        ProgramCall{.arguments = arguments,
                    .folder = m_workingFolder,
                    .home = m_home,
                    .environment = {{"DISPLAY", m_server.display()}, {"ASAN_OPTIONS", kSanitizer}}});
    REQUIRE(waitUntil([&] { return owner->outSoFar().ends_with('\n'); }, ViewerRun::kPatience));
    return owner;
}

void ViewerRun::runTool(const std::string& tool, std::vector<std::string> arguments) {
    const ProgramResult result =
        RunningProgram(tool, {.arguments = std::move(arguments),
                              .folder = m_workingFolder,
                              .home = m_home,
                              .environment = {{"DISPLAY", m_server.display()}, {"ASAN_OPTIONS", kSanitizer}}})
            .wait();
    INFO(result.err);
    REQUIRE(result.status == 0);
}

void ViewerRun::key(const std::string& name) {
    xdotool({"key", "--clearmodifiers", name});
}

void ViewerRun::type(const std::string& text) {
    xdotool({"type", "--delay", "60", text});
}

void ViewerRun::moveTo(double x, double y) {
    xdotool(
        {"mousemove", "--window", m_window, std::to_string(std::lround(x)), std::to_string(std::lround(y))});
    settle();
}

void ViewerRun::press(int button) {
    xdotool({"mousedown", std::to_string(button)});
    settle();
}

void ViewerRun::release(int button) {
    xdotool({"mouseup", std::to_string(button)});
    settle();
}

void ViewerRun::click(double x, double y, int button) {
    moveTo(x, y);
    press(button);
    release(button);
}

ViewerRun::Point ViewerRun::placeOf(const std::string& item, double part) {
    if (const std::string opener(openerOf(item));
        !opener.empty() && !m_isStopped && !hasItem(probe(), item)) {
        const Point at = placeOf(opener);
        click(at.x, at.y);
        waitFor(item, [&item](const nlohmann::json& now) { return hasItem(now, item); });
        settle();  // a list comes to its place in its second frame
    }
    // A control opened by a click appears in one of the next frames.
    waitFor(item, [&item](const nlohmann::json& now) { return hasItem(now, item); });
    if (!m_isStopped) {
        turnTo(item);
    }
    const nlohmann::json shown = probe();
    const nlohmann::json& rectangle = shown.at("items").at(item);
    return {rectangle.at("x").get<double>() + part * rectangle.at("width").get<double>(),
            rectangle.at("y").get<double>() + 0.5 * rectangle.at("height").get<double>()};
}

void ViewerRun::turnTo(const std::string& item) {
    constexpr int kMaxTurns = 90;
    constexpr double kMargin = 2.0;  // [px]
    struct Ends {
        double first = 0.0;
        double last = 0.0;
    };
    const auto endsOf = [](const nlohmann::json& items, const std::string& key) {
        const double top = items.at(key).at("y").get<double>();
        return Ends{top, top + items.at(key).at("height").get<double>()};
    };
    std::optional<double> before;
    std::optional<double> beforeThat;
    for (int turn = 0; turn < kMaxTurns; ++turn) {
        const nlohmann::json items = probe().at("items");
        const bool isBuilt = items.contains(item);
        const bool isVisible = isBuilt && items.at(item).at("visible").get<bool>();
        const bool isListCovered = items.contains("gallery.filter") || items.contains("help.manual");
        if (!openerOf(item).empty() || (isVisible && (isListCovered || !items.contains("panel.list")))) {
            return;
        }
        const Ends list = endsOf(items, "panel.list");
        const Ends place = isBuilt ? endsOf(items, item) : Ends{list.last, list.last};
        const double middle = 0.5 * (place.first + place.last);
        const bool isTooTall = place.last - place.first > list.last - list.first - 2.0 * kMargin;
        const bool isWithin = isTooTall
                                  ? middle > list.first + 0.4 * (list.last - list.first) &&
                                        middle < list.last - 0.4 * (list.last - list.first)
                                  : place.first > list.first + kMargin && place.last < list.last - kMargin;
        const auto left = [&](const std::string& key) { return items.at(key).at("x").get<double>(); };
        const auto width = [&](const std::string& key) { return items.at(key).at("width").get<double>(); };
        const bool isBeside =
            isBuilt && left(item) + width(item) > left("panel.list") + width("panel.list") + kMargin;
        const bool isOutside = isBeside || place.last <= list.first || place.first >= list.last;
        if (isVisible && (isWithin || isOutside || before == place.first || beforeThat == place.first)) {
            return;  // in full, or not in the list, or as near as turns of the wheel come
        }
        beforeThat = std::exchange(before, place.first);
        if (turn == 0) {
            moveTo(100.0, 0.5 * (list.first + list.last));
        }
        xdotool({"click", place.first + place.last < list.first + list.last ? "4" : "5"});
        settle();
    }
    FAIL("the wheel does not bring it into view: " << item);
}

void ViewerRun::clickOn(const std::string& item) {
    const bool isSaving =
        item == "button.save_as" && !hasItem(probe(), item);  // there while the scene is edited
    const Point at = placeOf(isSaving ? "more.save_as" : item);
    click(at.x, at.y);
}

void ViewerRun::drag(const Point& from, const Point& to, int button) {
    moveTo(from.x, from.y);
    press(button);
    moveTo((from.x + to.x) / 2, (from.y + to.y) / 2);
    moveTo(to.x, to.y);
    release(button);
}

nlohmann::json askWatch(const std::filesystem::path& folder) {
    const std::filesystem::path answer = folder / "answer";
    std::ofstream(folder / "ask") << "";
    REQUIRE(waitUntil([&] { return std::filesystem::exists(answer); }, 60.0));
    nlohmann::json parsed = nlohmann::json::parse(readText(answer));
    std::filesystem::remove(answer);
    return parsed;
}

std::vector<std::string> reefOf(int boids) {
    return {"reef", "--boids", std::to_string(boids), "--threads", "1"};
}

double valueOf(const nlohmann::json& shown, const std::string& key) {
    return shown.at("values").value(key, -1e6);
}

double valueOf(const ViewerRun& viewer, const std::string& key) {
    return viewer.probe().at("values").at(key).get<double>();
}

double weightIn(const nlohmann::json& shown) {
    return valueOf(shown, kWeight);
}

bool hasItem(const nlohmann::json& shown, const std::string& item) {
    return shown.at("items").contains(item);
}

std::string messageOf(const nlohmann::json& shown) {
    return shown.at("message").get<std::string>();
}

bool says(const nlohmann::json& shown, const std::string& text) {
    return messageOf(shown).find(text) != std::string::npos;
}

}  // namespace shoal::test
