#include "lab/sweep_table.hpp"

#include <atomic>

#include <shoal/preset.hpp>

#include "lab/sweep.hpp"
#include "scratch_folder.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

namespace fs = std::filesystem;

Sweep smallSweep(const std::string& steps = "30") {
    const auto request =
        parseSweep("preset = \"zones\"\nevery = 10\nsteps = " + steps +
                       "\n[set]\ncount = 12\n[vary]\nzones.orientation = \"1..9:4\"\nseed = \"1..4\"\n",
                   "small.toml");
    REQUIRE(request);
    auto sweep = Sweep::create(*request, *openPreset("zones"));
    REQUIRE(sweep);
    return std::move(*sweep);
}

std::string textOf(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// Makes missing rows until there are this many, as a kill would leave them.
void runRows(SweepTable& table, const Sweep& sweep, std::size_t rows, int threads = 1) {
    std::size_t added = 0;
    const auto done =
        runSweep(sweep, table.missing(), threads,
                 {.onRow =
                      [&](std::uint64_t run, const Sweep::Row& row) {
                          return added++ < rows ? table.add(run, row.text) : Outcome{Problem{"enough"}};
                      },
                  .isStopped = [] { return false; }});
    CHECK((done || done.problem().text == "enough"));
}

std::string wholeTable(const ScratchFolder& scratch, const Sweep& sweep, int threads) {
    const fs::path file = scratch.path() / ("whole" + std::to_string(threads) + ".csv");
    auto table = SweepTable::open(file, sweep, {});
    REQUIRE(table);
    runRows(*table, sweep, 1000, threads);
    REQUIRE(table->finish());
    return textOf(file);
}

}  // namespace

TEST_CASE("the table of a sweep is the same bytes for any number of threads", "[lab][sweep]") {
    const ScratchFolder scratch;
    const Sweep sweep = smallSweep();
    const std::string one = wholeTable(scratch, sweep, 1);
    CHECK(std::ranges::count(one, '\n') == 17);
    CHECK(wholeTable(scratch, sweep, 2) == one);
    CHECK(wholeTable(scratch, sweep, 7) == one);
    CHECK_FALSE(fs::exists(scratch.path() / "whole1.csv.partial"));
}

TEST_CASE("a sweep goes on after a kill at any byte, repeats no finished row and loses none",
          "[lab][sweep]") {
    const ScratchFolder scratch;
    const Sweep sweep = smallSweep();
    const std::string whole = wholeTable(scratch, sweep, 1);
    const fs::path file = scratch.path() / "out.csv";
    const fs::path journal = scratch.path() / "out.csv.partial";
    {
        auto table = SweepTable::open(file, sweep, {});
        REQUIRE(table);
        runRows(*table, sweep, 6);
    }
    const std::string kept = textOf(journal);
    for (const std::size_t cut : {std::size_t{0}, std::size_t{10}, kept.find('\n') + 1, kept.size() / 2,
                                  kept.size() - 1, kept.size()}) {
        CAPTURE(cut);
        std::ofstream(journal, std::ios::binary) << kept.substr(0, cut);
        auto table = SweepTable::open(file, sweep, {});
        REQUIRE(table);
        const auto lines = static_cast<std::size_t>(std::ranges::count(kept.substr(0, cut), '\n'));
        CHECK(table->rows() == (lines > 0 ? lines - 1 : 0));
        CHECK(table->missing().size() + table->rows() == 16);
        runRows(*table, sweep, 1000);
        REQUIRE(table->finish());
        CHECK(textOf(file) == whole);
        fs::remove(file);
    }
    // Zeros in place of the last rows, as some file systems leave them after a power cut.
    std::ofstream(journal, std::ios::binary) << kept.substr(0, kept.size() - 40) << std::string(40, '\0');
    auto table = SweepTable::open(file, sweep, {});
    REQUIRE(table);
    CHECK(table->rows() == 5);
}

