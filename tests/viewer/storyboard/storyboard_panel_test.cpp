// The storyboard, built without a window and driven by a simulated mouse.

#include "viewer/storyboard/storyboard_panel.hpp"

#include <fmt/format.h>

#include "viewer/panel_harness.hpp"
#include "viewer/script/film_script.hpp"

namespace shoal::test {

namespace {

const std::string kBoard = R"(film = 1
[[shot]]
preset = "reef"   # by the sea
seconds = 6
camera = [[1, "school"], [4, "side"]]
text = [{ text = "Many", from = 1, to = 3 }, { text = "More", from = 2, to = 4 }]
[[shot]]
seconds = 4
)";

/// The storyboard in the harness of the main panel, whose mouse it uses.
class BoardHarness {
public:
    explicit BoardHarness(float scale = 1.0f, const std::string& text = kBoard)
        : m_scale(scale), m_other(builtinScene(), scale, {1280.0f * scale, 800.0f * scale}) {
        m_commands.add({.id = "storyboard_film", .isPossible = [this] { return canFilm; }});
        m_commands.add({.id = "storyboard_undo", .isPossible = [this] { return canUndo; }});
        draft.text = text;
        draft.outline = *outlineOf(text);
        Scene scene = builtinScene();
        settings = ruleSlidersOf(scene, scene);
        input.settings = settings;
        input.presets = presets;
        input.left = 320.0f * scale;
        input.right = 1268.0f * scale;
        input.bottom = 700.0f * scale;
        for (int settling = 0; settling < 3; ++settling) {
            frame();
        }
    }

    Asked frame() {
        Asked asked;
        m_probe.beginFrame();
        ImGui::NewFrame();
        WidgetContext context{m_scale, &m_probe};
        context.commands = &m_commands;
        m_panel.build(context, input, draft, asked.commands);
        ImGui::Render();
        return asked;
    }

    ImVec2 middleOf(const std::string& key) const {
        INFO("looking for " << key);
        const UiProbe::Item* found = m_probe.find(key);
        REQUIRE(found != nullptr);
        return {(found->min.x + found->max.x) / 2, (found->min.y + found->max.y) / 2};
    }

    Asked press(const ImVec2& at, float right = 0.0f) {
        m_other.moveMouse(at);
        Asked all = frame();
        const auto next = [&] {
            const Asked asked = frame();
            all.commands.insert(all.commands.end(), asked.commands.begin(), asked.commands.end());
        };
        m_other.pressMouse(true);
        next();
        next();
        for (int part = 1; part <= 8 && right != 0.0f; ++part) {
            m_other.moveMouse({at.x + right * static_cast<float>(part) / 8.0f, at.y});
            next();
        }
        m_other.pressMouse(false);
        next();
        next();
        return all;
    }
    Asked click(const std::string& key) { return press(middleOf(key)); }
    /// Pixels of a second, from the places of two shots.
    float second() const {
        const UiProbe::Item* first = m_probe.find("storyboard.shot.0");
        const UiProbe::Item* next = m_probe.find("storyboard.shot.1");
        return (next->min.x - first->min.x) / 6.0f;
    }
    void drag(const std::string& key, double seconds) {
        press(middleOf(key), second() * static_cast<float>(seconds));
    }
    bool has(const std::string& key) const { return m_probe.find(key) != nullptr; }
    const UiProbe& probe() const { return m_probe; }

