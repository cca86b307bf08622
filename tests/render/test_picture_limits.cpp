#include <limits>

#include "picture.hpp"
#include "render/gl/gl.hpp"

namespace shoal {
namespace {

using test::Body;
using test::kAhead;

TEST_CASE("a picture of one pixel and one of none are drawn without an error", "[render][picture]") {
    const Image one = test::drawBodies(std::vector<Body>{{}}, test::frameOf(1, 1, kAhead));
    CHECK(one.rgba.size() == 4);
    Frame none = test::frameOf(1, 1, kAhead);
    none.size.width = 0;
    test::renderer().draw(none);
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("fish far from the origin are drawn as sharply as near it", "[render][picture]") {
    const std::vector<Body> here{{{0.5f, 0.25f, 0.0f}}, {{-1.0f, 0.0f, -1.0f}}};
    const Frame frame = test::frameOf(320, 240, kAhead);
    const Image picture = test::drawBodies(here, frame);
    // A power of two keeps every coordinate and difference exact.
    constexpr float kFar = 65536.0f;
    std::vector<Body> there = here;
    for (Body& body : there) {
        body.position.x += kFar;
    }
    Frame moved = frame;
    moved.view.eye.x += kFar;
    // Caustics and particles are tied to the world, so only the shapes must agree.
    const Image far = test::drawBodies(there, moved);
    const Image empty = test::drawBodies({}, frame);
    const Image farEmpty = test::drawBodies({}, moved);
    int shape = 0;
    int apart = 0;
    for (int y = 0; y < 240; ++y) {
        for (int x = 0; x < 320; ++x) {
            const bool isFish = test::difference(picture, empty, x, y) > 8;
            const bool isFarFish = test::difference(far, farEmpty, x, y) > 8;
            shape += isFish ? 1 : 0;
            apart += isFish != isFarFish ? 1 : 0;
        }
    }
    CAPTURE(shape, apart);
    CHECK(shape > 100);
    CHECK(apart < shape / 10);
}

TEST_CASE("huge or NaN coordinates do no harm", "[render][picture]") {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    const Frame frame = test::frameOf(320, 240, kAhead);
    const std::vector<Body> sound{{{0.5f, 0.0f, 0.0f}}};
    const std::vector<Body> mixed{sound.front(),
                                  {{1e30f, 0.0f, 0.0f}},
                                  {{-1e30f, 1e30f, -1e30f}, {kNone, kNone, kNone}},
                                  {{kNone, 0.0f, 0.0f}},
                                  {{kInfinite, 0.0f, -kInfinite}, {1.0f, 0.0f, 0.0f}}};
    CHECK(test::drawBodies(mixed, frame).rgba == test::drawBodies(sound, frame).rgba);

    Frame lost = frame;
    lost.view.eye = {kNone, kInfinite, 1e30f};
    test::drawBodies(sound, lost);
    lost = frame;
    lost.alpha = kNone;
    lost.seconds = std::numeric_limits<double>::infinity();
    lost.look = {.turbidity = kNone,
                 .brightness = kInfinite,
                 .bloom = kInfinite,
                 .shadow = kNone,
                 .depthOfField = kNone,
                 .vignette = kNone,
                 .dust = kNone,
                 .hue = kNone};
    test::drawBodies(sound, lost);
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("a fish at the lens and one around the eye are drawn without an error", "[render][picture]") {
    const Frame frame = test::frameOf(320, 240, kAhead);
    test::drawBodies(std::vector<Body>{{{0.0f, 0.0f, 6.0f}}, {{0.0f, 0.0f, 5.9f}}}, frame, 10.0f);
    CHECK(glGetError() == GL_NO_ERROR);
    CHECK(test::renderer().drawnBodies() == 2);
}

TEST_CASE("bodies outside the view are not drawn", "[render][picture]") {
    const Frame frame = test::frameOf(320, 240, kAhead);
    std::vector<Body> bodies{{{0.0f, 0.0f, 0.0f}}};
    for (int i = 1; i <= 20; ++i) {
        bodies.push_back({{static_cast<float>(i) * 50.0f, 0.0f, 0.0f}});
        bodies.push_back({{0.0f, 0.0f, 20.0f + static_cast<float>(i)}});
    }
    test::drawBodies(bodies, frame);
    CHECK(test::renderer().drawnBodies() == 1);
}

TEST_CASE("a picture without water is transparent where there is no fish", "[render][picture]") {
    Frame frame = test::frameOf(320, 240, kAhead);
    frame.isTransparent = true;
    const Flock flock = test::makeFlock(std::vector<Body>{{}});
    const BodyBatch school{&flock, 1.0f};
    for (const int samples : {0, 4}) {
        const Image picture = test::draw({&school, 1}, frame, samples);
        CHECK(picture.at(5, 5)[3] == 0);
        CHECK(picture.at(5, 5)[0] == 0);
        CHECK(picture.at(160, 120)[3] == 255);
    }
}

TEST_CASE("drawing leaves OpenGL in the state that others expect", "[render][picture]") {
    Frame frame = test::frameOf(64, 48, kAhead);
    const std::array rings{Ring{}};
    frame.rings = rings;
    test::drawBodies(std::vector<Body>{{}}, frame);
    for (const GLenum state : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST, GL_STENCIL_TEST,
                               GL_FRAMEBUFFER_SRGB, GL_PROGRAM_POINT_SIZE}) {
        CAPTURE(state);
        CHECK_FALSE(glIsEnabled(state));
    }
    for (const GLenum binding :
         {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING}) {
        GLint name = -1;
        glGetIntegerv(binding, &name);
        CAPTURE(binding);
        CHECK(name == 0);
    }
    GLboolean writesDepth = GL_FALSE;
    glGetBooleanv(GL_DEPTH_WRITEMASK, &writesDepth);
    CHECK(writesDepth == GL_TRUE);
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("several species are drawn, each in its own colours", "[render][picture]") {
    const Frame frame = test::frameOf(320, 240, kAhead);
    const Flock left = test::makeFlock(std::vector<Body>{{{-1.0f, 0.0f, 0.0f}}});
    const Flock right = test::makeFlock(std::vector<Body>{{{1.0f, 0.0f, 0.0f}}});
    const std::array bodyBatches{BodyBatch{&left, 1.0f, 0.0f, 0.0f, Species::Body::gull},
                                 BodyBatch{&right, 1.0f, 0.0f, 0.0f, Species::Body::bird}};
    const Image picture = test::draw(bodyBatches, frame);
    CHECK(test::renderer().drawnBodies() == 2);
    const test::Pixel a = test::project(frame, {-1.0f, -0.03f, 0.0f});
    const test::Pixel b = test::project(frame, {1.0f, -0.03f, 0.0f});
    CHECK(test::brightness(picture, static_cast<int>(a.x), static_cast<int>(a.y)) >
          test::brightness(picture, static_cast<int>(b.x), static_cast<int>(b.y)) + 10.0f);
}

}  // namespace
}  // namespace shoal
