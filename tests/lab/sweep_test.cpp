#include "lab/sweep.hpp"

#include <set>

#include <shoal/preset.hpp>

#include "failing_device.hpp"
#include "fault_points.hpp"
#include "lab/life/targets.hpp"
#include "lab/sweep_axis.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

std::vector<std::string> valuesOf(const std::string& text, bool mayDraw = false) {
    const auto axis = parseAxis({"alignment.weight", text}, mayDraw);
    REQUIRE(axis);
    return axis->values;
}

Sweep sweepOf(const std::string& toml) {
    const auto request = parseSweep(toml, "test.toml");
    if (!request) {
        FAIL(request.problem().text);
    }
    auto sweep = Sweep::create(*request, *openPreset(request->preset));
    if (!sweep) {
        FAIL(sweep.problem().text);
    }
    return std::move(*sweep);
}

std::string problemOf(const std::string& toml) {
    const auto request = parseSweep(toml, "test.toml");
    if (!request) {
        return request.problem().text;
    }
    const auto sweep = Sweep::create(*request, *openPreset(request->preset));
    return sweep ? "" : sweep.problem().text;
}

std::vector<std::string> cellsOf(const std::string& row) {
    std::vector<std::string> cells(1);
    for (const char each : row) {
        if (each == ',') {
            cells.emplace_back();
        } else {
            cells.back() += each;
        }
    }
    return cells;
}

std::map<std::string, std::string> rowOf(const Sweep& sweep, std::uint64_t run) {
    const auto done = sweep.run(run, false, [] { return false; });
    REQUIRE(done);
    REQUIRE(*done);
    const std::vector<std::string> names = cellsOf(sweep.header());
    const std::vector<std::string> cells = cellsOf((**done).text);
    REQUIRE(names.size() == cells.size());
    std::map<std::string, std::string> row;
    for (std::size_t k = 0; k < names.size(); ++k) {
        row[names[k]] = cells[k];
    }
    return row;
}

}  // namespace

TEST_CASE("an axis is evenly spaced, in equal ratios, whole numbers or a list", "[lab][sweep]") {
    using Texts = std::vector<std::string>;
    CHECK(valuesOf("1..9:5") == Texts{"1", "3", "5", "7", "9"});
    CHECK(valuesOf("0..0.5:6") == Texts{"0", "0.1", "0.2", "0.3", "0.4", "0.5"});
    CHECK(valuesOf("3..1:3") == Texts{"3", "2", "1"});
    CHECK(valuesOf("1..100:3:log") == Texts{"1", "10", "100"});
    CHECK(valuesOf("2..4") == Texts{"2", "3", "4"});
    CHECK(valuesOf("5,on,nearest") == Texts{"5", "on", "nearest"});
    CHECK(valuesOf("2..4:1") == Texts{"2"});
    CHECK(valuesOf("2..4", true).empty());
}

TEST_CASE("an axis that cannot be read says what to write", "[lab][sweep]") {
    for (const char* text : {"1..", "..3", "a..b:3", "1..9:0", "1..9:2.5", "1..9:3:lin", "0..9:3:log",
                             "1.5..3", "9..1", "1,,2", "", "1..9:99999999"}) {
        CAPTURE(text);
        const auto axis = parseAxis({"alignment.weight", text}, false);
        REQUIRE_FALSE(axis);
        CHECK_THAT(axis.problem().text, startsWith("alignment.weight: "));
        CHECK_THAT(axis.problem().text, contains("write 1..9:17"));
    }
}

TEST_CASE("a sweep file gives every combination, the first axis slowest", "[lab][sweep]") {
    const Sweep sweep = sweepOf(R"(preset = "zones"
steps = 10
[set]
count = 20
[vary]
zones.orientation = "1..3:2"
"zones.attraction" = [4, 5]
seed = "7..8"
)");
    CHECK(sweep.runs() == 8);
    std::vector<std::string> seen;
    for (std::uint64_t run = 0; run < sweep.runs(); ++run) {
        const Scene scene = *sweep.scene(run);
        CHECK(scene.species[0].count == 20);
        seen.push_back(std::to_string(static_cast<int>(*scene.value("zones.orientation"))) +
                       std::to_string(static_cast<int>(*scene.value("zones.attraction"))) +
                       std::to_string(scene.seed));
    }
    CHECK(seen == std::vector<std::string>{"147", "148", "157", "158", "347", "348", "357", "358"});
}

