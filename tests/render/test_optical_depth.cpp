#include <limits>

#include "picture.hpp"
#include "render/light/optical_depth.hpp"
#include "render/scene/body_pass.hpp"

namespace shoal {
namespace {

using test::Body;
using test::kHeight;
using test::kWidth;

constexpr float kLength = 0.34f;  // [m]
constexpr CameraSettings kFromAfar{.distance = 40.0f, .azimuth = 0.3f, .elevation = 0.2f};

std::vector<Body> scattered(int count, const Vec3f& half, std::uint32_t seed = 7) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> along(-1.0f, 1.0f);
    std::vector<Body> bodies;
    for (int i = 0; i < count; ++i) {
        const float x = along(random);
        const float y = along(random);
        const float z = along(random);
        bodies.push_back({{half.x * x, half.y * y, half.z * z}});
    }
    return bodies;
}

/// [m] of a body, as sizeOf() in shaders/bodies.glsl.
float sizeOf(std::uint32_t id, float bodyLength) {
    std::uint32_t bits = id * 0x9e3779b1U + 0x85ebca77U;
    bits = (bits ^ (bits >> 16)) * 0x7feb352dU;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bU;
    return bodyLength * (0.85f + 0.30f * (static_cast<float>((bits ^ (bits >> 16)) >> 24) / 255.0f));
}

/// Draws them from afar and returns the volume.
const OpticalDepth& depthOf(const std::vector<Body>& bodies, float bodyLength = kLength) {
    test::drawBodies(bodies, test::frameOf(kWidth, kHeight, kFromAfar), bodyLength);
    return test::renderer().opticalDepth();
}

TEST_CASE("the volume's sums are those of a plain loop over the bodies", "[render][light]") {
    for (const float length : {0.1f, kLength, 3.0f}) {
        const std::vector<Body> bodies = scattered(3001, {6.0f, 2.0f, 5.0f});
        const OpticalDepth& volume = depthOf(bodies, length);
        const glm::vec4 box = volume.box();
        const Frame frame = test::frameOf(kWidth, kHeight, kFromAfar);
        const glm::vec3 eye(frame.view.eye.x, frame.view.eye.y, frame.view.eye.z);
        std::vector<std::uint32_t> wanted(OpticalDepth::kCells);
        for (std::size_t id = 0; id < bodies.size(); ++id) {
            const Vec3f& at = bodies[id].position;
            const float size = sizeOf(static_cast<std::uint32_t>(id), length);
            const int parts = std::min(std::max(static_cast<int>(std::ceil(size / box.w)), 1), 16);
            const auto amount = static_cast<std::uint32_t>(
                0.16f / volume.unit() * size * size / static_cast<float>(parts) + 0.5f);
            for (int part = 0; part < parts; ++part) {
                // They lie along x.
                const float along =
                    parts > 1 ? size * ((static_cast<float>(part) + 0.5f) / static_cast<float>(parts) - 0.5f)
                              : 0.0f;
                const glm::vec3 place = glm::vec3(at.x + along, at.y, at.z) - eye - glm::vec3(box);
                const glm::ivec3 cell(glm::floor(place / box.w));
                const auto index = static_cast<std::size_t>(
                    cell.x + OpticalDepth::kWidth * (cell.y + OpticalDepth::kHeight * cell.z));
                wanted[index] += amount;
            }
        }
        const std::vector<std::uint32_t> sums = volume.sums();
        std::uint64_t all = 0;
        std::uint64_t moved = 0;
        for (std::size_t cell = 0; cell < wanted.size(); ++cell) {
            all += wanted[cell];
            moved += sums[cell] > wanted[cell] ? sums[cell] - wanted[cell] : wanted[cell] - sums[cell];
        }
        CAPTURE(length, box.w, all, moved);
        CHECK(all > 0);
        CHECK(moved == 0);
        CHECK(box.w >= 0.75f * length);
    }
}

TEST_CASE("the volume is the same in every run, and whatever the order of the bodies", "[render][light]") {
    const std::vector<Body> bodies = scattered(5000, {3.0f, 2.0f, 3.0f});
    const auto first = depthOf(bodies).depths();
    CHECK((depthOf(bodies).depths() == first));
    CHECK((depthOf(bodies).depths() == first));
}

TEST_CASE("a body alone keeps its light", "[render][light]") {
    for (int i = 0; i < 40; ++i) {
        const float shift = 0.013f * static_cast<float>(i);
        test::drawBodies(std::vector<Body>{{{shift, 0.7f * shift, -0.4f * shift}}},
                         test::frameOf(kWidth, kHeight, {.distance = 3.0f}), kLength);
        const auto posed = test::renderer().visibleBodies().posed(0);
        for (const auto& level : posed) {
            for (const VisibleBodies::PosedBody& body : level) {
                CAPTURE(shift, body.sun, body.sky);
                CHECK(body.sun > 0.97f);
                CHECK(body.sky > 0.97f);
            }
        }
    }
}

TEST_CASE("a layer of bodies has the optical depth of its cross-sections", "[render][light]") {
    // Wide enough that its edges do not show in the middle.
    const Vec3f half{8.0f, 1.5f, 8.0f};
    const auto volumeOf = [&](int count) { return scattered(count, half); };
    for (const int count : {5000, 20000, 60000}) {
        const OpticalDepth& volume = depthOf(volumeOf(count));
        const float meanSizeSq = kLength * kLength * (1.0f + 0.3f * 0.3f / 12.0f);
        const float upwards = 0.16f * meanSizeSq * static_cast<float>(count) / (4.0f * half.x * half.z);
        const Frame frame = test::frameOf(kWidth, kHeight, kFromAfar);
        const SceneBlock scene = makeSceneBlock(frame, World{}, Tile{0, 0, kWidth, kHeight});
        const auto depths = volume.depths();
        double sun = 0.0;
        double up = 0.0;
        int cells = 0;
        for (int z = 20; z < 28; ++z) {
            for (int x = 20; x < 28; ++x, ++cells) {
                const auto& bottom =
                    depths[static_cast<std::size_t>(x + OpticalDepth::kWidth * (OpticalDepth::kHeight * z))];
                sun += static_cast<double>(bottom[0]);
                up += static_cast<double>(bottom[1]);
            }
        }
        CAPTURE(count, upwards, up / cells, sun / cells, scene.sun.y);
        CHECK(up / cells == test::approx(upwards).epsilon(0.1));
        CHECK(sun / cells == test::approx(upwards / scene.sun.y).epsilon(0.1));
    }
}

TEST_CASE("bodies in the middle of a school and below it get less light than those at its rim",
          "[render][light]") {
    std::vector<Body> bodies = scattered(6000, {3.0f, 3.0f, 3.0f});
    const auto first = static_cast<std::uint32_t>(bodies.size());
    bodies.push_back({{0.0f, 2.9f, 0.0f}});
    bodies.push_back({{0.0f, 0.0f, 0.0f}});
    bodies.push_back({{0.0f, -2.9f, 0.0f}});
    bodies.push_back({{0.0f, -9.0f, 0.0f}});   // below the volume
    bodies.push_back({{12.0f, -9.0f, 0.0f}});  // beside the school's shadow
    test::drawBodies(bodies, test::frameOf(kWidth, kHeight, kFromAfar), kLength);
    std::array<VisibleBodies::PosedBody, 5> found;
    for (const auto& level : test::renderer().visibleBodies().posed(0)) {
        for (const VisibleBodies::PosedBody& body : level) {
            if (body.id >= first) {
                found[body.id - first] = body;
            }
        }
    }
    const auto& [top, middle, bottom, below, beside] = found;
    CAPTURE(top.sun, middle.sun, bottom.sun, below.sun, beside.sun);
    CHECK(top.sun > middle.sun + 0.2f);
    CHECK(middle.sun > bottom.sun);
    CHECK(top.sky > middle.sky);
    CHECK(middle.sky > bottom.sky);
    CHECK(below.sky == test::approx(bottom.sky).margin(0.1));
    CHECK(beside.sun > 0.99f);
    CHECK(beside.sky > 0.99f);
}

TEST_CASE("the shadow setting scales the volume, and 0 leaves it empty", "[render][light]") {
    const std::vector<Body> bodies = scattered(6000, {3.0f, 3.0f, 3.0f});
    Frame frame = test::frameOf(kWidth, kHeight, kFromAfar);
    const auto drawn = [&](float shadow) {
        frame.look.shadow = shadow;
        return test::drawBodies(bodies, frame, kLength);
    };
    const auto middleOf = [] {
        const auto depths = test::renderer().opticalDepth().depths();
        return depths[static_cast<std::size_t>(24 + OpticalDepth::kWidth * (OpticalDepth::kHeight * 24 + 4))];
    };
    const Image full = drawn(1.0f);
    const auto deep = middleOf();
    const Image half = drawn(0.5f);
    const auto shallow = middleOf();
    REQUIRE(deep[0] > 0.1f);
    CHECK(shallow[0] == test::approx(0.5f * deep[0]).epsilon(0.01));
    CHECK(shallow[1] == test::approx(0.5f * deep[1]).epsilon(0.01));
    const Image none = drawn(0.0f);
    CHECK((test::renderer().opticalDepth().depths() ==
           std::vector<std::array<float, 2>>(OpticalDepth::kCells)));
    const auto light = [](const Image& image) {
        double sum = 0.0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                sum += static_cast<double>(test::brightness(image, x, y));
            }
        }
        return sum;
    };
    CAPTURE(light(full), light(half), light(none));
    CHECK(light(full) < light(half));
    CHECK(light(half) < light(none));
    CHECK(drawn(1.0f).rgba == full.rgba);
    CHECK(drawn(0.0f).rgba == none.rgba);
}

