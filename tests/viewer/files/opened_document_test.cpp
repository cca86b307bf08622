// Files by their contents: renamed, piped, of other programs, and under awkward names.

#include "viewer/files/opened_document.hpp"

#include <utility>

#include <shoal/preset.hpp>

#include "capture/picture/png.hpp"
#include "capture/record/sidecar.hpp"
#include "capture/take/take.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "program/simulate_run.hpp"
#include "program/small_reef.hpp"
#include "scratch_folder.hpp"
#include "viewer/files/user_files.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

void writeText(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

/// A take of no length.
std::string stillText() {
    Take take;
    take.scene = smallReef(20);
    take.scene.seed = 77;
    return takeText(take);
}

/// One file of each kind that Shoal opens, without its sidecar, and the title's seed that it opens with.
std::vector<std::string> kindsIn(const fs::path& folder) {
    Scene scene = smallReef(20);
    scene.seed = 77;
    writeText(folder / "a.toml", presetText(scene));
    writeText(folder / "a.take", stillText());
    REQUIRE(writePng(folder / "a.png", Image(4, 4), stillText()));
    Sidecar record;
    record.rate = {30, 1};
    record.scene = stillText();
    REQUIRE(writeSidecar(folder / "a.json", record, Overwrite::nothing()));
    return {"a.toml", "a.take", "a.png", "a.json"};
}

/// Runs a shell command that names the program as "$SHOAL".
ProgramResult shell(const ScratchFolder& scratch, const std::string& command) {
    return RunningProgram("/bin/sh", {.arguments = {"-c", command},
                                      .folder = scratch.path(),
                                      .home = {},
                                      .environment = {{"SHOAL", shoalProgram()}}})
        .wait();
}

}  // namespace

TEST_CASE("every kind of file opens by its contents, whatever it is called", "[app][files]") {
    const ScratchFolder scratch;
    for (const std::string& name : kindsIn(scratch.path())) {
        for (const std::string other : {"b.toml", "b.take", "b.csv", "b.png", "b.json", "b.mp4", "b.txt",
                                        "b.TAKE (1)", "b", "b.take.bak"}) {
            // A preset has no beginning of its own, so only a name that promises nothing else lets it be one.
            if (name == "a.toml" && (other != "b.toml" && other != "b.txt" && other != "b" &&
                                     other != "b.TAKE (1)" && other != "b.take.bak")) {
                continue;
            }
            CAPTURE(name, other);
            const fs::path renamed = scratch.path() / other;
            fs::copy_file(scratch.path() / name, renamed);
            const auto opened = openFile(renamed);
            INFO((opened ? std::string() : opened.problem().text));
            CHECK((opened && sceneOf(*opened).seed == 77));
            // Some editors mark UTF-8 by its first bytes.
            if (name != "a.png") {
                writeText(renamed, "\xef\xbb\xbf" + *readWholeFile(scratch.path() / name, 1 << 20));
                const auto marked = openFile(renamed);
                INFO((marked ? std::string() : marked.problem().text));
                CHECK((marked && sceneOf(*marked).seed == 77));
            }
            fs::remove(renamed);
        }
    }
}

