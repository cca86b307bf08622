// The program's output and exit status, run as a user runs it.

#include "commands/cli/command_line.hpp"

#include <regex>
#include <variant>

#include <shoal/isa.hpp>

#include "commands/cli/options.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

std::size_t lineCount(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::size_t longestLine(const std::string& text) {
    std::istringstream stream(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(stream, line);) {
        longest = std::max(longest, line.size());
    }
    return longest;
}

/// Returns the place in a paragraph of help where a sentence begins without a full stop before it; "" without
/// one.
std::string gluedSentence(const std::string& help) {
    static const std::regex kGlued(
        "[a-z0-9] (A|An|Boids|Each|For|Ids|If|In|It|Needs|The|To|With|Without) [a-z]+");
    std::string paragraph;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
        const bool isText = !line.empty() && line.front() != ' ';
        paragraph = isText ? paragraph + line + ' ' : "";
        if (std::smatch found; std::regex_search(paragraph, found, kGlued)) {
            return found.str();
        }
    }
    return "";
}

}  // namespace

TEST_CASE("the quality takes one of three names", "[app][command line]") {
    const auto parsed = [](std::vector<const char*> words) {
        return parseCommandLine(static_cast<int>(words.size()), words.data());
    };
    const auto render = [&](const char* quality) {
        const auto options = parsed({"shoal", "render", "reef", "-o", "x", "--quality", quality});
        REQUIRE(std::holds_alternative<Options>(options));
        return std::get<RenderOptions>(std::get<Options>(options)).recording.film.quality;
    };
    CHECK(render("low") == Quality::low);
    CHECK(render("normal") == Quality::normal);
    CHECK(render("high") == Quality::high);
    const auto view = parsed({"shoal", "view", "--quality", "low"});
    REQUIRE(std::holds_alternative<Options>(view));
    CHECK(std::get<ViewOptions>(std::get<Options>(view)).quality == Quality::low);
    CHECK_FALSE(std::holds_alternative<Options>(parsed({"shoal", "view", "--quality", "best"})));
}

TEST_CASE("a capture notes what its frames depend on, and nothing else", "[app][command line]") {
    const auto noted = [](std::vector<const char*> words) {
        words.insert(words.begin(), {"shoal", "render", "reef", "-o", "x"});
        const auto parsed = parseCommandLine(static_cast<int>(words.size()), words.data());
        REQUIRE(std::holds_alternative<Options>(parsed));
        return std::get<RenderOptions>(std::get<Options>(parsed)).recording.command;
    };
    const std::vector<std::string> plain = noted({});
    CHECK(plain == std::vector<std::string>{"shoal", "render", "reef", "-o", "x"});
    for (const std::vector<const char*>& same : {std::vector<const char*>{"--separate"},
                                                 {"--overwrite"},
                                                 {"--background"},
                                                 {"--threads", "2"},
                                                 {"--threads=2"},
                                                 {"--isa", "sse2"},
                                                 {"--gpu", "software"},
                                                 {"--gpu=software"}}) {
        CAPTURE(same);
        CHECK(noted(same) == plain);
    }
    for (const std::vector<const char*>& other : {std::vector<const char*>{"--seed", "3"},
                                                  {"--boids=9"},
                                                  {"--size", "64x36"},
                                                  {"--camera", "wide"},
                                                  {"--warmup", "1"},
                                                  {"--set", "alignment.weight=2"},
                                                  {"--ui"},
                                                  {"--caption"},
                                                  {"--fps", "25"}}) {
        CAPTURE(other);
        CHECK(noted(other) != plain);
    }
}

TEST_CASE("the help names the method of standard errors that the lab uses", "[app][command line]") {
    const ScratchFolder scratch;
    const ProgramResult help = runShoal(scratch, {"simulate", "--help"});
    CHECK_THAT(help.out, contains("autocorrelation time") && contains("Sokal") && !contains("Flyvbjerg"));
}

