#include <array>
#include <vector>

#include "catch.hpp"
#include "picture.hpp"
#include "render/picture/pixel_readback.hpp"

namespace shoal {
namespace {

/// A small scene that differs from picture to picture.
Frame frameAt(int width, int height, double seconds, unsigned framebuffer) {
    Frame frame = test::frameOf(width, height, {});
    frame.seconds = seconds;
    frame.framebuffer = framebuffer;
    return frame;
}

TEST_CASE("pictures come back in order and equal those read at once", "[render][readback]") {
    test::renderer().upload(World{}, {});
    for (const int samples : {0, 4}) {
        const Result<Offscreen> target = Offscreen::create(61, 33, samples);
        REQUIRE(target);
        PixelReadback readback(3);
        std::vector<Image> expected;
        std::vector<Image> fetched;
        for (int picture = 0; picture < 10; ++picture) {
            test::renderer().draw(frameAt(61, 33, 0.5 * picture, target->framebuffer()));
            expected.push_back(target->read());
            if (readback.isFull()) {
                fetched.push_back(readback.wait().value());
            }
            REQUIRE(readback.start(target->resolve(), 61, 33));
            while (auto image = readback.poll()) {
                fetched.push_back(std::move(*image));
            }
        }
        while (auto image = readback.wait()) {
            fetched.push_back(std::move(*image));
        }
        REQUIRE(fetched.size() == expected.size());
        for (std::size_t i = 0; i < fetched.size(); ++i) {
            CAPTURE(samples, i);
            CHECK(fetched[i].rgba == expected[i].rgba);
        }
        CHECK(expected.front().rgba != expected.back().rgba);
    }
}

TEST_CASE("a full queue accepts no further pictures until it has space", "[render][readback]") {
    test::renderer().upload(World{}, {});
    const Result<Offscreen> target = Offscreen::create(16, 16, 0);
    REQUIRE(target);
    test::renderer().draw(frameAt(16, 16, 0.0, target->framebuffer()));
    PixelReadback readback(2);
    CHECK_FALSE(readback.poll());
    CHECK_FALSE(readback.wait());
    CHECK(readback.start(target->framebuffer(), 16, 16));
    CHECK(readback.start(target->framebuffer(), 16, 16));
    CHECK(readback.isFull());
    CHECK_FALSE(readback.start(target->framebuffer(), 16, 16));
    CHECK(readback.wait());
    CHECK(readback.underWay() == 1);
    CHECK(readback.start(target->framebuffer(), 8, 4));
    CHECK(readback.wait()->width == 16);
    const auto smaller = readback.wait();
    REQUIRE(smaller);
    CHECK(smaller->width == 8);
    CHECK(smaller->height == 4);
    CHECK_FALSE(readback.start(target->framebuffer(), 0, 4));
}

TEST_CASE("a picture of a window is opaque, whatever its framebuffer holds", "[render][readback]") {
    test::renderer().upload(World{}, {});
    const Result<Offscreen> target = Offscreen::create(16, 16, 0);
    REQUIRE(target);
    Frame frame = frameAt(16, 16, 0.0, target->framebuffer());
    frame.isTransparent = true;
    test::renderer().draw(frame);
    PixelReadback readback;
    REQUIRE(readback.start(target->framebuffer(), 16, 16, PixelReadback::Alpha::opaque));
    const auto image = readback.wait();
    REQUIRE(image);
    for (std::size_t i = 3; i < image->rgba.size(); i += 4) {
        REQUIRE(image->rgba[i] == 255);
    }
}

}  // namespace
}  // namespace shoal