    std::vector<PresetItem> presets{{.name = "zones", .title = "Zones", .watch = "", .problem = ""}};
    std::vector<RuleSlider> settings;
    StoryboardInput input;
    StoryboardDraft draft;
    bool canFilm = true;
    bool canUndo = false;

private:
    float m_scale;
    CommandTable m_commands;
    PanelHarness m_other;
    StoryboardPanel m_panel;
    UiProbe m_probe;
};

bool holds(const BoardHarness& board, const std::string& part) {
    INFO(board.draft.text);
    CHECK(board.draft.text.find("# by the sea") != std::string::npos);
    return board.draft.text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a mark of the storyboard is dragged to another moment, between its neighbours",
          "[ui][storyboard]") {
    for (const float scale : {1.0f, 1.75f}) {
        BoardHarness board(scale);
        board.drag("storyboard.mark.1", 1.0);
        CHECK(holds(board, "[[1, \"school\"], [5, \"side\"]]"));
        board.drag("storyboard.mark.1", -9.0);
        CHECK(holds(board, "[[1, \"school\"], [1.05, \"side\"]]"));
        board.drag("storyboard.mark.2", 2.0);
        CHECK(holds(board, "text = \"Many\", from = 3, to = 5"));
        board.drag("storyboard.mark.3.end", 9.0);
        CHECK(holds(board, "text = \"More\", from = 2, to = 6"));
    }
}

TEST_CASE("the first mark of a script, and drags that change nothing, do no harm", "[ui][storyboard]") {
    for (const char* what : {"words", "camera", "setting", "shot"}) {
        BoardHarness board(1.0f, "film = 1\n[[shot]]\npreset = \"reef\" # by the sea\nseconds = 4.4337\n");
        board.draft.moment = 4.4337;  // at the very end, off the grid
        CAPTURE(what);
        board.click(std::string("storyboard.add.") + what);
        if (board.has("storyboard.choice.speed")) {
            board.click("storyboard.choice.speed");
        } else if (board.has("storyboard.choice.side")) {
            board.click("storyboard.choice.side");
        } else if (board.has("storyboard.choice.goes_on")) {
            board.click("storyboard.choice.goes_on");
        }
        CHECK(board.draft.outline.marks.size() + board.draft.outline.shots.size() > 1);
        CHECK(parseFilmScript(board.draft.text, "demo.toml", {}));
    }
    BoardHarness board;
    const std::string before = board.draft.text;
    board.drag("storyboard.shot.1.end", 0.01);
    CHECK(board.draft.text == before);
    CHECK_FALSE(board.draft.isRefused);
    // Words and shots have ends of their own.
    board.drag("storyboard.shot.0.end", -1.0);
    CHECK(holds(board, "from = 1, to = 3 }"));
}

TEST_CASE("a shot's end is dragged, but not before its last mark", "[ui][storyboard]") {
    BoardHarness board;
    board.drag("storyboard.shot.1.end", 1.5);
    CHECK(holds(board, "seconds = 5.5"));
    board.drag("storyboard.shot.0.end", -9.0);
    CHECK(holds(board, "seconds = 4\ncamera"));
}

TEST_CASE("words that are shown at the same time lie below one another", "[ui][storyboard]") {
    const BoardHarness board;
    CHECK(board.middleOf("storyboard.mark.3").y > board.middleOf("storyboard.mark.2").y + 10.0f);
}

TEST_CASE("the storyboard adds shots, views, moves and words at the moment shown", "[ui][storyboard]") {
    BoardHarness board;
    board.press({board.middleOf("storyboard.shot.0").x, board.middleOf("storyboard.ruler").y});
    CHECK(board.draft.moment == approx(3.0).margin(0.1));
    const std::string at = scriptNumber(board.draft.moment);
    board.click("storyboard.add.camera");
    board.click("storyboard.choice.above");
    CHECK(holds(board, "[[1, \"school\"], [" + at + ", \"above\"], [4, \"side\"]]"));
    REQUIRE(board.draft.mark);
    CHECK(board.draft.mark->value == "\"above\"");
    board.click("storyboard.remove");
    CHECK(holds(board, "[[1, \"school\"], [4, \"side\"]]"));
    board.click("storyboard.add.words");
    CHECK(holds(board, "{ text = \"Your words\", from = " + at));
    board.click("storyboard.add.setting");
    const RuleSlider& slider = board.settings.front();
    board.click("storyboard.choice." + slider.key);
    CHECK(holds(board, fmt::format("\"{}\" = [[{}, {}], [", slider.key, at, scriptNumber(slider.shown))));
    board.click("storyboard.add.shot");
    board.click("storyboard.choice.zones");
    CHECK(holds(board, "\n\n[[shot]]\npreset = \"zones\"\nseconds = 5\n"));
    CHECK(board.draft.shot == 1);
    CHECK(board.draft.moment == 6.0);
    board.click("storyboard.add.camera");
    board.input.windowView = "distance = 9\nazimuth = 20";
    board.click("storyboard.choice.window");
    CHECK(holds(board, "[[shot.key]]\nseconds = 0\ndistance = 9\nazimuth = 20\n"));
    board.input.windowView = "distance = 12";
    board.click("storyboard.take_view");
    CHECK(holds(board, "[[shot.key]]\nseconds = 0\ndistance = 12\n"));
    CHECK(parseFilmScript(board.draft.text, "demo.toml", {}));
    // A mark of another shot takes the line along, so that words begin there.
    board.click("storyboard.mark.0");
    CHECK(board.draft.moment == 1.0);
    board.click("storyboard.add.words");
    CHECK(holds(board, "{ text = \"Your words\", from = 1, to = 3.5 }"));
    board.click("storyboard.shot.1");
    board.click("storyboard.remove");
    CHECK_FALSE(holds(board, "zones"));
    board.click("storyboard.size");
    board.click("storyboard.choice.1080×1920 (upright)");
    CHECK(holds(board, "film = 1\nsize = [1080, 1920]\n"));
    board.click("storyboard.file");
    CHECK(board.click("storyboard.choice.new").has(Run{"new_storyboard"}));
    CHECK_FALSE(board.draft.isRefused);
    CHECK(parseFilmScript(board.draft.text, "demo.toml", {}));
}

TEST_CASE("the film is made once the script is right and saved", "[ui][storyboard]") {
    BoardHarness board;
    CHECK(board.click("storyboard.film").has(Run{"storyboard_film"}));
    board.canFilm = false;
    board.input.problem = "demo.toml:3:10: there is no preset \"reaf\"";
    board.frame();
    CHECK_FALSE(board.click("storyboard.film").has(Run{"storyboard_film"}));
    CHECK(board.has("storyboard.problem"));
    CHECK(board.has("storyboard.seconds"));  // what may mend it stays
    CHECK_FALSE(board.click("storyboard.undo").has(Run{"storyboard_undo"}));
    board.canUndo = true;
    CHECK(board.click("storyboard.undo").has(Run{"storyboard_undo"}));
    CHECK(board.click("storyboard.close").has(Run{"storyboard"}));
}

}  // namespace shoal::test
