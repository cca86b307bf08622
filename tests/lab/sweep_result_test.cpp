#include "lab/sweep_result.hpp"

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <shoal/preset.hpp>

#include "catch.hpp"
#include "lab/sweep_runner.hpp"
#include "lab/sweep_table.hpp"
#include "scratch_folder.hpp"
#include "system/files/atomic_file.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

const std::string kHeader =
    "schema,run,preset,seed,steps,burn_in,every,zones.orientation,perception.kind,boids,hash,samples,"
    "time_to_polarise_s,polarisation,polarisation_se\n";

std::string refusalOf(const std::string& text) {
    const auto read = parseSweepResult(text, "out.csv");
    REQUIRE_FALSE(read);
    CHECK(read.problem().text.find('\n') == std::string::npos);
    return read.problem().text;
}

}  // namespace

TEST_CASE("the table of a sweep reads back with the numbers of its runs", "[lab][sweep]") {
    const auto request = parseSweep(
        "preset = \"zones\"\nevery = 10\nsteps = 30\nmeasures = [\"polarisation\", \"local_order\"]\n"
        "[set]\ncount = 12\n[vary]\nzones.orientation = [1, 2.5]\nperception.kind = [\"metric\", "
        "\"nearest\"]\nseed = \"1..3\"\n",
        "small.toml");
    REQUIRE(request);
    const auto sweep = Sweep::create(*request, *openPreset("zones"));
    REQUIRE(sweep);
    const ScratchFolder scratch;
    const auto file = scratch.path() / "out.csv";
    auto table = SweepTable::open(file, *sweep, {});
    REQUIRE(table);
    std::vector<std::vector<double>> values(sweep->runs());
    REQUIRE(runSweep(*sweep, table->missing(), 2,
                     {.onRow =
                          [&](std::uint64_t run, const Sweep::Row& row) {
                              values[run] = row.values;
                              return table->add(run, row.text);
                          },
                      .isStopped = [] { return false; }}));
    CHECK_THAT(
        parseSweepResult(*readWholeFile(scratch.path() / "out.csv.partial", 1 << 20), "out.csv.partial")
            .problem()
            .text,
        contains("the journal of an unfinished sweep"));
    REQUIRE(table->finish());
    const auto read = parseSweepResult(*readWholeFile(file, 1 << 20), "out.csv");
    REQUIRE(read);
    CHECK(read->preset == "zones");
    CHECK(read->runs() == 12);
    CHECK(read->seeds == std::vector<std::uint64_t>{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3});
    CHECK(read->steps == 30);
    CHECK(read->burnIn == 0);
    REQUIRE(read->settings.size() == 3);
    CHECK(read->settings[0].key == "count");
    CHECK_FALSE(read->settings[0].isVaried());
    CHECK(read->settings[1].values == std::vector<std::string>{"1", "2.5"});
    CHECK(read->settings[2].values == std::vector<std::string>{"metric", "nearest"});
    CHECK(read->settings[2].valueOf == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1});
    REQUIRE(read->measures.size() == 4);
    CHECK(read->measures[0].column == "effective_samples");
    CHECK(read->measures[1].column == "time_to_polarise_s");
    CHECK(read->measures[2].column == "polarisation");
    for (std::size_t run = 0; run < 12; ++run) {
        CHECK(read->measures[0].means[run] <= 4.0);  // of the samples at 0, 10, 20 and 30 steps
        CHECK(read->measures[2].means[run] == values[run][0]);
    }
}

