#include <complex>
#include <iterator>
#include <numbers>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "picture.hpp"
#include "render/frame/scene_block.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

using Place = LookSettings::Place;

constexpr int kPlaceWidth = 160;
constexpr int kPlaceHeight = 240;
constexpr CameraSettings kPlaceCamera{
    .fieldOfView = 1.6f, .distance = 2.0f, .azimuth = 0.0f, .elevation = 0.0f};

Image drawIn(Place place, Species::Body body, Frame frame) {
    const Flock flock = test::makeFlock(std::vector<test::Body>{{{}, {1.0f, 0.0f, 0.0f}}});
    frame.look.place = place;
    const BodyBatch school{&flock, 1.0f, 0.0f, 0.0f, body};
    return test::draw({&school, 1}, frame, 4);
}

TEST_CASE("each place has its own colours, and only water has particles", "[render][place]") {
    const Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, kPlaceCamera);
    std::vector<Image> pictures;
    for (const Place place : {Place::water, Place::sky, Place::plain, Place::lab}) {
        pictures.push_back(drawIn(place, Species::Body::bird, frame));
        INFO(LookSettings::places[static_cast<std::size_t>(place)]);
        CHECK(test::renderer().lastFrame());
        // Three levels of detail, the background, in water the particles, and in air the four parts of the
        // sky.
        CHECK(test::renderer().cost().calls == (place == Place::water ? 6 : place == Place::sky ? 8 : 5));
        for (std::size_t i = 0; i + 1 < pictures.size(); ++i) {
            CHECK(test::countDifferent(pictures[i], pictures.back(), 20) > kPlaceWidth * kPlaceHeight / 2);
        }
    }
}

TEST_CASE("the water turns from blue to green with its type", "[render][place]") {
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, kPlaceCamera);
    double last = 1e9;
    for (const float type : {0.0f, 0.15f, 0.3f, 0.65f, 1.0f}) {
        frame.look.waterType = type;
        const Image image = test::draw({}, frame);
        const auto level = image.at(kPlaceWidth / 2, kPlaceHeight / 2);
        const double blueness = static_cast<double>(level[2]) / level[1];
        CAPTURE(type, last);
        CHECK(blueness < last - 0.02);
        last = blueness;
    }
    CHECK(last < 1.0);
}

TEST_CASE("the surface of the sea is smooth light from below, without hard edges", "[render][place]") {
    Frame frame = test::frameOf(480, 320, {.distance = 6.0f, .azimuth = 0.9f, .elevation = -0.5f});
    frame.look.turbidity = 0.3f;
    const Image image = test::draw({}, frame);
    int largest = 0;
    int darkest = 255;
    int brightest = 0;
    for (int y = 0; y < image.height - 1; ++y) {
        for (int x = 0; x < image.width - 1; ++x) {
            const int here = image.at(x, y)[1];
            largest = std::max(
                {largest, std::abs(here - image.at(x + 1, y)[1]), std::abs(here - image.at(x, y + 1)[1])});
            darkest = std::min(darkest, here);
            brightest = std::max(brightest, here);
        }
    }
    CAPTURE(darkest, brightest);
    CHECK(brightest - darkest > 80);
    CHECK(largest < 45);  // 103 where the window's edge was sharp
}

