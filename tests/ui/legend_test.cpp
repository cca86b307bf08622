// Legends drawn on pictures.

#include "ui/overlay/legend.hpp"

#include <string>

#include "catch.hpp"
#include "ui/drawn.hpp"
#include "ui/overlay/caption.hpp"

namespace shoal::test {

namespace {

Drawn draw(const Legend& legend, float width, float height) {
    return drawnIn(width, height, [&] {
        drawLegend(legend, {.right = width, .bottom = height, .fontSize = captionSize(height)});
    });
}

const Legend kBar{.title = "Nearest neighbour [m]",
                  .bar = {{0.1f, 0.2f, 0.3f}, {0.4f, 0.5f, 0.6f}, {0.9f, 0.8f, 0.1f}},
                  .ticks = {"0", "0.25", "0.5"},
                  .entries = {},
                  .note = {}};

}  // namespace

TEST_CASE("a legend lies at the lower right of a picture of any size", "[ui][legend]") {
    for (const auto& [width, height] : {std::pair{640.0f, 360.0f}, {1280.0f, 720.0f}, {3840.0f, 2160.0f}}) {
        const Drawn drawn = draw(kBar, width, height);
        CAPTURE(width, drawn.left, drawn.top);
        CHECK(drawn.right < width);
        CHECK(drawn.bottom < height);
        CHECK(drawn.left > 0.6f * width);
        CHECK(drawn.top > 0.8f * height);
        CHECK(drawn.right - drawn.left > 0.1f * width);
    }
}

TEST_CASE("a legend shows the colours of its bar", "[ui][legend]") {
    const Drawn drawn = draw(kBar, 1280.0f, 720.0f);
    for (const Vec3f& colour : kBar.bar) {
        CHECK(drawn.has(colour));
    }
}

TEST_CASE("named colours and a note each add a line to a legend", "[ui][legend]") {
    Legend legend{.title = "Flocks", .bar = {}, .ticks = {}, .entries = {}, .note = {}};
    const auto height = [&] {
        const Drawn drawn = draw(legend, 1280.0f, 720.0f);
        return drawn.bottom - drawn.top;
    };
    const float none = height();
    legend.entries = {{{0.9f, 0.6f, 0.0f}, "1204 boids"}, {{0.3f, 0.7f, 0.9f}, "7 boids"}};
    const float two = height();
    CHECK(draw(legend, 1280.0f, 720.0f).has({0.9f, 0.6f, 0.0f}));
    CHECK(draw(legend, 1280.0f, 720.0f).has({0.3f, 0.7f, 0.9f}));
    legend.note = "Grid 2 m";
    CHECK(two - none > 2.0f * captionSize(720.0f));
    CHECK(height() - two > captionSize(720.0f));
}

TEST_CASE("long names widen a legend, to the left", "[ui][legend]") {
    Legend legend = kBar;
    legend.entries = {{{1.0f, 0.0f, 0.0f}, std::string(60, 'm')}};
    CHECK(draw(legend, 1280.0f, 720.0f).left < draw(kBar, 1280.0f, 720.0f).left - 100.0f);
    CHECK(draw(legend, 1280.0f, 720.0f).right == approx(draw(kBar, 1280.0f, 720.0f).right));
}

}  // namespace shoal::test
