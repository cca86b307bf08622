// Fonts, numbers and messages.

#include <fmt/format.h>
#include <fontconfig/fontconfig.h>
#include <imgui_internal.h>

#include "ui/overlay/messages.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/fonts.hpp"
#include "viewer/app.hpp"
#include "viewer/command/command.hpp"
#include "viewer/help/help_overlay.hpp"
#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

std::u32string codepoints(std::string_view text) {
    std::u32string points;
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
        for (std::size_t next = 1; next < length; ++next) {
            point = (point << 6) | (static_cast<unsigned char>(text[at + next]) & 0x3Fu);
        }
        points.push_back(point);
        at += length;
    }
    return points;
}

/// The letters of a font's file.
FcCharSet* charactersOf(const Font& font) {
    int count = 0;
    const std::string file = font.file.string();
    FcCharSet* letters = nullptr;
    const std::unique_ptr<FcPattern, void (*)(FcPattern*)> pattern(
        FcFreeTypeQuery(reinterpret_cast<const FcChar8*>(file.c_str()), static_cast<unsigned>(font.number),
                        nullptr, &count),
        FcPatternDestroy);
    REQUIRE(pattern);
    REQUIRE(FcPatternGetCharSet(pattern.get(), FC_CHARSET, 0, &letters) == FcResultMatch);
    return FcCharSetCopy(letters);
}

struct Ranged {
    float value = 0.0f;
};

Parameter rangeOf(double largest, std::string_view unit = {}, bool isLogarithmic = false) {
    return parameter<&Ranged::value>("value", {0.0, largest, unit, isLogarithmic});
}

}  // namespace

TEST_CASE("a letter of any script is drawn if one of three installed fonts has it", "[ui][fonts]") {
    const std::string scripts =
        "Стая птиц · Κοπάδι · להקה · سرب · სკოლა · Երամ · झुंड · ฝูง · 魚の群れ · 떼 · ẞ · ﬁ · €";
    noteLetters(scripts);
    const PanelHarness panel(builtinScene());
    const std::vector<const Font*> fonts = installedFonts();
    CHECK(fonts.size() <= 3);
    int drawn = 0;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
        for (const char32_t point : codepoints(scripts)) {
            const bool isInstalled = std::ranges::any_of(fonts, [point](const Font* each) {
                const std::unique_ptr<FcCharSet, void (*)(FcCharSet*)> letters(charactersOf(*each),
                                                                               FcCharSetDestroy);
                return FcCharSetHasChar(letters.get(), point) == FcTrue;
            });
            const bool isDrawn = font->FindGlyphNoFallback(static_cast<ImWchar>(point)) != nullptr;
            CAPTURE(static_cast<unsigned>(point));
            CHECK(isDrawn == isInstalled);
            drawn += isDrawn ? 1 : 0;
        }
    }
    CHECK(drawn > 40);
    CHECK_FALSE(ImGui::GetIO().Fonts->Fonts[0]->FindGlyphNoFallback(0x16A0));
    noteLetters(std::string(100'000, 'x') + "\xff\xfe\xe2\x82");
}

TEST_CASE("a letter noted later is drawn from the next frame on, also while another context is open",
          "[ui][fonts]") {
    const auto hasLetter = [](ImWchar letter) {
        const ImFont* const font = ImGui::GetIO().Fonts->Fonts[0];
        return font->FindGlyphNoFallback(letter) != nullptr;
    };
    UiContext ui(1.0f);
    ImGuiContext* const context = ImGui::GetCurrentContext();
    CHECK_FALSE(hasLetter(U'⚓'));
    noteLetters("⚓");
    {
        const UiContext other(1.0f);  // as a film's captions beside the viewer
        CHECK(hasLetter(U'⚓'));
    }
    ImGui::SetCurrentContext(context);
    CHECK(ui.setLook(1.0f, theme::Kind::dark));
    CHECK_FALSE(ui.setLook(1.0f, theme::Kind::dark));
    // The atlas still has its sources.
    ImGui::GetIO().Fonts->Build();
    CHECK(hasLetter(U'⚓'));
}

TEST_CASE("a sans font is found and has every letter that Shoal shows", "[ui][fonts]") {
    REQUIRE_FALSE(installedFonts().empty());
    INFO(installedFonts()[0]->file);
    PanelHarness panel(builtinScene());
    const ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];
    std::string all = "°²³·±×−…µ";
    for (const RegisteredRule& rule : registeredRules()) {
        all += std::string(rule.info->title) + std::string(rule.info->help) + std::string(rule.info->source);
    }
    for (const Section& section : panel.scene().sections()) {
        all += section.title + std::string(section.help);
        for (const Parameter& parameter : section.tunables.parameters) {
            all += std::string(parameter.declared.unit) + std::string(parameter.declared.help);
        }
    }
    const CommandTable commands = App::commands(nullptr);
    for (const HelpGroup& group : helpGroups()) {
        all += group.title;
        for (const HelpLine& line : group.lines) {
            all += commands.keyList(line.keys) + commands.withKeys(line.what);
        }
    }
    for (const BuiltinPreset& preset : builtinPresets()) {
        const Scene scene = builtinScene(std::string(preset.name));
        const PresetSource& source = scene.source;
        all += scene.title + scene.watch + scene.about;
        all += source.title + source.author + source.address + source.note;
    }
    for (const char32_t point : codepoints(all)) {
        CAPTURE(static_cast<unsigned>(point));
        CHECK((point == U'\n' || font.FindGlyphNoFallback(static_cast<ImWchar>(point)) != nullptr));
    }
}

