// Legends drawn on pictures.

#include "viewer/colour/legend.hpp"

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

TEST_CASE("a note adds a line to a legend, and a long title widens it to the left", "[ui][legend]") {
    const Drawn plain = draw(kBar, 1280.0f, 720.0f);
    Legend legend = kBar;
    legend.note = "Grid 2 m";
    CHECK(draw(legend, 1280.0f, 720.0f).top < plain.top - captionSize(720.0f));
    legend.title = std::string(60, 'm');
    CHECK(draw(legend, 1280.0f, 720.0f).left < plain.left - 100.0f);
    CHECK(draw(legend, 1280.0f, 720.0f).right == approx(plain.right));
}

}  // namespace shoal::test
