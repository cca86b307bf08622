#include "viewer/stage/trails.hpp"

#include <shoal/preset.hpp>

#include "play/session/session.hpp"

namespace shoal::test {

namespace {

/// One boid that flies straight along x at 6 m/s.
Session straightFlight(float trail, const char* more = "") {
    const auto scene = parsePreset(std::string("[look]\ntrail = ") + std::to_string(trail) + R"(
[world]
width = 40
[species.fish]
count = 1
[species.fish.boid.one]
vx = 6
)" + more,
                                   "trail.toml");
    REQUIRE(scene);
    return {*scene, {}};
}

void play(Session& session, int steps) {
    for (int step = 0; step < steps; ++step) {
        session.stepOnce();
    }
}

int opacityOf(const LinePoint& point) {
    return static_cast<int>(point.colour >> 24u);
}

}  // namespace

TEST_CASE("a trail reaches back as far as its boid flew in that time", "[app][trails]") {
    Session session = straightFlight(0.52f);
    play(session, 90);
    for (const float alpha : {0.0f, 0.4f, 1.0f}) {
        const std::vector<LinePoint> line =
            trailLines(session.instant().trail, session.simulation(), alpha, {});
        CAPTURE(alpha, line.size());
        REQUIRE(line.size() > 8);
        const float head = 6.0f * (89.0f + alpha) / 60.0f;
        CHECK(line.front().place.x == approx(head).margin(1e-4));
        CHECK(line.back().place.x == approx(head - 6.0f * 0.52f).margin(1e-3));
        // It fades from the boid to its end.
        CHECK(opacityOf(line.front()) > 150);
        CHECK(opacityOf(line.back()) == 0);
        CHECK(std::ranges::is_sorted(line, std::ranges::greater(), opacityOf));
        CHECK(std::ranges::is_sorted(line, std::ranges::greater(),
                                     [](const LinePoint& each) { return each.place.x; }));
    }
}

TEST_CASE("a young trail begins where it was switched on", "[app][trails]") {
    Session session = straightFlight(10.0f);
    play(session, 60);
    const std::vector<LinePoint> line = trailLines(session.instant().trail, session.simulation(), 1.0f, {});
    REQUIRE_FALSE(line.empty());
    CHECK(line.back().place.x == approx(6.0 * 3.0 / 60.0).margin(1e-4));
}

TEST_CASE("without a trail nothing is kept or drawn", "[app][trails]") {
    Session session = straightFlight(0.0f);
    play(session, 30);
    CHECK(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
    REQUIRE(session.apply({"look.trail", 1.0}));
    CHECK(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
    play(session, 12);
    CHECK_FALSE(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
}

TEST_CASE("a trail is cut where its boid crosses the edge of a wrapped world", "[app][trails]") {
    Session session = straightFlight(3.0f, "[species.fish.wrap]\nenabled = true\n");
    play(session, 60 * 4);  // over the edge at 20 m
    const std::vector<LinePoint> line = trailLines(session.instant().trail, session.simulation(), 1.0f, {});
    REQUIRE_FALSE(line.empty());
    CHECK(line.front().place.x < 0.0f);
    CHECK(std::ranges::any_of(line, [](const LinePoint& each) { return each.place.x > 15.0f; }));
    for (std::size_t point = 0; point + 1 < line.size(); ++point) {
        CHECK(
            (opacityOf(line[point]) == 0 || std::abs(line[point].place.x - line[point + 1].place.x) < 1.0f));
    }
}

TEST_CASE("trails follow boids by id, whatever their slots", "[app][trails]") {
    Scene scene = *openPreset("reef");
    REQUIRE(scene.applyText("count=300"));
    REQUIRE(scene.applyText("look.trail=1"));
    Session session(scene, {});
    play(session, 120);
    const std::vector<LinePoint> lines = trailLines(session.instant().trail, session.simulation(), 1.0f, {});
    std::size_t ends = 0;
    for (std::size_t point = 0; point < lines.size(); ++point) {
        if (opacityOf(lines[point]) == 0) {
            ++ends;
            continue;
        }
        // Speeds are at most 2.4 m/s, so samples are at most 0.12 m apart.
        REQUIRE(point + 1 < lines.size());
        CHECK(lengthSq(lines[point].place - lines[point + 1].place) < 0.13f * 0.13f);
    }
    CHECK(ends == 300);
}

TEST_CASE("in a large flock only some boids have trails", "[app][trails]") {
    Scene scene = *openPreset("reef");
    REQUIRE(scene.applyText("count=2500"));
    REQUIRE(scene.applyText("look.trail=0.2"));
    Session session(scene, {});
    play(session, 6);
    const std::vector<LinePoint> lines = trailLines(session.instant().trail, session.simulation(), 1.0f, {});
    const auto ends = std::ranges::count(lines, 0, opacityOf);
    CHECK(ends <= static_cast<std::ptrdiff_t>(Trail::kMaxBoids));
    CHECK(ends > static_cast<std::ptrdiff_t>(Trail::kMaxBoids) / 2);
}

TEST_CASE("trails join neither two runs nor flocks of different size", "[app][trails]") {
    Session session = straightFlight(2.0f);
    play(session, 60);
    session.restart(3);
    CHECK(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
    play(session, 6);
    for (const LinePoint& point : trailLines(session.instant().trail, session.simulation(), 1.0f, {})) {
        CHECK(point.place.x < 1.0f);
    }
    REQUIRE(session.apply({"species.fish.count", 4.0}));
    CHECK(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
    play(session, 6);
    CHECK_FALSE(trailLines(session.instant().trail, session.simulation(), 1.0f, {}).empty());
}

TEST_CASE("a trail does not bridge a jump in time", "[app][trails]") {
    Session session = straightFlight(5.0f);
    Trail trail;
    const auto fly = [&](int steps, bool isNoted) {
        for (int step = 0; step < steps; ++step) {
            session.stepOnce();
            if (isNoted) {
                trail.step(session.simulation());
            }
        }
    };
    fly(60, true);
    CHECK_FALSE(trailLines(trail, session.simulation(), 1.0f, {}).empty());
    fly(30, false);
    CHECK(trailLines(trail, session.simulation(), 1.0f, {}).empty());
    fly(12, true);
    const std::vector<LinePoint> line = trailLines(trail, session.simulation(), 1.0f, {});
    REQUIRE_FALSE(line.empty());
    CHECK(line.back().place.x >= 9.0f);
}

TEST_CASE("a trail has its boid's colour", "[app][trails]") {
    Session session = straightFlight(1.0f);
    play(session, 30);
    const std::vector<std::vector<std::uint32_t>> colours{{0xff112233u}};
    for (const LinePoint& point :
         trailLines(session.instant().trail, session.simulation(), 1.0f, {colours})) {
        CHECK((point.colour & 0xffffffu) == 0x112233u);
    }
}

}  // namespace shoal::test