TEST_CASE("a table that a spreadsheet saved, or with rows of two parts, is read too", "[lab][sweep]") {
    std::string text = "\xEF\xBB\xBF" + kHeader +
                       "1,4,\"my \"\"quoted\"\",\nname\",2,30,0,10,1.5,metric,100,ab,4,,0.25,0.01\n\n"
                       "1,1,\"my \"\"quoted\"\",\nname\",1,40,0,10,\"2\",nearest,100,ab,4,1.5,,\n";
    for (const bool hasCarriageReturns : {false, true}) {
        for (std::size_t at = 0; hasCarriageReturns && (at = text.find("01\n", at)) != std::string::npos;) {
            text.replace(at, 3, "01\r\n");
            at += 4;
        }
        const auto read = parseSweepResult(text, "out.csv");
        REQUIRE(read);
        CHECK(read->preset == "my \"quoted\",\nname");
        CHECK(read->runs() == 2);
        CHECK_FALSE(read->steps);
        CHECK(read->burnIn == 0);
        CHECK(read->settings[0].values == std::vector<std::string>{"1.5", "2"});
        CHECK(std::isnan(read->measures[0].means[0]));
        CHECK(read->measures[1].means[0] == 0.25);
        CHECK(read->measures[1].errors[0] == 0.01);
        CHECK(std::isnan(read->measures[1].means[1]));
        CHECK(std::isnan(read->measures[1].errors[1]));
    }
}

TEST_CASE("a malformed table is refused in one line with the line's number", "[lab][sweep]") {
    const std::string good = "1,0,zones,1,30,0,10,1,metric,100,ab,4,,0.25,0.01\n";
    REQUIRE(parseSweepResult(kHeader + good, "out.csv"));
    const auto with = [&](std::string from, const std::string& to) {
        std::string row = "1,1,zones,1,30,0,10,1,metric,100,ab,4,,0.25,0.01\n";
        row.replace(row.find(from), from.size(), to);
        return refusalOf(kHeader + good + row);
    };
    CHECK(with(",0.25,0.01", ",0.25") == "out.csv:3: has 14 cells, but the header has 15");
    CHECK(with("0.25", "nan") == "out.csv:3: polarisation: \"nan\" is not a finite number");
    CHECK(with("0.25", "1e999") == "out.csv:3: polarisation: \"1e999\" is not a finite number");
    CHECK(with("0.25", "0.25x") == "out.csv:3: polarisation: \"0.25x\" is not a finite number");
    CHECK(with("1,1,", "3,1,") == "out.csv:3: schema 3, but this Shoal reads schemas 1 to 2");
    CHECK(with("1,1,", "1,0,") == "out.csv:3: run 0 is there twice");
    CHECK(with("1,1,", "1,-1,") == "out.csv:3: run: \"-1\" is not a whole number of at least 0");
    CHECK(with("zones", "reef") == "out.csv:3: the preset is reef, but that of the rows before is zones");
    CHECK(with("metric", "") == "out.csv:3: perception.kind: no value");
    CHECK(with("metric", std::string(500, 'm')) == "out.csv:3: perception.kind: the value is too long");
    CHECK(with("metric", "\"metric") == "out.csv:3: a quote opens and never closes");
    CHECK(with("metric", "\"me\"tric") == "out.csv:3: a cell goes on after its closing quote");
    // The line is the one on which the row begins.
    CHECK(refusalOf(kHeader + "\n\"1\",0,\"a\nb\",1\n") == "out.csv:3: has 4 cells, but the header has 15");

    CHECK_THAT(refusalOf(""), contains("out.csv:1: not a table of `shoal sweep`"));
    CHECK_THAT(refusalOf("x,y\n1,2\n"),
               contains("not a table of `shoal sweep`: column \"schema\" is missing"));
    CHECK_THAT(refusalOf("schema,seed,step,seconds,species,boids,polarisation\n1,1,0,0,all,9,0.5\n"),
               contains("column \"run\" is missing"));
    CHECK_THAT(refusalOf(kHeader), contains("holds no run"));
    CHECK_THAT(refusalOf(kHeader.substr(0, kHeader.find(",time")) + "\n"), contains("has no measure"));
    CHECK_THAT(refusalOf("shoal sweep journal 1 0123 part 1/1\n"),
               contains("the journal of an unfinished sweep"));
}