TEST_CASE("the help of every subcommand has examples, and help and version succeed", "[app][command line]") {
    const ScratchFolder scratch;
    for (const std::vector<std::string>& command : {std::vector<std::string>{},
                                                    {"view"},
                                                    {"render"},
                                                    {"simulate"},
                                                    {"sweep"},
                                                    {"check"},
                                                    {"tune"},
                                                    {"bench"},
                                                    {"list"}}) {
        std::vector<std::string> arguments = command;
        arguments.push_back("--help");
        const ProgramResult help = runShoal(scratch, arguments);
        CAPTURE(arguments, help.err);
        CHECK(help.status == 0);
        CHECK(help.err.empty());
        CHECK_THAT(help.out, contains("Examples:"));
        CHECK_THAT(help.out, contains("shoal "));
        CHECK(longestLine(help.out) <= 80);
        CHECK(gluedSentence(help.out) == "");

        arguments.back() = "--version";
        const ProgramResult version = runShoal(scratch, arguments);
        CHECK(version.status == 0);
        CHECK_THAT(version.out, startsWith("shoal "));
        CHECK_THAT(version.out, contains("\nbuild: "));
        CHECK_THAT(version.out, contains("\ngraphics: "));
        CHECK_THAT(version.out, contains("\nfilms: ffmpeg version"));
    }
    CHECK(filesIn(scratch.path()).empty());
}

TEST_CASE("the help shows no test-only option", "[app][command line]") {
    const ScratchFolder scratch;
    for (const char* command : {"view", "simulate"}) {
        const ProgramResult help = runShoal(scratch, {command, "--help"});
        for (const char* hidden : {"--ui-probe", "--exit-after-frames", "--isa", "--separate"}) {
            CHECK(help.out.find(hidden) == std::string::npos);
        }
    }
}

TEST_CASE("a preset's name or a file opens in the viewer, and -- ends the options", "[app][command line]") {
    const auto openedBy = [](std::vector<const char*> words) {
        words.insert(words.begin(), "shoal");
        const auto parsed = parseCommandLine(static_cast<int>(words.size()), words.data());
        const auto* options = std::get_if<Options>(&parsed);
        REQUIRE(options != nullptr);
        REQUIRE(std::holds_alternative<ViewOptions>(*options));
        return std::get<ViewOptions>(*options).scene;
    };
    CHECK(openedBy({"starlings"}).preset == "starlings");
    CHECK(openedBy({"starlings", "--boids", "50"}).boids == 50);
    CHECK(openedBy({"folder/night.take"}).preset == "folder/night.take");
    CHECK(openedBy({"--", "-odd.toml"}).preset == "-odd.toml");
    CHECK(openedBy({"view", "--", "-odd.toml"}).preset == "-odd.toml");
    CHECK(openedBy({}).preset == "reef");
}

TEST_CASE("a hyphen names standard output", "[app][command line]") {
    const ScratchFolder scratch;
    const ProgramResult picture = runShoal(scratch, {"render", "-o", "-", "--size", "32x32", "--boids", "9"});
    CHECK(picture.status == 0);
    CHECK(picture.err.empty());
    CHECK_THAT(picture.out, startsWith("\x89PNG\r\n"));
    CHECK(runShoal(scratch, {"render", "-o", "still.png", "--size", "32x32", "--boids", "9"}).status == 0);
    CHECK(picture.out.size() > 300);

    const std::vector<std::string> film{"--size", "32x24", "--boids", "9", "--frames", "3", "--fps", "25"};
    const auto filmInto = [&](const std::string& output) {
        std::vector<std::string> words{"render", "-o", output};
        words.insert(words.end(), film.begin(), film.end());
        return runShoal(scratch, words);
    };
    const ProgramResult stream = filmInto("-");
    CHECK(stream.status == 0);
    const std::string head = "YUV4MPEG2 W32 H24 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
    CHECK_THAT(stream.out, startsWith(head + "FRAME\n"));
    CHECK(stream.out.size() == head.size() + 3 * (6 + 32 * 24 * 3));

    const ProgramResult table = runShoal(scratch, {"simulate", "--boids", "9", "--steps", "2", "--csv", "-"});
    CHECK(table.status == 0);
    CHECK_THAT(table.out, startsWith("schema,seed,step"));
    CHECK(lineCount(table.out) == 3);

    const std::vector<std::string> sweep{"sweep", "zones",   "--vary",  "zones.orientation=1,2",
                                         "--set", "count=9", "--steps", "2"};
    const auto sweepInto = [&](const std::string& output) {
        std::vector<std::string> words = sweep;
        words.insert(words.end(), {"-o", output});
        return runShoal(scratch, words);
    };
    const ProgramResult rows = sweepInto("-");
    CAPTURE(rows.err);
    CHECK(rows.status == 0);
    CHECK(lineCount(rows.out) == 3);
    const ProgramResult written = sweepInto("out.csv");
    REQUIRE(written.status == 0);
    CHECK_THAT(written.err, contains("wrote out.csv"));
    CHECK(rows.out == readText(scratch.path() / "out.csv"));
}