TEST_CASE("every kind of file is read from a pipe, by every command", "[app][files][command line]") {
    const ScratchFolder scratch;
    for (const std::string& name : kindsIn(scratch.path())) {
        const ProgramResult byName = shell(scratch, "\"$SHOAL\" simulate " + name + " --steps 3 --json");
        REQUIRE(byName.status == 0);
        for (const std::string& command :
             {"cat " + name + " | \"$SHOAL\" simulate - --steps 3 --json",
              "\"$SHOAL\" simulate - --steps 3 --json < " + name,
              "cat " + name + " | \"$SHOAL\" simulate --steps 3 --json -- -",
              "cat " + name + " | \"$SHOAL\" simulate /dev/stdin --steps 3 --json"}) {
            const ProgramResult piped = shell(scratch, command);
            CAPTURE(command, piped.err);
            CHECK(piped.status == 0);
            CHECK(nlohmann::json::parse(piped.out).at("hash") ==
                  nlohmann::json::parse(byName.out).at("hash"));
        }
    }
    const auto piped = [&](const std::string& command) {
        const ProgramResult result = shell(scratch, command);
        CAPTURE(command, result.err);
        CHECK(result.status == 0);
        return result.out;
    };
    CHECK(piped("\"$SHOAL\" list keys - --json < a.toml") == piped("\"$SHOAL\" list keys ./a.toml --json"));
    piped("\"$SHOAL\" bench --preset - --boids 9 --steps 2 < a.toml");
    const std::string sweep = "preset = \"zones\"\nsteps = 2\n[set]\ncount = 9\n[vary]\nseed = \"1..2\"\n";
    writeText(scratch.path() / "sweep.toml", sweep);
    CHECK(piped("\"$SHOAL\" sweep - -o - < sweep.toml") == piped("\"$SHOAL\" sweep sweep.toml -o -"));
    CHECK(
        piped("\"$SHOAL\" sweep - --vary seed=1..2 --steps 1 --measure polarisation -o - < a.toml | wc -l") ==
        piped("\"$SHOAL\" sweep ./a.toml --vary seed=1..2 --steps 1 --measure polarisation -o - | wc -l"));
}

TEST_CASE("a pipe into render is read once, the scene and the camera's flight alike",
          "[app][files][render]") {
    const ScratchFolder scratch;
    kindsIn(scratch.path());
    writeText(scratch.path() / "flight.toml", "[[key]]\nseconds = 0\ndistance = 9\nazimuth = 10\n");
    const auto picture = [&](const std::string& options) {
        const ProgramResult result =
            shell(scratch, "\"$SHOAL\" render -o a-picture.png --overwrite --size 64x36 " + options);
        CAPTURE(options, result.err);
        REQUIRE(result.status == 0);
        return readPng(scratch.path() / "a-picture.png")->rgba;
    };
    const auto plain = picture("./a.toml");
    CHECK(picture("- < a.toml") == plain);
    CHECK(picture("- < a.take") == picture("./a.take"));
    CHECK(picture("- < a.png") == picture("./a.take"));
    const auto flown = picture("./a.toml --camera ./flight.toml");
    CHECK(flown != plain);
    CHECK(picture("./a.toml --camera - < flight.toml") == flown);
}

TEST_CASE("a file that is not of Shoal is refused in one line that names its kind", "[app][files]") {
    const ScratchFolder scratch;
    const auto refusalOf = [&](const std::string& name, const std::string& bytes) {
        writeText(scratch.path() / name, bytes);
        const auto opened = openFile(scratch.path() / name);
        REQUIRE_FALSE(opened);
        CHECK(opened.problem().text.find('\n') == std::string::npos);
        CHECK_THAT(opened.problem().text, contains(name));
        return opened.problem().text;
    };
    const std::string utf16("\xff\xfes\0c\0h\0e\0m\0a\0", 14);
    for (const char* name : {"a.csv", "a.toml", "a.take", "a"}) {
        CAPTURE(name);
        CHECK_THAT(refusalOf(name, utf16), contains("UTF-16; save it as UTF-8"));
        CHECK_THAT(refusalOf(name, std::string("PK\3\4\0\0", 6)),
                   contains("holds no preset, take or capture"));
    }
    CHECK_THAT(refusalOf("a.txt", "Dear diary\n"), contains("read as a preset, because"));
    CHECK_THAT(refusalOf("package.json", "{\"name\": \"left-pad\"}"), contains("\"file\" is missing"));
    CHECK_THAT(refusalOf("a.txt", "{\"name\": \"left-pad\"}"),
               contains("not the sidecar of a Shoal capture"));
    CHECK_THAT(refusalOf("a.csv", "take = 99\n"), contains("take"));
    CHECK_THAT(refusalOf("a.csv", "schema,run,sweep,preset,seed,steps,burn_in,every,boids\n"),
               contains("a.csv --preset-of RUN -o run.toml` makes a preset of a run"));
    const ProgramResult film = shell(scratch, "printf '\\032\\105\\337\\243' | \"$SHOAL\" simulate -");
    CHECK(film.status == 4);
    CHECK_THAT(film.err, contains("/dev/stdin: a film is read from its file, not from a pipe"));
    const ProgramResult nothing = shell(scratch, "\"$SHOAL\" simulate - < /dev/null");
    CHECK(nothing.status == 4);
    CHECK_THAT(nothing.err, contains("/dev/stdin:1:1: there is no species"));
}