TEST_CASE("a table that another program saved is read, or the message says how to save it", "[lab][sweep]") {
    const std::string rows =
        "1,0,zones,1,30,0,10,1,metric,100,ab,4,,0.25,0.01\n1,1,zones,2,30,0,10,2,nearest,100,ab,4,,"
        "0.5,0.02\n";
    const auto with = [](std::string text, const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
            text.replace(at, from.size(), to);
        }
        return text;
    };
    const auto indexed = [&](const std::string& name) {
        return name + "," + kHeader + "0,1,0,zones,1,30,0,10,1,metric,100,ab,4,,0.25,0.01\n";
    };
    const std::string plain = kHeader + rows;
    // Line ends of Unix, Windows and old Macs, with and without a byte order mark.
    for (const std::string end : {"\n", "\r\n", "\r", "\n\n"}) {
        for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
            CAPTURE(end, mark);
            const auto read = parseSweepResult(mark + with(plain, "\n", end), "out.csv");
            REQUIRE(read);
            CHECK(read->runs() == 2);
            CHECK(read->measures[1].means == std::vector<double>{0.25, 0.5});
            CHECK(read->measures[1].errors == std::vector<double>{0.01, 0.02});
        }
    }
    for (const std::string separator : {";", "\t"}) {
        for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
            CAPTURE(separator);
            CHECK_THAT(
                refusalOf(mark + with(with(plain, ".", ","), ",", separator)),
                contains(
                    "out.csv:1: its cells are separated by semicolons or tabs: save the table with commas"));
        }
    }
    for (const std::string name : {"", "Unnamed: 0", "index", "level_0"}) {
        CAPTURE(name);
        CHECK_THAT(refusalOf(indexed(name)),
                   contains("out.csv:1: column \"" + name + "\" before \"schema\" is an index") &&
                       contains("pandas: index=False"));
    }
    // An index of the runs, and columns in the order of their names.
    CHECK_THAT(refusalOf(with(plain, "schema,run,", "run,schema,")),
               contains("column \"run\" stands before \"schema\": keep the columns in the order"));
    CHECK_THAT(refusalOf(with(plain, "preset,seed,", "seed,preset,")),
               contains("keep the columns in the order"));
}

TEST_CASE("tables of sweeps are known by their first line", "[lab][sweep]") {
    CHECK(isSweepTableText(kHeader));
    CHECK(isSweepTableText("shoal sweep journal 1 0123 part 1/1\n"));
    CHECK(isSweepTableText("\"schema\";\"run\";\"burn_in\"\r\n"));
    CHECK_FALSE(isSweepTableText("schema,seed,step,seconds,species,boids,polarisation\n1,1,0,0,all,9,0.5\n"));
    CHECK_FALSE(isSweepTableText("title = \"schema run burn\"\nburn_in = 3\n"));
    CHECK_FALSE(isSweepTableText(""));
}

TEST_CASE("a hostile table neither crashes nor hangs", "[lab][sweep]") {
    CHECK_THAT(refusalOf(std::string(1'000'000, ',')), contains("has more than 10000 cells"));
    CHECK_THAT(refusalOf(std::string(1'000'000, '"')), contains("out.csv:1: "));
    CHECK_THAT(refusalOf(kHeader + std::string(100, '\0')), contains("out.csv:2: has 1 cells"));
    // Any cut of a good table either reads or is refused.
    const std::string whole = kHeader + "1,0,\"zo\"\"nes\",1,30,0,10,1,metric,100,ab,4,,0.25,0.01\r\n";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto read = parseSweepResult(std::string_view(whole).substr(0, size), "out.csv");
        CHECK((!read || read->runs() == 1));
    }
}

TEST_CASE("tables of sweeps are known by their names", "[lab][sweep]") {
    CHECK(isSweepTableName("a/out.csv"));
    CHECK(isSweepTableName("out.csv.partial"));
    CHECK_FALSE(isSweepTableName("film.partial"));
    CHECK_FALSE(isSweepTableName("zones"));
    CHECK_FALSE(isSweepTableName("zones.toml"));
}
