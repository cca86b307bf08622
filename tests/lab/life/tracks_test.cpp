// Tracks of animals: reading them, and their measures.

#include "lab/life/tracks.hpp"

#include <tuple>

#include <fmt/format.h>

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

TEST_CASE("a table of tracks reads the same whichever program wrote it", "[lab][life][tracks]") {
    struct Dialect {
        std::string program;
        std::string heading;
        std::string row;   ///< its values in braces, below
        std::string said;  ///< a refusal; empty if the table is understood
    };
    const auto tableOf = [](const Dialect& dialect) {
        std::string table = dialect.heading;
        int number = 0;
        for (int frame = 0; frame < 5; ++frame) {
            for (const int id : {1, 2}) {
                const double x = 0.25 * frame * id;
                const double y = 5 + 2 * id;
                table += fmt::format(
                    fmt::runtime(dialect.row), fmt::arg("n", ++number), fmt::arg("frame", frame),
                    fmt::arg("t", 0.5 * frame), fmt::arg("id", id), fmt::arg("x", x), fmt::arg("y", y),
                    fmt::arg("mm", 1e3 * x), fmt::arg("ymm", 1e3 * y), fmt::arg("um", 1e6 * x),
                    fmt::arg("yum", 1e6 * y), fmt::arg("ms", 500 * frame), fmt::arg("vx", 0.5 * id));
            }
        }
        return table;
    };
    const Tracks plain = tracksIn(tableOf({"", "t,id,x,y\n", "{t},{id},{x},{y}\n", ""}));
    REQUIRE(plain.frames.size() == 5);
    REQUIRE(plain.frames[2].animals[1].velocity == Vec3f{1, 0, 0});
    for (const Dialect& dialect : std::vector<Dialect>{
             {"blanks after commas", "t, id, x, y\n", "{t}, {id}, {x}, {y}\n", ""},
             {"semicolons", "t;id;x;y\n", "{t};{id};{x};{y}\n", ""},
             {"tabs", "t\tid\tx\ty\n", "{t}\t{id}\t{x}\t{y}\n", ""},
             {"tabs and decimal commas", "t\tid\tx\ty\n", "{t}\t{id}\t{x}\t{y}\n", ""},
             {"capitals", "T,Id,X,Y\n", "{t},{id},{x},{y}\n", ""},
             {"old line ends", "t,id,x,y\r", "{t},{id},{x},{y}\r", ""},
             {"notes", "# tank 3\n\nt,id,x,y\n# seen from above\n", "{t},{id},{x},{y}\n", ""},
             {"ids as floats", "t,id,x,y\n", "{t},{id}.0,{x},{y}\n", ""},
             {"an empty z", "t,id,x,y,z\n", "{t},{id},{x},{y},\n", ""},
             {"a z that stays, without vz", "t,id,x,y,z,vx,vy\n", "{t},{id},{x},{y},0.3,{vx},0\n", ""},
             {"z and vz of nan", "t,id,x,y,z,vx,vy,vz\n", "{t},{id},{x},{y},nan,NaN,,NA\n", ""},
             {"everything in quotes", "\"t\",\"id\",\"x\",\"y\"\n", "\"{t}\",\"{id}\",\"{x}\", \"{y}\"\n",
              ""},
             {"Excel", "\xEF\xBB\xBFsep=;\r\n;;;\r\nt;id;x;y\r\n", "{t};{id};{x};{y}\r\n;;;\r\n", ""},
             {"R, write.csv", "\"\",\"t\",\"id\",\"x\",\"y\"\n", "\"{n}\",{t},{id},{x},{y}\n", ""},
             {"R, write.csv2", "\"\";\"t\";\"id\";\"x\";\"y\"\n", "\"{n}\";{t};{id};{x};{y}\n", ""},
             {"R, write.table", "\"t\" \"id\" \"x\" \"y\"\n", "\"{n}\" {t} {id} {x} {y}\n", "has 5 cells"},
             {"pandas", ",t,id,x,y\n", "{n},{t},{id},{x},{y}\n", ""},
             {"pandas, twice", "Unnamed: 0,t,id,x,y\n", "{n},{t},{id},{x},{y}\n", ""},
             {"numpy.savetxt", "# t id x y\n", "{t:.18e} {id}.000e+00 {x:.18e} {y:.18e}\n", ""},
             {"Shoal", "seconds,id,species,x,y,z,vx,vy,vz\n", "{t},{id},fish,{x},0,{y},{vx},0,0\n", ""},
             {"frames beside seconds", "t,seconds,id,x,y\n", "{frame},{t},{id},{x},{y}\n", ""},
             {"a count of rows as id", "id,track_id,frame,t,x,y\n", "{n},{id},{frame},{t},{x},{y}\n", ""},
             {"units in names", "time_ms,id,x_mm,y_mm\n", "{ms},{id},{mm},{ymm}\n", ""},
             {"TRex, files of animals joined", "frame,time,id,X#wcentroid (mm),Y#wcentroid (mm),missing\n",
              "{frame},{t},{id},{mm},{ymm},0\n{frame},{t},3,inf,inf,1\n", ""},
             {"TRex in pixels", "frame,time,id,X (px),Y (px)\n", "{frame},{t},{id},{mm},{ymm}\n",
              "x is in \"px\""},
             {"idtracker.ai", "time,x1,y1,x2,y2\n", "{t},{x},{y},{x},{y}\n",
              "a line for each animal at each time"},
             {"DeepLabCut", "scorer,net,net,net\nbodyparts,nose,nose,nose\ncoords,x,y,likelihood\n",
              "{n},{x},{y},0.9\n", "a line for each animal at each time"},
             {"DeepLabCut as a long table", "frame,time,individual,bodypart,x,y,likelihood\n",
              "{frame},{t},mouse{id},nose,{x},{y},0.98\n", ""},
             {"several body parts", "frame,time,individual,bodypart,x,y\n",
              "{frame},{t},mouse{id},nose,{x},{y}\n{frame},{t},mouse{id},tail,{x},{y}\n", "mouse1 is twice"},
             {"trackpy", "y,x,mass,frame,particle\n", "{y},{x},9.5,{frame},{id}\n",
              "needs the time (seconds)"},
             {"TrackMate",
              "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME\n"
              "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\nLabel,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\n"
              ",,,(quality),(micron),(micron),(micron),(sec),\n",
              "ID9{n},9{n},{id},5.6,{um},{yum},0,{t},{frame}\nID8{n},8{n},,5.6,{um},{yum},0,{t},{frame}\n",
              ""},
             {"UTF-16", "\xff\xfet", "\n", "UTF-16"}}) {
        std::string text = tableOf(dialect);
        if (dialect.program == "Excel" || dialect.program == "tabs and decimal commas" ||
            dialect.program == "R, write.csv2") {
            std::ranges::replace(text, '.', ',');
        }
        CAPTURE(dialect.program, text);
        const auto tracks = parseTracks(text, "t.csv", "");
        if (!dialect.said.empty()) {
            REQUIRE_FALSE(tracks);
            CHECK_THAT(tracks.problem().text, contains(dialect.said));
            continue;
        }
        if (!tracks) {
            FAIL(tracks.problem().text);
        }
        REQUIRE(tracks->frames.size() == plain.frames.size());
        for (std::size_t frame = 0; frame < plain.frames.size(); ++frame) {
            CHECK(tracks->frames[frame].time == approx(plain.frames[frame].time));
            REQUIRE(tracks->frames[frame].animals.size() == 2);
            for (std::size_t animal = 0; animal < 2; ++animal) {
                const Tracks::Animal& read = tracks->frames[frame].animals[animal];
                const Tracks::Animal& meant = plain.frames[frame].animals[animal];
                CHECK(std::sqrt(lengthSq(read.position - meant.position)) < 1e-5f);
                CHECK(std::sqrt(lengthSq(read.velocity - meant.velocity)) < 1e-5f);
            }
        }
        CHECK(tracks->animals == 2);
        CHECK(tracks->isFlat);
    }
}

