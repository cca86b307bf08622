// shoal bench: its report, its workload and its table.

#include <nlohmann/json.hpp>

#include "commands/report/bench_scene.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

ProgramResult bench(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "bench");
    return runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
}

Json benchJson(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "--steps", "2"});
    const ProgramResult result = bench(scratch, std::move(arguments));
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    return Json::parse(result.out);
}

}  // namespace

TEST_CASE("bench reports every field that scripts rely on", "[app][bench]") {
    const ScratchFolder scratch;
    const Json report = benchJson(scratch, {"--boids", "3000", "--threads", "1"});
    CHECK(report.at("layout") == "uniform");
    CHECK(report.at("preset").is_null());
    CHECK(report.at("perception") == "metric");
    CHECK(report.at("boids") == 3000);
    CHECK(report.at("threads") == 1);
    CHECK(report.at("steps") == 2);
    CHECK(report.at("fused") == true);
    CHECK(report.at("candidates_per_boid") >= report.at("neighbours_measured"));
    CHECK(!report.at("isa").get<std::string>().empty());
    CHECK(!report.at("compiler").get<std::string>().empty());
    CHECK(report.at("flags").is_string());
    CHECK(report.at("cores").get<int>() >= 1);
    CHECK(report.at("date").get<std::string>().size() == 10);
    const double median = report.at("ms_per_step").at("median").get<double>();
    const double mean = report.at("ms_per_step").at("mean").get<double>();
    CHECK(median > 0.0);
    CHECK(mean > 0.0);
    CHECK(report.at("ms_per_step").at("min").get<double>() <= median);
    CHECK(report.at("cpu_ms_per_step").at("min").get<double>() >= 0.0);
    CHECK(report.at("cpu_ms_per_step").at("median").get<double>() >=
          report.at("cpu_ms_per_step").at("min").get<double>());
    CHECK(report.at("ns_per_boid_step").get<double>() == approx(mean * 1e6 / 3000.0));
    for (const char* stage : {"sort", "steer", "integrate"}) {
        CHECK(report.at("stages").at(stage).get<double>() > 0.0);
        CHECK(report.at("stages").at(stage).get<double>() <= mean);
    }
    for (const char* work : {"publish", "copy"}) {
        CHECK(report.at("bodies").at(work).get<double>() > 0.0);
    }
    CHECK(report.at("bytes_per_boid").get<double>() > 0.0);
    CHECK(filesIn(scratch.path()).empty());
}

TEST_CASE("bench on a card names it, and times its stages and a step that is read back", "[app][bench]") {
    const ScratchFolder scratch;
    const Json report = benchJson(scratch, {"--boids", "500", "--compute", "card"});
    CHECK(report.at("compute") != "cpu");
    CHECK(report.at("candidates_per_boid").is_null());
    for (const char* stage : {"sort", "steer", "integrate"}) {
        CHECK(report.at("stages").at(stage).get<double>() > 0.0);
    }
    CHECK(report.at("bodies").at("fetch").get<double>() > 0.0);
    CHECK(benchJson(scratch, {"--boids", "500"}).at("bodies").at("fetch") == 0.0);
}