TEST_CASE("values show two or three figures and their unit", "[ui][words]") {
    CHECK(valueText(rangeOf(5.0, "m"), 0.5) == "0.50 m");
    CHECK(valueText(rangeOf(1.0, "m", true), 0.0512) == "0.051 m");
    CHECK(valueText(rangeOf(20.0, "m/s"), 12.34) == "12.3 m/s");
    CHECK(valueText(rangeOf(2000.0, "m", true), 1234.5) == "1234 m");
    CHECK(valueText(rangeOf(360.0, "°"), 60.0) == "60.0°");
    CHECK(valueText(rangeOf(1.0), 0.0) == "0.00");
    CHECK(valueText(rangeOf(30.0, "1/s", true), 0.0) == "0 1/s");
    CHECK(valueText(rangeOf(30.0, "1/s", true), 0.0512) == "0.051 1/s");
    CHECK(labelOf("field_of_view") == "Field of view");
    CHECK(labelOf("") == "");
}

TEST_CASE("a dragged value is rounded to the digits shown", "[ui][words]") {
    CHECK(roundedForDrag(rangeOf(5.0), 0.52941) == approx(0.53).margin(1e-12));
    CHECK(roundedForDrag(rangeOf(2000.0, "m", true), 1234.5678) == approx(1235.0).margin(1e-9));
    CHECK(roundedForDrag(rangeOf(5.0), -0.0) == 0.0);
}

TEST_CASE("messages disappear after a few seconds and do not accumulate", "[ui][messages]") {
    PanelHarness panel(builtinScene());
    Messages messages;
    const WidgetContext context{1.0f, nullptr};
    for (int number = 0; number < 10; ++number) {
        messages.post("message " + std::to_string(number));
    }
    CHECK(messages.latest() == "message 9");
    messages.postProblem("a long problem: " + std::string(500, 'x'));
    const auto drawFrames = [&](int count, float seconds) {
        for (int frame = 0; frame < count; ++frame) {
            ImGui::GetIO().DeltaTime = seconds;
            ImGui::NewFrame();
            messages.build(context, {.left = 320.0f, .right = 1280.0f, .bottom = 700.0f});
            ImGui::Render();
        }
    };
    drawFrames(155, 0.05f);
    CHECK_FALSE(messages.latest().empty());
    drawFrames(10, 0.05f);
    CHECK(messages.latest().empty());
}