TEST_CASE("a quiet command prints no progress and no notes", "[app][command line]") {
    const ScratchFolder scratch;
    const std::vector<std::string> words{"render", "-o", "still.png", "--size", "32x32", "--boids", "9"};
    CHECK_THAT(runShoal(scratch, words).err, contains("wrote still.png"));
    std::vector<std::string> quiet = words;
    quiet.push_back("--quiet");
    CHECK(runShoal(scratch, quiet).err.empty());
    quiet[2] = "still.tiff";
    CHECK_THAT(runShoal(scratch, quiet).err, contains("still.tiff"));
}

TEST_CASE("help COMMAND prints the same as COMMAND --help", "[app][command line]") {
    const ScratchFolder scratch;
    CHECK(runShoal(scratch, {"help"}).out == runShoal(scratch, {"--help"}).out);
    CHECK(runShoal(scratch, {"help", "help"}).out == runShoal(scratch, {"--help"}).out);
    CHECK(runShoal(scratch, {"help", "render"}).out == runShoal(scratch, {"render", "--help"}).out);
}

TEST_CASE("the shells complete commands, options, presets, keys and values", "[app][command line]") {
    const ScratchFolder scratch;
    const auto candidates = [&scratch](std::vector<std::string> words) {
        words.insert(words.begin(), "--complete");
        const ProgramResult result = runShoal(scratch, words);
        CHECK(result.status == 0);
        return "\n" + result.out;
    };
    CHECK_THAT(candidates({"si"}), contains("\nsimulate\t"));
    CHECK(candidates({"render", "x"}) == "\n");  // so that bash completes names of files
    CHECK_THAT(candidates({"star"}), contains("\nstarlings\t"));
    CHECK_THAT(candidates({"render", "--warm"}), contains("\n--warmup\t"));
    CHECK_THAT(candidates({"simulate", "zon"}), contains("\nzones\t"));
    CHECK_THAT(candidates({"simulate", "zones", "--set", "zones.orient"}),
               contains("\nzones.orientation=\t"));
    CHECK_THAT(candidates({"reef", "--set", "alignment.wei"}), contains("\nalignment.weight=\t"));
    CHECK_THAT(candidates({"render", "--camera", "turn"}), contains("\nturntable\t"));
    CHECK_THAT(candidates({"render", "--camera=turn"}), contains("\n--camera=turntable\t"));
    CHECK_THAT(candidates({"render", "--camer"}), contains("\n--camera\tCamera view\n"));
    CHECK_THAT(candidates({"reef", "--set", "alignment.weight="}), contains("\nalignment.weight=3\t"));
    CHECK_THAT(candidates({"reef", "--set", "alignment.enabled="}),
               contains("\nalignment.enabled=true\nalignment.enabled=false\n"));
    CHECK_THAT(candidates({"reef", "--set", "body=b"}), contains("\nbody=bird\nbody=beast\n"));
    CHECK_THAT(candidates({"simulate", "--isa", ""}),
               contains("\n" + std::string(isaName(Isa::baseline)) + "\n"));
    CHECK_THAT(candidates({"render", "--gpu="}), contains("\n--gpu=software\t"));
    CHECK_THAT(candidates({"render", "--quality", ""}), contains("\nlow\nnormal\nhigh\n"));
    CHECK_THAT(candidates({"list", "ru"}), contains("\nrules"));
    CHECK_THAT(candidates({"--set=body=b"}), contains("\n--set=body=bird\n"));
    CHECK_THAT(candidates({"he"}), contains("\nhelp\t"));
    CHECK_THAT(candidates({"help", "ren"}), contains("\nrender\t"));
    CHECK(candidates({"render", "--overwrite="}) == "\n");
    CHECK(candidates({"render", "--nosuch="}) == "\n");
    CHECK(candidates({"simulate", "--steps", ""}) == "\n");
    CHECK(candidates({"render", "--ui-p"}) == "\n");
}

