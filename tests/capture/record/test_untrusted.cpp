#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/film/captured_scene.hpp"
#include "capture/film/ffprobe.hpp"
#include "capture/film_tools.hpp"
#include "capture/picture/png.hpp"
#include "capture/picture/png_text.hpp"
#include "capture/record/sidecar.hpp"
#include "capture/take/camera_flight.hpp"
#include "capture/take/take.hpp"
#include "scratch_folder.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/toml_scan.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

std::string repeated(const std::string& part, std::size_t times) {
    std::string text;
    text.reserve(part.size() * times);
    for (std::size_t k = 0; k < times; ++k) {
        text += part;
    }
    return text;
}

std::string takeProblem(const std::string& text) {
    const auto take = parseTake(text, "x.take");
    REQUIRE_FALSE(take);
    return take.problem().text;
}

std::string recordProblem(const std::string& text) {
    const auto record = parseSidecar(text, "x.json");
    REQUIRE_FALSE(record);
    return record.problem().text;
}

/// Returns a small take that contains these lines.
std::string takeWith(const std::string& lines) {
    return "take = 2\nfrom = [0, 1.0]\nto = [600, 1.0]\n" + lines + "\npreset = \"[species.fish]\"\n";
}

/// Tells whether a file has been opened since construction.
class OpenWatch {
public:
    explicit OpenWatch(const fs::path& file) : m_events(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        REQUIRE(inotify_add_watch(m_events, file.c_str(), IN_OPEN) >= 0);
    }
    ~OpenWatch() { ::close(m_events); }
    OpenWatch(const OpenWatch&) = delete;
    OpenWatch& operator=(const OpenWatch&) = delete;

    bool wasOpened() const {
        char event[sizeof(inotify_event) + NAME_MAX + 1];
        return ::read(m_events, event, sizeof event) > 0;
    }

private:
    int m_events;
};

}  // namespace

TEST_CASE("a deeply nested take, or one with too many values, is refused", "[capture][take][untrusted]") {
    CHECK_THAT(takeProblem("[" + repeated("a.", 300000) + "b]"), startsWith("x.take:1:33:"));
    CHECK_THAT(takeProblem("edits = " + repeated("[", 100000)), startsWith("x.take:1:25:"));
    CHECK_THAT(takeProblem("edits = [" + repeated("1,", kTakeBudget.values) + "]"), contains("list items"));
    CHECK_THAT(takeProblem(std::string(kTakeBudget.bytes + 1, '\n')), contains("longer than 65536 KiB"));
}

TEST_CASE("a preset inside a take keeps to a preset's budget", "[capture][take][untrusted]") {
    const std::string nested =
        "take = 2\nfrom = [0, 1.0]\nto = [1, 1.0]\npreset = '''[" + repeated("a.", 300000) + "b]'''";
    CHECK_THAT(takeProblem(nested), startsWith("x.take: preset:1:33:"));
}

TEST_CASE("hours of edits and of a moving camera fit into a take", "[capture][take][untrusted]") {
    Take take;
    take.scene.species.emplace_back();
    // A slider dragged for six minutes without a pause, and the camera moved all the while.
    constexpr std::uint64_t kSteps = 21600;
    for (std::uint64_t step = 0; step < kSteps; ++step) {
        take.edits.push_back(
            {step, {"species.fish.separation.weight", 0.001 * static_cast<double>(step % 999)}});
        take.camera.put({0.1 + static_cast<double>(step), {.target = {1.0f / 3.0f, 2.5f, -0.001f}}});
    }
    take.to = {kSteps, 1.0f};
    const std::string text = takeText(take);
    // Two hours of that are twenty times as much.
    CHECK(text.size() * 20 < kTakeBudget.bytes);
    CHECK_FALSE(scanToml(text, {.bytes = kTakeBudget.bytes / 20, .values = kTakeBudget.values / 20}));
    const auto back = parseTake(text, "x.take");
    REQUIRE((back ? std::string() : back.problem().text) == "");
    CHECK(back->edits.size() == take.edits.size());
}

TEST_CASE("a take's camera path must be in order and in single precision", "[capture][take][untrusted]") {
    CHECK_THAT(takeProblem(takeWith("camera = [[2.0,0,0,0,5,0,0,45,0,0],\n[1.0,0,0,0,5,0,0,45,0,0]]")),
               startsWith("x.take:5:1:") && contains("increase"));
    CHECK_THAT(takeProblem(takeWith("camera = [[2.0,1e300,0,0,5,0,0,45,0,0]]")),
               contains("must be from -1e+12 to 1e+12"));
    CHECK_THAT(takeProblem(takeWith("camera = [[2.0,0,0,0,1e300,0,0,45,0,0]]")),
               contains("must be from -1e+12 to 1e+12"));
}

TEST_CASE("names in a take are limited to the length of file names", "[capture][take][untrusted]") {
    const std::string longName(kMaxNameBytes + 1, 'n');
    CHECK_THAT(takeProblem(takeWith("name = \"" + longName + "\"")), contains("name has over"));
    CHECK_THAT(takeProblem(takeWith("edits = [[1, \"attractor." + longName + ".present\", 1]]")),
               startsWith("x.take:4:10:"));
}