/// Returns the number of waves that would share a picture's power evenly: e to the power of its spectrum's
/// entropy. The picture shows the water's surface about the edge of Snell's window.
double surfaceWavesIn(const Image& image, const Frame& frame, const World& world) {
    constexpr int kSide = 48;      // samples along each side of a square on the surface
    constexpr int kMaxWaves = 15;  // along a side
    const float height = makeSceneBlock(frame, world, frame.drawnTile()).surface.x;
    const glm::mat4& view = frame.view.view;
    const glm::vec2 right = glm::normalize(glm::vec2(view[0][0], view[2][0]));
    const glm::vec2 ahead{right.y, -right.x};
    std::vector<double> patch;
    for (int i = 0; i < kSide * kSide; ++i) {
        const auto along = static_cast<float>(i / kSide) / static_cast<float>(kSide - 1);
        const auto across = static_cast<float>(i % kSide) / static_cast<float>(kSide - 1);
        const glm::vec2 place = height * ((0.75f + 0.7f * along) * ahead + (0.7f * across - 0.35f) * right);
        const test::Pixel at = test::project(frame, frame.view.eye + Vec3f{place.x, height, place.y});
        const auto hann = [](float x) {
            return 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(x));
        };
        patch.push_back(
            hann(along) * hann(across) *
            static_cast<double>(test::brightness(image, static_cast<int>(at.x), static_cast<int>(at.y)) -
                                128.0f));
    }
    std::vector<double> powers;
    double sum = 0.0;
    for (int ky = 0; ky <= kMaxWaves; ++ky) {
        for (int kx = -kMaxWaves; kx <= kMaxWaves; ++kx) {
            if (kx * kx + ky * ky < 4) {
                continue;  // slopes of the picture as a whole
            }
            std::complex<double> wave;
            for (int i = 0; i < kSide * kSide; ++i) {
                wave +=
                    patch[static_cast<std::size_t>(i)] *
                    std::polar(1.0, 2.0 * std::numbers::pi * (ky * (i / kSide) + kx * (i % kSide)) / kSide);
            }
            powers.push_back(std::norm(wave));
            sum += powers.back();
        }
    }
    double entropy = 0.0;
    for (const double power : powers) {
        entropy -= power > 0.0 ? power / sum * std::log(power / sum) : 0.0;
    }
    return std::exp(entropy);
}

TEST_CASE("waves at the sea's surface form no lattice", "[render][place]") {
    const World world{.width = 60.0f, .height = 30.0f, .depth = 60.0f};
    double mean = 0.0;
    for (const float azimuth : {1.0f, 2.6f, -2.1f, -0.5f}) {
        for (const double seconds : {5.0, 25.0}) {
            Frame frame = test::frameOf(
                384, 384, {.fieldOfView = 0.785f, .distance = 6.0f, .azimuth = azimuth, .elevation = -0.73f});
            frame.look.turbidity = 0.0f;
            frame.seconds = seconds;
            mean += surfaceWavesIn(test::draw({}, frame, 0, world), frame, world) / 8.0;
        }
    }
    CAPTURE(mean);
    CHECK(mean > 37.0);  // 30 where each wave was equally steep everywhere, 46 where they come in groups
}

TEST_CASE("caustics run over fish in water and not in air", "[render][place]") {
    Frame frame =
        test::frameOf(kPlaceWidth, kPlaceHeight, {.distance = 2.0f, .azimuth = 0.0f, .elevation = 1.4f});
    frame.isTransparent = true;
    frame.look.turbidity = 0.0f;
    for (const Place place : {Place::water, Place::sky, Place::plain}) {
        const Image now = drawIn(place, Species::Body::fish, frame);
        Frame later = frame;
        later.seconds = 3.0;
        const Image then = drawIn(place, Species::Body::fish, later);
        INFO(LookSettings::places[static_cast<std::size_t>(place)]);
        CHECK((test::countDifferent(now, then, 12) > 30) == (place == Place::water));
    }
}

TEST_CASE("a coarse backdrop looks like the full one, and does not touch bodies", "[render][place]") {
    for (const Place place : {Place::water, Place::sky, Place::plain, Place::lab}) {
        INFO(LookSettings::places[static_cast<std::size_t>(place)]);
        // An odd size: the last row and column have no texel of their own.
        Frame frame = test::frameOf(kPlaceWidth + 1, kPlaceHeight + 1, kPlaceCamera);
        const Image full = drawIn(place, Species::Body::bird, frame);
        frame.coarseBackdrop = true;
        const Image coarse = drawIn(place, Species::Body::bird, frame);
        CHECK(test::countDifferent(full, coarse, 24) < kPlaceWidth * kPlaceHeight / 40);
        if (place == Place::lab) {
            CHECK(test::countDifferent(full, coarse, 0) == 0);  // thin lines need every pixel
        } else {
            CHECK(test::countDifferent(full, coarse, 0) > 0);
        }
    }
}