TEST_CASE("one remark is shown at a time, beside problems and links, which their topics replace",
          "[ui][messages]") {
    Messages messages;
    messages.postProblem("The disk is full", "take");
    messages.postSaved("/pictures/reef.png");
    messages.post("Loaded");
    CHECK(messages.count() == 3);
    messages.post("Copied");
    CHECK(messages.count() == 3);
    CHECK(messages.latest() == "Copied");
    messages.post("Recording", "take");
    CHECK(messages.count() == 2);
    CHECK(messages.latest() == "Recording");
}

TEST_CASE("a click on the link below a saved file's name returns its folder", "[ui][messages]") {
    PanelHarness panel(builtinScene());
    Messages messages;
    messages.postSaved("/pictures/shoal/reef.png");
    CHECK(messages.latest() == "Saved /pictures/shoal/reef.png");
    UiProbe probe;
    std::optional<std::filesystem::path> clicked;
    const auto drawFrames = [&](int count) {
        for (int frame = 0; frame < count; ++frame) {
            ImGui::GetIO().DeltaTime = 0.05f;
            ImGui::NewFrame();
            probe.beginFrame();
            const auto folder = messages.build(WidgetContext{1.0f, &probe},
                                               {.left = 320.0f, .right = 1280.0f, .bottom = 700.0f});
            clicked = folder ? folder : clicked;
            ImGui::Render();
        }
    };
    drawFrames(3);
    const UiProbe::Item* link = probe.find("message.folder");
    REQUIRE(link != nullptr);
    panel.moveMouse({0.5f * (link->min.x + link->max.x), 0.5f * (link->min.y + link->max.y)});
    drawFrames(2);
    panel.pressMouse(true);
    drawFrames(2);
    panel.pressMouse(false);
    drawFrames(2);
    CHECK(clicked == std::filesystem::path("/pictures/shoal"));
    drawFrames(400);
    CHECK(messages.count() == 1);  // it stays while the mouse is over it
    panel.moveMouse({10.0f, 10.0f});
    drawFrames(400);
    CHECK(messages.count() == 0);
}

TEST_CASE("settings are named in words", "[ui]") {
    CHECK(nameOfSetting("species.sardine.alignment.weight") == "alignment");
    CHECK(nameOfSetting("species.gnu.sees.lion.separation.weight") == "separation (lion)");
    CHECK(nameOfSetting("species.sardine.perception.radius") == "perception radius");
    CHECK(nameOfSetting("attractor.point-1.reach") == "point-1");
    CHECK(nameOfSetting("world.width") == "world width");
    CHECK(nameOfSetting("").empty());
}

TEST_CASE("a message outlasts the few long frames of a slow start", "[ui][messages]") {
    PanelHarness panel(builtinScene());
    Messages messages;
    messages.post("the file was damaged");
    for (int frame = 0; frame < 20; ++frame) {
        ImGui::GetIO().DeltaTime = 5.0f;
        ImGui::NewFrame();
        messages.build(WidgetContext{1.0f, nullptr}, {.left = 320.0f, .right = 1280.0f, .bottom = 700.0f});
        ImGui::Render();
        CHECK(messages.latest() == "the file was damaged");
    }
}

namespace {

ImVec2 middleOf(const UiProbe::Item& item) {
    return {(item.min.x + item.max.x) * 0.5f, (item.min.y + item.max.y) * 0.5f};
}

/// Whether a tooltip is shown after this many frames, 60 a second.
bool hasTooltipAfter(PanelHarness& panel, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        panel.frame();
    }
    const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip != nullptr && tooltip->Active;
}

}  // namespace

TEST_CASE("a tooltip comes after half a second, and that of the next item at once", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const ImVec2 restart = middleOf(panel.item("button.restart"));
    const ImVec2 pause = middleOf(panel.item("button.pause"));
    const ImVec2 nothing{restart.x, restart.y - 200.0f};
    panel.moveMouse(restart);
    CHECK_FALSE(hasTooltipAfter(panel, 28));
    CHECK(hasTooltipAfter(panel, 5));
    panel.moveMouse(pause);
    CHECK(hasTooltipAfter(panel, 2));
    panel.moveMouse(nothing);
    CHECK_FALSE(hasTooltipAfter(panel, 30));
    panel.moveMouse(pause);
    CHECK_FALSE(hasTooltipAfter(panel, 28));
}

