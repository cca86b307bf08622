// The themes are legible over any picture.

#include "ui/widgets/theme.hpp"

#include "viewer/inspect/push_colours.hpp"
#include "viewer/panel/panel_look.hpp"
#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

using theme::Colour;

constexpr Colour kBlack{0.0f, 0.0f, 0.0f, 1.0f};
constexpr Colour kWhite{1.0f, 1.0f, 1.0f, 1.0f};

/// Returns `above` drawn over an opaque colour.
Colour over(const Colour& above, const Colour& below) {
    const auto mix = [&](float a, float b) { return above.alpha * a + (1.0f - above.alpha) * b; };
    return {mix(above.red, below.red), mix(above.green, below.green), mix(above.blue, below.blue), 1.0f};
}

/// Relative luminance, as the Web Content Accessibility Guidelines 2.1 define it.
double luminance(const Colour& colour) {
    const auto linear = [](float part) {
        const auto value = static_cast<double>(part);
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double contrast(const Colour& a, const Colour& b) {
    const auto [less, more] = std::minmax({luminance(a), luminance(b)});
    return (more + 0.05) / (less + 0.05);
}

}  // namespace

TEST_CASE("the contrast of black and white is 21 to 1", "[ui][theme]") {
    CHECK(contrast(kBlack, kWhite) == approx(21.0).margin(1e-6));
    CHECK(contrast(over({1.0f, 1.0f, 1.0f, 0.0f}, kBlack), kBlack) == approx(1.0).margin(1e-6));
}

TEST_CASE("every theme's text has enough contrast on all its backgrounds, over any picture", "[ui][theme]") {
    for (const auto kind : {theme::Kind::dark, theme::Kind::light, theme::Kind::highContrast}) {
        const theme::Palette& palette = theme::palette(kind);
        const double minContrast = kind == theme::Kind::highContrast ? 7.0 : 4.5;
        CAPTURE(theme::kKinds[static_cast<std::size_t>(kind)]);
        for (const Colour& picture : {kBlack, kWhite}) {
            CAPTURE(picture.red);
            const Colour panel = over(palette.panel, picture);
            const Colour card = over(palette.card, panel);
            const Colour popup = over(palette.popup, picture);
            for (const Colour& ground : {panel, card, popup}) {
                CHECK(contrast(palette.text, ground) >= minContrast);
                CHECK(contrast(palette.quietText, ground) >= minContrast);
                CHECK(contrast(palette.accent, ground) >= minContrast);
                CHECK(contrast(palette.warning, ground) >= minContrast);
                CHECK(contrast(palette.good, ground) >= minContrast);
                CHECK(contrast(palette.bad, ground) >= minContrast);
                CHECK(contrast(palette.other, ground) >= minContrast);
                for (const Colour& frame : {palette.frame, palette.frameHovered}) {
                    const Colour filled = over(frame, ground);
                    CHECK(contrast(palette.text, filled) >= minContrast);
                    CHECK(contrast(palette.text, over(theme::withAlpha(palette.accent, theme::kFill),
                                                      filled)) >= minContrast);
                }
                CHECK(contrast(palette.text, over(theme::withAlpha(palette.accent, theme::kPressed),
                                                  ground)) >= minContrast);
            }
        }
    }
}

TEST_CASE("every theme's text has enough contrast on the inspector's bars", "[ui][theme][inspector]") {
    for (const auto kind : {theme::Kind::dark, theme::Kind::light, theme::Kind::highContrast}) {
        const theme::Palette& palette = theme::palette(kind);
        const double minContrast = kind == theme::Kind::highContrast ? 7.0 : 4.5;
        CAPTURE(theme::kKinds[static_cast<std::size_t>(kind)]);
        std::vector<Colour> colours{palette.text, palette.quietText};
        for (std::size_t index = 0; index < 14; ++index) {
            colours.push_back(pushColour(index));
        }
        for (const Colour& picture : {kBlack, kWhite}) {
            const Colour ground = over(palette.frame, over(palette.panel, picture));
            for (const Colour& colour : colours) {
                CHECK(contrast(palette.text, over(theme::withAlpha(colour, kBarOpacity), ground)) >=
                      minContrast);
            }
        }
    }
}

TEST_CASE("each context shows its own theme", "[ui][theme]") {
    UiContext ui(1.0f);
    CHECK(&theme::colours() == &theme::palette(theme::Kind::dark));
    CHECK_FALSE(ui.setLook(1.0f, theme::Kind::light));
    CHECK(&theme::colours() == &theme::palette(theme::Kind::light));
    CHECK(ImGui::GetStyle().Colors[ImGuiCol_Text].x < 0.2f);
    CHECK(ui.setLook(1.5f, theme::Kind::light));
    CHECK(ui.scale() == 1.5f);
}

TEST_CASE("sizes step through the usual ones and stop at the ends", "[ui][theme]") {
    CHECK(nextSize(1.0f, true) == 1.1f);
    CHECK(nextSize(1.0f, false) == 0.9f);
    CHECK(nextSize(1.03f, true) == 1.1f);
    CHECK(nextSize(3.0f, true) == 3.0f);
    CHECK(nextSize(0.75f, false) == 0.75f);
}

TEST_CASE("the panel changes its theme at once, and its size when the slider is released", "[ui][theme]") {
    PanelHarness panel(builtinScene());
    panel.click("heading.panel");
    panel.click("panel.theme");
    panel.click("panel.theme.light");
    CHECK(panel.panel().layout().look.theme == theme::Kind::light);
    const UiProbe::Item slider = panel.item("panel.size");
    panel.moveMouse({slider.min.x + 0.2f * (slider.max.x - slider.min.x), slider.min.y + 25.0f});
    panel.frame();
    panel.pressMouse(true);
    panel.frame();
    panel.moveMouse({slider.min.x + 0.9f * (slider.max.x - slider.min.x), slider.min.y + 25.0f});
    panel.frame();
    panel.frame();
    CHECK(panel.panel().layout().look.size == 1.0f);
    panel.pressMouse(false);
    panel.frame();
    panel.frame();
    CHECK(panel.panel().layout().look.size > 2.0f);
    panel.click("panel.size.reset");
    CHECK(panel.panel().layout().look.size == 1.0f);
}

TEST_CASE("a dragged edge widens the panel within limits", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const auto dragTo = [&](float x) {
        const UiProbe::Item edge = panel.item("panel.edge");
        panel.moveMouse({(edge.min.x + edge.max.x) * 0.5f, 400.0f});
        panel.frame();
        panel.pressMouse(true);
        panel.frame();
        panel.moveMouse({x, 420.0f});
        panel.frame();
        panel.pressMouse(false);
        panel.frame();
        panel.frame();
        return panel.panel().layout().width;
    };
    CHECK(dragTo(412.0f) == approx(400.0f).margin(5.0));
    CHECK(dragTo(2000.0f) == PanelLayout::kMaxWidth);
    CHECK(dragTo(10.0f) == PanelLayout::kMinWidth);
    CHECK(panel.panel().place(1.0f, {1280.0f, 720.0f}).cardWidth == PanelLayout::kMinWidth);
    // A narrow view keeps a part of the picture.
    CHECK(panel.panel().place(3.0f, {640.0f, 400.0f}).cardWidth == 480.0f);
}

}  // namespace shoal::test