TEST_CASE("wrong input is refused in one line that names the mistake and a remedy", "[app][command line]") {
    struct Case {
        std::vector<std::string> arguments;
        int status;
        std::vector<std::string> says;
    };
    const std::vector<Case> cases{
        {{"simualte"}, 2, {"simualte", "did you mean \"simulate\"", "shoal --help"}},
        {{"reeef"}, 2, {"reeef", "did you mean \"reef\""}},
        {{"missing.toml"}, 4, {"missing.toml"}},
        {{"--", "-odd.toml"}, 4, {"-odd.toml"}},
        {{"simulate", "--json", "--csv", "-"}, 2, {"--json", "--csv"}},
        {{"sweep", "zones", "--vary", "seed=1,2", "--take-of", "P>0", "-o", "-"}, 2, {"--take-of"}},
        {{"render", "-o", "-", "--frames", "2", "--transparent"}, 2, {"standard output", "transparent"}},
        {{"simulate", "--stepz", "5"}, 2, {"--stepz", "did you mean \"--steps\"", "shoal simulate --help"}},
        {{"--sed", "5"}, 2, {"--sed", "did you mean \"--seed\""}},
        {{"simulate", "--steps", "abc"}, 2, {"--steps", "whole number", "abc"}},
        {{"simulate", "--steps", "-1"}, 2, {"--steps", "-1"}},
        {{"simulate", "--steps", "1.5"}, 2, {"--steps", "1.5"}},
        {{"simulate", "--steps"}, 2, {"--steps"}},
        {{"simulate", "--every", "0"}, 2, {"--every", "from 1"}},
        {{"simulate", "--seed", "-3"}, 2, {"--seed", "-3"}},
        {{"simulate", "--seed", "99999999999999999999999"}, 2, {"--seed"}},
        {{"simulate", "--boids", std::to_string(kMaxBoids + 1)}, 2, {"--boids", std::to_string(kMaxBoids)}},
        {{"simulate", "--threads", "-2"}, 2, {"--threads"}},
        {{"simulate", "--isa", "avx9000"}, 2, {"avx9000"}},
        {{"simulate", "reef", "again"}, 2, {"again", "too many"}},
        {{"simulate", "--set", "seperation.weight=1"}, 2, {"--set", "seperation", "separation.weight"}},
        {{"simulate", "--set", "separation.weight=9e9"}, 2, {"separation.weight", "from 0 to 50"}},
        {{"simulate", "--set", "separation.weight=much"}, 2, {"separation.weight", "much"}},
        {{"simulate", "--set", "separation.weight"}, 2, {"separation.weight"}},
        {{"simulate", "--set", "separation.weight=nan"}, 2, {"separation.weight"}},
        {{"simulate", "nightt"}, 4, {"nightt", "shoal list presets"}},
        {{"simulate", "reeef"}, 4, {"reeef", "did you mean \"reef\""}},
        {{"simulate", "missing/night.toml"}, 4, {"missing/night.toml"}},
        {{"simulate", ""}, 4, {"empty"}},
        {{"simulate", "--steps", "1", "--csv", "no/such/folder.csv"}, 1, {"no/such", "folder"}},
        {{"simulate", "--steps", "1", "--csv", "."}, 1, {"folder"}},
        {{"simulate", "--steps", "1", "--csv", "/dev/full"}, 1, {"/dev/full", "No space left"}},
        {{"simulate", "--steps", "1", "--trajectory", "/dev/full"}, 1, {"/dev/full", "No space left"}},
        {{"simulate", "--csv", "--steps", "1"}, 2, {"--csv", "\"--steps\"", "./--steps"}},
        {{"simulate", "--trajectory", "--json"}, 2, {"--trajectory", "\"--json\""}},
        {{"simulate", "--csv", ""}, 2, {"--csv", "name of a file"}},
        {{"simulate", "--plugin", ""}, 2, {"--plugin", "name of a file"}},
        {{"list", "rules", "--plugin", "--json"}, 2, {"--plugin", "\"--json\""}},
        {{"simulate", "--csv", "x", "--trajectory", "x"}, 2, {"--csv", "--trajectory", "\"x\""}},
        {{"simulate", "--csv", "x", "--trajectory", "./x"}, 2, {"two files"}},
        {{"simulate", "--seeds", "2", "--trajectory", "x"}, 2, {"--trajectory", "--seeds"}},
        {{"render"}, 2, {"--output"}},
        {{"render", "-o", "--frames", "3"}, 2, {"--output", "\"--frames\""}},
        {{"render", "-o", ""}, 2, {"--output", "name of a file"}},
        {{"render", "-o", "x.png", "--size", "640"}, 2, {"--size", "640", "1280x720"}},
        {{"render", "-o", "x.png", "--size", "0x4"}, 2, {"--size", "0x4"}},
        {{"render", "-o", "x.png", "--size", "10x10x10"}, 2, {"--size"}},
        {{"render", "-o", "x.png", "--size", "99999x10"}, 2, {"--size", "16384"}},
        {{"render", "-o", "x.png", "--fps", "0"}, 2, {"--fps", "from 0.01 to 240"}},
        {{"render", "-o", "x.png", "--seconds", "nan"}, 2, {"--seconds"}},
        {{"render", "-o", "x.png", "--warmup", "-1"}, 2, {"--warmup"}},
        {{"render", "-o", "x.mp4", "--frames", "3", "--seconds", "1"}, 2, {"--frames", "--seconds"}},
        {{"render", "-o", "x.png", "--camera", "moon"}, 2, {"--camera", "moon", "school"}},
        {{"render", "-o", "x.png", "--shader-dir", "nowhere"}, 2, {"nowhere"}},
        {{"render", "-o", "x.tiff"}, 2, {"x.tiff", ".png"}},
        {{"render", "-o", "x.png", "--frames", "3"}, 2, {"x.png", "one frame"}},
        {{"render", "-o", "x.PNG", "--seconds", "3"}, 2, {"x.PNG", "one frame"}},
        {{"render", "-o", "x.mp4", "--transparent"}, 2, {"x.mp4", ".webm"}},
        {{"render", "-o", "x.mp4", "--size", "1x1"}, 2, {"x.mp4", "2x2"}},
        {{"render", "-o", "/dev/full"}, 5, {"/dev/full", "not a folder", ".png"}},
        {{"render", "-o", "no/such/x.png"}, 5, {"no/such"}},
        {{"bench", "--boids", std::to_string(kMaxBoids + 1)}, 2, {"--boids", std::to_string(kMaxBoids)}},
        {{"bench", "--neighbours", "0"}, 2, {"--neighbours", "from 0.01"}},
        {{"bench", "--seconds", "-1"}, 2, {"--seconds", "-1"}},
        {{"bench", "--steps", "0"}, 2, {"--steps", "from 1"}},
        {{"bench", "--steps", "5", "--seconds", "1"}, 2, {"--steps", "--seconds"}},
        {{"bench", "--layout", "heap"}, 2, {"--layout", "uniform or clumped", "heap"}},
        {{"bench", "--layout", "clumped", "--preset", "reef"}, 2, {"--layout", "--preset"}},
        {{"bench", "--nearest", "33"}, 2, {"--nearest", "from 1 to 32"}},
        {{"bench", "--spread", "11"}, 2, {"--spread", "from 2 to 10"}},
        {{"bench", "--spread", "3", "--nearest", "7"}, 2, {"--spread", "--nearest"}},
        {{"bench", "--max-candidates", "5"}, 2, {"--max-candidates", "from 64 to 4096"}},
        {{"bench", "--isa", "avx9000"}, 2, {"avx9000"}},
        {{"bench", "reef"}, 2, {"reef", "too many"}},
        {{"bench", "--boid", "5"}, 2, {"--boid", "did you mean \"--boids\""}},
        {{"bench", "--set", "seperation.weight=1"}, 2, {"--set", "seperation", "separation.weight"}},
        {{"bench", "--preset", "reeef"}, 4, {"reeef", "did you mean \"reef\""}},
        {{"bench", "--preset", ""}, 4, {"empty"}},
        {{"simulate", "--csv", "--json"}, 2, {"--csv", "\"--json\""}},
        {{"simulate", "--boids", "5", "--steps", "1", "--csv", "/dev/full"},
         1,
         {"/dev/full", "No space left"}},
        {{"list", "fish"}, 2, {"fish", "presets"}},
        {{"list", "keys", "nope"}, 4, {"nope"}},
    };
    for (const Case& wrong : cases) {
        const ScratchFolder scratch;
        const ProgramResult result = runShoal(scratch, wrong.arguments);
        CAPTURE(wrong.arguments, result.out, result.err);
        CHECK(result.status == wrong.status);
        CHECK(result.out.empty());
        CHECK(lineCount(result.err) == 1);
        for (const std::string& words : wrong.says) {
            CHECK_THAT(result.err, contains(words));
        }
        CHECK(filesIn(scratch.path()).empty());
    }
}