TEST_CASE("a row holds what simulate reports for the same settings", "[lab][sweep]") {
    const Sweep sweep = sweepOf(R"(preset = "zones"
steps = 60
burn_in = 20
every = 10
[set]
count = 30
[vary]
zones.orientation = [2, 6]
seed = [3, 4]
)");
    auto row = rowOf(sweep, 3);
    Scene scene = *openPreset("zones");
    REQUIRE(scene.applyText("count=30"));
    REQUIRE(scene.applyText("zones.orientation=6"));
    scene.seed = 4;
    auto simulation = Simulation::create(scene);
    REQUIRE(simulation);
    double sum = 0.0;
    for (int step = 1; step <= 60; ++step) {
        simulation->step();
        if (step >= 20 && step % 10 == 0) {
            sum += measureMotion(simulation->flocks()[0].now(), 30).polarisation;
        }
    }
    CHECK(row.at("run") == "3");
    CHECK(row.at("zones.orientation") == "6");
    CHECK(row.at("seed") == "4");
    CHECK(row.at("samples") == "5");
    CHECK(row.at("hash") == hashText(simulation->hash()));
    CHECK(std::stod(row.at("polarisation")) == approx(sum / 5.0));
    CHECK(row.at("boids") == "30");
}

TEST_CASE("a sweep of several species has columns for each", "[lab][sweep]") {
    const Sweep sweep = sweepOf(R"(preset = "bait-ball"
steps = 2
measures = ["polarisation"]
[vary]
seed = [1]
)");
    const auto columns = sweep.columns();
    CHECK(columns == std::vector<std::string>{"polarisation", "sardine.polarisation", "tuna.polarisation",
                                              "shark.polarisation"});
    CHECK_FALSE(rowOf(sweep, 0).at("sardine.polarisation_se").empty());
}

TEST_CASE("a Latin hypercube has one point in each stratum of each axis, crossed with lists",
          "[lab][sweep]") {
    const Sweep sweep = sweepOf(R"(preset = "zones"
steps = 1
[vary]
zones.orientation = "1..9"
perception.radius = "10..100:log"
count = "10..50"
start.order = "0..1"
seed = [1, 2]
[sample]
runs = 40
seed = 5
)");
    REQUIRE(sweep.runs() == 80);
    std::map<std::string, std::set<int>> strata;
    for (std::uint64_t run = 0; run < sweep.runs(); run += 2) {
        const Scene scene = *sweep.scene(run);
        CHECK(sweep.scene(run + 1)->seed == 2);
        CHECK(*sweep.scene(run + 1)->value("count") == *scene.value("count"));
        strata["orientation"].insert(
            static_cast<int>((*scene.value("zones.orientation") - 1.0) / 8.0 * 40.0));
        strata["radius"].insert(
            static_cast<int>(std::log10(*scene.value("perception.radius") / 10.0) * 40.0));
        CHECK(*scene.value("count") == std::floor(*scene.value("count")));
        strata["order"].insert(static_cast<int>(*scene.value("start.order") * 40.0));
    }
    CHECK(strata.at("orientation").size() == 40);
    CHECK(strata.at("radius").size() == 40);
    CHECK(strata.at("order").size() == 40);
}

