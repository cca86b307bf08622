// Drawing a flock, at any rate and size, never changes its path.

#include <utility>

#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "capture/format/frame_schedule.hpp"
#include "play/session/session.hpp"
#include "program/program_run.hpp"
#include "render/bodies/body_store.hpp"
#include "render/camera/picking.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/offscreen.hpp"
#include "scratch_folder.hpp"
#include "sim/scene/population.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal::test {

namespace {

constexpr std::uint64_t kSteps = 60;
constexpr int kBoids = 200;

Scene watchedScene() {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    populate(kBoids, *scene);
    return *scene;
}

/// Returns the hash from `shoal simulate`, which never draws.
std::string unwatchedHash() {
    const ScratchFolder scratch;
    const ProgramResult result =
        runShoal({.arguments = {"simulate", "reef", "--boids", std::to_string(kBoids), "--steps",
                                std::to_string(kSteps), "--json"},
                  .folder = scratch.path(),
                  .home = {}});
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out).at("hash").get<std::string>();
}

/// A session drawn without a window.
class Watched {
public:
    Watched() : m_session(watchedScene(), {.threads = 2, .isa = {}}) {
        auto context = HeadlessContext::create();
        REQUIRE(context);
        m_context.emplace(std::move(*context));
        auto stage = Stage::create(m_session.simulation().scene().camera, {});
        REQUIRE(stage);
        m_stage = std::move(*stage);
        m_stage->beginScene(m_session.instant());
    }

    void draw(int width, int height, float alpha, float seconds) {
        m_stage->aim(m_session.instant(), alpha);
        m_stage->camera().advance(seconds);
        const auto boid = nearestBoid(m_session.simulation(), 0, sceneExtent(m_session.simulation()).centre);
        const auto offscreen = Offscreen::create(width, height);
        REQUIRE(offscreen);
        const ImageSize size{width, height};
        m_stage->draw(m_session.instant(), {.size = size,
                                            .framebuffer = offscreen->framebuffer(),
                                            .alpha = alpha,
                                            .view = viewOf(m_stage->camera().pose(), size.aspect()),
                                            .look = {},
                                            .highlighted = boid,
                                            .rings = {},
                                            .lines = {}});
        REQUIRE(m_stage->renderer().lastFrame());
        CHECK(offscreen->read().width == width);
    }

    /// Steps once unless kSteps have been made.
    void step() {
        if (steps() < kSteps) {
            m_session.stepOnce();
            m_stage->director().step(m_session.simulation());
        }
    }

    /// Lets the bodies move on to the state of another session, unseen.
    void rehearse(const Session& other) { m_stage->animate(m_session.instant(), other.simulation()); }

    std::vector<std::array<float, 12>> bodies() const { return m_stage->renderer().bodies().states(0); }

    std::uint64_t steps() const { return m_session.simulation().stepCount(); }
    std::string hash() const { return hashText(m_session.simulation().hash()); }

private:
    std::optional<HeadlessContext> m_context;
    Session m_session;
    std::unique_ptr<Stage> m_stage;
};

}  // namespace

TEST_CASE("a film of any rate shows the flock that simulate computes", "[app][watching]") {
    const std::string expected = unwatchedHash();
    for (const int framesPerSecond : {24, 144}) {
        CAPTURE(framesPerSecond);
        Watched watched;
        FrameSchedule schedule({framesPerSecond, 1});
        while (watched.steps() < kSteps) {
            const FrameSchedule::Due due = schedule.next();
            for (int step = 0; step < due.steps; ++step) {
                watched.step();
            }
            watched.draw(64, 48, due.alpha, 1.0f / static_cast<float>(framesPerSecond));
        }
        CHECK(watched.hash() == expected);
    }
}

TEST_CASE("bodies lean and bend alike whether the states between are drawn or not", "[app][watching]") {
    constexpr int kGap = 15;
    Watched drawn;
    Watched rehearsed;
    while (rehearsed.steps() < kSteps) {
        rehearsed.step();
    }
    rehearsed.draw(64, 48, 1.0f, 0.0f);
    Session early(watchedScene(), {.threads = 2, .isa = {}});
    while (drawn.steps() < kSteps) {
        drawn.draw(64, 48, 1.0f, 0.0f);
        rehearsed.rehearse(early);
        for (int step = 0; step < kGap; ++step) {
            drawn.step();
            early.stepOnce();
        }
    }
    drawn.draw(64, 48, 1.0f, 0.0f);
    rehearsed.draw(64, 48, 1.0f, 0.0f);
    CHECK(rehearsed.bodies() == drawn.bodies());
}

TEST_CASE("stuttering frames, pauses and resizes leave the flock's path unchanged", "[app][watching]") {
    Watched watched;
    std::minstd_rand random(7);
    const auto part = [&] { return static_cast<double>(random() % 1000) / 1000.0; };
    for (int frame = 0; watched.steps() < kSteps; ++frame) {
        REQUIRE(frame < 1000);
        // Mostly short frames, now and then one of 0.3 s, or a pause.
        const double seconds = frame % 11 == 10 ? 0.3 : 0.03 * part();
        const int due =
            frame % 7 >= 5 ? 0 : static_cast<int>(seconds / static_cast<double>(kStepSeconds) + part());
        for (int step = 0; step < due; ++step) {
            watched.step();
        }
        watched.draw(1 + static_cast<int>(90.0 * part()), 1 + static_cast<int>(60.0 * part()),
                     static_cast<float>(part()), static_cast<float>(seconds));
    }
    CHECK(watched.hash() == unwatchedHash());
}

}  // namespace shoal::test
