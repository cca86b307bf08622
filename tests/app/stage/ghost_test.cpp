// Tracked animals beside the flock.

#include "app/stage/ghost.hpp"

#include <memory>
#include <vector>

#include "catch.hpp"

namespace shoal::test {

namespace {

/// Two animals that swim along x at 1 m/s, 2 m apart, seen at 0, 1 and 3 s; a third is seen at the end only.
std::shared_ptr<const Tracks> twoAnimals() {
    Tracks tracks;
    for (const double time : {0.0, 1.0, 3.0}) {
        const auto x = static_cast<float>(time);
        tracks.frames.push_back({.time = time,
                                 .animals = {{.id = 9, .position = {x, 2.0f, 0.0f}, .velocity = {1, 0, 0}},
                                             {.id = 4, .position = {x, 0.0f, 0.0f}, .velocity = {1, 0, 0}}}});
    }
    tracks.frames.back().animals.push_back({.id = 1, .position = {3.0f, 1.0f, 0.0f}, .velocity = {1, 0, 0}});
    return std::make_shared<const Tracks>(std::move(tracks));
}

/// The middles of the darts.
std::vector<Vec3f> placesAt(const Ghost& ghost, double seconds) {
    std::vector<LinePoint> lines;
    ghost.addLines(seconds, {10.0f, 0.0f, 0.0f}, 0.5f, lines);
    REQUIRE(lines.size() % 3 == 0);
    std::vector<Vec3f> places;
    for (std::size_t first = 0; first < lines.size(); first += 3) {
        CHECK(lines[first].place.x - lines[first + 2].place.x == approx(0.5f));
        CHECK(lines[first + 2].colour >> 24u == 0);  // the line ends
        places.push_back(lines[first + 1].place);
    }
    return places;
}

}  // namespace

TEST_CASE("tracked animals keep their places about their middle, and begin again", "[app][ghost]") {
    const Ghost ghost(twoAnimals());
    CHECK(ghost.radius() == approx(1.0f));
    for (const double seconds : {0.0, 0.5, 2.9, 3.0, 30.7}) {
        CAPTURE(seconds);
        const std::vector<Vec3f> places = placesAt(ghost, seconds);
        REQUIRE(places.size() == 2);
        CHECK(places[0].x == approx(10.0f).margin(1e-4));
        CHECK(places[0].y == approx(-1.0f));
        CHECK(places[1].y == approx(1.0f));
    }
}

TEST_CASE("one frame of animals stands still", "[app][ghost]") {
    Tracks tracks = *twoAnimals();
    tracks.frames.resize(1);
    const Ghost ghost(std::make_shared<const Tracks>(std::move(tracks)));
    CHECK(placesAt(ghost, 0.0).size() == 2);
    CHECK(placesAt(ghost, 7.3).size() == 2);
}

}  // namespace shoal::test