TEST_CASE("a tooltip comes and stays however long a frame takes", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.moveMouse(middleOf(panel.item("button.restart")));
    ImGui::GetIO().DeltaTime = 0.4f;
    CHECK(hasTooltipAfter(panel, 4));
    CHECK(hasTooltipAfter(panel, 4));
}

TEST_CASE("a key or a click hides the tooltip until the mouse moves", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const ImVec2 middle = middleOf(panel.item("button.restart"));
    const auto hasTooltipAfter = [&](int frames) { return test::hasTooltipAfter(panel, frames); };
    panel.moveMouse(middle);
    CHECK(hasTooltipAfter(60));
    panel.pressEscape();
    CHECK_FALSE(hasTooltipAfter(60));
    panel.moveMouse({middle.x + 2.0f, middle.y});
    CHECK(hasTooltipAfter(60));
    // So does a click.
    panel.pressMouse(true);
    panel.frame();
    panel.pressMouse(false);
    CHECK_FALSE(hasTooltipAfter(60));
    panel.moveMouse(middle);
    CHECK(hasTooltipAfter(60));
}

TEST_CASE("the help names every key once and closes on a click", "[ui][help]") {
    PanelHarness panel(builtinScene());
    const CommandTable commands = App::commands(nullptr);
    const WidgetContext context{.scale = 1.0f, .commands = &commands};
    const auto build = [&] {
        ImGui::NewFrame();
        Asked asked;
        buildHelpOverlay(context, 320.0f, asked.commands);
        ImGui::Render();
        return asked;
    };
    ImGui::GetIO().DisplaySize = {1280.0f, 720.0f};
    build();
    build();
    CHECK(build().commands.empty());
    panel.moveMouse({800.0f, 360.0f});
    build();
    panel.pressMouse(true);
    CHECK(build().has(Run{"help"}));
}

TEST_CASE("the help stays within small windows and scrolls there", "[ui][help]") {
    struct Case {
        float width, height, scale;
        bool scrolls;
    };
    const CommandTable table = App::commands(nullptr);
    for (const Case& each : {Case{1280.0f, 720.0f, 1.0f, false}, Case{640.0f, 400.0f, 1.0f, true},
                             Case{640.0f, 400.0f, 3.0f, true}, Case{2560.0f, 1440.0f, 2.0f, false}}) {
        CAPTURE(each.width, each.scale);
        PanelHarness panel(builtinScene(), each.scale);
        ImGui::GetIO().DisplaySize = {each.width, each.height};
        ImVec2 min;
        ImVec2 max;
        float scrollable = 0.0f;
        for (int frame = 0; frame < 4; ++frame) {
            ImGui::NewFrame();
            Commands commands;
            buildHelpOverlay({.scale = each.scale, .commands = &table}, 0.0f, commands);
            ImGui::Begin("help");
            min = ImGui::GetWindowPos();
            max = {min.x + ImGui::GetWindowWidth(), min.y + ImGui::GetWindowHeight()};
            scrollable = ImGui::GetScrollMaxY();
            ImGui::End();
            ImGui::Render();
        }
        CHECK(min.x >= 0.0f);
        CHECK(min.y >= 0.0f);
        CHECK(max.x <= each.width);
        CHECK(max.y <= each.height);
        CHECK((scrollable > 0.0f) == each.scrolls);
    }
}

TEST_CASE("building frames writes no file", "[ui]") {
    PanelHarness panel(builtinScene());
    CHECK(ImGui::GetIO().IniFilename == nullptr);
    CHECK(ImGui::GetIO().LogFilename == nullptr);
}

}  // namespace shoal::test