TEST_CASE("no velocity spans a gap, and a jump of an id ends the track there", "[lab][life][tracks]") {
    // Three animals circle at 1 m/s in bursts of three frames.
    struct Case {
        std::string what;
        double pause;  ///< [s] between bursts of three frames
        int jumpFrame;
        bool isBack;       ///< the jump is one sighting only
        bool hasVelocity;  ///< as a tracker computes it, across jumps
        std::size_t gaps;
        std::size_t jumps;
        std::size_t unused;
    };
    for (const Case& each :
         {Case{"bursts", 10.0, -1, false, false, 57, 0, 0}, Case{"one jump", 0.1, 30, false, false, 0, 1, 0},
          Case{"a sighting out of place", 0.1, 30, true, false, 0, 2, 1},
          Case{"an early jump", 0.1, 1, false, false, 0, 1, 1},
          Case{"out of place at once", 0.1, 1, true, false, 0, 2, 2},
          Case{"a jump with velocities", 0.1, 30, false, true, 0, 2, 2}}) {
        CAPTURE(each.what);
        std::string text = std::string("t,id,x,y") + (each.hasVelocity ? ",vx,vy" : "") + "\n";
        const auto timeOf = [&](int frame) { return 0.1 * (frame % 3) + (0.2 + each.pause) * (frame / 3); };
        const auto placeOf = [&](int frame, int id) {
            const double turn = 0.5 * timeOf(frame);
            const bool isAway = id == 1 && each.jumpFrame >= 0 &&
                                (each.isBack ? frame == each.jumpFrame : frame >= each.jumpFrame);
            return Vec3d{2.0 * std::cos(turn) + (isAway ? 5.0 : 0.0), 2.0 * std::sin(turn) + id, 0.0};
        };
        for (int frame = 0; frame < 60; ++frame) {
            for (int id = 0; id < 3; ++id) {
                const Vec3d at = placeOf(frame, id);
                text += fmt::format("{},{},{},{}", timeOf(frame), id, at.x, at.y);
                if (each.hasVelocity) {
                    const int from = std::max(0, frame - 1);
                    const int to = std::min(59, frame + 1);
                    const Vec3d velocity =
                        (placeOf(to, id) - placeOf(from, id)) * (1.0 / (timeOf(to) - timeOf(from)));
                    text += fmt::format(",{},{}", velocity.x, velocity.y);
                }
                text += "\n";
            }
        }
        const Tracks tracks = tracksIn(text);
        REQUIRE(tracks.frames.size() == 60);
        for (const Tracks::Frame& frame : tracks.frames) {
            for (const Tracks::Animal& animal : frame.animals) {
                CHECK(std::sqrt(lengthSq(animal.velocity)) == approx(1.0).epsilon(0.01));
            }
        }
        CHECK(tracks.gaps == each.gaps);
        CHECK(tracks.jumps == each.jumps);
        CHECK(tracks.unused == each.unused);
    }
}