TEST_CASE("the parts of the sky look like one", "[render][place]") {
    test::renderer();
    const test::ScratchFolder folder;
    std::filesystem::copy(SHOAL_SHADER_FOLDER, folder.path(), std::filesystem::copy_options::recursive);
    std::ifstream file(folder.path() / "sky.frag");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text.insert(text.find('\n') + 1, "#undef HIGH\n#undef LAND\n#undef LAKE\n");
    std::ofstream(folder.path() / "sky.frag") << text;
    const Result<std::unique_ptr<Renderer>> undivided = Renderer::create(folder.path());
    REQUIRE(undivided);
    for (const float elevation : {-0.4f, -0.1f, 0.0f, 0.05f, 0.3f}) {
        for (const float fieldOfView : {0.5f, 1.6f}) {
            const bool coarse = fieldOfView < 1.0f;
            const int samples = coarse ? 0 : 4;
            CameraSettings camera = kPlaceCamera;
            camera.fieldOfView = fieldOfView;
            camera.elevation = elevation;
            Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera);
            frame.look = {.place = Place::sky, .land = 1.0f};
            frame.coarseBackdrop = coarse;
            const Result<Offscreen> target = Offscreen::create(kPlaceWidth, kPlaceHeight);
            REQUIRE(target);
            const Image parts = test::draw({}, frame, samples);
            frame.samples = samples;
            frame.framebuffer = target->framebuffer();
            (*undivided)->draw(frame);
            CAPTURE(elevation, fieldOfView);
            CHECK(test::countDifferent(parts, target->read(), 0) == 0);
        }
    }
}

/// Sine of the elevation [-1 .. 1] that the middle of a row shows.
float elevationOf(const Frame& frame, int y) {
    const SceneBlock block = makeSceneBlock(frame, World{}, {0, 0, kPlaceWidth, kPlaceHeight});
    const float up = 1.0f - (static_cast<float>(y) + 0.5f) * 2.0f / static_cast<float>(kPlaceHeight);
    const glm::vec3 ray = glm::vec3(block.rayCentre) + up * glm::vec3(block.rayUp);
    return ray.y / glm::length(ray);
}

TEST_CASE("the sky has no hard edge at any height", "[render][place]") {
    for (const float azimuth : {0.0f, 1.5f, 3.0f, -1.5f}) {
        for (const float elevation : {-0.25f, 0.0f, 0.25f}) {
            CameraSettings camera = kPlaceCamera;
            camera.fieldOfView = 0.5f;
            camera.azimuth = azimuth;
            camera.elevation = elevation;
            const Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera, {0.0f, 0.0f, 50.0f});
            for (const Place place : {Place::sky, Place::plain}) {
                Frame here = frame;
                here.look.place = place;
                const Image picture = test::draw({}, here);
                // The sun's disc has an edge, so near-white pixels are skipped.
                float steepest = 0.0f;
                for (int y = 1; y < kPlaceHeight; ++y) {
                    // Land and its mirror image have edges.
                    const float height = elevationOf(here, y);
                    if (place == Place::sky && height > -0.6f && height < 0.1f) {
                        continue;
                    }
                    for (int x = 0; x < kPlaceWidth; x += 8) {
                        const float above = test::brightness(picture, x, y - 1);
                        const float below = test::brightness(picture, x, y);
                        steepest = std::max(steepest,
                                            std::max(above, below) > 215.0f ? 0.0f : std::abs(above - below));
                    }
                }
                CAPTURE(azimuth, elevation, static_cast<int>(place));
                CHECK(steepest < 7.0f);
            }
        }
    }
}

TEST_CASE("at dusk birds are dark against a bright sky", "[render][place]") {
    const Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, kPlaceCamera);
    Frame empty = frame;
    empty.look.place = Place::sky;
    const Image sky = test::draw({}, empty, 4);
    const Image picture = drawIn(Place::sky, Species::Body::bird, frame);
    double darker = 0.0;
    int count = 0;
    for (int y = 0; y < kPlaceHeight; ++y) {
        for (int x = 0; x < kPlaceWidth; ++x) {
            if (test::difference(sky, picture, x, y) > 12) {
                darker += static_cast<double>(test::brightness(sky, x, y) - test::brightness(picture, x, y));
                ++count;
            }
        }
    }
    CHECK(count > 300);
    CHECK(darker / count > 50.0);
}

/// Draws the sky over the lake, without bodies.
Image drawSky(float degrees, float clouds, const CameraSettings& camera = kPlaceCamera,
              double seconds = 0.0) {
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera, {0.0f, 0.0f, 0.0f});
    frame.look.place = Place::sky;
    frame.look.sunElevation = degrees * 0.0174532925f;
    frame.look.clouds = clouds;
    frame.seconds = seconds;
    return test::draw({}, frame);
}