TEST_CASE("mistakes in a sweep file name the line and what to do", "[lab][sweep]") {
    CHECK_THAT(problemOf("preset = \"zones\"\nstep = 3\n"),
               contains("test.toml:2:1") && contains("did you mean \"steps\"?"));
    CHECK_THAT(problemOf("steps = -1\n"), contains("test.toml:1:9") && contains("whole number from 0"));
    CHECK_THAT(problemOf("measures = [\"miling\"]\n"), contains("did you mean \"milling\"?"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nzones.orentation = 3\n"),
               contains("did you mean \"zones.orientation\"?"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nzones.orientation = [3, 99]\n"),
               contains("from 0.05 to 50 m"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nseed = [1.5]\n"),
               contains("seed") && contains("whole number"));
    CHECK_THAT(problemOf("preset = \"zones\"\nsteps = 5\nburn_in = 6\n"), contains("burn_in"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nseed = \"1..2000\"\ncount = \"1..2000\"\n"),
               contains("at most 1000000 runs"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nseed = \"1..2\"\n[sample]\nruns = 3\n"),
               contains("no range to draw from"));
    CHECK_THAT(problemOf("[vary]\nseed = [[1]]\n"), contains("expected a number"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[set]\ncount = \"30\\n\"\n"), contains("line breaks"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[set]\nseed = 5\n[vary]\nseed = \"1..3\"\n"),
               contains("seed is given twice"));
    CHECK_THAT(problemOf("preset = \"zones\"\n[vary]\nzones.orientation = "
                         "[1]\n\"species.fish.zones.orientation\" = [2]\n"),
               contains("is given twice, also as"));
}

TEST_CASE("a fixed key appears once: the seed in its own column, and the last value of a key",
          "[lab][sweep]") {
    const auto create = [](std::vector<SweepRequest::Entry> set, std::uint64_t seeds = 1) {
        SweepRequest request;
        request.preset = "zones";
        request.sampling.steps = 1;
        request.set = std::move(set);
        request.vary = {{"zones.orientation", "1, 2"}};
        request.seeds = seeds;
        return Sweep::create(request, *openPreset("zones"));
    };
    const auto plain = create({{"count", "12"}});
    REQUIRE(plain);
    for (const auto& set : std::vector<std::vector<SweepRequest::Entry>>{
             {{" count ", " 12\t"}},
             {{"count", "9"}, {"count", "12"}},
             {{"species.fish.count", "9"}, {"fish.count", "10"}, {"count", "12"}}}) {
        const auto same = create(set);
        CAPTURE(set.size());
        REQUIRE(same);
        CHECK(same->header() == plain->header());
        CHECK(same->rowBeginning(1) == plain->rowBeginning(1));
        CHECK(same->fingerprint() == plain->fingerprint());
    }
    const auto seeded = create({{"count", "12"}, {"seed", "9"}});
    REQUIRE(seeded);
    CHECK(seeded->header() == plain->header());
    CHECK(seeded->scene(0)->seed == 9);
    CHECK_THAT(seeded->rowBeginning(0), contains(",zones,9,1,"));
    CHECK(seeded->fingerprint() != plain->fingerprint());
    const auto several = create({{"seed", "9"}}, 3);
    REQUIRE(several);
    CHECK(several->runs() == 6);
    CHECK(several->scene(5)->seed == 11);
    CHECK_FALSE(create({{"seed", "-1"}}));
    CHECK_FALSE(create({{"seed", "1,2"}}));
}

TEST_CASE("the means in a row's text are those of the row", "[lab][sweep]") {
    for (const char* preset : {"zones", "stampede"}) {
        SweepRequest request;
        request.preset = preset;
        request.sampling.steps = 4;
        request.sampling.every = 2;
        request.vary = {{"seed", "1..2"}};
        const auto sweep = Sweep::create(request, *openPreset(preset));
        REQUIRE(sweep);
        const auto row = sweep->run(1, false, [] { return false; });
        REQUIRE((row && *row));
        const std::vector<double> read = sweep->valuesIn((*row)->text);
        REQUIRE(read.size() == (*row)->values.size());
        for (std::size_t k = 0; k < read.size(); ++k) {
            CHECK(
                (read[k] == (*row)->values[k] || (std::isnan(read[k]) && !std::isfinite((*row)->values[k]))));
        }
    }
}

TEST_CASE("a row says what stepped it, and a device that fails halfway leaves none", "[lab][sweep]") {
    SweepRequest request;
    request.sampling.steps = 6;
    request.set = {{"count", "40"}};
    request.vary = {{"seed", "1..2"}};
    const auto rowBy = [&request](OpenDevice device) {
        request.device = device;
        return Sweep::create(request, *openPreset("reef"))->run(1, true, [] { return false; });
    };
    const auto plain = rowBy(nullptr);
    REQUIRE((plain && *plain));

    const auto refused = rowBy(FailingDevice::refuse);
    REQUIRE((refused && *refused));
    CHECK((*refused)->deviceProblem == "no such device");
    CHECK((*refused)->values.front() == (*plain)->values.front());
    CHECK((*refused)->text.find(",processor,") != std::string::npos);
    CHECK((*refused)->take->steppedBy == "");

    FailingDevice::stepsBefore = 10;
    const auto stepped = rowBy(FailingDevice::open);
    REQUIRE((stepped && *stepped));
    CHECK((*stepped)->text.find(",failing,") != std::string::npos);
    CHECK((*stepped)->take->steppedBy == "failing");

    FailingDevice::stepsBefore = 3;
    const auto broken = rowBy(FailingDevice::open);
    REQUIRE_FALSE(broken);
    CHECK(broken.problem().text == "run 1: it broke");

    // Without a sample in between, the flock is asked for at the end only.
    request.sampling.every = 100;
    FailingDevice::stepsBefore = 10;
    FailingDevice::canFetch = false;
    const auto lost = rowBy(FailingDevice::open);
    FailingDevice::canFetch = true;
    REQUIRE_FALSE(lost);
    CHECK(lost.problem().text == "run 1: it is gone");
}

TEST_CASE("everything that changes rows changes the fingerprint, and nothing else", "[lab][sweep]") {
    const std::string base = "preset = \"zones\"\nsteps = 10\n[vary]\nseed = \"1..3\"\n";
    std::set<std::uint64_t> prints{sweepOf(base).fingerprint()};
    CHECK(sweepOf(base + "# a comment\n").fingerprint() == *prints.begin());
    for (const char* other :
         {"preset = \"zones\"\nsteps = 11\n[vary]\nseed = \"1..3\"\n",
          "preset = \"zones\"\nsteps = 10\n[vary]\nseed = \"1..4\"\n",
          "preset = \"zones\"\nsteps = 10\nevery = 5\n[vary]\nseed = \"1..3\"\n",
          "preset = \"zones\"\nsteps = 10\nmeasures = [\"milling\"]\n[vary]\nseed = \"1..3\"\n",
          "preset = \"zones\"\nsteps = 10\n[set]\ncount = 9\n[vary]\nseed = \"1..3\"\n",
          "preset = \"vicsek\"\nsteps = 10\n[vary]\nseed = \"1..3\"\n"}) {
        CHECK(prints.insert(sweepOf(other).fingerprint()).second);
    }
}

TEST_CASE("a reader of sweeps or targets that runs out of memory throws, whatever allocation fails",
          "[lab][memory][fault]") {
    const std::string sweep =
        "preset = \"zones\"\nsteps = 30\nburn_in = 10\nevery = 2\nmeasures = [\"polarisation\", "
        "\"milling\"]\n"
        "[set]\ncount = 50\n[vary]\nzones.orientation = \"1..9:17\"\n\"zones.attraction\" = [5, 10.5]\n";
    const std::string targets =
        "title = \"Fish of one kind or another\"\n[[target]]\ntitle = \"polarisation of the school\"\n"
        "measure = \"polarisation\"\nmin = 0.65\nsource = \"chosen for this test, and for no other\"\n";
    for (const char* const end : {"", "wrong = \"a key that there is not\"\n", "= 3\n"}) {
        CAPTURE(end);
        CHECK(unreportedAllocations([&] {
                  return parseSweep(sweep + end, "many-runs-of-zones.toml");
              }).empty());
        CHECK(unreportedAllocations([&] {
                  return parseTargets(targets + end, "figures-of-fish.toml");
              }).empty());
    }
}