TEST_CASE("without shadows the volume is not computed", "[render][light]") {
    Frame frame = test::frameOf(kWidth, kHeight, kFromAfar);
    test::drawBodies(scattered(100, {1.0f, 1.0f, 1.0f}), frame, kLength);
    const auto sums = test::renderer().opticalDepth().sums();
    frame.look.shadow = 0.0f;
    test::drawBodies(scattered(100, {1.0f, 1.0f, 1.0f}, 8), frame, kLength);
    CHECK((test::renderer().opticalDepth().sums() == sums));  // those of the last flock that cast shadows
}

TEST_CASE("a place that is no number shades nothing and harms no other body", "[render][light]") {
    std::vector<Body> bodies = scattered(500, {1.0f, 1.0f, 1.0f});
    const auto before = depthOf(bodies).box();
    bodies.push_back({{std::nanf(""), 0.0f, 0.0f}});
    bodies.push_back({{0.0f, std::numeric_limits<float>::infinity(), 0.0f}});
    const glm::vec4 box = depthOf(bodies).box();
    CAPTURE(before.x, before.y, before.z, before.w, box.x, box.y, box.z, box.w);
    CHECK(box == before);
    for (const auto& depth : test::renderer().opticalDepth().depths()) {
        CHECK(std::isfinite(depth[0]));
    }
}

}  // namespace
}  // namespace shoal
