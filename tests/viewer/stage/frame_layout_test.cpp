#include "viewer/stage/frame_layout.hpp"

namespace shoal::test {

namespace {

constexpr Window::Size kWindow{1280, 720};

FrameLayout laidOut(const FrameParts& parts, Window::Size window = kWindow) {
    return layoutOf(window, window, 1.0f, parts);
}

}  // namespace

TEST_CASE("text and picture begin beside the panel", "[app][viewer]") {
    const FrameLayout layout = laidOut({.panelWidth = 320.0f});
    CHECK(layout.textLeft == 320.0f);
    CHECK(layout.textRight == 1280.0f);
    CHECK(layout.pictureLeft == 320.0f);
    CHECK(layout.panelRight == 320.0f);
}

TEST_CASE("text lies over a panel that leaves it too little space", "[app][viewer]") {
    const FrameLayout layout = laidOut({.panelWidth = 320.0f}, {480, 360});
    CHECK(layout.textLeft == 0.0f);
    CHECK(layout.pictureLeft == 320.0f);
}

TEST_CASE("text ends at the panel at the right unless too few words fit beside it", "[app][viewer]") {
    CHECK(laidOut({.panelWidth = 320.0f, .rightPanelLeft = 960.0f}).textRight == 960.0f);
    CHECK(laidOut({.panelWidth = 320.0f, .rightPanelLeft = 340.0f}).textRight == 1280.0f);
}

TEST_CASE("a split divides what the panel leaves", "[app][viewer]") {
    CHECK(laidOut({.panelWidth = 320.0f, .isSplit = true}).pictureLeft == 800.0f);
    CHECK(laidOut({.isSplit = true}).pictureLeft == 640.0f);
    CHECK(laidOut({.panelWidth = 320.0f, .rightPanelLeft = 960.0f, .isSplit = true}).pictureLeft == 640.0f);
}

TEST_CASE("the measures and the timeline take at most half of the height from the picture", "[app][viewer]") {
    CHECK(laidOut({.stripHeight = 100.0f, .timelineHeight = 80.0f}).coveredBelow == 180.0f);
    CHECK(laidOut({.stripHeight = 100.0f, .timelineHeight = 80.0f}).framedBelow() == 0.25f);
    CHECK(laidOut({.stripHeight = 100.0f, .timelineHeight = 80.0f}, {300, 200}).framedBelow() == 0.5f);
}

TEST_CASE("a window without pixels has a layout, but nothing to draw on", "[app][viewer]") {
    const FrameLayout layout = laidOut({.panelWidth = 0.0f}, {0, 0});
    CHECK_FALSE(layout.isVisible());
    CHECK(layout.aspect() == 1.0f);
    CHECK(layout.framedBelow() == 0.0f);
}

}  // namespace shoal::test