TEST_CASE("awkward names and titles work, and are printed harmlessly", "[app][files][untrusted]") {
    const ScratchFolder scratch;
    const std::vector<std::string> names{"two\nlines",
                                         "\x1b[31mred",
                                         "\xc2\x9b"
                                         "31mred",
                                         "gpj.\xe2\x80\xae"
                                         "exe",
                                         "\xe2\x81\xa6"
                                         "mixed",
                                         "caf\xe9",
                                         "tab\there",
                                         "quote\"and'",
                                         "-o",
                                         std::string(200, 'x'),
                                         "\xe9\xb1\xbc\xe9\xb1\xbc",
                                         " blank ",
                                         std::string(245, 'y'),
                                         "back\\slash",
                                         "a,b;c",
                                         "%s%n{}"};
    const auto isHarmless = [](const std::string& text) {
        return std::ranges::none_of(
                   text, [](unsigned char each) { return (each < 0x20 && each != '\n') || each == 0x7f; }) &&
               text.find("\xc2\x9b") == std::string::npos && text.find("\xe2\x80\xae") == std::string::npos &&
               text.find("\xe2\x81\xa6") == std::string::npos;
    };
    for (const std::string& name : names) {
        CAPTURE(name);
        Scene scene = smallReef(20);
        scene.title = name == "caf\xe9" ? "caf" : name;  // TOML is UTF-8, a file's name any bytes
        writeText(scratch.path() / (name + ".toml"), presetText(scene));
        const ProgramResult good = runShoal(scratch, {"simulate", "./" + name + ".toml", "--steps", "1"});
        CAPTURE(good.err);
        CHECK(good.status == 0);
        CHECK(isHarmless(good.out));
        CHECK(isHarmless(good.err));
        writeText(scratch.path() / (name + ".toml"), "title = 3\n");
        const ProgramResult bad = runShoal(scratch, {"simulate", "./" + name + ".toml", "--steps", "1"});
        CHECK(bad.status == 4);
        CHECK(std::ranges::count(bad.err, '\n') == 1);
        CHECK(isHarmless(bad.err));
        const ProgramResult missing = runShoal(scratch, {"simulate", "./none" + name + ".toml"});
        CHECK(missing.status == 4);
        CHECK(std::ranges::count(missing.err, '\n') == 1);
        CHECK(isHarmless(missing.err));
        // Files that Shoal names itself.
        const auto saved = saveScreenshot(Image(2, 2), name, scratch.path() / "pictures");
        REQUIRE(saved);
        CHECK(saved->filename().string().size() + std::string("-99.json.partial").size() <= 255);
        CHECK(saved->parent_path() == scratch.path() / "pictures");
    }
}

TEST_CASE("a name too long for a file is refused before anything is computed", "[app][files][untrusted]") {
    const ScratchFolder scratch;
    const std::string name(300, 'z');
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"simulate", "--steps", "1", "--csv", name + ".csv"},
             {"simulate", "--steps", "1", "--trajectory", name + ".xyz"},
             {"sweep", "zones", "--vary", "seed=1..2", "--steps", "1", "-o", name + ".csv"},
             {"simulate", name + ".toml"},
             {"render", name + ".take", "-o", "x.png"}}) {
        const ProgramResult result = runShoal(scratch, arguments);
        CAPTURE(arguments[0], result.err);
        CHECK((result.status == 1 || result.status == 4));
        CHECK(std::ranges::count(result.err, '\n') == 1);
    }
    CHECK(filesIn(scratch.path()).empty());
}

}  // namespace shoal::test
