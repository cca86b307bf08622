#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

#include "capture/film/film_writer.hpp"
#include "capture/film_tools.hpp"
#include "capture/picture/png.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

/// Log and controls of a test sink; outlives the sink.
struct Ledger {
    std::vector<Image> images;
    std::vector<std::string> scenes;
    bool isFinished = false;
    int failsAt = -1;  ///< the number of the frame that it refuses
    std::mutex mutex;
    std::condition_variable changed;
    int allowed = 1 << 30;  ///< frames that it may take before it waits
    int taken = 0;          ///< frames that it has started on

    void allow(int more) {
        {
            const std::scoped_lock lock(mutex);
            allowed = more;
        }
        changed.notify_all();
    }
    void waitUntilTaken(int count) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return taken >= count; });
    }
};

class LedgerSink final : public FrameSink {
public:
    explicit LedgerSink(Ledger& ledger) : m_ledger(ledger) {}

    Outcome write(const Image& image, const std::string& scene) override {
        std::unique_lock lock(m_ledger.mutex);
        ++m_ledger.taken;
        m_ledger.changed.notify_all();
        m_ledger.changed.wait(lock, [&] { return m_ledger.taken <= m_ledger.allowed; });
        if (m_ledger.taken - 1 == m_ledger.failsAt) {
            return Problem{"film.mp4: the disk is full"};
        }
        m_ledger.images.push_back(image);
        m_ledger.scenes.push_back(scene);
        return Done{};
    }

    Outcome finish(const std::string& scene) override {
        m_ledger.isFinished = true;
        m_ledger.scenes.push_back(scene);
        return Done{};
    }

private:
    Ledger& m_ledger;
};

/// Finishes the film and waits for the result.
Outcome finished(FilmWriter& writer, const std::string& scene = {}) {
    writer.finish(scene);
    return writer.wait();
}

TEST_CASE("a queue writes all its frames in order, and then completes the file", "[capture][writer]") {
    Ledger ledger;
    {
        FilmWriter writer(std::make_unique<LedgerSink>(ledger), 2);
        for (int frame = 0; frame < 50; ++frame) {
            REQUIRE(writer.push({.image = gradient(8, 6, frame), .scene = std::to_string(frame)}));
        }
        REQUIRE(finished(writer, "end"));
    }
    REQUIRE(ledger.images.size() == 50);
    for (int frame = 0; frame < 50; ++frame) {
        CHECK(ledger.images[static_cast<std::size_t>(frame)].rgba == gradient(8, 6, frame).rgba);
        CHECK(ledger.scenes[static_cast<std::size_t>(frame)] == std::to_string(frame));
    }
    CHECK(ledger.isFinished);
    CHECK(ledger.scenes.back() == "end");
}

TEST_CASE("a full queue waits for space", "[capture][writer]") {
    Ledger ledger;
    ledger.allowed = 0;
    FilmWriter writer(std::make_unique<LedgerSink>(ledger), 2);
    REQUIRE(writer.push({.image = gradient(8, 6, 0)}));
    REQUIRE(writer.push({.image = gradient(8, 6, 1)}));
    ledger.waitUntilTaken(1);
    std::atomic<bool> isThrough{false};
    std::thread drawing([&] {
        REQUIRE(writer.push({.image = gradient(8, 6, 2)}));
        isThrough = true;
    });
    CHECK(writer.status().written == 0);
    CHECK_FALSE(isThrough);
    ledger.allow(1 << 30);
    drawing.join();
    REQUIRE(finished(writer));
    CHECK(ledger.images.size() == 3);
}

TEST_CASE("a write error is returned by the next calls, and none waits for ever", "[capture][writer]") {
    Ledger ledger;
    ledger.failsAt = 3;
    FilmWriter writer(std::make_unique<LedgerSink>(ledger), 2);
    Outcome outcome = Done{};
    int frame = 0;
    for (; outcome && frame < 100; ++frame) {
        outcome = writer.push({.image = gradient(8, 6, frame)});
    }
    REQUIRE_FALSE(outcome);
    CHECK(frame <= 7);
    CHECK_THAT(outcome.problem().text, contains("disk is full"));
    const Outcome ending = finished(writer);
    REQUIRE_FALSE(ending);
    CHECK_THAT(ending.problem().text, contains("disk is full"));
    CHECK_FALSE(ledger.isFinished);
    CHECK(ledger.images.size() == 3);
}

TEST_CASE("an error at the last frame is reported at the end", "[capture][writer]") {
    Ledger ledger;
    ledger.failsAt = 0;
    FilmWriter writer(std::make_unique<LedgerSink>(ledger), 4);
    REQUIRE(writer.push({.image = gradient(8, 6)}));
    CHECK_FALSE(finished(writer));
    CHECK_FALSE(ledger.isFinished);
}

/// Runs out of memory at its third frame, or at its end.
class HungrySink final : public FrameSink {
public:
    explicit HungrySink(bool failsAtEnd) : m_failsAtEnd(failsAtEnd) {}
    Outcome write(const Image&, const std::string&) override {
        if (m_count == 2 && !m_failsAtEnd) {
            throw std::bad_alloc();
        }
        ++m_count;
        return Done{};
    }
    Outcome finish(const std::string&) override { throw std::bad_alloc(); }
    fs::path path() const override { return "film.mp4"; }
    std::string kept() const override { return "the first 2 frames are in film.partial.mkv"; }

private:
    bool m_failsAtEnd;
    int m_count = 0;
};

TEST_CASE("running out of memory ends the film, not the program", "[capture][writer]") {
    for (const bool failsAtEnd : {false, true}) {
        CAPTURE(failsAtEnd);
        FilmWriter writer(std::make_unique<HungrySink>(failsAtEnd), 2);
        Outcome outcome = Done{};
        for (int frame = 0; outcome && frame < 9; ++frame) {
            outcome = writer.push({.image = gradient(8, 6, frame)});
        }
        outcome = finished(writer);
        REQUIRE_FALSE(outcome);
        CHECK(outcome.problem().text ==
              "film.mp4: out of memory; the first 2 frames are in film.partial.mkv");
    }
}

TEST_CASE("a destroyed queue writes its waiting frames and leaves the file as its sink does",
          "[capture][writer]") {
    const ScratchFolder folder;
    {
        FilmWriter writer(opened(folder.path() / "film.mkv", {.film = {.size = {64, 48}, .frames = 9}}), 8);
        for (int frame = 0; frame < 5; ++frame) {
            REQUIRE(writer.push({.image = gradient(64, 48, frame, true)}));
        }
    }
    CHECK(countFiles(folder.path()) == 1);
    CHECK(playableFrames(folder.path() / "film.partial.mkv") == 5);
}

TEST_CASE("a hanging ffmpeg ends the wait for a full queue", "[capture][writer]") {
    const ScratchFolder folder;
    const ScratchFolder programs;
    makeProgram(programs.path() / "ffmpeg", "exec sleep 600");
    const PathOverride only(programs.path().string() + ":" + std::getenv("PATH"));
    FilmWriter writer(
        opened(folder.path() / "film.mp4", {.film = {.size = {640, 480}, .frames = 100}, .patience = 0.3}),
        2);
    Outcome outcome = Done{};
    for (int frame = 0; outcome && frame < 100; ++frame) {
        outcome = writer.push({.image = gradient(640, 480, frame)});
    }
    REQUIRE_FALSE(outcome);
    CHECK_THAT(outcome.problem().text, contains("film.mp4") && contains("made no progress"));
    CHECK_FALSE(finished(writer));
}

}  // namespace
}  // namespace shoal