/// Mean difference of two pictures' channels.
double meanDifference(const Image& a, const Image& b) {
    double sum = 0.0;
    for (int y = 0; y < kPlaceHeight; y += 2) {
        for (int x = 0; x < kPlaceWidth; x += 2) {
            sum += test::difference(a, b, x, y);
        }
    }
    return sum / (kPlaceWidth * kPlaceHeight / 4.0);
}

TEST_CASE("the sky overhead brightens as the sun rises, and turns from violet to blue", "[render][place]") {
    CameraSettings up = kPlaceCamera;
    up.fieldOfView = 0.4f;
    up.elevation = -1.2f;
    float last = 0.0f;
    for (const float degrees : {-6.0f, 0.0f, 5.0f, 12.0f, 28.0f}) {
        const float now = test::brightness(drawSky(degrees, 0.0f, up), kPlaceWidth / 2, kPlaceHeight / 2);
        CAPTURE(degrees, last, now);
        CHECK(now > last + 2.0f);
        last = now;
    }
}

TEST_CASE("the sky changes smoothly as the sun rises and as clouds gather", "[render][place]") {
    // Without the sun, which moves by its own width.
    CameraSettings away = kPlaceCamera;
    away.azimuth = 2.5f;
    constexpr int kSteps = 33;
    for (const bool isSun : {true, false}) {
        Image last;
        double total = 0.0;
        double largest = 0.0;
        for (int step = 0; step <= kSteps; ++step) {
            const float share = static_cast<float>(step) / kSteps;
            Image now = isSun ? drawSky(-6.0f + 66.0f * share, 0.35f, away) : drawSky(20.0f, share, away);
            if (step > 0) {
                const double change = meanDifference(last, now);
                total += change;
                largest = std::max(largest, change);
            }
            last = std::move(now);
        }
        CAPTURE(isSun, total, largest);
        CHECK(total > 20.0);
        CHECK(largest < 20.0);
    }
}

TEST_CASE("without clouds the sky stands still, and under them it has no sun", "[render][place]") {
    CameraSettings up = kPlaceCamera;
    up.elevation = -0.8f;
    CHECK(test::countDifferent(drawSky(28.0f, 0.0f, up), drawSky(28.0f, 0.0f, up, 60.0), 0) == 0);
    CHECK(test::countDifferent(drawSky(28.0f, 0.4f, up), drawSky(28.0f, 0.4f, up, 60.0), 4) > 1000);
    const auto whitePixels = [&up](float clouds) {
        const Image picture = drawSky(28.0f, clouds, up);
        int count = 0;
        for (int y = 0; y < kPlaceHeight; ++y) {
            for (int x = 0; x < kPlaceWidth; ++x) {
                count += test::brightness(picture, x, y) > 250.0f ? 1 : 0;
            }
        }
        return count;
    };
    CHECK(whitePixels(0.0f) > 5);
    CHECK(whitePixels(1.0f) == 0);
}

TEST_CASE("the sun that lights bodies stands where the sky shows it", "[render][place]") {
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, kPlaceCamera);
    frame.look.place = Place::sky;
    for (const float degrees : {-6.0f, 5.0f, 45.0f}) {
        frame.look.sunElevation = degrees * 0.0174532925f;
        const SceneBlock block = makeSceneBlock(frame, World{}, {0, 0, kPlaceWidth, kPlaceHeight});
        CHECK_THAT(block.sun.y, Catch::Matchers::WithinAbs(std::sin(frame.look.sunElevation), 1e-5));
        CHECK_THAT(glm::length(glm::vec3(block.sun)), Catch::Matchers::WithinAbs(1.0, 1e-5));
    }
}