TEST_CASE("animals that burst and glide do not jump", "[lab][life][tracks]") {
    // Rest at 0.02 m/s, then 0.5 m/s that decays, 30 frames a second.
    std::string text = "t,id,x,y\n";
    for (int id = 0; id < 4; ++id) {
        double x = 0.0;
        for (int frame = 0; frame < 600; ++frame) {
            text += fmt::format("{:.4f},{},{:.5f},{}\n", frame / 30.0, id, x, id);
            const int since = (frame + 37 * id) % 120;
            x += (0.02 + (since < 20 ? 0.5 * std::exp(-since / 5.0) : 0.0)) / 30.0;
        }
    }
    CHECK(tracksIn(text).jumps == 0);
}

TEST_CASE("velocities that contradict the positions are refused", "[lab][life][tracks]") {
    for (const auto& [unit, words] : std::vector<std::pair<double, std::string>>{
             {1.0, ""},
             {0.1, "below 0.1, contradict its positions, which move at 1 m/s"},
             {2.0, ""},
             {100.0, "above 100, contradict its positions, which move at"}}) {
        std::string text = "t,id,x,y,vx,vy\n";
        for (int frame = 0; frame < 20; ++frame) {
            // A tracker's jitter is much faster from one frame to the next, but leads nowhere.
            const double x = 0.1 * frame + 0.3 * (frame % 2);
            text += fmt::format("{0},1,{1},0,{2},0\n{0},2,{1},1,{2},0\n", 0.1 * frame, x, unit);
        }
        const auto tracks = parseTracks(text, "t.csv", "");
        CAPTURE(unit);
        REQUIRE(static_cast<bool>(tracks) == words.empty());
        if (!tracks) {
            CHECK_THAT(tracks.problem().text, contains(words));
        }
    }
}

