#include "app/window/screens.hpp"

#include <array>
#include <limits>

#include "catch.hpp"

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

}  // namespace shoal::test
