#include "capture/take/camera_path.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

CameraPose poseWith(float azimuth, float distance = 10.0f) {
    return {.target = {azimuth, 2.0f * azimuth, 0.0f}, .distance = distance, .azimuth = azimuth};
}

}  // namespace

TEST_CASE("a camera path passes through its keys and holds at its ends", "[sim][camera]") {
    for (const auto course : {CameraPath::Course::straight, CameraPath::Course::smooth}) {
        CameraPath path(course);
        path.put({2.0, poseWith(1.0f)});
        path.put({0.0, poseWith(0.0f)});
        path.put({5.0, poseWith(-2.0f, 40.0f)});
        CHECK(path.at(-1.0) == poseWith(0.0f));
        CHECK(path.at(0.0) == poseWith(0.0f));
        CHECK(path.at(2.0).azimuth == approx(1.0f));
        CHECK(path.at(5.0) == poseWith(-2.0f, 40.0f));
        CHECK(path.at(9.0) == poseWith(-2.0f, 40.0f));
    }
}

TEST_CASE("halfway between two distances is their geometric mean", "[sim][camera]") {
    CHECK(mixed(poseWith(0.0f, 4.0f), poseWith(0.0f, 16.0f), 0.5f).distance == approx(8.0f));
}

TEST_CASE("a smooth path never overshoots its keys and has no kinks", "[sim][camera]") {
    CameraPath path(CameraPath::Course::smooth);
    const float turns[]{0.0f, 0.0f, 1.0f, 1.0f, 0.5f, 3.0f};
    const double times[]{0.0, 1.0, 1.5, 4.0, 5.0, 7.0};
    for (int key = 0; key < 6; ++key) {
        path.put({times[key], poseWith(turns[key])});
    }
    const double tick = 1e-3;
    float speed = 0.0f;
    for (double moment = 0.0; moment < 7.0 - tick; moment += tick) {
        const float here = path.at(moment).azimuth;
        REQUIRE(here >= -1e-5f);
        REQUIRE(here <= 3.0f + 1e-5f);
        if (moment > 1.6 && moment < 3.9) {
            REQUIRE(here == approx(1.0f));
        }
        const float next = (path.at(moment + tick).azimuth - here) / static_cast<float>(tick);
        REQUIRE(std::abs(next - speed) < 0.1f);
        speed = next;
    }
}

TEST_CASE("thinning a path does not change the view", "[sim][camera]") {
    CameraPath path;
    const auto played = [](double moment) {
        // Still, then turning evenly, then on a curve.
        const auto t = static_cast<float>(moment);
        return moment < 100   ? poseWith(0.0f)
               : moment < 200 ? poseWith(0.01f * (t - 100.0f))
                              : poseWith(1.0f + std::sin((t - 200.0f) * 0.02f));
    };
    for (int moment = 0; moment <= 600; ++moment) {
        path.put({static_cast<double>(moment), played(moment)});
    }
    path.thin(1e-3f);
    CHECK(path.keys().size() < 100);
    CHECK(path.keys().size() > 5);
    for (int moment = 0; moment <= 600; ++moment) {
        REQUIRE(std::abs(path.at(moment).azimuth - played(moment).azimuth) < 1.1e-3f);
    }
    path.dropBefore(150.5);
    CHECK(path.keys().front().at == 150.5);
    CHECK(path.at(150.5).azimuth == approx(0.505f).margin(1.1e-3));
    CHECK(path.keys().back().at == 600.0);
}
