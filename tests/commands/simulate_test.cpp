// shoal simulate: its report and its table of measures.

#include <utility>
#include <variant>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <shoal/preset.hpp>

#include "commands/setup/scene_setup.hpp"
#include "program/simulate_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

/// A named pipe whose reader never reads: a program that writes to it blocks as long as the pipe lives.
class StuckPipe {
public:
    explicit StuckPipe(const std::filesystem::path& path) {
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
        m_reader = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        REQUIRE(m_reader >= 0);
    }
    ~StuckPipe() { ::close(m_reader); }
    StuckPipe(const StuckPipe&) = delete;
    StuckPipe& operator=(const StuckPipe&) = delete;

    bool isFull() const {
        pollfd room{m_reader, POLLOUT, 0};
        return ::poll(&room, 1, 0) == 0;
    }

private:
    int m_reader = -1;
};

}  // namespace

TEST_CASE("simulate reports every field that scripts rely on", "[app][simulate]") {
    const ScratchFolder scratch;
    const Json report = simulateJson(scratch, {"reef", "--steps", "30", "--seed", "9", "--boids", "200"});
    CHECK(report.at("preset") == "reef");
    CHECK(report.at("boids") == 200);
    CHECK(report.at("steps") == 30);
    CHECK(report.at("seed") == 9);
    CHECK(report.at("threads").get<int>() >= 1);
    CHECK(report.at("hash").get<std::string>().size() == 16);
    CHECK(report.at("hash").get<std::string>().find_first_not_of("0123456789abcdef") == std::string::npos);
    const Json& measures = report.at("measures");
    CHECK(measures.at("polarisation").get<double>() > 0.0);
    CHECK(measures.at("polarisation").get<double>() <= 1.0);
    CHECK(measures.at("milling").get<double>() >= 0.0);
    CHECK(measures.at("nearest_neighbour_m").get<double>() > 0.0);
    CHECK(measures.at("clusters").get<double>() >= 1.0);
    CHECK(measures.at("speed_min_m_s").get<double>() <= measures.at("speed_mean_m_s").get<double>());
    CHECK(measures.at("speed_mean_m_s").get<double>() <= measures.at("speed_max_m_s").get<double>());
    CHECK(filesIn(scratch.path()).empty());
}

TEST_CASE("simulate reports the best place of a searching species, and of no other", "[app][simulate]") {
    const ScratchFolder scratch;
    CHECK_FALSE(simulateJson(scratch, {"reef", "--steps", "1"}).at("species")[0].contains("best"));
    const auto bestAfter = [&](const char* steps) {
        return simulateJson(scratch, {"particle-swarm", "--steps", steps, "--set", "particle_swarm.frame=1"})
            .at("species")[0]
            .at("best");
    };
    const Json first = bestAfter("1");
    const Json later = bestAfter("200");
    CHECK(first.at("value").get<double>() > 0.1);
    CHECK(later.at("value").get<double>() < 1e-6);
    CHECK(std::abs(later.at("x_m").get<double>()) < 1e-3);
    CHECK(std::abs(later.at("z_m").get<double>()) < 1e-3);
    const std::string text = simulate(scratch, {"particle-swarm", "--steps", "1"}).out;
    CHECK(text.find("best value        ") != std::string::npos);
}

TEST_CASE("simulate gives the same hash for any thread count, instruction set and fusing",
          "[app][simulate]") {
    const ScratchFolder scratch;
    const std::vector<std::string> common{"reef", "--steps", "40", "--boids", "700"};
    const auto hashWith = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = common;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return simulateJson(scratch, arguments).at("hash").get<std::string>();
    };
    const std::string hash = hashWith({"--threads", "1"});
    CHECK(hashWith({"--threads", "2"}) == hash);
    CHECK(hashWith({"--threads", "8"}) == hash);
    CHECK(hashWith({"--separate"}) == hash);
    CHECK(hashWith({"--isa", "sse2"}) == hash);
    CHECK(hashWith({"--seed", "8"}) != hash);
}

