// The film writer's thread, and the stored settings of the capture panel.

#include "capture/film/film_writer.hpp"

#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/files/media_folders.hpp"
#include "app/program_run.hpp"
#include "app/recording/capture_memory.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

/// Log and controls of a test sink; `pictures` holds the first byte of each frame that it was given.
struct Log {
    std::atomic<bool> isHung{false};
    std::atomic<int> failsAt{-1};
    std::atomic<int> count{0};
    std::string pictures;
    std::atomic<bool> isFinished{false};
};

class LoggedSink final : public FrameSink {
public:
    explicit LoggedSink(Log& log) : m_log(log) {}

    Outcome write(const Image& image, const std::string&) override {
        while (m_log.isHung) {
            std::this_thread::yield();
        }
        if (m_log.count == m_log.failsAt) {
            return Problem{"film.mp4: the disk is full"};
        }
        ++m_log.count;
        m_log.pictures += static_cast<char>(image.rgba[0]);
        return Done{};
    }

    Outcome finish(const std::string&) override {
        m_log.isFinished = true;
        return Done{};
    }

private:
    Log& m_log;
};

FilmWriter::Frame frame(char name, long long repeats = 0) {
    FilmWriter::Frame made{.image = Image(1, 1), .repeats = repeats};
    made.image.rgba[0] = static_cast<std::uint8_t>(name);
    return made;
}

bool push(FilmWriter& writer, FilmWriter::Frame made) {
    return writer.tryPush(made);
}

}  // namespace

TEST_CASE("a film has its frames in order, and repeats the previous one where one is missing",
          "[app][capture]") {
    Log log;
    FilmWriter writer(std::make_unique<LoggedSink>(log), 8);
    REQUIRE(push(writer, frame('a')));
    REQUIRE(push(writer, frame('b', 2)));
    std::vector<FilmWriter::Frame> last;
    last.push_back(frame('c'));
    writer.finish(std::move(last), 3);
    CHECK(writer.wait());
    CHECK(log.pictures == "aaabcccc");
    CHECK(log.isFinished);
    CHECK(writer.status().written == 8);
    CHECK_FALSE(push(writer, frame('d')));
}

TEST_CASE("a hanging sink blocks no caller and fills a bounded queue", "[app][capture]") {
    Log log;
    log.isHung = true;
    FilmWriter writer(std::make_unique<LoggedSink>(log), 3);
    int taken = 0;
    while (taken < 10 && push(writer, frame('x'))) {
        ++taken;
    }
    CHECK(taken == 3);
    CHECK(writer.status().queued == 3);
    CHECK_FALSE(writer.status().isDone);
    log.isHung = false;
    writer.finish({}, 0);
    CHECK(writer.wait());
    CHECK(log.pictures == "xxx");
}

TEST_CASE("a failed film says why and accepts no further frames", "[app][capture]") {
    Log log;
    log.failsAt = 1;
    FilmWriter writer(std::make_unique<LoggedSink>(log), 4);
    REQUIRE(push(writer, frame('a')));
    REQUIRE(push(writer, frame('b')));
    REQUIRE(waitUntil([&] { return writer.status().isDone; }, 30.0));
    REQUIRE(writer.status().problem);
    CHECK(writer.status().problem->text == "film.mp4: the disk is full");
    CHECK_FALSE(push(writer, frame('c')));
    writer.finish({}, 0);
    CHECK_FALSE(writer.wait());
    CHECK_FALSE(log.isFinished);
}

TEST_CASE("an abandoned film is not finished, but has every frame handed over", "[app][capture]") {
    Log log;
    {
        FilmWriter writer(std::make_unique<LoggedSink>(log), 4);
        REQUIRE(push(writer, frame('a')));
        REQUIRE(push(writer, frame('b')));
    }
    CHECK(log.pictures == "ab");
    CHECK_FALSE(log.isFinished);
}

TEST_CASE("the capture panel's settings survive a round trip, and a broken file gives the defaults",
          "[app][capture]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "state" / "capture.json";
    CHECK(recallCaptureSettings(file) == CaptureSettings{});
    CaptureSettings settings;
    settings.kind = CaptureSettings::Kind::apng;
    settings.rate = CaptureSettings::Rate::other;
    settings.pictures = 60000;
    settings.isEndless = false;
    settings.seconds = 2.5f;
    settings.isTransparent = true;
    REQUIRE(rememberCaptureSettings(settings, file));
    CHECK(recallCaptureSettings(file) == settings);
    for (const char* text :
         {"", "[1]", "{\"kind\": 3, \"width\": \"a\"}", "{\"width\": \"1e99\"}", "\xff{"}) {
        CAPTURE(text);
        std::ofstream(file, std::ios::trunc) << text;
        CHECK(recallCaptureSettings(file) == CaptureSettings{});
    }
}

TEST_CASE("films and pictures go to the desktop's own folders for them", "[app][capture]") {
    const UserPaths paths{.config = "/h/.config/shoal", .data = "/h/data", .state = "/h/state", .cache = {}};
    const auto usual = mediaFoldersFrom("", "/h", paths);
    CHECK(usual.films == "/h/data/films");
    CHECK(usual.pictures == "/h/data/pictures");
    const auto named = mediaFoldersFrom(
        "# comment\nXDG_VIDEOS_DIR=\"$HOME/Filme\"\nXDG_PICTURES_DIR=\"/srv/p\"\n", "/h", paths);
    CHECK(named.films == "/h/Filme");
    CHECK(named.pictures == "/srv/p");
    // A desktop gives the home folder itself for a folder that it lacks. Values that are not a path are
    // ignored.
    for (const char* text : {"XDG_VIDEOS_DIR=\"$HOME/\"", "XDG_VIDEOS_DIR=\"$HOME\"",
                             "XDG_VIDEOS_DIR=\"films\"", "XDG_VIDEOS_DIR=", "XDG_VIDEOS_DIR=\""}) {
        CAPTURE(text);
        CHECK(mediaFoldersFrom(text, "/h", paths).films == "/h/data/films");
    }
}

}  // namespace shoal::test