TEST_CASE("a wrong value of any option is refused in one line that names the option", "[app][command line]") {
    struct Command {
        std::vector<std::string> start;
        std::vector<std::string> options;  ///< options that take a number or a keyword
        std::vector<std::string> flags;
    };
    const std::vector<Command> commands{
        {{"view"},
         {"--seed", "--boids", "--threads", "--isa", "--shader-dir", "--exit-after-frames"},
         {"--separate", "--help", "--version"}},
        {{"render", "-o", "x.png"},
         {"--seed", "--boids", "--threads", "--isa", "--shader-dir", "--frames", "--seconds", "--fps",
          "--size", "--warmup", "--camera", "--supersample", "--shutter", "--exposures", "--tile"},
         {"--overwrite", "--ui", "--caption", "--transparent", "--separate"}},
        {{"simulate"}, {"--seed", "--boids", "--threads", "--isa", "--steps", "--every"}, {"--json"}},
        {{"bench"},
         {"--seed", "--boids", "--threads", "--isa", "--neighbours", "--layout", "--nearest", "--spread",
          "--max-candidates", "--steps", "--seconds"},
         {"--json", "--separate"}},
        {{"list", "presets"}, {}, {"--json"}}};
    const std::vector<std::string> values{"fa",   "-",   "1e999", "-5", "99999999999999999999999",
                                          "0x10", "nan", "=",     ",",  "\xff",
                                          "[",    "{}",  "[]",    "\"", "a,b",
                                          "%%",   "{a}", "[1,2]", ""};
    const auto check = [](std::vector<std::string> arguments, const std::string& option) {
        std::vector<const char*> pointers{"shoal"};
        for (const std::string& argument : arguments) {
            pointers.push_back(argument.c_str());
        }
        CAPTURE(arguments);
        const auto parsed = parseCommandLine(static_cast<int>(pointers.size()), pointers.data());
        const auto* reply = std::get_if<Reply>(&parsed);
        REQUIRE(reply != nullptr);
        CAPTURE(reply->text);
        CHECK(reply->status == ExitStatus::wrongUsage);
        CHECK(lineCount(reply->text) == 0);
        CHECK_THAT(reply->text, contains(option));
        // Names of standard library functions, which their exceptions give as the reason.
        for (const char* name : {"stoi", "stol", "stoul", "stod", "std::", "_M_", "basic_string", "vector"}) {
            CHECK_THAT(reply->text, !contains(name));
        }
    };
    for (const Command& command : commands) {
        for (const std::string& value : values) {
            for (const std::string& option : command.options) {
                if (option == "--camera" && value == "-") {
                    continue;  // a camera flight from standard input
                }
                auto arguments = command.start;
                arguments.push_back(option + "=" + value);
                check(arguments, option);
                arguments.back() = option;
                arguments.push_back(value);
                check(arguments, option);
            }
            for (const std::string& flag : command.flags) {
                auto arguments = command.start;
                arguments.push_back(flag + "=" + value);
                check(arguments, flag);
            }
        }
    }
}