TEST_CASE("velocities may be much faster than the steps of animals that turn, rest or are read coarsely",
          "[lab][life][tracks]") {
    struct Case {
        std::string what;
        double turn;   ///< [rad] between two sightings, by the first of the animals
        int rest;      ///< animals at rest for every one that moves
        double digit;  ///< [m] of positions
        bool isRefused;
    };
    for (const Case& each :
         {Case{"almost a circle", 6.0, 0, 1e-4, false}, Case{"many circles", 40.0, 0, 1e-4, false},
          Case{"most at rest", 0.05, 4, 1e-4, false}, Case{"coarse positions", 0.001, 0, 1.0, false},
          Case{"in other units", 0.05, 0, 1e-4, true}}) {
        CAPTURE(each.what);
        std::string text = "t,id,x,y,vx,vy\n";
        for (int frame = 0; frame < 20; ++frame) {
            for (int id = 0; id < 10; ++id) {
                const double turn = each.turn * (1.0 + 0.01 * id);
                const double angle = id % (each.rest + 1) == 0 ? turn * frame : 0.0;
                const double speed =
                    id % (each.rest + 1) == 0 ? 3.0 * turn * (each.isRefused ? 100.0 : 1.0) : 0.0;
                const auto rounded = [&](double at) { return each.digit * std::round(at / each.digit); };
                text += fmt::format("{},{},{:g},{:g},{},{}\n", frame, id, rounded(3.0 * std::cos(angle)),
                                    rounded(3.0 * std::sin(angle)), -speed * std::sin(angle),
                                    speed * std::cos(angle));
            }
        }
        CHECK(static_cast<bool>(parseTracks(text, "t.csv", "")) != each.isRefused);
    }
}

TEST_CASE("positions far from the origin keep their differences", "[lab][life][tracks]") {
    std::string text = "t,id,x,y\n";
    for (int frame = 0; frame < 4; ++frame) {
        text +=
            fmt::format("{0},1,{1:.3f},500.125\n{0},2,{1:.3f},501.125\n", frame, 4'500'000.0 + 0.125 * frame);
    }
    const Tracks tracks = tracksIn(text);
    CHECK(tracks.frames[1].animals[0].velocity == Vec3f{0.125f, 0, 0});
    CHECK(tracks.frames[3].animals[1].position - tracks.frames[0].animals[0].position == Vec3f{0.375f, 0, 1});
}