TEST_CASE("the option --boids keeps the number of rare species and says so", "[app][simulate]") {
    const ScratchFolder scratch;
    const auto counts = [&](const char* preset, const char* boids) {
        const ProgramResult result =
            runShoal({.arguments = {"simulate", preset, "--boids", boids, "--steps", "1", "--json"},
                      .folder = scratch.path(),
                      .home = {}});
        REQUIRE(result.status == 0);
        const Json report = Json::parse(result.out);
        CHECK(report.at("boids") == std::stoi(boids));
        std::map<std::string, int> found;
        for (const Json& each : report.at("species")) {
            found[each.at("name")] = each.at("boids");
        }
        return std::pair(found, result.err);
    };
    const auto [ball, said] = counts("bait-ball", "300");
    const auto [large, ignored] = counts("bait-ball", "6000");
    CHECK(ball.at("shark") == 1);
    CHECK(large.at("shark") == 1);
    CHECK(ball.at("tuna") == large.at("tuna"));
    CHECK(said.find("1 shark") != std::string::npos);
    CHECK(said.find("unchanged") != std::string::npos);
    // No species has a majority of so few boids, so all species shrink.
    CHECK(counts("bait-ball", "5").first["tuna"] < 4);
    CHECK(counts("reef", "70").second.empty());
}

TEST_CASE("every preset accepts the largest number of boids, and its sizes stay in range",
          "[app][simulate]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        SceneOptions options;
        options.preset = preset.name;
        options.boids = 1'000'000;
        CAPTURE(preset.name);
        const auto scene = setUpScene(options);
        CHECK(std::holds_alternative<Scene>(scene));
    }
}

TEST_CASE("zero boids and one boid are reported without an error", "[app][simulate]") {
    const ScratchFolder scratch;
    for (const char* boids : {"0", "1"}) {
        const Json report = simulateJson(scratch, {"--boids", boids, "--steps", "10"});
        CHECK(report.at("boids") == std::stoi(boids));
        CHECK(report.at("measures").at("nearest_neighbour_m") == 0.0);
        for (const char* figure : {"polarisation", "milling"}) {
            CHECK(std::isfinite(report.at("measures").at(figure).get<double>()));
        }
    }
}

TEST_CASE("measures over time hold the first, every K-th and the last step", "[app][simulate]") {
    const ScratchFolder scratch;
    const Json report =
        simulateJson(scratch, {"--steps", "25", "--boids", "60", "--csv", "measures.csv", "--every", "10"});
    const auto rows = readCsv(scratch.path() / "measures.csv");
    REQUIRE(rows.size() == 5);
    std::map<std::string, std::size_t> column;
    for (std::size_t index = 0; index < rows[0].size(); ++index) {
        column[rows[0][index]] = index;
    }
    std::vector<std::string> steps;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        steps.push_back(rows[row][column.at("step")]);
    }
    CHECK(steps == std::vector<std::string>{"0", "10", "20", "25"});
    CHECK(std::stod(rows.back()[column.at("polarisation")]) ==
          report.at("measures").at("polarisation").get<double>());
    CHECK(std::stod(rows.back()[column.at("nearest_neighbour_m")]) ==
          report.at("measures").at("nearest_neighbour_m").get<double>());
    CHECK(std::stod(rows.back()[column.at("seconds")]) == approx(25.0 / 60.0).margin(1e-6));
}

TEST_CASE("a table has a row for all boids and one for each species", "[app][simulate]") {
    const ScratchFolder scratch;
    simulateJson(scratch, {"bait-ball", "--steps", "4", "--boids", "60", "--csv", "m.csv", "--every", "4",
                           "--measure", "polarisation,clusters"});
    const auto rows = readCsv(scratch.path() / "m.csv");
    REQUIRE(rows.size() == 9);
    CHECK(rows[0] == std::vector<std::string>{"schema", "seed", "step", "seconds", "species", "boids",
                                              "polarisation", "clusters", "loners", "largest_cluster",
                                              "cluster_size", "flocks"});
    CHECK(rows[1][0] == "2");
    CHECK(rows[1][4] == "all");
    CHECK(rows[1][5] == "60");
    CHECK(rows[2][4] == "sardine");
    CHECK(rows[8][2] == "4");
}