TEST_CASE("all assignments after one --set are applied", "[app][command line]") {
    const ScratchFolder scratch;
    const auto hashOf = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"simulate", "--steps", "5", "--boids", "50"});
        const ProgramResult result = runShoal(scratch, std::move(arguments));
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return result.out.substr(result.out.find("hash"), 40);
    };
    const std::string both = hashOf({"--set", "separation.weight=2", "--set", "alignment.enabled=off"});
    CHECK(hashOf({"--set", "separation.weight=2", "alignment.enabled=off"}) == both);
    CHECK(hashOf({"--set", "separation.weight=2", "alignment.enabled=off", "reef"}) == both);
    CHECK(hashOf({"reef", "--set", "separation.weight=2", "alignment.enabled=off"}) == both);
    CHECK(hashOf({"--set", "separation.weight=2"}) != both);
}

TEST_CASE("with any scene option the viewer does not continue with the last scene", "[app][command line]") {
    const auto viewOf = [](std::vector<const char*> arguments) {
        arguments.insert(arguments.begin(), "shoal");
        const auto parsed = parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
        const auto* options = std::get_if<Options>(&parsed);
        REQUIRE(options != nullptr);
        return std::get<ViewOptions>(*options);
    };
    for (const auto& arguments : {std::vector<const char*>{"view", "reef"},
                                  {"view", "a.take"},
                                  {"--boids", "10"},
                                  {"view", "--seed", "1"},
                                  {"view", "--set", "camera.orbit=0"},
                                  {"view", "camera.orbit=0"}}) {
        CAPTURE(arguments.back());
        CHECK(viewOf(arguments).isSceneNamed);
    }
    for (const auto& arguments : {std::vector<const char*>{},
                                  {"view"},
                                  {"--threads", "1"},
                                  {"--fresh"},
                                  {"view", "--max-fps", "30"},
                                  {"view", "--ui-scale", "2"}}) {
        CHECK_FALSE(viewOf(arguments).isSceneNamed);
    }
    CHECK(viewOf({"--fresh"}).isFresh);
    CHECK(viewOf({"--ui-scale", "2"}).uiScale == 2.0);
    CHECK(viewOf({"--max-fps", "30"}).maxFps == 30.0);
    CHECK_FALSE(viewOf({"view"}).maxFps);
}

TEST_CASE("output that cannot be delivered is a failure", "[app][command line]") {
    const ScratchFolder scratch;
    // Only a shell can point standard output at a device that is always full.
    const ProgramResult result =
        RunningProgram("sh", {.arguments = {"-c", shoalProgram() + " list keys > /dev/full"},
                              .folder = scratch.path(),
                              .home = {}})
            .wait();
    CHECK(result.status == 1);
    CHECK_THAT(result.err, contains("standard output"));
}

}  // namespace shoal::test
