// Console output. Losing its destination affects nothing else.

#include <csignal>

#include <nlohmann/json.hpp>

#include "capture/film/ffprobe.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

const std::string kFilm = " render -o x.mp4 --boids 50 --size 64x36 --frames 20";

/// Runs a shell script that calls the program as $SHOAL. Only a shell closes descriptors and makes pipes.
ProgramResult shell(const ScratchFolder& scratch, const std::string& script) {
    return RunningProgram("sh", {.arguments = {"-c", script},
                                 .folder = scratch.path(),
                                 .home = {},
                                 .environment = {{"SHOAL", shoalProgram()}}})
        .wait();
}

/// Returns a script that runs `command` with its output in a pipe whose reader has gone, and writes its
/// status to the file `status`.
std::string intoClosedPipe(const std::string& command) {
    return "(until [ -e closed ]; do sleep 0.02; done; " + command +
           "; echo $? > status) | (exec <&-; : > closed)";
}

void checkWhole(const fs::path& film) {
    const auto frames = countFrames(film);
    REQUIRE(frames);
    CHECK(*frames == 20);
}

}  // namespace

TEST_CASE("a film is finished even if standard error cannot be written", "[app][console]") {
    {
        const ScratchFolder scratch;
        CHECK(shell(scratch, "exec $SHOAL" + kFilm + " 2>/dev/full").status == 0);
        checkWhole(scratch.path() / "x.mp4");
    }
    const ScratchFolder scratch;
    shell(scratch, intoClosedPipe("$SHOAL" + kFilm + " 2>&1"));
    CHECK(readText(scratch.path() / "status") == "0\n");
    checkWhole(scratch.path() / "x.mp4");
}

TEST_CASE("a failure keeps its status even if standard error cannot be written", "[app][console]") {
    const ScratchFolder scratch;
    CHECK(shell(scratch, "exec $SHOAL simulate nosuch 2>/dev/full").status == 4);
    CHECK(shell(scratch, "exec $SHOAL simulate --nosuch 2>/dev/full").status == 2);
    shell(scratch, intoClosedPipe("$SHOAL simulate nosuch 2>&1"));
    CHECK(readText(scratch.path() / "status") == "4\n");
}

TEST_CASE("a list whose reader has gone ends quietly", "[app][console]") {
    const ScratchFolder scratch;
    const ProgramResult result = shell(scratch, intoClosedPipe("$SHOAL list keys"));
    CHECK(result.err.empty());
    CHECK(readText(scratch.path() / "status") == "141\n");
}

TEST_CASE("a picture or table whose reader has gone ends the command quietly", "[app][console]") {
    for (const char* command :
         {"simulate --boids 5 --steps 3 --csv -", "simulate --boids 5 --steps 3 --trajectory /dev/stdout",
          "render --boids 5 --size 32x32 -o -"}) {
        const ScratchFolder scratch;
        CAPTURE(command);
        const ProgramResult result = shell(scratch, intoClosedPipe(std::string("$SHOAL ") + command));
        CHECK(readText(scratch.path() / "status") == "141\n");
        CHECK(result.err.empty());
    }
}

TEST_CASE("another failure is reported even if the reader has gone", "[app][console]") {
    const ScratchFolder scratch;
    const ProgramResult result = shell(
        scratch,
        intoClosedPipe("$SHOAL simulate --boids 5 --steps 3 --csv - --trajectory /no/such/folder/paths.csv"));
    CHECK(readText(scratch.path() / "status") == "1\n");
    CHECK_THAT(result.err, contains("/no/such/folder"));
}

TEST_CASE("a requested file stays clean if the standard descriptors are closed", "[app][console]") {
    const ScratchFolder scratch;
    RunningProgram program("sh", {.arguments = {"-c", "exec " + shoalProgram() +
                                                          " simulate --boids 5 --steps 100000000 --csv c.csv "
                                                          "<&- >&- 2>&-"},
                                  .folder = scratch.path(),
                                  .home = {}});
    REQUIRE(waitUntil([&] { return !filesIn(scratch.path()).empty(); }, 60.0));
    for (const char* descriptor : {"0", "1", "2"}) {
        CAPTURE(descriptor);
        const fs::path entry = fs::path("/proc") / std::to_string(program.pid()) / "fd" / descriptor;
        CHECK(fs::read_symlink(entry) == "/dev/null");
    }
    program.signal(SIGTERM);
    CHECK(program.wait().status == 143);
}

TEST_CASE("results that cannot be delivered are a failure", "[app][console]") {
    const ScratchFolder scratch;
    const ProgramResult result = shell(scratch, "exec $SHOAL list rules >&-");
    CHECK(result.status == 1);
    CHECK_THAT(result.err, contains("standard output"));
}

TEST_CASE("names from files send no control characters to a terminal", "[app][console]") {
    const ScratchFolder scratch;
    const std::string escape = "\x1b[31m";
    const ProgramResult refused =
        runShoal({.arguments = {"simulate", "no" + escape + "such"}, .folder = scratch.path(), .home = {}});
    CHECK(refused.status == 4);
    CHECK(refused.err.find('\x1b') == std::string::npos);
    CHECK_THAT(refused.err, contains("no?[31msuch"));

    const fs::path home = scratch.path() / "home";
    fs::create_directories(home / ".local/share/shoal/presets");
    std::ofstream(home / ".local/share/shoal/presets/mine.toml")
        << "title = \"Red \\u001b[31m school\"\n[species.fish]\ncount = 5\n";
    const auto list = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"list", "presets"});
        const ProgramResult result =
            runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = home});
        CAPTURE(result.err);
        CHECK(result.status == 0);
        return result.out;
    };
    CHECK_THAT(list({}), contains("Red ?[31m school"));
    CHECK(nlohmann::json::parse(list({"--json"})).dump().find("\\u001b[31m") != std::string::npos);
}

TEST_CASE("a line on standard error is never longer than a few paths", "[app][console]") {
    const ScratchFolder scratch;
    const ProgramResult refused =
        runShoal({.arguments = {"simulate", std::string(100000, 'x')}, .folder = scratch.path(), .home = {}});
    CHECK(refused.status == 4);
    CHECK(refused.err.size() < 10000);
}

}  // namespace shoal::test
