#include <cstdlib>

#include "picture.hpp"
#include "render/picture/tiled_renderer.hpp"

namespace shoal {
namespace {

using test::Body;

constexpr float kBody = 1.0f;  // [m]

/// A fish before a lens in focus at six metres.
Frame focusedFrame(int width, int height) {
    Frame frame = test::frameOf(width, height, test::kAhead);
    frame.look.depthOfField = 1.0f;
    frame.look.turbidity = 0.4f;  // hides the surface's waves
    frame.hasFocus = true;
    return frame;
}

Image drawFish(float x, float z, bool hasFocus) {
    Frame frame = focusedFrame(test::kWidth, test::kHeight);
    frame.hasFocus = hasFocus;
    const std::array fish{Body{{x, 0.0f, z}}};
    return test::withoutToe(test::drawBodies(fish, frame, kBody));
}

Image drawWater(bool hasFocus) {
    Frame frame = focusedFrame(test::kWidth, test::kHeight);
    frame.hasFocus = hasFocus;
    const std::array fish{Body{{900.0f, 0.0f, 0.0f}}};
    return test::withoutToe(test::drawBodies(fish, frame, kBody));
}

/// Pixels that a body changes by more than a threshold, and by how much it changes all.
struct Mark {
    int pixels = 0;
    double sum = 0.0;
};

double linear(float encoded) {
    return std::pow(static_cast<double>(encoded) / 255.0, 2.2);
}

Mark markOf(const Image& with, const Image& without, int threshold) {
    Mark mark;
    for (int y = 0; y < with.height; ++y) {
        for (int x = 0; x < with.width; ++x) {
            mark.pixels += test::difference(with, without, x, y) > threshold ? 1 : 0;
            mark.sum += linear(test::brightness(with, x, y)) - linear(test::brightness(without, x, y));
        }
    }
    return mark;
}

TEST_CASE("a body in focus stays as sharp as without a lens; others blur", "[render][focus]") {
    const Image water = drawWater(false);
    const Image softWater = drawWater(true);
    const Image sharp = drawFish(0.0f, 0.0f, true);
    const test::Box middle{test::kWidth / 2 - 40, test::kHeight / 2 - 20, test::kWidth / 2 + 40,
                           test::kHeight / 2 + 20};
    CHECK(test::countDifferent(sharp, drawFish(0.0f, 0.0f, false), 16, middle) < 8);
    CHECK(test::countDifferent(sharp, softWater, 16, middle) > 100);
    for (const float z : {-14.0f, 3.0f}) {
        const Image unblurred = drawFish(0.0f, z, false);
        int contrast = 0;
        for (int y = 0; y < test::kHeight; ++y) {
            for (int x = 0; x < test::kWidth; ++x) {
                contrast = std::max(contrast, test::difference(unblurred, water, x, y));
            }
        }
        const int threshold = std::min(8, contrast / 4);  // lower for pale bodies
        CAPTURE(z, contrast);
        const Mark plain = markOf(unblurred, water, threshold);
        const Mark blurred = markOf(drawFish(0.0f, z, true), softWater, threshold);
        CHECK(plain.pixels > 10);
        CHECK(blurred.pixels > plain.pixels * 9 / 8);
        // Its light only spreads. The tone curve takes it at other brightnesses.
        CHECK(blurred.sum == test::approx(plain.sum).epsilon(0.35));
    }
}

TEST_CASE("without strength, or with nothing to focus on, the picture keeps its bytes", "[render][focus]") {
    Frame frame = focusedFrame(160, 120);
    const std::array fish{Body{{0.0f, 0.0f, -30.0f}}, Body{{0.3f, 0.0f, 3.0f}}};
    frame.hasFocus = false;
    const Image plain = test::drawBodies(fish, frame, kBody);
    frame.hasFocus = true;
    CHECK(test::countDifferent(test::drawBodies(fish, frame, kBody), plain, 10) > 20);
    frame.look.depthOfField = 0.0f;
    CHECK(test::drawBodies(fish, frame, kBody).rgba == plain.rgba);
    frame.look.depthOfField = 1.0f;
    frame.view.focus = 0.0f;
    CHECK(test::drawBodies(fish, frame, kBody).rgba == plain.rgba);
}

TEST_CASE("tiles of two sizes show no seam where things are out of focus", "[render][focus][tiled]") {
    const Film film{.size = {480, 320}, .quality = Quality::high};
    std::vector<Body> school;
    for (int i = 0; i < 60; ++i) {
        const auto at = static_cast<float>(i);
        school.push_back({{std::fmod(at * 0.37f, 4.0f) - 2.0f, std::fmod(at * 0.53f, 3.0f) - 1.5f,
                           4.5f - std::fmod(at * 1.7f, 30.0f)}});
    }
    const Flock flock = test::makeFlock(school);
    const std::array batches{BodyBatch{&flock, kBody}};
    test::renderer().upload(World{}, batches);
    const auto taken = [&](int maxTile) {
        auto room = TiledRenderer::create(test::renderer(), film, maxTile);
        REQUIRE(room);
        Frame frame = focusedFrame(480, 320);
        frame.look.brightness = 2.0f;  // the toe would stretch differences
        room->accumulate(frame, [](const Frame& tile) { test::renderer().draw(tile); });
        return *room->resolve();
    };
    const Image whole = taken(4096);
    for (const int maxTile : {192, 256}) {
        CAPTURE(maxTile);
        const Image tiled = taken(maxTile);
        // Projections of tiles round otherwise, so that a sample at an outline may fall on its other side.
        // The nearest bodies are opaque, and the brightest: single pixels of theirs differ most.
        CHECK(test::countDifferent(whole, tiled, 4) == 0);
        CHECK(test::countDifferent(whole, tiled, 2) <= 2);
        CHECK(test::countDifferent(whole, tiled, 1) < 8);
        CHECK(test::countDifferent(whole, tiled, 0) < 480 * 320 / 50);
    }
}

}  // namespace
}  // namespace shoal