TEST_CASE("the lake mirrors birds above it, and none below", "[render][place]") {
    CameraSettings camera = kPlaceCamera;
    camera.distance = 30.0f;
    camera.fieldOfView = 0.8f;
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera);
    frame.look.place = Place::sky;
    frame.look.turbidity = 0.0f;
    frame.look.lakeLevel = -3.0f;
    const Image empty = test::draw({}, frame);
    const auto changedNear = [&](const Frame& drawn, float height, const Vec3f& place) {
        const Flock flock =
            test::makeFlock(std::vector<test::Body>{{{1.0f, height, 0.0f}, {1.0f, 0.0f, 0.0f}}});
        const BodyBatch school{&flock, 2.0f, 0.0f, 0.0f, Species::Body::bird};
        const Image picture = test::draw({&school, 1}, drawn);
        const test::Pixel at = test::project(drawn, place);
        int changed = 0;
        for (int y = 0; y < kPlaceHeight; ++y) {
            for (int x = 0; x < kPlaceWidth; ++x) {
                const bool isNear = std::abs(static_cast<float>(x) - at.x) < 16.0f &&
                                    std::abs(static_cast<float>(y) - at.y) < 16.0f;
                changed += isNear && test::difference(picture, empty, x, y) > 12 ? 1 : 0;
            }
        }
        return changed;
    };
    const Vec3f image{1.0f, -7.0f, 0.0f};
    CHECK(changedNear(frame, 1.0f, image) == 0);
    frame.hasMirror = true;
    CHECK(changedNear(frame, 1.0f, {1.0f, 1.0f, 0.0f}) > 30);
    CHECK(changedNear(frame, 1.0f, image) > 30);
    CHECK(changedNear(frame, -5.0f, {1.0f, -1.0f, 0.0f}) == 0);
}

TEST_CASE("ripples shift a bird's image in the lake, and do not stretch it", "[render][place]") {
    CameraSettings camera = kPlaceCamera;
    camera.distance = 60.0f;
    camera.fieldOfView = 0.8f;
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera);
    frame.look.place = Place::sky;
    frame.look.turbidity = 0.0f;
    frame.look.lakeLevel = -6.0f;
    frame.hasMirror = true;
    const Flock flock = test::makeFlock(std::vector<test::Body>{{{0.0f, 4.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}});
    const BodyBatch school{&flock, 6.0f, 0.0f, 0.0f, Species::Body::bird};
    const int lake = static_cast<int>(test::project(frame, {0.0f, -6.0f, -1000.0f}).y);
    std::vector<int> heights;
    for (frame.seconds = 0.0; frame.seconds < 6.0; frame.seconds += 0.5) {
        const Image picture = test::draw({&school, 1}, frame);
        const Image empty = test::draw({}, frame);
        int top = kPlaceHeight;
        int bottom = 0;
        for (int y = lake; y < kPlaceHeight; ++y) {
            for (int x = 0; x < kPlaceWidth; ++x) {
                if (test::difference(picture, empty, x, y) > 12) {
                    top = std::min(top, y);
                    bottom = std::max(bottom, y);
                }
            }
        }
        REQUIRE(bottom > top);
        heights.push_back(bottom - top);
    }
    CAPTURE(heights);
    CHECK(std::ranges::max(heights) - std::ranges::min(heights) <= 2);
}

TEST_CASE("far bodies dissolve into each place", "[render][place]") {
    // It looks up, because land hides the sky at the horizon.
    constexpr float kUp = 0.4f;
    CameraSettings camera = kPlaceCamera;
    camera.fieldOfView = 0.4f;
    camera.elevation = -kUp;
    Frame frame = test::frameOf(kPlaceWidth, kPlaceHeight, camera);
    for (const Place place : {Place::sky, Place::plain}) {
        frame.look.place = place;
        const Image empty = test::draw({}, frame);
        int last = 256;
        for (const float away : {0.0f, 40.0f, 400.0f}) {
            // The same size in the picture at any distance, so that only the air differs.
            const test::Body body{{0.0f, away * std::sin(kUp), -away * std::cos(kUp)}};
            const Image picture =
                test::drawBodies(std::vector<test::Body>{body}, frame, 0.05f * (2.0f + away));
            int largest = 0;
            for (int y = 0; y < kPlaceHeight; ++y) {
                for (int x = 0; x < kPlaceWidth; ++x) {
                    largest = std::max(largest, test::difference(picture, empty, x, y));
                }
            }
            CAPTURE(static_cast<int>(place), away, largest, last);
            CHECK(largest < last);
            last = largest;
        }
        CHECK(last <= 2);
    }
}

}  // namespace
}  // namespace shoal
