#include <utility>

#include "picture.hpp"
#include "render/picture/tiled_renderer.hpp"

namespace shoal {
namespace {

using Place = LookSettings::Place;

/// Many bodies of one kind around the origin, some of them at the picture's borders.
struct Crowd {
    Flock flock;
    Ground ground;
    BodyBatch school;

    explicit Crowd(Species::Body body) {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> place(-6.0f, 6.0f);
        std::vector<test::Body> bodies;
        for (std::uint32_t id = 0; id < 400; ++id) {
            bodies.push_back({.position = {place(random), place(random) * 0.5f, place(random)},
                              .velocity = {place(random), 0.1f * place(random), place(random)},
                              .id = id});
        }
        flock = test::makeFlock(bodies);
        ground.form = Ground::Form::hills;
        school = {&flock, 0.5f, 0.0f, 0.0f, body, &ground};
    }
};

/// A frame that leaves drawn light below 0.6 as it is: in a lab, whose tone curve has no toe.
Frame plainFrame() {
    Frame frame;
    frame.look.vignette = 0.0f;
    frame.look.place = LookSettings::Place::lab;
    return frame;
}

Image take(const Film& film, const Frame& frame, int maxTile = TiledRenderer::kMaxTile) {
    auto room = TiledRenderer::create(test::renderer(), film, maxTile);
    REQUIRE(room);
    for (int exposure = 0; exposure < film.shutter.exposures; ++exposure) {
        room->accumulate(frame, [](const Frame& tile) { test::renderer().draw(tile); });
    }
    return *room->resolve();
}

Image drawnAtOnce(Frame frame) {
    frame.setQuality(Quality::normal);
    return test::drawUploaded(frame);
}

Frame frameIn(Place place, int width, int height) {
    Frame frame = test::frameOf(width, height, {.distance = 9.0f, .elevation = 0.15f});
    frame.look.place = place;
    frame.seconds = 3.0;
    return frame;
}

/// Allows for one pixel in five hundred: a position computed from a tile's corner can round to the other side
/// of a sample or of an 8-bit step.
bool isSame(const Image& tiled, const Image& whole) {
    return test::countDifferent(tiled, whole, 0) <= whole.width * whole.height / 500 &&
           test::countDifferent(tiled, whole, 1) <= whole.width * whole.height / 2000;
}

const std::array kScenes{std::pair{Place::water, Species::Body::fish},
                         std::pair{Place::sky, Species::Body::bird},
                         std::pair{Place::plain, Species::Body::beast}};

/// A value for each scene: all values in all scenes would take a minute.
template <class Draw>
void forEachScene(const std::array<int, 3>& values, const Draw& draw) {
    for (std::size_t each = 0; each < kScenes.size(); ++each) {
        const auto& [place, body] = kScenes[each];
        const Crowd crowd(body);
        test::renderer().upload(World{}, {&crowd.school, 1});
        CAPTURE(static_cast<int>(place), values[each]);
        draw(place, values[each]);
    }
}

TEST_CASE("one exposure of one tile equals the picture drawn directly", "[render][tiled]") {
    for (const auto& [place, body] : kScenes) {
        const Crowd crowd(body);
        test::renderer().upload(World{}, {&crowd.school, 1});
        for (const bool isTransparent : {false, true}) {
            Frame frame = frameIn(place, 161, 90);
            frame.isTransparent = isTransparent;
            CAPTURE(static_cast<int>(place), isTransparent);
            const Image taken = take({.size = {161, 90}, .isTransparent = isTransparent}, frame);
            CHECK(test::countDifferent(taken, drawnAtOnce(frame), 0) == 0);
        }
    }
}

TEST_CASE("a tiled picture equals the picture in one piece", "[render][tiled]") {
    const std::array rings{Ring{{}, 2.0f}};
    forEachScene({18, 32, 64}, [&](Place place, int largest) {
        Frame frame = frameIn(place, 161, 90);
        frame.rings = rings;
        CHECK(isSame(take({.size = {161, 90}}, frame, largest), drawnAtOnce(frame)));
    });
}

TEST_CASE("smoothed edges of tiles fit together, transparent or not", "[render][tiled]") {
    const Crowd crowd(Species::Body::fish);
    test::renderer().upload(World{}, {&crowd.school, 1});
    const Frame frame = frameIn(Place::water, 161, 90);
    for (const bool isTransparent : {false, true}) {
        const Film film{.size = {161, 90}, .quality = Quality::low, .isTransparent = isTransparent};
        CAPTURE(isTransparent);
        CHECK(isSame(take(film, frame, 64), take(film, frame)));
    }
}

TEST_CASE("several exposures of one moment equal a single exposure", "[render][tiled]") {
    forEachScene({16, 3, 2}, [](Place place, int exposures) {
        const Frame frame = frameIn(place, 161, 90);
        const Image once = drawnAtOnce(frame);
        const Image several = take({.size = {161, 90}, .shutter = {.exposures = exposures}}, frame);
        // A third is no binary fraction, so that a pixel on the border of two levels may take the other.
        CHECK(test::countDifferent(several, once, 1) == 0);
        CHECK(test::countDifferent(several, once, 0) <= (exposures == 3 ? 2 : 0));
        const Image tiled = take({.size = {161, 90}, .shutter = {.exposures = exposures}}, frame, 64);
        CHECK(isSame(tiled, once));
    });
}

/// Fills the target with columns of light that alternate from pixel to pixel.
void drawStripes(unsigned framebuffer, const Tile& tile, const std::array<float, 4>& odd) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glEnable(GL_SCISSOR_TEST);
    for (int x = 0; x < tile.width; ++x) {
        const bool isOdd = (tile.x + x) % 2 == 1;
        glScissor(x, 0, 1, tile.height);
        isOdd ? glClearColor(odd[0], odd[1], odd[2], odd[3]) : glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

TEST_CASE("exposures are averaged in linear light, and colours are weighted by coverage", "[render][tiled]") {
    test::renderer();
    for (const int largest : {4096, 6}) {
        auto room = TiledRenderer::create(test::renderer(),
                                          {.size = {9, 5}, .supersample = 2, .isTransparent = true}, largest);
        REQUIRE(room);
        room->accumulate(plainFrame(), [](const Frame& frame) {
            drawStripes(frame.framebuffer, *frame.tile, {0.5f, 0.25f, 0.0f, 1.0f});
        });
        const Image image = *room->resolve();
        for (int x = 0; x < 9; ++x) {
            // Half covered by that colour.
            CHECK(std::abs(image.at(x, 2)[0] - 188) <= 3);
            CHECK(std::abs(image.at(x, 2)[1] - 137) <= 3);
            CHECK(image.at(x, 2)[2] <= 3);
            CHECK(std::abs(image.at(x, 2)[3] - 128) <= 1);
        }
    }
}

TEST_CASE("a moving light leaves an even trace of all its light", "[render][tiled]") {
    test::renderer();
    constexpr int kExposures = 8;
    auto room = TiledRenderer::create(test::renderer(),
                                      {.size = {kExposures, 2}, .shutter = {.exposures = kExposures}});
    REQUIRE(room);
    for (int picture = 0; picture < 2; ++picture) {  // the second contains no light of the first
        for (int exposure = 0; exposure < kExposures; ++exposure) {
            room->accumulate(plainFrame(), [&](const Frame& frame) {
                glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
                glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
                glClear(GL_COLOR_BUFFER_BIT);
                glEnable(GL_SCISSOR_TEST);
                glScissor(exposure, 0, 1, 2);
                glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
                glClear(GL_COLOR_BUFFER_BIT);
                glDisable(GL_SCISSOR_TEST);
            });
        }
        const Image image = *room->resolve();
        double mean = 0.0;
        for (int x = 0; x < kExposures; ++x) {
            mean += static_cast<double>(test::linear(image.at(x, 1)[0])) / kExposures;
            // Within the noise of dithering, one step of eight bits.
            CHECK(test::linear(image.at(x, 1)[0]) == test::approx(1.0 / kExposures).margin(0.004));
            CHECK(image.at(x, 1)[3] == 255);
        }
        CHECK(mean == test::approx(1.0 / kExposures).margin(0.002));
    }
}

TEST_CASE("supersampling smooths a picture and changes nothing else", "[render][tiled]") {
    forEachScene({4, 3, 2}, [](Place place, int side) {
        const Frame frame = frameIn(place, 192, 108);
        const Image usual = test::withoutToe(drawnAtOnce(frame));
        const Image fine = take({.size = {192, 108}, .supersample = side}, frame);
        const Image tiled = take({.size = {192, 108}, .supersample = side}, frame, 128);
        double apart = 0.0;
        const Image even = test::withoutToe(fine);
        for (std::size_t i = 0; i < usual.rgba.size(); ++i) {
            apart += std::abs(usual.rgba[i] - even.rgba[i]);
        }
        CHECK(apart / static_cast<double>(usual.rgba.size()) < 3.0);
        CHECK(apart > 0.0);
        CHECK(isSame(tiled, fine));
    });
}

TEST_CASE("overlays are drawn once, at the picture's own size", "[render][tiled]") {
    test::renderer();
    const Film plain{.size = {20, 12}, .isTransparent = true};
    const Film averaged{
        .size = {20, 12}, .shutter = {.exposures = 3}, .supersample = 2, .isTransparent = true};
    for (const auto& [film, maxTile] :
         {std::pair{plain, TiledRenderer::kMaxTile}, std::pair{plain, 8}, std::pair{averaged, 16}}) {
        auto room = TiledRenderer::create(test::renderer(), film, maxTile);
        REQUIRE(room);
        for (int exposure = 0; exposure < film.shutter.exposures; ++exposure) {
            room->accumulate(plainFrame(), [](const Frame& frame) {
                glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
                glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
                glClear(GL_COLOR_BUFFER_BIT);
            });
        }
        int pixels = 0;
        const Image image = *room->resolve([&](unsigned framebuffer, const Tile& tile) {
            pixels += tile.width * tile.height;
            GLint bound = 0;
            glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
            CHECK(static_cast<unsigned>(bound) == framebuffer);
            // One pixel of the picture, the fourth from the left and third from below.
            glEnable(GL_SCISSOR_TEST);
            glScissor(3 - tile.x, 2 - tile.y, 1, 1);
            glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
            if (tile.x <= 3 && tile.y <= 2) {
                glClear(GL_COLOR_BUFFER_BIT);
            }
            glDisable(GL_SCISSOR_TEST);
        });
        CHECK(pixels == 20 * 12);
        for (int y = 0; y < 12; ++y) {
            for (int x = 0; x < 20; ++x) {
                // Noise may lift black by one step.
                CHECK(std::abs(image.at(x, y)[0] - (x == 3 && y == 9 ? 255 : 0)) <= 1);
            }
        }
    }
}

TEST_CASE("a viewport smaller than the picture shows the same parts of it", "[render][tiled]") {
    const glm::mat4 projection = test::frameOf(300, 200, {}).view.projection;
    const Tile window = windowAbout({250, 10, 50, 40}, 300, 200, 120, 128);
    CHECK(window == Tile{180, 0, 120, 128});
    CHECK(windowAbout({0, 0, 10, 10}, 300, 200, 4096, 4096) == Tile{0, 0, 300, 200});
    const glm::mat4 cut = cutTo(window, projection, 300, 200);
    for (const glm::vec4 point : {glm::vec4{0.3f, 0.2f, -4.0f, 1.0f}, glm::vec4{-2.0f, 0.7f, -9.0f, 1.0f}}) {
        const glm::vec4 whole = projection * point;
        const glm::vec4 part = cut * point;
        const float x = (whole.x / whole.w * 0.5f + 0.5f) * 300.0f;
        const float y = (whole.y / whole.w * 0.5f + 0.5f) * 200.0f;
        CHECK((part.x / part.w * 0.5f + 0.5f) * 120.0f + 180.0f == test::approx(x).margin(1e-3));
        CHECK((part.y / part.w * 0.5f + 0.5f) * 128.0f == test::approx(y).margin(1e-3));
        CHECK(part.z == whole.z);
        CHECK(part.w == whole.w);
    }
}

TEST_CASE("impossible picture sizes are problems", "[render][tiled]") {
    test::renderer();
    for (const Film& film :
         {Film{.size = {0, 4}}, Film{.size = {4, 1 << 20}}, Film{.size = {40000, 4}, .supersample = 2}}) {
        const auto room = TiledRenderer::create(test::renderer(), film);
        REQUIRE_FALSE(room);
        CHECK_THAT(room.problem().text, test::contains(std::to_string(film.size.width) + "x"));
    }
}

}  // namespace
}  // namespace shoal
