#include "viewer/window/screens.hpp"

#include <limits>

namespace shoal::test {

TEST_CASE("the monitor that shows most of the window sets its pace", "[app][window]") {
    const std::array screens{ScreenArea{0, 0, 1920, 1080}, ScreenArea{1920, 0, 2560, 1440},
                             ScreenArea{-1280, 200, 1280, 1024}};
    CHECK(screenShowing({100, 100, 1280, 720}, screens) == 0);
    CHECK(screenShowing({1900, 100, 1280, 720}, screens) == 1);
    CHECK(screenShowing({1300, 100, 1240, 720}, screens) == 0);  // half and half: the first
    CHECK(screenShowing({1301, 100, 1240, 720}, screens) == 1);
    CHECK(screenShowing({-1000, 0, 1200, 720}, screens) == 2);
    CHECK(screenShowing({2000, 1200, 800, 600}, screens) == 1);
}

TEST_CASE("a window on no monitor belongs to the primary one", "[app][window]") {
    const std::array screens{ScreenArea{0, 0, 1920, 1080}, ScreenArea{1920, 0, 2560, 1440}};
    CHECK(screenShowing({9000, 9000, 800, 600}, screens) == 0);
    CHECK(screenShowing({2000, 100, 0, 0}, screens) == 0);
    constexpr int kFar = std::numeric_limits<int>::max();
    CHECK(screenShowing({kFar, kFar, kFar, kFar}, screens) == 0);
    CHECK(screenShowing({0, 0, 10, 10}, {}) == 0);
}

TEST_CASE("a remembered window comes back where it was, or where it can be reached", "[app][window]") {
    const std::array screens{ScreenArea{0, 0, 1920, 1080}, ScreenArea{1920, 0, 1280, 1024}};
    const auto same = [](const ScreenArea& a, const ScreenArea& b) {
        return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
    };
    const ScreenArea onSecond{2000, 100, 1000, 700};
    CHECK(same(reachableArea(onSecond, screens), onSecond));
    const ScreenArea partly{-900, 20, 1280, 720};
    CHECK(same(reachableArea(partly, screens), partly));
    // That monitor was unplugged.
    CHECK(same(reachableArea(onSecond, std::span(screens).first(1)), {460, 190, 1000, 700}));
    // Its title bar would be out of reach.
    CHECK(reachableArea({100, -500, 800, 600}, screens).y >= 0);
    CHECK(reachableArea({100, 1060, 800, 600}, screens).y < 1000);
    CHECK(same(reachableArea({0, 0, 9000, 9000}, screens), {0, 0, 1920, 1080}));
    CHECK(reachableArea({100, 100, 1, 1}, screens).width == 320);
    CHECK(same(reachableArea(onSecond, {}), onSecond));
}

}  // namespace shoal::test
