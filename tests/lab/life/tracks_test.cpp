// Tracks of animals: reading them, and what they are measured as.

#include "lab/life/tracks.hpp"

#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "lab/life/track_targets.hpp"
#include "sim/measures/measured_run.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Tracks tracksIn(const std::string& text, const std::string& file = "t.csv", const std::string& species = "") {
    const auto tracks = parseTracks(text, file, species);
    if (!tracks) {
        FAIL(tracks.problem().text);
    }
    return *tracks;
}

/// Two animals at 2 and 1 m/s along x, side by side.
constexpr const char* kPositions = R"(seconds,id,x,y
0,7,0,5
0,9,0,6
0.5,9,0.5,6
0.5,7,1,5
1,7,2,5
1,9,1,6
)";

constexpr const char* kXyz = R"(2
Lattice="1 0 0 0 1 0 0 0 1" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 Time=0.5 names="H=fish He=shark"
H 1 2 3 0 0 1 4
H 2 2 3 0 0 2 5
3
Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 Time=1
H 1 2 3.5 0 0 1 4
H 2 2 4 0 0 2 5
He 9 9 9 1 0 0 0
)";

}  // namespace

TEST_CASE("velocities that a table of tracks lacks are differences of its positions", "[lab][life][tracks]") {
    const Tracks tracks = tracksIn(kPositions);
    REQUIRE(tracks.frames.size() == 3);
    for (const Tracks::Frame& frame : tracks.frames) {
        REQUIRE(frame.animals.size() == 2);
        CHECK(frame.animals[0].id == 7);
        CHECK(frame.animals[0].velocity == Vec3f{2, 0, 0});
        CHECK(frame.animals[1].velocity == Vec3f{1, 0, 0});
    }
    // A plane without z is the ground.
    CHECK(tracks.frames[1].animals[0].position == Vec3f{1, 0, 5});
}

TEST_CASE("an animal that is not seen for a while is left out of those frames", "[lab][life][tracks]") {
    std::string text = "frame,id,x,y,z,vx,vy,vz\n";
    for (int frame = 0; frame < 4; ++frame) {
        for (int id = 0; id < 3; ++id) {
            text += std::to_string(frame) + "," + std::to_string(id) +
                    (frame == 2 && id == 1 ? ",nan,NaN,,,,\n" : ",1,2,3,0,1,0\n");
        }
    }
    const Tracks tracks = tracksIn(text);
    REQUIRE(tracks.frames.size() == 4);
    CHECK(tracks.frames[1].animals.size() == 3);
    REQUIRE(tracks.frames[2].animals.size() == 2);
    CHECK(tracks.frames[2].animals[1].id == 2);
}

TEST_CASE("extended XYZ is read with the names of its species", "[lab][life][tracks]") {
    const Tracks tracks = tracksIn(kXyz, "t.xyz", "fish");
    REQUIRE(tracks.frames.size() == 2);
    CHECK(tracks.frames[1].time == 1.0);
    REQUIRE(tracks.frames[1].animals.size() == 2);
    CHECK(tracks.frames[1].animals[1].position == Vec3f{2, 2, 4});
    CHECK(tracks.frames[1].animals[1].velocity == Vec3f{0, 0, 2});
}

TEST_CASE("a fault in tracks is named in one line", "[lab][life][tracks]") {
    const std::string whole = kXyz;
    for (const auto& [text, file, species, words] :
         std::vector<std::tuple<std::string, std::string, std::string, std::string>>{
             {"", "t.csv", "", "x and y"},
             {"a,b\n1,2\n", "t.csv", "", "x and y"},
             {"x,y\n1,2\n", "t.csv", "", "seconds"},
             {"seconds,id,x,y\n0,1,2\n", "t.csv", "", "t.csv:2"},
             {"seconds,id,x,y\n0,1,far,2\n", "t.csv", "", "\"far\""},
             {"seconds,id,x,y\n0,-1,2,2\n", "t.csv", "", "no id"},
             {"seconds,id,x,y\n0,1,1e30,2\n", "t.csv", "", "\"1e30\""},
             {"frame,id,x,y,vx,vy\n0,1,1,2,fast,1\n", "t.csv", "", "\"fast\""},
             {"seconds,id,x,y\nsoon,1,2,2\n", "t.csv", "", "\"soon\""},
             {"seconds,id,x,y\n0,1,,\n", "t.csv", "", "no animal"},
             {"seconds,id,x,y\n0,1,2,3\n0,1,2,3\n", "t.csv", "", "twice"},
             {"seconds,id,x,y\n0,1,2,3\n0,2,2,3\n", "t.csv", "", "no frame"},
             {"frame,id,x,y\n0,1,2,3\n1,1,2,3\n", "t.csv", "", "seconds"},
             {"seconds,x,y\n0,2,3\n1,2,3\n", "t.csv", "", "the id"},
             {"two\n", "t.xyz", "", "t.xyz:1"},
             {"99999999999\nProperties=pos:R:3\n1 2 3\n", "t.xyz", "", "ends after 1"},
             {"2\nTime=1\nH 1 2 3\n", "t.xyz", "", "pos"},
             {"1\nProperties=pos:R:3\n1 2\n", "t.xyz", "", "2 words"},
             {"1\nProperties=pos:R:99999999\n1 2\n", "t.xyz", "", "Properties="},
             {"1\nProperties=pos:R:3:id:I:0\n1 2 3\n", "t.xyz", "", "Properties="},
             {whole, "t.xyz", "whale", "fish, shark"}}) {
        CAPTURE(text, words);
        const auto tracks = parseTracks(text, file, species);
        REQUIRE_FALSE(tracks);
        CHECK_THAT(tracks.problem().text, contains(words));
        CHECK(tracks.problem().text.find('\n') == std::string::npos);
    }
}

TEST_CASE("tracked animals are measured as flocks are", "[lab][life][tracks]") {
    const Tracks tracks = tracksIn(kPositions);
    const TargetSet usual = targetsOfTracks(tracks, "folder/t.csv", {});
    const auto find = [](const TargetSet& set, const std::string& title) -> const Target* {
        for (const Target& each : set.targets) {
            if (each.title == title) {
                return &each;
            }
        }
        return nullptr;
    };
    CHECK(usual.title == "t.csv");
    const Target* speed = find(usual, "speed_mean_m_s");
    REQUIRE(speed != nullptr);
    CHECK(*speed->interval.min == approx(1.5 * 0.99));
    CHECK(*speed->interval.max == approx(1.5 * 1.01));
    CHECK_THAT(speed->source, contains("t.csv: 1.5, the mean of 3 frames"));
    REQUIRE(find(usual, "polarisation") != nullptr);
    CHECK(find(usual, "clusters") == nullptr);
    CHECK(find(usual, "density_1_m3") == nullptr);  // not defined for two animals in a line
    // A chosen measure gives all its figures, with the scene's distances.
    const TargetSet chosen = targetsOfTracks(
        tracks, "t.csv",
        {.species = {}, .space = {.linkingDistance = 0.1}, .kinds = *measureKindsNamed("clusters")});
    const Target* clusters = find(chosen, "clusters");
    REQUIRE(clusters != nullptr);
    CHECK((*clusters->interval.min + *clusters->interval.max) / 2 == approx(2.0));
    CHECK(find(chosen, "polarisation") == nullptr);
}
