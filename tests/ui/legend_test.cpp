// Legends drawn on pictures.

#include "ui/overlay/legend.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ui/overlay/caption.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal::test {

namespace {

struct Drawn {
    float left = 1e9f, top = 1e9f, right = 0.0f, bottom = 0.0f;
    std::vector<ImU32> colours;

    bool has(const Vec3f& colour) const {
        return std::ranges::count(colours, theme::packed({colour.x, colour.y, colour.z, 1.0f})) > 0;
    }
};

Drawn draw(const Legend& legend, float width, float height) {
    const UiContext context(1.0f);
    unsigned char* pixels = nullptr;
    int atlasWidth = 0;
    int atlasHeight = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &atlasWidth, &atlasHeight);
    ImGui::GetIO().DisplaySize = {width, height};
    ImGui::NewFrame();
    drawLegend(legend, {.right = width, .bottom = height, .fontSize = captionSize(height)});
    ImGui::Render();
    Drawn drawn;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int list = 0; list < data.CmdListsCount; ++list) {
        for (const ImDrawVert& vertex : data.CmdLists[list]->VtxBuffer) {
            drawn.left = std::min(drawn.left, vertex.pos.x);
            drawn.right = std::max(drawn.right, vertex.pos.x);
            drawn.top = std::min(drawn.top, vertex.pos.y);
            drawn.bottom = std::max(drawn.bottom, vertex.pos.y);
            drawn.colours.push_back(vertex.col);
        }
    }
    return drawn;
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
