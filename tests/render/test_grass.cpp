#include <glm/vec4.hpp>

#include "picture.hpp"
#include "render/card/grass.hpp"
#include "render/picture/tiled_renderer.hpp"

namespace shoal {
namespace {

using Place = LookSettings::Place;

constexpr int kGrassAcross = 322;
constexpr int kGrassDown = 180;
constexpr CameraSettings kAmongGrass{.distance = 12.0f, .azimuth = 0.6f, .elevation = 0.15f};
constexpr Vec3f kOutOfView{0.0f, 900.0f, 0.0f};
constexpr Ground kFlatGround{.form = Ground::Form::flat};
constexpr Ground kGrassyHills{.form = Ground::Form::hills, .level = -1.0f, .relief = 3.0f, .size = 40.0f};

Scene grassyPlain(const Ground& ground = kFlatGround) {
    Scene scene;
    scene.world = {.width = 200.0f, .height = 40.0f, .depth = 200.0f};
    scene.ground = ground;
    scene.species.emplace_back().count = 1;
    return scene;
}

Frame grassyFrame(const Vec3f& target = {}, Quality quality = Quality::normal) {
    Frame frame = test::frameOf(kGrassAcross, kGrassDown, kAmongGrass, target);
    frame.look.place = Place::plain;
    frame.look.turbidity = 0.2f;
    frame.setQuality(quality);
    frame.seconds = 3.3;
    return frame;
}

Image drawnGrass(const Frame& frame, const Scene& scene = grassyPlain()) {
    Simulation simulation = *Simulation::create(scene);
    REQUIRE(simulation.place(0, std::vector<Vec3f>{kOutOfView}, std::vector<Vec3f>{{1.0f, 0.0f, 0.0f}}));
    test::renderer().upload(simulation);
    const Image image = test::drawUploaded(frame);
    REQUIRE(test::renderer().lastFrame());
    return image;
}

/// Number of pixels in which grass changes the picture.
int grassIn(Frame frame, const Scene& scene = grassyPlain()) {
    const Image with = drawnGrass(frame, scene);
    frame.look.grass = 0.0f;
    return test::countDifferent(with, drawnGrass(frame, scene), 6);
}

TEST_CASE("grass grows on a plain at normal and high quality", "[render][grass]") {
    for (const Ground& ground : {kFlatGround, kGrassyHills}) {
        CHECK(grassIn(grassyFrame(), grassyPlain(ground)) > kGrassAcross * kGrassDown / 10);
        CHECK(grassIn(grassyFrame({}, Quality::high), grassyPlain(ground)) > kGrassAcross * kGrassDown / 10);
        CHECK(grassIn(grassyFrame({}, Quality::low), grassyPlain(ground)) == 0);
    }
}

TEST_CASE("grass grows nowhere else", "[render][grass]") {
    CHECK(grassIn(grassyFrame(), grassyPlain({})) == 0);
    CHECK(grassIn(grassyFrame(), grassyPlain({.form = Ground::Form::ackley, .level = -1.0f})) == 0);
    for (const Place place : {Place::water, Place::sky, Place::lab}) {
        Frame frame = grassyFrame();
        frame.look.place = place;
        CHECK(grassIn(frame) == 0);
    }
    Frame transparent = grassyFrame();
    transparent.isTransparent = true;
    CHECK(grassIn(transparent) == 0);
    Frame flat = test::frameOf(kGrassAcross, kGrassDown,
                               {.distance = 12.0f,
                                .azimuth = 0.6f,
                                .elevation = 1.2f,
                                .projection = CameraSettings::Projection::orthographic});
    flat.look.place = Place::plain;
    flat.setQuality(Quality::normal);
    REQUIRE(flat.view.isOrthographic());
    CHECK(grassIn(flat) == 0);
}

TEST_CASE("the setting makes grass thicker", "[render][grass]") {
    Frame frame = grassyFrame();
    frame.look.grass = 0.2f;
    const int thin = grassIn(frame);
    frame.look.grass = 0.9f;
    CHECK(grassIn(frame) > 2 * thin);
}

TEST_CASE("tufts stay in their places as the camera moves", "[render][grass]") {
    // A millimetre over the corner of four patches.
    const auto seenFrom = [](const Vec3f& target) {
        return test::withoutToe(drawnGrass(grassyFrame(target)));
    };
    const Image before = seenFrom({-0.0005f, 0.0f, -0.0005f});
    CHECK(test::countDifferent(before, seenFrom({0.0005f, 0.0f, 0.0005f}), 24) <
          kGrassAcross * kGrassDown / 500);
    // If the tufts came along, the picture of this plain would stay the same.
    CHECK(test::countDifferent(before, seenFrom({GrassDensity::kSide, 0.0f, 0.0f}), 24) >
          kGrassAcross * kGrassDown / 50);
}

TEST_CASE("grass stands on the ground at any height", "[render][grass]") {
    const Image low = drawnGrass(grassyFrame({0.0f, -3.0f, 0.0f}),
                                 grassyPlain({.form = Ground::Form::flat, .level = -3.0f}));
    const Image high =
        drawnGrass(grassyFrame({0.0f, 5.0f, 0.0f}), grassyPlain({.form = Ground::Form::flat, .level = 5.0f}));
    CHECK(test::countDifferent(low, high, 24) < kGrassAcross * kGrassDown / 200);
}

TEST_CASE("grass bends in the wind, and the same in every run", "[render][grass]") {
    Frame frame = grassyFrame();
    const Image before = drawnGrass(frame);
    frame.seconds += 1.0;
    CHECK(test::countDifferent(before, drawnGrass(frame), 8) > kGrassAcross * kGrassDown / 100);
    frame.seconds -= 1.0;
    CHECK(drawnGrass(frame).rgba == before.rgba);
}

TEST_CASE("tiles show no seam in the grass", "[render][grass][tiled]") {
    const Frame frame = grassyFrame();
    drawnGrass(frame, grassyPlain(kGrassyHills));
    const auto taken = [&](int maxTile) {
        auto room = TiledRenderer::create(test::renderer(), {.size = {kGrassAcross, kGrassDown}}, maxTile);
        REQUIRE(room);
        room->accumulate(frame, [](const Frame& tile) { test::renderer().draw(tile); });
        return *room->resolve();
    };
    const Image whole = taken(TiledRenderer::kMaxTile);
    for (const int maxTile : {160, 128}) {
        const Image tiled = taken(maxTile);
        CAPTURE(maxTile, test::countDifferent(whole, tiled, 0), test::countDifferent(whole, tiled, 1));
        CHECK(test::countDifferent(whole, tiled, 0) <= kGrassAcross * kGrassDown / 500);
        CHECK(test::countDifferent(whole, tiled, 1) <= kGrassAcross * kGrassDown / 2000);
    }
}

TEST_CASE("no tuft is missing at the picture's sides", "[render][grass]") {
    const Frame frame = grassyFrame();
    const GrassDensity density{.most = 0.5f};
    const SceneBlock block = makeSceneBlock(frame, grassyPlain().world, {0, 0, kGrassAcross, kGrassDown});
    const std::vector<GrassPatch> patches = grassInView(kGrassyHills, density, block);
    const auto holds = [&](float x, float z) {
        return std::ranges::any_of(patches, [&](const GrassPatch& patch) {
            return patch.place.z == std::floor(x / GrassDensity::kSide) &&
                   patch.place.w == std::floor(z / GrassDensity::kSide);
        });
    };
    int seen = 0;
    for (float x = -60.0f; x <= 60.0f; x += 0.7f) {
        for (float z = -60.0f; z <= 60.0f; z += 0.7f) {
            for (const float above : {0.0f, 0.5f}) {
                const Vec3f place{x, kGrassyHills.heightAt(x, z) + above, z};
                const glm::vec4 clip =
                    frame.view.projection * frame.view.view * glm::vec4(place.x, place.y, place.z, 1.0f);
                const bool isInView = clip.w > 0.0f && std::abs(clip.x) < clip.w && std::abs(clip.y) < clip.w;
                const float metres = std::sqrt(lengthSq(place - frame.view.eye));
                const float perMetre = 0.5f * frame.view.projection[1][1] / metres;
                if (isInView && perMetre > 1.1f * GrassDensity::kSparsest) {
                    ++seen;
                    REQUIRE(holds(x, z));
                }
            }
        }
    }
    CHECK(seen > 1000);
}

}  // namespace
}  // namespace shoal
