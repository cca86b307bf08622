#include "picture.hpp"
#include "render/gl/gl.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {
namespace {

using test::approx;

/// Fills a rectangle with linear light; y counts from the bottom, as in OpenGL.
void fill(const Offscreen& target, int x, int y, int width, int height, const std::array<float, 4>& light) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, width, height);
    glClearColor(light[0], light[1], light[2], light[3]);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);
}

TEST_CASE("light is read back as sRGB", "[render][offscreen]") {
    test::renderer();
    const Result<Offscreen> target = Offscreen::create(8, 8);
    REQUIRE(target);
    for (const float light : {0.0f, 0.01f, 0.2140f, 0.5f, 1.0f}) {
        fill(*target, 0, 0, 8, 8, {light, light, light, 1.0f});
        const float encoded =
            light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1.0f / 2.4f) - 0.055f;
        const Image image = target->read();
        CAPTURE(light);
        CHECK(static_cast<int>(image.at(3, 3)[1]) == approx(encoded * 255.0f).margin(1.01));
        CHECK(image.at(3, 3)[3] == 255);
    }
}

TEST_CASE("the top row is read first", "[render][offscreen]") {
    test::renderer();
    for (const int height : {5, 6}) {
        const Result<Offscreen> target = Offscreen::create(4, height);
        REQUIRE(target);
        fill(*target, 0, 0, 4, height, {0.0f, 0.0f, 0.0f, 1.0f});
        fill(*target, 0, height - 1, 4, 1, {1.0f, 0.0f, 0.0f, 1.0f});
        const Image image = target->read();
        CHECK(image.at(0, 0)[0] == 255);
        CHECK(image.at(3, height - 1)[0] == 0);
    }
}

TEST_CASE("a half-covered colour is read unchanged with half the alpha", "[render][offscreen]") {
    test::renderer();
    const Result<Offscreen> target = Offscreen::create(2, 2);
    REQUIRE(target);
    fill(*target, 0, 0, 2, 2, {0.25f, 0.1f, 0.0f, 0.5f});  // light 0.5, 0.2, 0, half covered
    const Image image = target->read();
    CHECK(static_cast<int>(image.at(0, 0)[0]) == approx(188).margin(2));
    CHECK(static_cast<int>(image.at(0, 0)[1]) == approx(124).margin(2));
    CHECK(static_cast<int>(image.at(0, 0)[3]) == approx(128).margin(1));
}

TEST_CASE("impossible sizes are refused", "[render][offscreen]") {
    test::renderer();
    for (const auto& [width, height] : {std::pair{0, 10}, std::pair{10, -1}, std::pair{1 << 20, 10}}) {
        const Result<Offscreen> target = Offscreen::create(width, height);
        REQUIRE_FALSE(target);
        CHECK_THAT(target.problem().text, test::contains(std::to_string(width) + "x"));
    }
}

}  // namespace
}  // namespace shoal