TEST_CASE("an animal that is not seen for a while is left out of the frames between", "[lab][life][tracks]") {
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

TEST_CASE("a fault in tracks is named in one line", "[lab][life][tracks]") {
    for (const auto& [text, file, species, words] :
         std::vector<std::tuple<std::string, std::string, std::string, std::string>>{
             {"", "t.csv", "", "t.csv: has no rows"},
             {"\xEF\xBB\xBF\n# tank 3\n", "t.csv", "", "t.csv: has no rows"},
             {"seconds,id,x,y\n", "t.csv", "", "t.csv: has no rows below its heading"},
             {"t,id,x,y\n,,(cm),(cm)\n", "t.csv", "", "t.csv: has no rows below its heading"},
             {"a,b\n1,2\n", "t.csv", "", "x and y"},
             {"x,y\n1,2\n", "t.csv", "", "seconds"},
             {"seconds,id,x,y\n0,1,2\n", "t.csv", "", "t.csv:2"},
             {"seconds,id,x,y\n0,1,far,2\n", "t.csv", "", "\"far\""},
             {"seconds,id,x,y\n0,-1,2,2\n", "t.csv", "", "and an id"},
             {"seconds,id,x,y\n0,1,1e30,2\n", "t.csv", "", "\"1e30\""},
             {"frame,id,x,y,vx,vy\n0,1,1,2,fast,1\n", "t.csv", "", "\"fast\""},
             {"seconds,id,x,y\nsoon,1,2,2\n", "t.csv", "", "\"soon\""},
             {"seconds,id,x,y\n0,1,,\n", "t.csv", "", "no animal"},
             {"seconds,id,x,y\n0,1,2,3\n0,1,2,3\n", "t.csv", "", "twice"},
             {"seconds,id,x,y\n0,1,2,3\n0,2,2,3\n", "t.csv", "", "no frame"},
             {"frame,id,x,y\n0,1,2,3\n1,1,2,3\n", "t.csv", "", "seconds"},
             {"seconds,x,y\n0,2,3\n1,2,3\n", "t.csv", "", "the id"},
             {"seconds,x,X,y\n0,2,3,4\n", "t.csv", "", "two columns are called x"},
             {"frame,id,x,y,z,vx,vy\n0,1,1,2,3,1,1\n0,2,1,2,4,1,1\n", "t.csv", "", "no vz"},
             {"frame,id,x,y,vx,vy,vz\n0,1,1,2,1,1,1\n", "t.csv", "", "no z"},
             {"frame,id,x,y,vx\n0,1,1,2,1\n", "t.csv", "", "all of vx, vy"},
             {"t,id,x (cm),y\n0,1,1,2\n", "t.csv", "", "t.csv:1: y has another unit"},
             {"t,id,x_px,y_px\n0,1,1,2\n", "t.csv", "", "t.csv:1: x is in \"px\""},
             {"t,id,x,y\nT,Spot,X,Y\n,,(px),(px)\n0,1,1,2\n", "t.csv", "", "t.csv:3: x is in \"px\""},
             {"t,id,x,y\n0,\"the \"\"old\"\" one\",1,2\n0,\"the \"\"old\"\" one\",1,2\n", "t.csv", "",
              "the \"old\" one is twice"}}) {
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
    // An upright plane has a climb.
    const TargetSet rising =
        targetsOfTracks(tracksIn("t,id,x,y,z\n0,1,0,0,0\n0,2,0,0,1\n1,1,0,1,1\n1,2,0,1,2\n"), "t.csv",
                        {.species = {}, .space = {}, .kinds = *measureKindsNamed("climb")});
    CHECK(find(rising, "climb") != nullptr);
}

TEST_CASE("of several columns for the time or the id, the message names the ones left out",
          "[lab][life][tracks]") {
    for (const auto& [heading, said] : std::vector<std::pair<std::string, std::string>>{
             {"time,T,seconds,id,x,y", "columns seconds (not time, t), id, x, y;"},
             {"T,frame,time_s,id,x,y", "columns time (s) (not t), id, x, y;"},
             {"id,frame,seconds,track_id,x,y", "columns seconds, track_id (not id), x, y;"},
             {"step,frame,seconds,id,x,y", "columns seconds, id, x, y;"}}) {
        const std::string text = heading + "\n0,0,0,1,1,5\n0,0,0,2,2,6\n1,1,1,1,3,5\n1,1,1,2,4,6\n";
        CAPTURE(text);
        CHECK_THAT(targetsOfTracks(tracksIn(text), "t.csv", {}).understood[0], contains(said));
    }
}

TEST_CASE("ranges from tracks hold what the figure can be, and no rounding", "[lab][life][tracks]") {
    // Fish in a plane, written to the millimetre, that all swim at 0.3 m/s, or some of them in strokes.
    for (const bool isUneven : {false, true}) {
        CAPTURE(isUneven);
        std::string text = "t,id,x,y\n";
        for (int frame = 0; frame < 40; ++frame) {
            for (int id = 0; id < 64; ++id) {
                const double stroke = isUneven && id % 4 == 0 ? 0.005 * std::sin(frame) : 0.0;
                text += fmt::format("{:.2f},{},{:.3f},{:.3f}\n", frame / 25.0, id,
                                    0.3 * frame / 25.0 + 0.211 * (id % 8) + stroke, 0.19 * (id / 8));
            }
        }
        const TargetSet set = targetsOfTracks(tracksIn(text), "t.csv",
                                              {.species = {}, .space = {.bodyRadius = 0.05}, .kinds = {}});
        for (const Target& each : set.targets) {
            CAPTURE(each.title, *each.interval.min, *each.interval.max);
            const MeasureColumn& column = measureColumns()[each.column];
            CHECK(*each.interval.min >= 0.0);
            CHECK((column.max == 0.0 || *each.interval.max <= column.max));
            CHECK(*each.interval.max > *each.interval.min);
        }
        const auto isCompared = [&](std::string_view key) {
            return std::ranges::find(set.targets, key, &Target::title) != set.targets.end();
        };
        CHECK(isCompared("speed_mean_m_s"));
        CHECK(isCompared("polarisation"));
        CHECK(isCompared("speed_deviation_m_s") == isUneven);
        CHECK_FALSE(isCompared("anisotropy_1"));
        REQUIRE(set.understood.size() == 1);
        CHECK_THAT(set.understood[0],
                   contains("t.csv: 64 animals in 40 frames, 1.56 s; columns t, id, x, y; in a plane; "
                            "velocities from positions 0.04 s apart"));
        CHECK_THAT(set.understood[0], contains("mean speed 0.3") && contains(" body lengths a second"));
        CHECK_THAT(set.understood[0], contains("anisotropy_1 (means nothing in a plane)"));
        CHECK_THAT(set.understood[0], contains("density_1_m3 (not defined)"));
        CHECK((set.understood[0].find("speed_deviation_m_s (0 but for rounding)") != std::string::npos) !=
              isUneven);
    }
}

TEST_CASE("a range from tracks that every value meets is no target", "[lab][life][tracks]") {
    // One of two animals turns about after half the time: the polarisation is 0 or 1.
    std::string text = "t,id,x,y,vx,vy\n";
    for (int frame = 0; frame < 20; ++frame) {
        text += fmt::format("{0},1,0,0,1,0\n{0},2,0,1,{1},0\n", frame, frame < 10 ? 1 : -1);
    }
    const TargetSet set = targetsOfTracks(tracksIn(text), "t.csv", {});
    CHECK(std::ranges::find(set.targets, "polarisation", &Target::title) == set.targets.end());
    CHECK_THAT(set.understood[0], contains("polarisation (every value is in the range)"));
}

TEST_CASE("a density of animals far apart is no rounding", "[lab][life][tracks]") {
    std::string text = "t,id,x,y,z,vx,vy,vz\n";
    for (int id = 0; id < 64; ++id) {
        text += fmt::format("0,{},{},{},{},1,0,0\n", id, 300 * (id % 4) + id, 300 * (id / 4 % 4) + id / 3,
                            300 * (id / 16));
    }
    const TargetSet set = targetsOfTracks(tracksIn(text), "t.csv", {});
    CAPTURE(set.understood[0]);
    CHECK(std::ranges::find(set.targets, "density_1_m3", &Target::title) != set.targets.end());
}

TEST_CASE("one jump of an id hardly moves a range", "[lab][life][tracks]") {
    const auto speeds = [](bool hasJump) {
        std::string text = "t,id,x,y,z\n";
        for (int frame = 0; frame < 100; ++frame) {
            for (int id = 0; id < 10; ++id) {
                const double x = 0.1 * frame + 0.02 * std::sin(0.7 * frame + id) +
                                 (hasJump && id == 3 && frame > 50 ? 5.0 : 0.0);
                text += fmt::format("{},{},{},{},{}\n", 0.1 * frame, id, x, id % 3, id / 3);
            }
        }
        const TargetSet set = targetsOfTracks(tracksIn(text), "t.csv", {});
        return std::ranges::find(set.targets, "speed_mean_m_s", &Target::title)->interval;
    };
    CHECK(*speeds(true).min == approx(*speeds(false).min).epsilon(0.002));
    CHECK(*speeds(true).max == approx(*speeds(false).max).epsilon(0.002));
}

TEST_CASE("tracks of a wrapped world are measured across its faces", "[lab][life][tracks]") {
    // Two columns of animals, each near a face, one of them unwrapped.
    std::string text = "t,id,x,y,z,vx,vy,vz\n";
    for (int id = 0; id < 20; ++id) {
        text +=
            fmt::format("0,{},{},{},0,1,0,0\n", id, id % 2 == 0 ? 9.5 : 10.5 + 20.0 * (id % 4 / 2), id / 2);
    }
    const TargetSet set = targetsOfTracks(tracksIn(text), "t.csv",
                                          {.species = {}, .space = {.period = {20, 20, 20}}, .kinds = {}});
    const auto nearest = std::ranges::find(set.targets, "nearest_neighbour_m", &Target::title);
    REQUIRE(nearest != set.targets.end());
    CHECK((*nearest->interval.min + *nearest->interval.max) / 2 == approx(1.0));
    CHECK(std::ranges::find(set.targets, "milling", &Target::title) == set.targets.end());
    CHECK_THAT(set.understood[0], contains("milling (means nothing in a wrapped world)"));
    CHECK_THAT(set.understood[0], contains("20 animals in 1 frame"));
}