TEST_CASE("means over time leave out the burn-in, and means over seeds are those of single runs",
          "[app][simulate]") {
    const ScratchFolder scratch;
    const std::vector<std::string> common{"zones", "--steps", "60", "--every", "5", "--burn-in", "20"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = common;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return simulateJson(scratch, arguments);
    };
    const Json all = with({"--seeds", "3", "--seed", "4"});
    CHECK(all.at("schema") == 2);
    CHECK(all.at("samples") == 9);
    REQUIRE(all.at("runs").size() == 3);
    double mean = 0.0;
    std::vector<double> singles;
    for (int run = 0; run < 3; ++run) {
        const Json one = with({"--seed", std::to_string(4 + run)});
        CHECK(all.at("runs")[static_cast<std::size_t>(run)].at("hash") == one.at("hash"));
        singles.push_back(one.at("over_time").at("polarisation").at("mean"));
        mean += singles.back() / 3.0;
    }
    CHECK(all.at("over_seeds").at("polarisation").at("mean").get<double>() == approx(mean));
    double squares = 0.0;
    for (const double single : singles) {
        squares += (single - mean) * (single - mean);
    }
    CHECK(all.at("over_seeds").at("polarisation").at("standard_error").get<double>() ==
          approx(std::sqrt(squares / 6.0)));
    CHECK(all.at("hash") == with({"--seed", "4"}).at("hash"));
}

TEST_CASE("a report counts effective samples, and warns if they are few or the flock is split",
          "[app][simulate]") {
    const ScratchFolder scratch;
    const std::vector<std::string> brief{"zones",
                                         "--steps",
                                         "300",
                                         "--every",
                                         "5",
                                         "--burn-in",
                                         "100",
                                         "--seed",
                                         "3",
                                         "--measure",
                                         "polarisation,correlation_length",
                                         "--set",
                                         "linking_distance=0.2"};
    const Json report = simulateJson(scratch, brief);
    const Json& polarisation = report.at("over_time").at("polarisation");
    CHECK(polarisation.at("effective_samples").get<double>() < 25.0);
    CHECK(polarisation.at("effective_samples").get<double>() > 0.0);
    const std::string warnings = report.at("warnings").dump();
    CHECK_THAT(warnings, contains("fewer than 25 effective samples"));
    CHECK_THAT(warnings, contains("polarisation"));
    CHECK_THAT(warnings, contains("correlation_length_m is that of a flock that is split"));
    const ProgramResult text = simulate(scratch, brief);
    CHECK_THAT(text.out, contains("fewer than 25 effective samples"));
    CHECK_THAT(text.out, contains("(± standard error, and effective samples)"));
    // The error over seeds needs no effective samples.
    std::vector<std::string> several = brief;
    several.insert(several.end(), {"--seeds", "2"});
    CHECK_THAT(simulateJson(scratch, several).at("warnings").dump(), !contains("effective"));
    CHECK(simulateJson(scratch, {"zones", "--steps", "10"}).at("warnings").empty());
}

TEST_CASE("simulate refuses a burn-in longer than the run and an unknown measure", "[app][simulate]") {
    const ScratchFolder scratch;
    const ProgramResult late = simulate(scratch, {"--steps", "10", "--burn-in", "11"});
    CHECK(late.status == 2);
    CHECK_THAT(late.err, contains("--burn-in: the run ends after 10 steps"));
    const ProgramResult unknown = simulate(scratch, {"--steps", "10", "--measure", "miling"});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, contains("did you mean \"milling\"?"));
}

TEST_CASE("a table on standard output takes the place of the report", "[app][simulate]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        simulate(scratch, {"--steps", "2", "--boids", "5", "--csv", "/dev/stdout", "--every", "1"});
    CHECK(result.status == 0);
    CHECK_THAT(result.out, startsWith("schema,seed,step,seconds,species"));
    CHECK(result.out.find("hash") == std::string::npos);
}

