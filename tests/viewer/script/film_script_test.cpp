// The format of film scripts, and its page in the manual.

#include "viewer/script/film_script.hpp"

#include "capture/picture/png.hpp"
#include "scratch_folder.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {
namespace {

using test::approx;
using test::ScratchFolder;

Result<FilmScript> parsed(const std::string& text, const std::filesystem::path& file = "demo.toml") {
    return parseFilmScript(text, file, UserPaths{});
}

std::string shotWith(const std::string& keys) {
    return "film = 1\n[[shot]]\npreset = \"reef\"\nseconds = 10\n" + keys;
}

std::string problemOf(const std::string& text) {
    const auto script = parsed(text);
    REQUIRE_FALSE(script);
    CHECK(script.problem().text.find('\n') == std::string::npos);
    return script.problem().text;
}

/// The examples of the manual's page. Those that are no whole script are keys of a shot.
std::vector<std::string> examples() {
    std::ifstream file(SHOAL_SOURCE_FOLDER "/assets/manual/film-scripts.md");
    std::vector<std::string> found;
    std::string line;
    bool isInside = false;
    while (std::getline(file, line)) {
        if (line.starts_with("```")) {
            isInside = line == "```toml";
            if (isInside) {
                found.emplace_back();
            }
        } else if (isInside) {
            found.back() += line + "\n";
        }
    }
    return found;
}

std::string wholeOf(const std::string& example) {
    const auto has = [&example](const char* key) {
        return example.starts_with(key) || example.find(std::string("\n") + key) != std::string::npos;
    };
    if (has("film =")) {
        return example;
    }
    // Behind a shot with a flock, from which it may dissolve or go on.
    return shotWith("[[shot]]\n") + (has("seconds =") && !has("[[shot.key]]") ? "" : "seconds = 10\n") +
           example;
}

TEST_CASE("every example of the manual's page on film scripts is one", "[script][manual]") {
    const ScratchFolder scratch;
    Take take;
    take.scene = *openPresetNamed("vicsek", UserPaths{});
    take.to = {1200, 1.0f};
    REQUIRE(saveNewTake(take, scratch.path() / "slider.take"));
    REQUIRE(writePng(scratch.path() / "logo.png", Image(8, 4)));
    const std::vector<std::string> all = examples();
    REQUIRE(all.size() > 15);
    std::string text;
    for (const std::string& each : all) {
        const std::string whole = wholeOf(each);
        const auto script = parsed(whole, scratch.path() / "demo.toml");
        CAPTURE(whole, script ? std::string() : script.problem().text);
        CHECK(script);
        text += whole;
    }
    // The messages about unknown keys list all that there are.
    for (const std::string& message :
         {problemOf("film = 1\nqqqqqqqqqqqq = 1\n"), problemOf(shotWith("qqqqqqqqqq = 1\n"))}) {
        const std::size_t from = message.find("there are: ");
        REQUIRE(from != std::string::npos);
        std::stringstream names(message.substr(from + 11, message.rfind(')') - from - 11));
        for (std::string name; std::getline(names >> std::ws, name, ',');) {
            CAPTURE(name);
            const bool isShown = text.find("\n" + name + " = ") != std::string::npos ||
                                 text.find("[[" + name) != std::string::npos ||
                                 text.find("[shot." + name) != std::string::npos ||
                                 text.find("[[shot." + name) != std::string::npos;
            CHECK(isShown);
        }
    }
}

TEST_CASE("a script's shots say what their keys say", "[script]") {
    const auto script = parsed(R"(
film = 1
size = [320, 200]
fps = "60/7"
quality = "low"
shutter = 90
max_size = "800k"
loop = true
[[shot]]
preset = "vicsek"
seed = 9
boids = 50
warmup = 2
seconds = 3
wait = "polarisation > 0.5"
wait_at_most = 7
camera = [[1, "above"], [2, "follow:49"]]
speed = [[0, 1], [2, 0.5]]
set = { "vicsek.noise" = [[1, 10], [2, 20, "linear"]], "look.hue" = 30 }
text = [{ text = "a", from = 1, to = 2, place = "title" }]
show = ["clock", "panel"]
plot = "milling"
fade_in = 0.25
[[shot]]
seconds = 2
dissolve = 0.5
text = "b"
)");
    INFO((script ? "" : script.problem().text));
    REQUIRE(script);
    CHECK(script->size->width == 320);
    CHECK(*script->rate == FrameRate{60, 7});
    CHECK(script->quality == Quality::low);
    CHECK(script->shutterDegrees == 90);
    CHECK(script->maxBytes == 800000);
    CHECK(script->isLoop);
    REQUIRE(script->shots.size() == 2);
    const Shot& first = script->shots[0];
    const Scene& scene = sceneOf(first.document->document);
    CHECK(scene.seed == 9);
    CHECK(scene.boidCount() == 50);
    CHECK(*scene.value("look.hue") == approx(30.0));
    CHECK(*first.document->saved.value("look.hue") != approx(30.0));
    CHECK(first.warmup == 2.0);
    CHECK(first.wait->limit == 0.5);
    CHECK(first.wait->isAbove);
    CHECK(first.wait->most == 7.0);
    REQUIRE(first.views.size() == 3);  // the preset's own before the first
    CHECK(first.views[0].camera.name.empty());
    CHECK(first.views[2].seconds == 2.0);
    CHECK(first.speed.at(1.0) == approx(0.75));
    REQUIRE(first.settings.size() == 2);
    CHECK(first.words[0].words.place == PictureText::Place::title);
    CHECK(first.hasClock);
    CHECK(first.hasPanel);
    CHECK_FALSE(first.hasScale);
    CHECK(first.plot);
    const Shot& second = script->shots[1];
    CHECK_FALSE(second.document);
    CHECK(second.views.empty());
    CHECK(second.dissolve == 0.5);
    CHECK(second.words[0].to == 2.0);
}

TEST_CASE("a mistake in a script is reported in one line that says where it is", "[script]") {
    struct Mistake {
        const char* keys;   ///< of the shot, from its line 5 on
        const char* where;  ///< line and column
        const char* what;
    };
    for (const Mistake& each : {
             Mistake{"sed = 3\n", "5:1", "did you mean \"seed\"?"},
             {"seed = -1\n", "5:8", "whole number"},
             {"boids = \"many\"\n", "5:9", "whole number"},
             {"from = 2\n", "5:8", "for a take"},
             {"take = \"x.take\"\n", "5:8", "not both"},
             {"warmup = -1\n", "5:10", "0"},
             {"wait = \"polarization > 1\"\n", "5:8", "polarisation"},
             {"wait = \"polarisation\"\n", "5:8", "> or <"},
             {"camera = \"folow\"\n", "5:10", "follow"},
             {"camera = \"follow:3000\"\n", "5:10", "0 to 2999"},
             {"camera = [[0, \"school\"], [11, \"above\"]]\n", "5:27", "10"},
             {"camera = \"played\"\n", "5:10", "recorded camera"},
             {"camera = \"none.toml\"\n", "5:10", "none.toml"},
             {"camera = \"above\"\n[[shot.key]]\nseconds = 0\n", "5:10", "not both"},
             {"[[shot.key]]\nsecond = 0\n", "6:1", "did you mean \"seconds\"?"},
             {"aim = \"flock\"\n", "5:7", "[[shot.key]]"},
             {"speed = 0\n", "5:9", "0.01"},
             {"speed = [[0, 1], [0, 2]]\n", "5:19", "more than"},
             {"set = { \"alignmnt.weight\" = 1 }\n", "5:9", "alignment"},
             {"set = { \"alignment.weight\" = -1 }\n", "5:30", "0"},
             {"set = { \"alignment.weight\" = [[0, 1, \"bouncy\"]] }\n", "5:38", "smooth, linear, jump"},
             {"set = { \"alignment.weight\" = [3] }\n", "5:31", "seconds and value"},
             {"set = { \"alignment.weight\" = [] }\n", "5:30", "no value"},
             {"text = { text = \"a\", from = 11 }\n", "5:8", "begins after"},
             {"fps = 30\n", "5:1", "before the first [[shot]]"},
             {"[[shot]]\nseconds = 1\nfade_out = 2\n", "7:12", "longer than the shot"},
             {"set = { \"time.speed\" = [[0, 1], [2, 3]] }\n", "5:9", "can only be set once"},
             {"text = 3\n", "5:8", "string"},
             {"text = [{ txt = \"a\" }]\n", "5:9", "text"},
             {"text = [{ text = \"a\", from = 3, to = 2 }]\n", "5:9", "before it begins"},
             {"text = [{ text = \"a\", place = \"top\" }]\n", "5:31", "caption, title"},
             {"show = [\"pannel\"]\n", "5:9", "did you mean \"panel\"?"},
             {"plot = \"order\"\n", "5:8", "no measure"},
             {"dissolve = 1\n", "5:12", "fade_in"},
             {"[[shot]]\npreset = \"reff\"\nseconds = 1\n", "6:10", "did you mean \"reef\"?"},
             {"[[shot]]\ntake = \"reef\"\nseconds = 1\n", "6:8", "preset = \"reef\""},
             {"[[shot]]\nseconds = 1\nseed = 2\n", "7:8", "same shot"},
             {"[[shot]]\nseconds = 2\ndissolve = 3\n", "7:12", "longer"},
             {"[[shot]]\ncamera = \"above\"\n", "5:1", "seconds"},
             {"[[shot]]\nsecond = 2\n", "6:1", "did you mean \"seconds\"?"},
         }) {
        CAPTURE(each.keys);
        const std::string problem = problemOf(shotWith(each.keys));
        CHECK_THAT(problem, test::startsWith(std::string("demo.toml:") + each.where + ":"));
        CHECK_THAT(problem, test::contains(each.what));
    }
    CHECK_THAT(problemOf("[[shot]]\npreset = \"reef\"\nseconds = 1\n"), test::contains("film = 1"));
    CHECK_THAT(problemOf("film = 2\n"), test::contains("film = 1"));
    CHECK_THAT(problemOf("film = 1\n"), test::contains("[[shot]]"));
    CHECK_THAT(problemOf("film = 1\n[[shot]]\nseconds = 2\n"), test::contains("preset or a take"));
    CHECK_THAT(problemOf("film = 1\nsize = [0, 2]\n"), test::startsWith("demo.toml:2:8:"));
    CHECK_THAT(problemOf("film = 1\nfps = 500\n"), test::startsWith("demo.toml:2:7:"));
    CHECK_THAT(problemOf("film = 1\nloop = 1\n"), test::startsWith("demo.toml:2:8:"));
    CHECK_THAT(problemOf("film = 1\nmax_size = 3\n"), test::startsWith("demo.toml:2:12:"));
    CHECK_THAT(problemOf("film = 1\nshutter = 400\n"), test::startsWith("demo.toml:2:11:"));
    CHECK_THAT(problemOf("film = 1\nquality = \"best\"\n"), test::contains("low, normal, high"));
}

TEST_CASE("a script is told from a preset by its text", "[script]") {
    CHECK(isFilmScript("film = 1\n"));
    CHECK(isFilmScript("# mine\n\n[[shot]]\n"));
    CHECK_FALSE(isFilmScript(""));
    CHECK(isFilmScript("size = [96, 54]\n\n[[shot]]\n"));
    CHECK_FALSE(isFilmScript("# film = 1\ntitle = \"film\"\nfilm = 1\n"));
    CHECK_FALSE(isFilmScript("films = 1\n"));
}

}  // namespace
}  // namespace shoal
