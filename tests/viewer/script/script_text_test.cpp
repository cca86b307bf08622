// Changes of a film script's text, as the storyboard makes them.

#include "viewer/script/script_text.hpp"

#include "system/files/atomic_file.hpp"
#include "viewer/script/film_script.hpp"

namespace shoal {
namespace {

const std::string kScript = R"(# Made by hand.
film = 1

[[shot]]
preset = "reef"   # the réef
seconds = 6
camera = [[0, "school"], # begins wide
          [4, "follow:12"]]
text = [{ text = "Réef", place = "title", from = 0.5, to = 3 }, # loud
        { text = "Many" }]
set = { "alignment.weight" = [[1, 1.0], [4, 2]], "look.hue" = 20 }

# The second one.
[[shot]]
seconds = 4
dissolve = 1
speed = 0.5
set.cohesion.weight = [[0, 1]]
[[shot.text]]
text = "Slow"
from = 1

[[shot]]
preset = "vicsek"
seconds = 3
text = "Order"
[[shot.key]]
seconds = 0
distance = 30
)";

using Kind = ScriptMark::Kind;

ScriptMark mark(Kind kind, std::size_t shot, std::size_t index, const std::string& name = {}) {
    const auto outline = outlineOf(kScript);
    for (const ScriptMark& each : outline->marks) {
        if (each.isSame({.kind = kind, .shot = shot, .index = index, .name = name})) {
            return each;
        }
    }
    FAIL("no such mark");
    return {};
}

ScriptMark moved(ScriptMark mark, double seconds) {
    mark.seconds = seconds;
    return mark;
}

ScriptMark valued(ScriptMark mark, const std::string& value) {
    mark.value = value;
    return mark;
}

TEST_CASE("an outline lists a script's shots and marks", "[script]") {
    const auto outline = outlineOf(kScript);
    REQUIRE(outline);
    REQUIRE(outline->shots.size() == 3);
    CHECK(outline->shots[0].title == "reef");
    CHECK(outline->shots[1].title.empty());
    CHECK(outline->shots[1].start == 5.0);
    CHECK(outline->shots[2].start == 9.0);
    CHECK(outline->seconds() == 12.0);
    CHECK(outline->has("film"));
    CHECK_FALSE(outline->has("size"));
    CHECK(outline->shotAt(5.0) == 1);
    CHECK(outline->shotAt(100.0) == 2);
    CHECK(mark(Kind::view, 0, 1).value == "\"follow:12\"");
    CHECK(mark(Kind::view, 0, 1).seconds == 4.0);
    CHECK(mark(Kind::setting, 0, 1, "alignment.weight").value == "2");
    CHECK_FALSE(mark(Kind::setting, 0, 0, "look.hue").canMove);
    CHECK(mark(Kind::setting, 1, 0, "cohesion.weight").seconds == 0.0);
    CHECK_FALSE(mark(Kind::speed, 1, 0).canMove);
    CHECK(mark(Kind::words, 0, 0).isTitle);
    CHECK(mark(Kind::words, 0, 0).value == "Réef");
    CHECK(mark(Kind::words, 0, 1).until == 6.0);
    CHECK(mark(Kind::words, 1, 0).until == 4.0);
    CHECK(mark(Kind::key, 2, 0).seconds == 0.0);
    CHECK_FALSE(outlineOf("[[shot"));
}

/// The text with one piece replaced, which it must have.
std::string with(const std::string& before, const std::string& after) {
    const std::size_t at = kScript.find(before);
    REQUIRE(at != std::string::npos);
    return kScript.substr(0, at) + after + kScript.substr(at + before.size());
}

TEST_CASE("changes of a script's text leave all else as it was written", "[script]") {
    struct Case {
        const char* what;
        std::string changed;
        const char* before;
        const char* after;
    };
    const ScriptMark newWords{
        .kind = Kind::words, .shot = 2, .seconds = 1.0, .until = 2.5, .value = "Say \"so\"", .isTitle = true};
    const auto newMark = [](Kind kind, std::size_t shot, double seconds, const std::string& value,
                            const std::string& name = {}) {
        return withNewMark(kScript,
                           {.kind = kind, .shot = shot, .name = name, .seconds = seconds, .value = value});
    };
    ScriptMark wholeTitle = mark(Kind::words, 2, 0);
    wholeTitle.isTitle = true;
    ScriptMark many = mark(Kind::words, 0, 1);
    many.seconds = 2.0;
    many.until = 5.0;
    const std::vector<Case> cases{
        {"the film's size", withHeadKey(kScript, "size", "[1080, 1920]"), "film = 1\n",
         "film = 1\nsize = [1080, 1920]\n"},
        {"a shot's length", withShotKey(kScript, 0, "seconds", "7.5"), "seconds = 6", "seconds = 7.5"},
        {"a shot's new key", withShotKey(kScript, 2, "dissolve", "0.5"), "seconds = 3\n",
         "seconds = 3\ndissolve = 0.5\n"},
        {"a shot's key removed", withShotKey(kScript, 1, "dissolve", ""), "dissolve = 1\n", ""},
        {"a shot's key with a comment removed", withShotKey(kScript, 0, "preset", ""),
         "preset = \"reef\"   # the réef\n", ""},
        {"a view moved", withMark(kScript, moved(mark(Kind::view, 0, 1), 4.25)), "[4, \"fo", "[4.25, \"fo"},
        {"another view", withMark(kScript, valued(mark(Kind::view, 0, 1), "\"above\"")), "\"follow:12\"",
         "\"above\""},
        {"a key moved", withMark(kScript, moved(mark(Kind::key, 2, 0), 1.0)), "seconds = 0\n",
         "seconds = 1\n"},
        {"a setting's value", withMark(kScript, valued(mark(Kind::setting, 0, 0, "look.hue"), "40")),
         "\"look.hue\" = 20", "\"look.hue\" = 40"},
        {"words moved", withMark(kScript, moved(mark(Kind::words, 1, 0), 1.5)), "from = 1\n", "from = 1.5\n"},
        {"words that get moments", withMark(kScript, many), "{ text = \"Many\" }",
         "{ text = \"Many\", from = 2, to = 5 }"},
        {"a plain text that becomes a title", withMark(kScript, wholeTitle), "text = \"Order\"",
         "text = { text = \"Order\", place = \"title\", from = 0, to = 3 }"},
        {"a title that becomes a caption",
         withMark(kScript,
                  [] {
                      ScriptMark plain = mark(Kind::words, 0, 0);
                      plain.isTitle = false;
                      return plain;
                  }()),
         ", place = \"title\"", ""},
        {"a view between", newMark(Kind::view, 0, 2.0, "\"side\""), "[0, \"school\"],",
         "[0, \"school\"], [2, \"side\"],"},
        {"a view where one stands", newMark(Kind::view, 0, 4.0, "\"side\""), "\"follow:12\"", "\"side\""},
        {"a shot's first view", newMark(Kind::view, 1, 2.0, "\"side\""), "seconds = 4\n",
         "seconds = 4\ncamera = [[2, \"side\"]]\n"},
        {"a speed after the only one", newMark(Kind::speed, 1, 3.0, "2"), "speed = 0.5",
         "speed = [[0, 0.5], [3, 2]]"},
        {"a setting's value before the others", newMark(Kind::setting, 0, 0.5, "3", "alignment.weight"),
         "[[1, 1.0]", "[[0.5, 3], [1, 1.0]"},
        {"a setting more in braces", newMark(Kind::setting, 0, 1.0, "3", "cohesion.weight"),
         "\"look.hue\" = 20 }", "\"look.hue\" = 20, \"cohesion.weight\" = [[1, 3]] }"},
        {"a setting more beside dotted ones", newMark(Kind::setting, 1, 1.0, "3", "alignment.weight"),
         "seconds = 4\n", "seconds = 4\nset.\"alignment.weight\" = [[1, 3]]\n"},
        {"words beside a plain text", withNewMark(kScript, newWords), "text = \"Order\"",
         "text = [{ text = \"Order\", from = 0, to = 3 }, { text = \"Say \\\"so\\\"\", place = \"title\", "
         "from = 1, to = 2.5 }]"},
        {"words beside those with a header",
         withNewMark(kScript,
                     {.kind = Kind::words, .shot = 1, .seconds = 2.0, .until = 3.0, .value = "Fast"}),
         "from = 1\n", "from = 1\n[[shot.text]]\ntext = \"Fast\"\nfrom = 2\nto = 3\n"},
        {"a key after the only one", newMark(Kind::key, 2, 2.0, "distance = 9\nazimuth = 20"),
         "distance = 30\n", "distance = 30\n[[shot.key]]\nseconds = 2\ndistance = 9\nazimuth = 20\n"},
        {"a key where one stands", newMark(Kind::key, 2, 0.0, "distance = 9"), "distance = 30\n",
         "distance = 9\n"},
        {"a shot's first key", newMark(Kind::key, 1, 2.0, "distance = 9"), "from = 1\n",
         "from = 1\n[[shot.key]]\nseconds = 2\ndistance = 9\n"},
        {"a key beside several views", newMark(Kind::key, 0, 2.0, "distance = 9"), "film = 1", "film = 1"},
        {"the first view removed", withoutMark(kScript, mark(Kind::view, 0, 0)),
         "[0, \"school\"], # begins wide\n          ", "# begins wide\n          "},
        {"the last words removed", withoutMark(kScript, mark(Kind::words, 0, 1)),
         "        { text = \"Many\" }]", "        ]"},
        {"a setting removed", withoutMark(kScript, mark(Kind::setting, 0, 0, "look.hue")),
         ", \"look.hue\" = 20", ""},
        {"a dotted setting removed", withoutMark(kScript, mark(Kind::setting, 1, 0, "cohesion.weight")),
         "set.cohesion.weight = [[0, 1]]\n", ""},
        {"words with a header removed", withoutMark(kScript, mark(Kind::words, 1, 0)),
         "[[shot.text]]\ntext = \"Slow\"\nfrom = 1\n", ""},
        {"the only speed removed", withoutMark(kScript, mark(Kind::speed, 1, 0)), "speed = 0.5\n", ""},
        {"a shot between", withNewShot(kScript, 0, "zones", 4.0), "# The second one.",
         "[[shot]]\npreset = \"zones\"\nseconds = 4\n\n# The second one."},
        {"a shot that goes on", withNewShot(kScript, 2, "", 2.5), "distance = 30\n",
         "distance = 30\n\n[[shot]]\nseconds = 2.5\n"},
        {"the last shot removed", withoutShot(kScript, 2),
         "[[shot]]\npreset = \"vicsek\"\nseconds = 3\ntext = \"Order\"\n[[shot.key]]\nseconds = 0\n"
         "distance = 30\n",
         ""},
    };
    for (const Case& each : cases) {
        INFO(each.what);
        CHECK(each.changed == with(each.before, each.after));
        CHECK(outlineOf(each.changed));
    }
    CHECK(withoutMark(kScript, {.kind = Kind::view, .shot = 7}) == kScript);
    // Other ways to write the same.
    const auto changed = [](const std::string& shot, const auto& change) {
        const std::string head = "film = 1\r\n[[shot]]\r\nseconds = 4\n";
        const std::string text = change(head + shot);
        CHECK(text.starts_with(head));
        CHECK(outlineOf(text));
        return text.substr(head.size());
    };
    const auto removed = [](Kind kind, std::size_t index) {
        return [=](const std::string& text) {
            return withoutMark(text, {.kind = kind, .shot = 0, .index = index});
        };
    };
    const auto added = [](ScriptMark mark) {
        return [=](const std::string& text) { return withNewMark(text, mark); };
    };
    const ScriptMark words{.kind = Kind::words, .seconds = 1.0, .until = 3.0, .value = "A"};
    const ScriptMark move{.kind = Kind::setting, .name = "look.hue", .seconds = 1.0, .value = "9"};
    CHECK(changed("# Fast, slow,\nspeed = 0.5\n", removed(Kind::speed, 0)) == "# Fast, slow,\n");
    CHECK(changed("camera = [[0, \"a\"], # wide, then,\n [4, \"b\"]]\n", removed(Kind::view, 1)) ==
          "camera = [[0, \"a\"], # wide, then,\n ]\n");
    const ScriptMark key{.kind = Kind::key, .seconds = 1.0, .value = "distance = 9\nazimuth = 20"};
    const std::string keyText = "[[shot.key]]\nseconds = 1\ndistance = 9\nazimuth = 20\n";
    CHECK(changed("camera = \"school\"\n", added(key)) == keyText);
    CHECK(changed("[[shot.key]]\nseconds = 3\n", added(key)) == keyText + "[[shot.key]]\nseconds = 3\n");
    CHECK(changed("key = [{ seconds = 0 }]\n", added(key)) ==
          "key = [{ seconds = 0 }, { seconds = 1, distance = 9, azimuth = 20 }]\n");
    CHECK(changed("aim = \"flock\"\nkey = [{ seconds = 0, distance = 9 }]\n", removed(Kind::key, 0)).empty());
    CHECK(changed("[shot.text]\ntext = \"B\"\n", added(words)) == "[shot.text]\ntext = \"B\"\n");
    CHECK(changed("text.text = \"B\"\n", added(words)) == "text.text = \"B\"\n");
    CHECK(changed("[shot.set.cohesion]\nweight = 1\n", added(move)) ==
          "set.\"look.hue\" = [[1, 9]]\n[shot.set.cohesion]\nweight = 1\n");
    CHECK(changed("[shot.set]\ncohesion.weight = 1\n", added(move)) ==
          "[shot.set]\n\"look.hue\" = [[1, 9]]\ncohesion.weight = 1\n");
    const std::string braces = "film = 1\nshot = [{ preset = \"reef\", seconds = 2 }]\n";
    CHECK(withNewShot(braces, 0, "zones", 4.0) == braces);
    CHECK(withoutShot(braces, 0) == braces);
    CHECK(withShotKey("[[shot", 0, "seconds", "1") == "[[shot");
}

TEST_CASE("every mark of the films that come with Shoal can be changed and removed", "[script]") {
    std::size_t marks = 0;
    for (const auto& file : std::filesystem::directory_iterator(SHOAL_SOURCE_FOLDER "/assets/films")) {
        if (file.path().extension() != ".toml") {
            continue;
        }
        const std::string text = *readWholeFile(file.path(), 100000);
        const auto outline = outlineOf(text);
        REQUIRE(outline);
        const auto script = parseFilmScript(text, file.path(), {});
        REQUIRE(script);
        CHECK(script->shots.size() == outline->shots.size());
        for (const ScriptMark& each : outline->marks) {
            INFO(file.path() << ", shot " << each.shot << ", " << each.name << " at " << each.seconds);
            CHECK(withMark(text, each) == text);
            ScriptMark later = each;
            later.seconds += each.canMove && each.kind != Kind::words ? 0.01 : 0.0;
            later.value = each.kind == Kind::words ? "Other \"words\"" : each.value;
            CHECK((withMark(text, later) != text) == (each.canMove || each.kind == Kind::words));
            CHECK(parseFilmScript(withMark(text, later), file.path(), {}));
            const auto removed = outlineOf(withoutMark(text, each));
            REQUIRE(removed);
            CHECK(removed->marks.size() + 1 == outline->marks.size());
            CHECK(parseFilmScript(withoutMark(text, each), file.path(), {}));
            ++marks;
        }
    }
    CHECK(marks > 20);
}

}  // namespace
}  // namespace shoal