TEST_CASE("bench measures a picture part by part", "[app][bench]") {
    const ScratchFolder scratch;
    const ProgramResult result = runShoal(scratch, {"bench", "--preset", "reef", "--boids", "200", "--steps",
                                                    "5", "--picture", "--size", "64x36", "--json"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const Json picture = Json::parse(result.out).at("picture");
    CHECK_FALSE(picture.at("device").get<std::string>().empty());
    CHECK(picture.at("width") == 64);
    CHECK(picture.at("drawn_bodies") > 0);
    CHECK(picture.at("whole_ms") > 0.0);
    for (const char* part : {"publish", "upload", "submit"}) {
        CHECK(picture.at("processor_ms").at(part) > 0.0);
    }
    for (const char* pass :
         {"animate bodies", "pose bodies", "bodies", "backdrop", "resolve", "bloom", "post"}) {
        CAPTURE(pass);
        CHECK(picture.at("passes_ms").at(pass) > 0.0);
    }
    if (picture.at("software").get<bool>()) {
        CHECK(picture.at("timed_by") == "waiting");
        CHECK(picture.at("quality") == "low");
    }
    const ProgramResult refused = runShoal(scratch, {"bench", "--size", "64x36"});
    CHECK(refused.status == 2);
}

TEST_CASE("the bench workload has the requested neighbours per boid, less those beyond the walls",
          "[app][bench]") {
    const ScratchFolder scratch;
    for (const int wanted : {10, 30}) {
        const double side = std::cbrt(20000 * 4.18879 / wanted);
        // A neighbour's mean offset along each axis is 3/8 of the radius, so this fraction of the side puts
        // it beyond the walls.
        const double inside = std::pow(1.0 - 3.0 / 8.0 / side, 3.0);
        const double measured =
            benchJson(scratch, {"--boids", "20000", "--neighbours", std::to_string(wanted)})
                .at("neighbours_measured")
                .get<double>();
        CHECK(measured == approx(wanted * inside).epsilon(0.03));
    }
}

TEST_CASE("the bench workload stays within its walls and keeps its neighbours", "[app][bench]") {
    for (const Workload::Layout layout : {Workload::Layout::uniform, Workload::Layout::clumped}) {
        const Workload workload{.layout = layout,
                                .boids = 600,
                                .neighbours = 30.0,
                                .nearest = {},
                                .spread = {},
                                .maxCandidates = {},
                                .seed = 3};
        Simulation simulation = *Simulation::create(benchScene(workload));
        spreadBoids(simulation);
        const double before = simulation.neighboursPerBoid(0);
        for (int step = 0; step < 200; ++step) {
            simulation.step();
        }
        CHECK(simulation.neighboursPerBoid(0) == approx(before).epsilon(0.1));
        const Flock& flock = simulation.flocks()[0];
        REQUIRE(flock.count() == 600);
        const Vec3f half = simulation.scene().world.halfExtent();
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const Vec3f at = flock.now().position.at(slot);
            CHECK(std::abs(at.x) <= half.x);
            CHECK(std::abs(at.y) <= half.y);
            CHECK(std::abs(at.z) <= half.z);
            const float speed = std::sqrt(lengthSq(flock.now().velocity.at(slot)));
            CHECK(speed > 0.499f);
            CHECK(speed < 1.501f);
        }
    }
}

TEST_CASE("in the clumped bench layout every boid perceives every other", "[app][bench]") {
    const ScratchFolder scratch;
    const Json report = benchJson(scratch, {"--layout", "clumped", "--boids", "300"});
    CHECK(report.at("layout") == "clumped");
    CHECK(report.at("neighbours_measured").get<double>() == 299.0);
}

TEST_CASE("bench measures the workload that its options request", "[app][bench]") {
    const ScratchFolder scratch;
    const Json nearest = benchJson(scratch, {"--boids", "4000", "--nearest", "7"});
    CHECK(nearest.at("perception") == "nearest");
    CHECK(nearest.at("neighbours_measured").get<double>() == approx(7.0).epsilon(0.01));
    const Json spread = benchJson(scratch, {"--boids", "4000", "--spread", "2"});
    CHECK(spread.at("perception") == "spread");
    CHECK(spread.at("neighbours_measured").get<double>() == approx(3.0).epsilon(0.05));
    CHECK(benchJson(scratch, {"--boids", "100", "--isa", "sse2"}).at("isa") == "sse2");
    CHECK(benchJson(scratch, {"--boids", "100", "--separate"}).at("fused") == false);
    CHECK(benchJson(scratch, {"--boids", "100", "--threads", "3"}).at("threads") == 3);
    const Json crowd =
        benchJson(scratch, {"--layout", "clumped", "--boids", "3000", "--max-candidates", "100"});
    CHECK(crowd.at("candidates_per_boid").get<double>() <= 101.0);
    // The number of neighbours is estimated from the sample.
    CHECK(crowd.at("neighbours_measured").get<double>() == approx(2999.0).epsilon(0.02));
    CHECK(benchJson(scratch, {"--boids", "400", "--set", "perception.radius=0.1"}).at("neighbours_measured") <
          1.0);
    const Json preset = benchJson(scratch, {"--preset", "reef", "--boids", "500"});
    CHECK(preset.at("layout") == "preset");
    CHECK(preset.at("preset") == "reef");
    CHECK(preset.at("boids") == 500);
}

TEST_CASE("bench reports zero boids and one boid without an error", "[app][bench]") {
    const ScratchFolder scratch;
    for (const int boids : {0, 1}) {
        for (const char* layout : {"uniform", "clumped"}) {
            const Json report = benchJson(scratch, {"--boids", std::to_string(boids), "--layout", layout});
            CHECK(report.at("boids") == boids);
            CHECK(report.at("neighbours_measured") == 0.0);
            CHECK(std::isfinite(report.at("ns_per_boid_step").get<double>()));
            CHECK(std::isfinite(report.at("bytes_per_boid").get<double>()));
        }
    }
}

TEST_CASE("bench measures for the requested seconds, and for at least five steps", "[app][bench]") {
    const ScratchFolder scratch;
    const ProgramResult result = bench(scratch, {"--boids", "50", "--seconds", "0", "--json"});
    REQUIRE(result.status == 0);
    CHECK(Json::parse(result.out).at("steps") == 5);
    const ProgramResult longer = bench(scratch, {"--boids", "50", "--seconds", "0.05", "--json"});
    REQUIRE(longer.status == 0);
    CHECK(Json::parse(longer.out).at("steps") >= 5);
}

TEST_CASE("the bench text report labels its figures", "[app][bench]") {
    const ScratchFolder scratch;
    const ProgramResult result = bench(scratch, {"--boids", "50", "--steps", "1"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    for (const char* words : {"uniform", "ms median", "sort", "steer", "integrate", "neighbours",
                              "a candidate", "bytes per boid"}) {
        CHECK_THAT(result.out, contains(words));
    }
}

TEST_CASE("an interrupted bench says so and reports nothing", "[app][bench]") {
    const ScratchFolder scratch;
    RunningProgram program("sh", {.arguments = {"-c", "echo begun >&2; exec " + shoalProgram() +
                                                          " bench --boids 50 --steps 100000000000"},
                                  .folder = scratch.path(),
                                  .home = {}});
    REQUIRE(waitUntil([&] { return program.errSoFar().find("steps") != std::string::npos; }, 60.0));
    program.signal(SIGINT);
    const ProgramResult result = program.wait();
    CHECK(result.status == 130);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains("stopped while measuring"));
}

}  // namespace shoal::test