TEST_CASE("a deeply nested flight, or one whose times fall, is refused", "[capture][flight][untrusted]") {
    const auto problemOf = [](const std::string& text) {
        const auto flight = parseCameraFlight(text, "x.toml");
        REQUIRE_FALSE(flight);
        return flight.problem().text;
    };
    CHECK_THAT(problemOf("[" + repeated("a.", 300000) + "b]"), startsWith("x.toml:1:33:"));
    std::string keys;
    for (int seconds = 20000; seconds > 0; --seconds) {
        keys += fmt::format("[[key]]\nseconds = {}\n", seconds);
    }
    CHECK_THAT(problemOf(keys), startsWith("x.toml:4:11: seconds must be greater"));
}

TEST_CASE("a small picture whose text would fill the memory is refused", "[capture][scene][untrusted]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "bomb.png";
    REQUIRE(writePng(file, gradient(4, 4), std::string(kTakeBudget.bytes + 1, ' ')));
    REQUIRE(fs::file_size(file) < 100000);
    CHECK_THAT(readCapturedScene(file).problem().text, contains("bomb.png") && contains("over 64 MiB"));

    // Short enough to be inflated, but with more values than the budget allows.
    REQUIRE(writePng(file, gradient(4, 4), "edits = [" + repeated("1,", kTakeBudget.values) + "]"));
    const auto text = readCapturedScene(file);
    REQUIRE(text);
    CHECK_THAT(takeProblem(*text), contains("list items"));
}

TEST_CASE("a chunk longer than its file is refused before memory is allocated", "[capture][png][untrusted]") {
    const ScratchFolder folder;
    const std::string start("\x89PNG\r\n\x1a\n", 8);
    std::ofstream(folder.path() / "long.png", std::ios::binary) << start << "\x03\xff\xff\xffiTXt";
    CHECK_FALSE(readPngText(folder.path() / "long.png"));
    std::ofstream(folder.path() / "zeros.png", std::ios::binary) << start << std::string(1000, '\0');
    CHECK_FALSE(readPngText(folder.path() / "zeros.png"));
}

TEST_CASE("a deeply nested sidecar, or one with absurd numbers, is refused in one short line",
          "[capture][record][untrusted]") {
    CHECK_THAT(recordProblem(repeated("[", 1000000)), startsWith("x.json:") && contains("nests"));
    CHECK_THAT(recordProblem(repeated("{\"a\":", 1000000)), contains("nests"));
    CHECK_THAT(recordProblem("[" + repeated("1,", 1000000) + "1]"), contains("nests"));
    CHECK(recordProblem("{\"a\": \"" + repeated("x\\u0007", 100000)).size() < 2 * kMaxProblemBytes);
    const std::string record = R"({"file": "a", "width": W, "height": 1, "rate": "30/1", "frames": 1,
        "frames_asked": 1, "transparent": false, "complete": true, "graphics": "", "command": [], "start": "", "scene": "["})";
    const auto withWidth = [&record](const std::string& width) {
        std::string text = record;
        return text.replace(text.find('W'), 1, width);
    };
    CHECK(parseSidecar(withWidth("640"), "x.json"));
    for (const char* width : {"1e300", "-1", "3000000000", "18446744073709551615", "\"640\"", "[]"}) {
        CAPTURE(width);
        CHECK_THAT(recordProblem(withWidth(width)), startsWith("x.json:"));
    }
}

TEST_CASE("a film that is a list of other files opens none of them", "[capture][ffprobe][untrusted]") {
    const ScratchFolder folder;
    const fs::path other = folder.path() / "other.mkv";
    record(other, {.film = {.size = {32, 32}, .frames = 1}}, "a scene");
    const fs::path list = folder.path() / "film.mp4";
    for (const std::string text : {
             "ffconcat version 1.0\nfile 'other.mkv'\n",
             "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.mkv\n#EXT-X-ENDLIST\n",
         }) {
        CAPTURE(text);
        std::ofstream(list) << text;
        const OpenWatch watch(other);
        CHECK_FALSE(readCapturedScene(list));
        CHECK_FALSE(countFrames(list));
        CHECK_FALSE(watch.wasOpened());
    }
    // The watch does notice an open.
    const OpenWatch watch(other);
    CHECK(readCapturedScene(other));
    CHECK(watch.wasOpened());
}

TEST_CASE("a folder of frames that contains itself, pipes or no frames is handled",
          "[capture][scene][untrusted]") {
    const ScratchFolder folder;
    CHECK_FALSE(readCapturedScene(folder.path()));
    fs::create_symlink(".", folder.path() / "frame_00001.png");
    CHECK_THAT(readCapturedScene(folder.path()).problem().text, contains("is a folder"));
    // Reading a pipe without a writer would block for ever.
    REQUIRE(::mkfifo((folder.path() / "frame_00002.png").c_str(), 0600) == 0);
    CHECK_THAT(readCapturedScene(folder.path()).problem().text, contains("frame_00002.png"));
    REQUIRE(::mkfifo((folder.path() / "x.gif.json").c_str(), 0600) == 0);
    std::ofstream(folder.path() / "x.gif") << "GIF89a";
    CHECK_FALSE(readCapturedScene(folder.path() / "x.gif"));
}

}  // namespace shoal