TEST_CASE("parts of a sweep, sorted by run, make the whole", "[lab][sweep]") {
    const ScratchFolder scratch;
    const Sweep sweep = smallSweep();
    std::map<int, std::string> rows;
    for (std::uint64_t part = 1; part <= 3; ++part) {
        const fs::path file = scratch.path() / ("part" + std::to_string(part) + ".csv");
        auto table = SweepTable::open(file, sweep, {part, 3});
        REQUIRE(table);
        runRows(*table, sweep, 1000);
        REQUIRE(table->finish());
        std::istringstream lines(textOf(file));
        std::string line;
        std::getline(lines, line);
        CHECK(line == sweep.header());
        while (std::getline(lines, line)) {
            rows[std::stoi(line.substr(line.find(',') + 1))] = line;
        }
    }
    std::string joined = sweep.header() + "\n";
    for (const auto& [run, row] : rows) {
        joined += row + "\n";
    }
    CHECK(joined == wholeTable(scratch, sweep, 1));
}

TEST_CASE("a finished table is recognised, and another table or journal is not touched", "[lab][sweep]") {
    const ScratchFolder scratch;
    const Sweep sweep = smallSweep();
    const std::string whole = wholeTable(scratch, sweep, 1);
    const fs::path file = scratch.path() / "whole1.csv";
    const auto again = SweepTable::open(file, sweep, {});
    REQUIRE(again);
    CHECK(again->isFinished());
    CHECK(again->missing().empty());
    const auto other = SweepTable::open(file, smallSweep("40"), {});
    REQUIRE_FALSE(other);
    CHECK_THAT(other.problem().text, contains("is not the table of this sweep"));
    std::ofstream(file, std::ios::app) << "1,99\n";
    CHECK_FALSE(SweepTable::open(file, sweep, {}));

    const fs::path fresh = scratch.path() / "fresh.csv";
    {
        auto table = SweepTable::open(fresh, sweep, {});
        REQUIRE(table);
        CHECK_THAT(SweepTable::open(fresh, sweep, {}).problem().text,
                   contains("another sweep is writing it"));
        runRows(*table, sweep, 2);
    }
    std::ofstream(scratch.path() / "mine.csv.partial") << "my notes";
    CHECK_THAT(SweepTable::open(scratch.path() / "mine.csv", sweep, {}).problem().text,
               contains("belongs to another sweep"));
    CHECK(textOf(scratch.path() / "mine.csv.partial") == "my notes");
    CHECK_THAT(SweepTable::open("/dev/null", sweep, {}).problem().text, contains("not a regular file"));
    const std::string journal = textOf(scratch.path() / "fresh.csv.partial");
    CHECK_THAT(SweepTable::open(fresh, smallSweep("40"), {}).problem().text,
               contains("belongs to another sweep"));
    CHECK_THAT(SweepTable::open(fresh, sweep, {1, 2}).problem().text, contains("belongs to another sweep"));
    CHECK(textOf(scratch.path() / "fresh.csv.partial") == journal);
}

TEST_CASE("a sweep stops within a step of a signal", "[lab][sweep]") {
    const ScratchFolder scratch;
    const Sweep sweep = smallSweep("1000000000");
    auto table = SweepTable::open(scratch.path() / "long.csv", sweep, {});
    REQUIRE(table);
    int asked = 0;
    const auto done = runSweep(sweep, table->missing(), 2,
                               {.onRow = [](std::uint64_t, const Sweep::Row&) -> Outcome { return Done{}; },
                                .isStopped = [&] { return ++asked >= 3; }});
    REQUIRE(done);
    CHECK_FALSE(*done);
}

TEST_CASE("a take of a run replays bit for bit", "[lab][sweep]") {
    const Sweep sweep = smallSweep("130");
    const auto done = sweep.run(9, true, [] { return false; });
    REQUIRE(done);
    REQUIRE(*done);
    const Take& take = *(**done).take;
    CHECK(take.hashes.size() == 2);
    const auto read = parseTake(takeText(take), "run-9.take");
    REQUIRE(read);
    auto simulation = Simulation::create(read->scene);
    REQUIRE(simulation);
    for (int step = 0; step < 120; ++step) {
        simulation->step();
    }
    CHECK(simulation->hash() == read->hashes.back().hash);
    CHECK(read->to.step == 130);
}
