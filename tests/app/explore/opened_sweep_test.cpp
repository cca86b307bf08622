#include "app/explore/opened_sweep.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <shoal/preset.hpp>

#include "app/files/opened_document.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

/// Writes a table of runs of a preset; each row ends a line with the seed and the values of `keys`.
fs::path writeTable(const fs::path& file, const std::string& preset, const std::string& keys,
                    const std::vector<std::string>& rows) {
    std::ofstream table(file);
    table << "schema,run,preset,seed,steps,burn_in,every," << keys
          << ",boids,hash,samples,time_to_polarise_s,polarisation,polarisation_se,nearest_neighbour_m,"
             "nearest_neighbour_m_se\n";
    int run = 0;
    for (const std::string& row : rows) {
        const std::size_t comma = row.find(',');
        table << "1," << run++ << ',' << preset << ',' << row.substr(0, comma) << ",1500,500,10"
              << row.substr(comma) << ",100,ab,4,,0.5,0.1,2,0.1\n";
    }
    return file;
}

std::string sweepProblem(const fs::path& file, const UserPaths& paths = {}) {
    const auto opened = openSweep(file, paths);
    REQUIRE_FALSE(opened);
    CHECK(opened.problem().text.find('\n') == std::string::npos);
    return opened.problem().text;
}

}  // namespace

TEST_CASE("a sweep's table opens its preset with what all runs share", "[app][sweep]") {
    const ScratchFolder scratch;
    const fs::path file = writeTable(
        scratch.path() / "out.csv", "zones",
        "zones.attraction,zones.orientation,perception.kind,zones.enabled",
        {"7,9.5,4,nearest,on", "7,9.5,2,metric,off", "7,9.5,2.0,nearest,true", "7,9.5,4,metric,false"});
    const auto document = openFile(file);
    REQUIRE(document);
    const auto& sweep = std::get<OpenedSweep>(*document);
    CHECK(sceneOf(*document).name == "zones");
    CHECK(*sweep.scene.value("zones.attraction") == approx(9.5));
    CHECK(sweep.scene.seed == 7);
    const SweepRuns& runs = *sweep.runs;
    CHECK(runs.file == "out.csv");
    CHECK(runs.count == 4);
    CHECK(runs.seeds == 1);
    CHECK(runs.plan == "1,500 steps each, means from step 500 on");
    REQUIRE(runs.keys.size() == 3);
    CHECK(runs.keys[0].key == "species.fish.zones.orientation");
    CHECK(runs.keys[0].name == "Zones orientation");
    CHECK(runs.keys[0].values == std::vector<double>{2.0, 4.0});
    CHECK(runs.keys[0].valueOf == std::vector<std::uint32_t>{1, 0, 0, 1});
    CHECK(runs.keys[1].values == std::vector<double>{0.0, 1.0});
    CHECK(runs.keys[1].valueOf == std::vector<std::uint32_t>{1, 0, 1, 0});
    CHECK(runs.keys[2].valueOf == std::vector<std::uint32_t>{1, 0, 1, 0});
    REQUIRE(runs.measures.size() == 3);
    CHECK(runs.measures[2].name == "Nearest neighbour");
    CHECK(runs.measures[2].unit == "m");
}

TEST_CASE("a sweep's preset may be one of the user's, or a file beside the table", "[app][sweep]") {
    const ScratchFolder scratch;
    UserPaths paths;
    paths.data = scratch.path() / "data";
    fs::create_directories(paths.presets());
    Scene scene = *openPreset("zones");
    REQUIRE(scene.applyText("zones.attraction=9.5"));
    REQUIRE(savePreset(scene, paths.presets() / "mine.toml"));
    REQUIRE(savePreset(scene, paths.presets() / "mine.v1.5.toml"));
    fs::create_directory(scratch.path() / "presets");
    REQUIRE(savePreset(scene, scratch.path() / "presets" / "night.toml"));
    for (const std::string preset : {"mine", "mine.v1.5", "presets/night.toml"}) {
        const auto opened = openSweep(
            writeTable(scratch.path() / "out.csv", preset, "zones.orientation", {"1,2", "2,4"}), paths);
        REQUIRE(opened);
        CHECK(*opened->scene.value("zones.attraction") == approx(9.5));
        CHECK(opened->runs->seeds == 2);
    }
}

TEST_CASE("a stranger's table opens no file outside its own folder", "[app][sweep]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "strange";
    fs::create_directories(folder / "below");
    fs::create_directories(scratch.path() / "strange-too");
    const Scene scene = *openPreset("zones");
    for (const char* place : {"secret.toml", "strange-too/secret.toml", "strange/below/open.toml"}) {
        REQUIRE(savePreset(scene, scratch.path() / place));
    }
    fs::create_symlink(scratch.path() / "secret.toml", folder / "link.toml");
    fs::create_directory_symlink(scratch.path(), folder / "up");
    const fs::path file = folder / "out.csv";
    const auto isOpened = [&](const std::string& preset) {
        return static_cast<bool>(
            openSweep(writeTable(file, preset, "zones.orientation", {"1,2", "1,4"}), {}));
    };
    const fs::path before = fs::current_path();
    fs::current_path(scratch.path());
    for (const std::string preset :
         {"../secret.toml", "secret.toml", "secret", "./secret.toml", "below/../../secret.toml",
          "../strange-too/secret.toml", "strange-too/secret.toml", "link.toml", "up/secret.toml",
          "/etc/passwd", "/dev/zero", "..", ".", "/"}) {
        CAPTURE(preset);
        CHECK_FALSE(isOpened(preset));
    }
    CHECK_FALSE(isOpened((scratch.path() / "secret.toml").string()));
    fs::current_path(before);
    for (const std::string& preset :
         {std::string("zones"), std::string("below/open.toml"), std::string("below/../below/open.toml"),
          (folder / "below/open.toml").string()}) {
        CAPTURE(preset);
        CHECK(isOpened(preset));
    }
    // A preset from elsewhere may be copied beside the table.
    fs::copy_file(scratch.path() / "secret.toml", folder / "secret.toml");
    CHECK(isOpened("/home/stranger/secret.toml"));
}

TEST_CASE("a sweep that its preset does not fit is refused in one clear line", "[app][sweep]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "out.csv";
    CHECK_THAT(sweepProblem(writeTable(file, "zones", "zones.orientaton", {"1,2", "1,4"})),
               contains("out.csv: ") && contains("\"zones.orientaton\"") && contains("orientation") &&
                   contains("(its preset is zones)"));
    CHECK_THAT(sweepProblem(writeTable(file, "zones", "alignment.wight", {"1,2"})),
               contains("\"alignment.wight\"") && contains("(its preset is zones)"));
    CHECK_THAT(sweepProblem(writeTable(file, "zones", "zones.orientation", {"1,2", "1,-4"})),
               contains("zones.orientation: ") && contains("-4"));
    CHECK_THAT(sweepProblem(writeTable(file, "gone.toml", "zones.orientation", {"1,2"})),
               contains("its preset gone.toml is not in the table's folder; copy it there"));
    CHECK_THAT(sweepProblem(writeTable(file, "zonse", "zones.orientation", {"1,2"})),
               contains("there is no preset \"zonse\" (did you mean \"zones\"?)"));
    CHECK_THAT(sweepProblem(writeTable(file, "/dev/zero", "zones.orientation", {"1,2"})),
               contains("/dev/zero"));
    const auto journal = openNamed((scratch.path() / "out.csv.partial").string(), {});
    REQUIRE_FALSE(journal);
    CHECK_THAT(journal.problem().text, contains("out.csv.partial: cannot be read"));
}

}  // namespace shoal::test
