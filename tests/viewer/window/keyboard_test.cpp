// Keyboard control of the panel, and the panel's size, in a real window.

#include "ui/widgets/keyboard.hpp"

#include <cctype>
#include <set>
#include <string_view>
#include <utility>

#include <imgui_internal.h>

#include "program/viewer_run.hpp"
#include "viewer/app.hpp"
#include "viewer/window/key_map.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::string focusOf(const Json& shown) {
    return shown.at("focus").get<std::string>();
}

/// Presses a key and waits until it has taken effect.
void press(ViewerRun& viewer, const std::string& key) {
    viewer.key(key);
    viewer.settle();
}

/// Moves down until the keyboard is on that control.
void goDownTo(ViewerRun& viewer, const std::string& item) {
    constexpr int kMaxPresses = 40;
    for (int presses = 0; presses < kMaxPresses && focusOf(viewer.probe()) != item; ++presses) {
        press(viewer, "Down");
    }
    CHECK(focusOf(viewer.probe()) == item);
}

double heightOf(ViewerRun& viewer) {
    return viewer.probe().at("items").at(kWeight).at("height").get<double>();
}

}  // namespace

TEST_CASE("Tab gives the keyboard to the panel, arrows move there, and Esc gives it back",
          "[app][window][slow]") {
    ViewerRun viewer(reefOf(120), "640x700");
    CHECK(focusOf(viewer.probe()).empty());
    press(viewer, "Tab");
    viewer.waitFor("a control is marked", [](const Json& shown) { return !focusOf(shown).empty(); });
    goDownTo(viewer, kWeight);

    // Left and Right move the slider, and neither they nor Space pause the flock or turn the camera.
    const double before = valueOf(viewer, kWeight);
    press(viewer, "Right");
    press(viewer, "Right");
    const double higher = valueOf(viewer, kWeight);
    CHECK(higher > before);
    press(viewer, "shift+Right");
    CHECK(valueOf(viewer, kWeight) > higher);
    CHECK(valueOf(viewer, kWeight) < higher + 0.5 * (higher - before));
    press(viewer, "End");
    const double end = valueOf(viewer, kWeight);
    CHECK(end > 2.0 * higher);
    press(viewer, "ctrl+Left");
    CHECK(valueOf(viewer, kWeight) < end);
    press(viewer, "Home");
    CHECK(valueOf(viewer, kWeight) == 0.0);
    press(viewer, "Delete");
    CHECK(valueOf(viewer, kWeight) == before);
    press(viewer, "Right");
    press(viewer, "BackSpace");
    CHECK(valueOf(viewer, kWeight) == before);
    CHECK(focusOf(viewer.probe()) == kWeight);
    press(viewer, "space");
    press(viewer, "w");
    Json shown = viewer.probe();
    CHECK_FALSE(shown.at("paused").get<bool>());
    CHECK_FALSE(shown.at("camera").at("touched").get<bool>());

    // Enter types a value; an Esc there ends only the typing.
    press(viewer, "Return");
    viewer.type("0.5");
    press(viewer, "Return");
    viewer.waitFor("the typed value",
                   [](const Json& now) { return now.at("values").at(kWeight).get<double>() == 0.5; });
    press(viewer, "Return");
    press(viewer, "Escape");
    CHECK_FALSE(focusOf(viewer.probe()).empty());
    CHECK(valueOf(viewer, kWeight) == 0.5);

    // Tab goes on to the next row's field.
    press(viewer, "Return");
    viewer.type("2");
    press(viewer, "Tab");
    viewer.waitFor("it is as typed",
                   [](const Json& now) { return now.at("values").at(kWeight).get<double>() == 2.0; });
    viewer.type("60 cm");
    press(viewer, "Return");
    viewer.waitFor("the next row's value", [](const Json& now) {
        return now.at("values").at(kAlignmentRadius).get<double>() == static_cast<double>(0.6f);
    });

    press(viewer, "Escape");
    viewer.waitFor("no control is marked", [](const Json& now) { return focusOf(now).empty(); });
    press(viewer, "space");
    viewer.waitFor("it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
}

TEST_CASE("a click in the picture takes the keyboard from the panel, and Ctrl keys always work",
          "[app][window]") {
    ViewerRun viewer(reefOf(120), "640x700");
    press(viewer, "Tab");
    viewer.waitFor("a control is marked", [](const Json& shown) { return !focusOf(shown).empty(); });
    press(viewer, "F1");
    viewer.waitFor("the help", [](const Json& shown) { return shown.at("help").get<bool>(); });
    press(viewer, "F1");
    press(viewer, "ctrl+b");
    viewer.waitFor("the panel is hidden", [](const Json& shown) { return !shown.at("panel").get<bool>(); });
    press(viewer, "ctrl+b");
    press(viewer, "Tab");
    viewer.waitFor("a control is marked again", [](const Json& shown) { return !focusOf(shown).empty(); });
    viewer.click(620, 20);
    viewer.waitFor("no control is marked", [](const Json& shown) { return focusOf(shown).empty(); });
}

TEST_CASE("a list that the mouse opened takes the keys until it closes", "[app][window]") {
    ViewerRun viewer(reefOf(120), "640x700");
    for (const char* key : {"space", "Return", "KP_Enter"}) {
        CAPTURE(key);
        viewer.clickOn("strip.view");
        viewer.placeOf("button.lens");  // waits for the list
        press(viewer, "Down");
        press(viewer, key);
        viewer.waitFor("a view is chosen", [](const Json& now) { return !hasItem(now, "button.lens"); });
        CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    }
    press(viewer, "space");
    viewer.waitFor("it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
}

TEST_CASE("F6 moves the keyboard from the panel to the strip, to the capture panel and back",
          "[app][window]") {
    ViewerRun viewer(reefOf(120), "900x600");
    viewer.turnTo("button.capture");
    viewer.clickOn("button.capture");
    press(viewer, "F6");
    viewer.waitFor("a control of the panel is marked", [](const Json& shown) {
        return !focusOf(shown).empty() && !focusOf(shown).starts_with("capture.");
    });
    const std::string ofPanel = focusOf(viewer.probe());
    press(viewer, "F6");
    viewer.waitFor("one of the strip is marked", [&](const Json& shown) {
        const std::string focus = focusOf(shown);
        return !focus.empty() && focus != ofPanel && !focus.starts_with("capture.");
    });
    press(viewer, "F6");
    viewer.waitFor("one of the capture panel is marked",
                   [](const Json& shown) { return focusOf(shown).starts_with("capture."); });
    goDownTo(viewer, "capture.button");
    press(viewer, "space");
    viewer.waitFor("a film is recorded",
                   [](const Json& shown) { return shown.at("capture").at("recorded").is_number(); });
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    press(viewer, "space");
    viewer.waitFor("it has ended",
                   [](const Json& shown) { return shown.at("capture").at("recorded").is_null(); });
    press(viewer, "F6");
    viewer.waitFor("the panel has the keyboard again", [](const Json& shown) {
        return !focusOf(shown).empty() && !focusOf(shown).starts_with("capture.");
    });
    press(viewer, "Escape");
    press(viewer, "space");
    viewer.waitFor("the picture has it", [](const Json& shown) { return shown.at("paused").get<bool>(); });
}

TEST_CASE("Ctrl with plus, minus and 0 sizes the panel, and the size is remembered", "[app][window][state]") {
    const ScratchFolder state;
    const std::map<std::string, std::string> environment{{"XDG_STATE_HOME", state.path().string()}};
    double larger = 0.0;
    {
        ViewerRun viewer(reefOf(120), "800x700", {}, environment);
        const double usual = heightOf(viewer);
        press(viewer, "ctrl+minus");
        viewer.waitFor("it shrinks", [&](const Json&) { return heightOf(viewer) < usual; });
        press(viewer, "ctrl+0");
        viewer.waitFor("it is as usual", [&](const Json&) { return heightOf(viewer) == usual; });
        press(viewer, "ctrl+plus");
        press(viewer, "ctrl+plus");
        viewer.waitFor("it grows", [&](const Json&) { return heightOf(viewer) > 1.15 * usual; });
        larger = heightOf(viewer);
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    ViewerRun again(reefOf(120), "800x700", {}, environment);
    CHECK(heightOf(again) == larger);
}

TEST_CASE("the option ui-scale sets the panel's size", "[app][window]") {
    ViewerRun viewer({"reef", "--boids", "120", "--threads", "1", "--ui-scale", "2"}, "640x400");
    CHECK(viewer.probe().at("items").at("panel.edge").at("x").get<double>() < 0.76 * 640.0);
    CHECK(viewer.probe().at("items").at("button.settings").at("height").get<double>() > 40.0);
}

namespace {

/// The labels of keyboard layouts, in the order of the American keys in kAmerican.
constexpr std::u32string_view kAmerican = U"qwertyuiopasdfghjkl;'zxcvbnm,./[]";
struct Layout {
    const char* name;
    std::u32string_view labels;
};
constexpr Layout kLayouts[] = {{"American", kAmerican},
                               {"French", U"azertyuiopqsdfghjklmùwxcvbn,;:!^$"},
                               {"German", U"qwertzuiopasdfghjklöäyxcvbnm,.-ü+"},
                               {"Turkish", U"qwertyuıopasdfghjklşizxcvbnmöç.ğü"},
                               {"Dvorak", U"',.pyfgcrlaoeuidhtns-;qjkxbmwvz/="},
                               {"Colemak", U"qwfpgjluy;arstdhneio'zxcvbkm,./[]"},
                               {"Workman", U"qdrwbjfup;ashtgyneoi'zxmcvkl,./[]"},
                               {"Neo", U"xvlcwkhgfquiaeosnrtdyüöäpzbm,.jß´"},
                               {"Russian", U"йцукенгшщзфывапролджэячсмитьбю.хъ"},
                               {"Greek", U";ςερτυθιοπασδφγηξκλ΄'ζχψωβνμ,./[]"},
                               {"Hebrew", U"/'קראטוןםפשדגכעיחלךף,זסבהנמצתץ.]["},
                               {"Arabic", U"ضصثقفغعهخحشسيبلاتنمكطئءؤرىةوزظجد؛"}};

/// Returns the label of a key, given by GLFW's code, which is its American label as a capital.
std::string labelIn(const Layout& layout, int code) {
    const int american = code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code;
    const std::size_t place = kAmerican.find(static_cast<char32_t>(american));
    if (place == std::u32string_view::npos) {
        return {};
    }
    char utf8[5] = {};
    ImTextCharToUtf8(utf8, layout.labels[place]);
    return labelFor(code, utf8);
}

}  // namespace

TEST_CASE("each key press triggers its command once", "[app][keys]") {
    const CommandTable all = App::commands(nullptr);
    const auto idOf = [&](const auto& event) {
        const NamedCommand* command = commandFor(all, event);
        return command == nullptr ? std::string_view() : command->id;
    };
    CHECK(idOf(KeyPressed{.code = 32, .label = ""}) == "pause");
    CHECK(idOf(KeyPressed{.code = 32, .label = "", .isRepeat = true}).empty());
    CHECK(idOf(KeyPressed{.label = "y", .isRepeat = true, .hasControl = true}) == "redo");
    CHECK(idOf(KeyPressed{.label = "z", .hasControl = true, .hasShift = true}) == "redo");
    CHECK(idOf(KeyPressed{.label = "z", .hasControl = true}) == "undo");
    CHECK(idOf(KeyPressed{.label = "y"}) == "compare");
    CHECK(idOf(KeyPressed{.label = "x", .hasShift = true}) == "keep_settings");
    CHECK(idOf(KeyPressed{.label = "c", .hasShift = true}) == "previous_view");
    CHECK(idOf(KeyPressed{.label = "g", .hasShift = true}) == "gallery");
    CHECK(idOf(KeyPressed{.label = "q", .hasControl = true}) == "quit");
    CHECK(idOf(KeyPressed{.label = "q"}).empty());
    CHECK(idOf(KeyPressed{.label = "b", .hasControl = true}) == "panel");
    CHECK(idOf(KeyPressed{.label = "r"}) == "restart");
    CHECK(idOf(KeyPressed{.label = "r", .hasControl = true}).empty());
    CHECK(idOf(KeyPressed{.label = ".", .hasControl = false}).empty());  // its typed character follows
    CHECK(idOf(CharacterTyped{'.'}) == "step");
    CHECK(idOf(CharacterTyped{'?'}) == "help");
    CHECK(idOf(CharacterTyped{'x'}).empty());
    // Text size, by label and on the keypad; the digits of a French keyboard are above other characters.
    for (const KeyPressed& key : {KeyPressed{.code = 61, .label = "=", .hasControl = true},
                                  KeyPressed{.code = 93, .label = "+", .hasControl = true},
                                  KeyPressed{.code = 334, .label = "+", .hasControl = true}}) {
        CHECK(idOf(key) == "larger");
    }
    CHECK(idOf(KeyPressed{.code = 54, .label = "-", .hasControl = true}) == "smaller");
    CHECK(idOf(KeyPressed{.code = 48, .label = "à", .hasControl = true}) == "usual_size");
}

TEST_CASE("the settings file gives commands other keys, and says what it cannot", "[app][keys]") {
    CommandTable all = App::commands(nullptr);
    CHECK(all.rebind({{"pause", {"Ctrl + P", "f5"}}, {"undo", {"shift+U"}}, {"restart", {}}}).empty());
    CHECK(commandFor(all, KeyPressed{.label = "p", .hasControl = true})->id == "pause");
    CHECK(all.at({.key = "F5"})->id == "pause");
    CHECK(all.at({.key = "Space"}) == nullptr);
    CHECK(all.at({.key = "R"}) == nullptr);
    CHECK(all.keyOf("pause") == "Ctrl + P");
    CHECK(all.withKeys("Pause ({pause}); {undo} brings it back") ==
          "Pause (Ctrl+P or F5); Shift+U brings it back");
    CHECK(all.withKeys("Restart ({restart}): {restart}, {no command}") ==
          "Restart: \"Restart\", {no command}");
    CHECK(all.keyList("{restart}, {larger}, {+smaller}") == "–, Ctrl + plus, minus");
    CHECK(all.withKeys("Leave with {tour_next}") == "Leave with \"tour_next\"");

    const auto ignored = [](const CommandTable::Keys& keys) { return App::commands(nullptr).rebind(keys); };
    using Strings = std::vector<std::string>;
    CHECK(ignored({{"pauze", {"P"}}}) == Strings{"there is no command pauze (did you mean \"pause\"?)"});
    CHECK(ignored({{"", {"P"}}}).size() == 1);
    CHECK(ignored({{"seek", {"P"}}}).size() == 1);  // which needs a value
    CHECK(ignored({{"pause", {"Alt + P"}}}) ==
          Strings{"pause cannot have the key \"Alt + P\"; write, for example, \"Ctrl + P\""});
    CHECK(ignored({{"pause", {"R"}}}) == Strings{"pause cannot have R: it is a key of restart"});
    CHECK(ignored({{"pause", {"W"}}}).size() == 1);  // which flies
    CHECK(ignored({{"pause", {"P"}}, {"restart", {"P"}}}).size() == 1);
    // Two commands exchange their keys; what follows from one that keeps its own is ignored, too.
    CHECK(ignored({{"pause", {"R"}}, {"restart", {"Space"}}}).empty());
    CHECK(ignored({{"pause", {"R"}}, {"restart", {"M"}}}).size() == 2);
}

TEST_CASE("the manual lists the names that a command can have in the settings file", "[app][keys]") {
    std::stringstream text;
    text << std::ifstream(SHOAL_SOURCE_FOLDER "/assets/manual/using.md").rdbuf();
    const std::string page = text.str();
    const std::size_t begin = page.find("The names are `");
    REQUIRE(begin != std::string::npos);
    const std::string list = page.substr(begin, page.find("\n\n", begin) - begin);
    const CommandTable all = App::commands(nullptr);
    std::set<std::string> listed;
    for (std::size_t open = list.find('`'); open != std::string::npos;) {
        const std::size_t close = list.find('`', open + 1);
        const std::string id = list.substr(open + 1, close - open - 1);
        CAPTURE(id);
        CHECK(all.find(id) != nullptr);
        listed.insert(id);
        open = list.find('`', close + 1);
    }
    for (const NamedCommand* command : all.named()) {
        CHECK(listed.count(std::string(command->id)) == 1);
    }
}

TEST_CASE("on every layout each command has a key, and no key both flies and commands", "[app][input]") {
    const CommandTable all = App::commands(nullptr);
    for (const Layout& layout : kLayouts) {
        CAPTURE(layout.name);
        REQUIRE(layout.labels.size() == kAmerican.size());
        const auto labelAt = [&](int code) { return labelIn(layout, code); };
        FlyCodes fly = flyCodes(all, labelAt);
        std::set<std::string_view> commands;
        std::set<std::string> labels;
        for (const char32_t american : kAmerican) {
            const int code = std::toupper(static_cast<int>(american));
            const std::string label = labelAt(code);
            CHECK(labels.insert(label).second);
            const NamedCommand* command = commandFor(all, KeyPressed{.code = code, .label = label});
            if (!command && label.size() == 1) {
                command = commandFor(all, CharacterTyped{static_cast<unsigned char>(label[0])});
            }
            if (command) {
                CAPTURE(label);
                CHECK(std::ranges::find(fly, code) == fly.end());
                commands.insert(command->id);
            }
        }
        for (const char letter : std::string("rcvmgtxyli")) {
            CAPTURE(letter);
            CHECK(commands.contains(commandFor(all, KeyPressed{.label = std::string(1, letter)})->id));
        }
        std::ranges::sort(fly);
        CHECK(std::ranges::adjacent_find(fly) == fly.end());
        CHECK(fly.front() > 0);
    }
    CHECK(flyKeysText(all, [](int code) { return labelIn(kLayouts[0], code); }) == "W A S D, Q E");
    CHECK(flyKeysText(all, [](int code) { return labelIn(kLayouts[1], code); }) == "Z Q S D, A E");
    CHECK(flyKeysText(all, [](int code) { return labelIn(kLayouts[5], code); }) == "W A S D, Q E");
}

TEST_CASE("digits, decimal separators and signs of every keyboard are understood", "[app][input]") {
    const std::pair<std::u32string_view, std::string_view> kNumbers[] = {
        {U"0,5", "0.5"},   {U"0.5", "0.5"},   {U"−1,25", "-1.25"}, {U"٠٫٥", "0.5"},
        {U"۱۲٫۳", "12.3"}, {U"१२.३", "12.3"}, {U"১২", "12"},       {U"０．５", "0.5"},
        {U"－７", "-7"},   {U"1e-3", "1e-3"}, {U"๓,๕", "3.5"},
    };
    for (const auto& [typed, wanted] : kNumbers) {
        std::string read;
        for (const char32_t character : typed) {
            read += static_cast<char>(numberCharacter(character, false));
        }
        CHECK(read == wanted);
    }
    CHECK(numberCharacter(',', true) == 0);
    CHECK(numberCharacter(U'٣', true) == '3');
}

TEST_CASE("on a German keyboard a slider takes a comma, and a whole number ignores it",
          "[app][window][input][slow]") {
    ViewerRun viewer(reefOf(120), "640x700", {}, {}, {"de"});
    press(viewer, "Tab");
    goDownTo(viewer, kWeight);
    press(viewer, "Return");
    viewer.type("0,5");
    press(viewer, "Return");
    viewer.waitFor("the typed value", [](const Json& now) { return weightIn(now) == 0.5; });
    // In the picture a comma does nothing, and neither do other keys that differ.
    press(viewer, "Escape");
    press(viewer, "comma");
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    viewer.turnTo("field.seed");
    viewer.clickOn("field.seed");
    press(viewer, "ctrl+a");
    viewer.type("1,234");
    press(viewer, "Return");
    viewer.waitFor("the seed", [](const Json& now) { return now.at("report").at("seed") == 1234; });
}

TEST_CASE("commands work on layouts without Latin letters", "[app][window][input]") {
    ViewerRun viewer(reefOf(120), "640x700", {}, {}, {"ru"});
    const auto steps = [](const Json& shown) { return shown.at("report").at("steps").get<int>(); };
    press(viewer, "space");
    viewer.waitFor("it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
    press(viewer, "Cyrillic_ka");  // where an American keyboard has R
    viewer.waitFor("it starts again", [&](const Json& now) { return steps(now) == 0; });
    press(viewer, "period");
    viewer.waitFor("one step", [&](const Json& now) { return steps(now) == 1; });
    press(viewer, "ctrl+Cyrillic_es");  // C
    viewer.waitFor("it copies", [](const Json& now) { return says(now, "Copied the settings"); });
    press(viewer, "ctrl+Cyrillic_em");  // V
    viewer.waitFor("it pastes", [](const Json& now) { return says(now, "Pasted the settings"); });
    // A title in Cyrillic.
    viewer.clickOn("button.save_as");
    viewer.type("Стая 7");
    press(viewer, "Return");
    viewer.waitFor("it is saved", [](const Json& now) { return messageOf(now).ends_with("Стая-7.toml"); });
}

TEST_CASE("on Colemak and Dvorak a key that flies does nothing else", "[app][window][input][slow]") {
    for (const char* variant : {"colemak", "dvorak"}) {
        CAPTURE(variant);
        ViewerRun viewer(reefOf(120), "640x700", {}, {}, {"us", "-variant", variant});
        const auto stepsNow = [&] { return viewer.probe().at("report").at("steps").get<int>(); };
        viewer.waitFor("it moves", [&](const Json&) { return stepsNow() > 20; });
        for (const char* key : {"w", "a", "s", "d", "q", "e"}) {
            CAPTURE(key);
            const Json before = viewer.probe();
            viewer.xdotool({"keydown", key});
            viewer.waitFor("the camera flies", [&](const Json& now) {
                return now.at("camera").at("target") != before.at("camera").at("target");
            });
            viewer.xdotool({"keyup", key});
            viewer.settle();
            CHECK(stepsNow() >= before.at("report").at("steps").get<int>());
            CHECK_FALSE(viewer.probe().at("paused").get<bool>());
            CHECK(viewer.probe().at("camera").at("touched").get<bool>());
        }
        const int steps = stepsNow();
        press(viewer, "r");
        viewer.waitFor("it starts again", [&](const Json&) { return stepsNow() < steps; });
    }
}

TEST_CASE("F6 reaches the strip, and letters work while a popover is open", "[app][window][keyboard]") {
    for (const char* size : {"1280x720", "640x400"}) {
        INFO(size);
        ViewerRun viewer({"--boids", "40"}, size);
        viewer.key("F6");
        viewer.settle();
        viewer.key("F6");
        viewer.waitFor("an icon has the keyboard", [](const Json& shown) {
            return shown.at("focus").get<std::string>().starts_with("button.") ||
                   shown.at("focus").get<std::string>().starts_with("strip.");
        });
        viewer.key("Escape");
        viewer.waitFor("the picture has it again", [](const Json& shown) { return shown.at("focus") == ""; });
        viewer.clickOn("strip.view");
        viewer.waitFor("a popover", [](const Json& shown) { return hasItem(shown, "button.lens"); });
        viewer.key("x");
        viewer.waitFor("X compares", [](const Json& shown) { return shown.at("split").is_object(); });
    }
}

}  // namespace shoal::test