TEST_CASE("a run that a signal or a full disk ends keeps its whole frames in .partial, and says so",
          "[app][simulate]") {
    constexpr int kDiskFull = 0;  // in place of a signal
    constexpr int kBoids = 50;
    for (const auto& [number, status] :
         {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}, std::pair{kDiskFull, 1}}) {
        for (const std::string paths : {"y.csv", "y.xyz"}) {
            CAPTURE(number, paths);
            const ScratchFolder scratch;
            // The limit on the size of files, in blocks of 512 bytes, stands in for the disk's.
            const std::string limit = number == kDiskFull ? "trap '' XFSZ; ulimit -f 400; " : "";
            RunningProgram program(
                "sh",
                {.arguments = {"-c", limit + "exec " + shoalProgram() +
                                         " simulate --steps 100000000 --every 1 --measure polarisation" +
                                         " --boids " + std::to_string(kBoids) + " --csv x.csv --trajectory " +
                                         paths},
                 .folder = scratch.path(),
                 .home = {}});
            const auto sizeOf = [&](const std::string& name) {
                std::error_code none;
                const auto size = std::filesystem::file_size(scratch.path() / name, none);
                return none ? std::uintmax_t{0} : size;
            };
            REQUIRE(waitUntil([&] { return sizeOf(paths + ".partial") > 20'000; }, 60.0));
            if (number != kDiskFull) {
                program.signal(number);
            }
            const ProgramResult result = program.wait();
            CAPTURE(result.err);
            CHECK(result.status == status);
            CHECK(result.out.empty());
            CHECK(std::ranges::count(result.err, '\n') == 1);
            CHECK(filesIn(scratch.path()) == std::vector<std::string>{"x.csv.partial", paths + ".partial"});
            const auto measures = readCsv(scratch.path() / "x.csv.partial");
            const auto frames = measures.size() - 1;
            CHECK(frames > 5);
            CHECK(measures.back().size() == measures[0].size());
            const std::string text = readText(scratch.path() / (paths + ".partial"));
            const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
            const std::size_t kept = paths == "y.csv" ? (lines - 1) / kBoids : lines / (kBoids + 2);
            CHECK(lines == (paths == "y.csv" ? 1 + kept * kBoids : kept * (kBoids + 2)));
            // With a full disk, the last frame has measures alone.
            CHECK(frames == kept + (number == kDiskFull ? 1 : 0));
            CHECK_THAT(result.err, contains("x.csv.partial keeps the measures so far; " + paths +
                                            ".partial keeps " + std::to_string(kept) + " frames"));
        }
    }
}

TEST_CASE("a second signal ends a run that has not noticed the first", "[app][simulate]") {
    for (const auto& [number, status] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        const ScratchFolder scratch;
        const StuckPipe pipe(scratch.path() / "pipe");
        RunningProgram program(shoalProgram(), {.arguments = {"simulate", "--steps", "1", "--boids", "5000",
                                                              "--csv", "x.csv", "--trajectory", "pipe"},
                                                .folder = scratch.path(),
                                                .home = {}});
        REQUIRE(waitUntil([&] { return pipe.isFull(); }, 60.0));
        program.signal(number);
        CHECK_FALSE(waitUntil([&] { return !program.isRunning(); }, 0.3));
        program.signal(number);
        CHECK(program.wait().status == status);
        CHECK_FALSE(std::filesystem::exists(scratch.path() / "x.csv"));
    }
}

TEST_CASE("a second hang-up does not end a run: a terminal and its shell each send one", "[app][simulate]") {
    const ScratchFolder scratch;
    const StuckPipe pipe(scratch.path() / "pipe");
    RunningProgram program(
        shoalProgram(), {.arguments = {"simulate", "--steps", "1", "--boids", "5000", "--trajectory", "pipe"},
                         .folder = scratch.path(),
                         .home = {}});
    REQUIRE(waitUntil([&] { return pipe.isFull(); }, 60.0));
    program.signal(SIGHUP);
    program.signal(SIGHUP);
    CHECK_FALSE(waitUntil([&] { return !program.isRunning(); }, 0.3));
    program.signal(SIGTERM);
    CHECK(program.wait().status == 143);
}

TEST_CASE("under nohup a hang-up changes nothing", "[app][simulate]") {
    const ScratchFolder scratch;
    RunningProgram program("sh",
                           {.arguments = {"-c", "trap '' HUP; exec " + shoalProgram() +
                                                    " simulate --steps 100000000 --boids 50 --csv x.csv"},
                            .folder = scratch.path(),
                            .home = {}});
    REQUIRE(waitUntil([&] { return !filesIn(scratch.path()).empty(); }, 60.0));
    program.signal(SIGHUP);
    CHECK_FALSE(waitUntil([&] { return !program.isRunning(); }, 0.3));
    program.signal(SIGTERM);
    CHECK(program.wait().status == 143);
}

TEST_CASE("a signal ends a run that waits for the reader of a pipe", "[app][simulate]") {
    for (const std::vector<std::string>& command : {std::vector<std::string>{"simulate", "--csv", "pipe"},
                                                    {"simulate", "--trajectory", "pipe"},
                                                    {"render", "-o", "pipe.png"}}) {
        CAPTURE(command);
        const ScratchFolder scratch;
        REQUIRE(::mkfifo((scratch.path() / command.back()).c_str(), 0600) == 0);
        RunningProgram program(shoalProgram(), {.arguments = command, .folder = scratch.path(), .home = {}});
        REQUIRE(waitUntil([&] { return program.errSoFar().find("pipe") != std::string::npos; }, 60.0));
        program.signal(SIGTERM);
        CHECK(program.wait().status == 143);
    }
}

TEST_CASE("a signal ends a run that is blocked writing to a pipe", "[app][simulate]") {
    const ScratchFolder scratch;
    const StuckPipe pipe(scratch.path() / "pipe");
    RunningProgram program(shoalProgram(), {.arguments = {"simulate", "--boids", "5", "--steps", "100000",
                                                          "--every", "1", "--csv", "pipe"},
                                            .folder = scratch.path(),
                                            .home = {}});
    REQUIRE(waitUntil([&] { return pipe.isFull(); }, 60.0));
    program.signal(SIGTERM);
    REQUIRE(waitUntil([&] { return !program.isRunning(); }, 20.0));
    const ProgramResult result = program.wait();
    CHECK(result.status == 143);
    CHECK_THAT(result.err, contains("the pipe's reader did not accept the remaining output"));
}

TEST_CASE("a table replaces an earlier one and no other file", "[app][simulate]") {
    const ScratchFolder scratch;
    for (const std::string option : {"--csv", "--trajectory"}) {
        const std::vector<std::string> call{"--steps", "1", "--boids", "5", option, "x.csv"};
        CHECK(simulate(scratch, call).status == 0);
        CHECK(simulate(scratch, call).status == 0);
        // This could be the file that the scene comes from.
        std::ofstream(scratch.path() / "x.csv") << "name = \"mine\"\n[species.fish]\n";
        const ProgramResult result = simulate(scratch, call);
        CHECK(result.status == 1);
        CHECK_THAT(result.err, startsWith("x.csv: exists but is not an earlier output"));
        CHECK_THAT(readText(scratch.path() / "x.csv"), startsWith("name"));
        std::filesystem::remove(scratch.path() / "x.csv");
    }
}

TEST_CASE("a table goes into a pipe that is read later", "[app][simulate]") {
    const ScratchFolder scratch;
    REQUIRE(::mkfifo((scratch.path() / "pipe").c_str(), 0600) == 0);
    RunningProgram program(shoalProgram(),
                           {.arguments = {"simulate", "--boids", "5", "--steps", "2", "--csv", "pipe"},
                            .folder = scratch.path(),
                            .home = {}});
    REQUIRE(waitUntil([&] { return program.errSoFar().find("pipe") != std::string::npos; }, 60.0));
    CHECK_THAT(readText(scratch.path() / "pipe"), startsWith("schema,seed,step,seconds,species"));
    CHECK(program.wait().status == 0);
}

TEST_CASE("when one table cannot be written, neither appears, and the other's rows are kept",
          "[app][simulate]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        simulate(scratch, {"--steps", "2", "--boids", "5", "--csv", "x.csv", "--trajectory", "/dev/full"});
    CHECK(result.status == 1);
    CHECK_THAT(result.err, contains("/dev/full") && contains("x.csv.partial keeps the measures so far"));
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"x.csv.partial"});
}

}  // namespace shoal::test
