#include <iterator>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "picture.hpp"
#include "render/scene/body_pass.hpp"

namespace shoal {
namespace {

using test::Body;
using test::kAhead;
using test::kHeight;
using test::kWidth;

/// Returns the focal length: the pixels that 1 m spans at a distance of 1 m.
float focalLength(const Frame& frame) {
    return 0.5f * kHeight * frame.view.projection[1][1];
}

/// Returns a pseudo-random number in −1 .. 1.
float scatter(int index, int salt) {
    const auto bits =
        static_cast<std::uint32_t>(index) * 2654435761u + static_cast<std::uint32_t>(salt) * 40503u;
    return static_cast<float>(((bits ^ (bits >> 15)) * 2246822519u) >> 8) / 8388608.0f - 1.0f;
}

/// Returns fish at many distances, some outside the picture and the first within reach of the camera.
std::vector<Body> makeBodyBatch(int count) {
    std::vector<Body> bodies;
    for (int i = 0; i < count; ++i) {
        const Vec3f place{7.0f * scatter(i, 1), 5.0f * scatter(i, 2), 7.0f * scatter(i, 3) - 3.0f};
        const Vec3f velocity{1.0f, 0.4f * scatter(i, 4), 0.8f * scatter(i, 5)};
        bodies.push_back({place, velocity, place - velocity * 0.02f});
    }
    return bodies;
}

struct Difference {
    double mean = 0.0;      ///< of the channel that differs most, 0 .. 255
    double brighter = 0.0;  ///< how much brighter the first is, 0 .. 255
    int max = 0;
    double largeShare = 0.0;  ///< fraction of the pixels that differ by more than 40
};

Difference compare(const Image& a, const Image& b) {
    Difference difference;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) {
            const int here = test::difference(a, b, x, y);
            difference.max = std::max(difference.max, here);
            difference.mean += here;
            difference.brighter += static_cast<double>(test::brightness(a, x, y) - test::brightness(b, x, y));
            difference.largeShare += here > 40 ? 1.0 : 0.0;
        }
    }
    const double pixels = static_cast<double>(a.width) * a.height;
    difference.mean /= pixels;
    difference.brighter /= pixels;
    difference.largeShare /= pixels;
    return difference;
}

Image drawAs(Drawing drawing, const std::vector<Body>& bodies, Frame frame, float bodyLength = 0.5f,
             int samples = 0) {
    frame.drawing = drawing;
    const Flock flock = test::makeFlock(bodies);
    const BodyBatch school{&flock, bodyLength};
    return test::draw({&school, 1}, frame, samples);
}

/// One fish in the middle of the picture, with the sample count of a window.
struct LevelPortrait {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    Vec3f velocity;

    Image draw(float pixels, Drawing drawing = Drawing::asSeen, float right = 0.0f) const {
        const float perPixel = kAhead.distance / focalLength(frame);
        return drawAs(drawing, {{{right * perPixel, 0.0f, 0.0f}, velocity}}, frame, pixels * perPixel, 4);
    }

    std::size_t levelAt(float pixels) const {
        draw(pixels);
        const auto& bodies = test::renderer().cost().bodies;
        return static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), 1u) - bodies.begin());
    }
};

TEST_CASE("one level of detail replaces the next without a visible change", "[render][detail]") {
    for (std::size_t finer = 0; finer < kDetailLimits.size(); ++finer) {
        const float limit = kDetailLimits[finer];
        for (const Vec3f& velocity :
             {Vec3f{1.0f, 0.0f, 0.0f}, Vec3f{1.0f, 0.3f, 1.0f}, Vec3f{0.1f, 0.0f, -1.0f},
              Vec3f{-1.0f, -0.6f, 0.2f}, Vec3f{0.3f, 0.5f, 1.0f}}) {
            const LevelPortrait fish{.velocity = velocity};
            // Size variation makes the fish longer or shorter than requested, so search for the change of
            // level.
            float below = 0.7f * limit;
            float above = 1.3f * limit;
            REQUIRE(fish.levelAt(below) == finer + 1);
            REQUIRE(fish.levelAt(above) == finer);
            while (above - below > 0.002f * limit) {
                const float middle = 0.5f * (above + below);
                (fish.levelAt(middle) == finer ? above : below) = middle;
            }
            // The change must be smaller than that from the fish's own motion between two pictures: at two
            // body lengths a second and 60 pictures, the smaller of the two limits moves by 0.8 pixels.
            const Difference move = compare(fish.draw(above), fish.draw(above, Drawing::asSeen, 0.8f));
            const Difference change = compare(fish.draw(above), fish.draw(below));
            CAPTURE(limit, velocity.x, velocity.y, velocity.z, change.mean, move.mean);
            CHECK(change.mean < move.mean);
        }
    }
}

TEST_CASE("levels of detail look like full detail", "[render][detail]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const std::vector<Body> bodies = makeBodyBatch(400);
    const Image asSeen = drawAs(Drawing::asSeen, bodies, frame, 0.9f, 4);
    const DrawnBodies levels = test::renderer().cost().bodies;
    CHECK(std::min({levels[0], levels[1], levels[2]}) >= 10);
    const Difference difference = compare(asSeen, drawAs(Drawing::fullDetail, bodies, frame, 0.9f, 4));
    CAPTURE(levels[0], levels[1], levels[2], difference.mean, difference.max, difference.largeShare);
    CHECK(difference.mean < 4.5);
    CHECK(std::abs(difference.brighter) < 0.5);
    CHECK(difference.largeShare < 0.02);
}

/// Where a plain loop in double precision would put a body: level 0, 1 or 2, or 3 for hidden; −1 if rounding
/// may decide.
int plainLevel(const Frame& frame, const glm::dmat4& clip, const Vec3f& place, std::uint32_t id) {
    const auto variety = [](std::uint32_t of) {
        std::uint32_t bits = of * 0x9e3779b1u + 0x85ebca77u;
        bits = (bits ^ (bits >> 16)) * 0x7feb352du;
        bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
        return static_cast<double>((bits ^ (bits >> 16)) >> 24) / 255.0;
    };
    const double size = 0.9 * (0.85 + 0.30 * variety(id));
    const glm::dvec4 at = clip * glm::dvec4(place.x, place.y, place.z, 1.0);
    const double pixelsPerRadian = 0.5 * frame.size.height * static_cast<double>(frame.view.projection[1][1]);
    const double pixels = size * pixelsPerRadian / std::max(at.w, 1e-6);
    double margin = 1.0;
    bool isOutside = false;
    const glm::dmat4 rows = glm::transpose(clip);
    for (const glm::dvec4& plane :
         {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1]}) {
        const double away =
            glm::dot(plane, glm::dvec4(place.x, place.y, place.z, 1.0)) / glm::length(glm::dvec3(plane)) +
            0.75 * size;
        isOutside = isOutside || away < 0.0;
        margin = std::min(margin, std::abs(away));
    }
    for (const float limit : kDetailLimits) {
        margin = std::min(margin, std::abs(pixels / static_cast<double>(limit) - 1.0));
    }
    if (margin < 1e-4) {
        return -1;
    }
    return isOutside ? 3 : pixels > 54.0 ? 0 : pixels > 24.0 ? 1 : 2;
}

TEST_CASE("the bodies to draw are the ones found by a plain loop, in the flock's order, in every run",
          "[render][detail]") {
    test::renderer();
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    frame.look.turbidity = 0.0f;
    const SceneBlock scene = makeSceneBlock(frame, World{}, Tile{0, 0, kWidth, kHeight});
    const GlBuffer block = GlBuffer::make();
    glBindBuffer(GL_UNIFORM_BUFFER, block.name());
    glBufferData(GL_UNIFORM_BUFFER, sizeof scene, &scene, GL_STATIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, block.name());
    const BodyMeshes meshes;
    VisibleBodies visible(meshes);
    PlaceProgram animate{{"animate.comp"}};
    REQUIRE(animate.prepare(ShaderLibrary()));
    for (PlaceProgram* program : visible.programs()) {
        REQUIRE(program->prepare(ShaderLibrary()));
    }
    CardScene uploaded;
    const auto ids = [&](const std::array<Flock, 2>& flocks) {
        const std::array batches{BodyBatch{&flocks[0], 0.9f}, BodyBatch{&flocks[1], 0.9f}};
        uploaded.upload(World{}, batches, {});
        REQUIRE(uploaded.uploaded);
        uploaded.bodies.animate(animate.in());
        DrawCost cost;
        FrameContext context{.frame = frame, .scene = uploaded, .cost = cost, .block = scene};
        REQUIRE(visible.draw(context));
        return std::array{visible.posed(0), visible.posed(1)};
    };
    // Not multiples of the runs that an invocation takes.
    std::array flocks{test::makeFlock(makeBodyBatch(20011)), test::makeFlock(makeBodyBatch(37))};
    for (Flock& flock : flocks) {
        for (std::uint32_t slot = 0; slot < flock.count(); ++slot) {
            flock.now().id[slot] = static_cast<std::uint32_t>(flock.count()) - 1 - slot;
        }
    }
    const auto found = ids(flocks);
    CHECK(ids(flocks) == found);
    const glm::dmat4 clip = glm::dmat4(frame.view.projection) * glm::dmat4(frame.view.view);
    for (std::size_t species = 0; species < 2; ++species) {
        std::array<std::vector<std::uint32_t>, 4> wanted;
        std::vector<bool> isOpen(flocks[species].count());
        for (std::size_t slot = 0; slot < flocks[species].count(); ++slot) {
            const std::uint32_t id = flocks[species].now().id[slot];
            const int level = plainLevel(frame, clip, flocks[species].now().position.at(slot), id);
            isOpen[id] = level < 0;
            if (level >= 0) {
                wanted[static_cast<std::size_t>(level)].push_back(id);
            }
        }
        CHECK(std::ranges::count(isOpen, true) < 40);
        for (std::size_t level = 0; level < 3; ++level) {
            std::vector<std::uint32_t> kept;
            for (const VisibleBodies::PosedBody& body : found[species][level]) {
                if (!isOpen[body.id]) {
                    kept.push_back(body.id);
                }
            }
            CAPTURE(species, level, kept.size(), wanted[level].size());
            CHECK((kept == wanted[level]));
            CHECK((species == 1 || kept.size() > 50));
        }
    }
}

/// A school of one kind in clear air, seen from a distance at which its bodies have about this length [px].
struct FarSchool {
    Species::Body kind = Species::Body::fish;
    LookSettings::Place place = LookSettings::Place::plain;
    float elevation = 0.0f;
    std::vector<Body> bodies = [] {
        std::vector<Body> all;
        for (int i = 0; i < 5000; ++i) {
            const Vec3f at{0.5f * scatter(i, 1), 0.4f * scatter(i, 2), 0.5f * scatter(i, 3)};
            all.push_back({at * 40.0f, {scatter(i, 6), 0.25f * scatter(i, 4), scatter(i, 5)}});
        }
        return all;
    }();

    /// Area that the school covers and light that comes from it, times the square of the distance.
    struct Seen {
        double area = 0.0;
        double light = 0.0;       ///< in linear light
        double background = 0.0;  ///< that it hides

        /// The light that it adds to the picture, or takes from it.
        double contrast() const { return light - background; }
    };
    Seen see(float pixels, Drawing drawing) const {
        constexpr float kDrawnLength = 0.3f;
        Frame frame = test::frameOf(3 * kWidth, 3 * kHeight, {.distance = 10.0f});
        const float distance = kDrawnLength * 3.0f * focalLength(frame) / pixels;
        frame = test::frameOf(3 * kWidth, 3 * kHeight,
                              {.distance = distance, .azimuth = 0.5f, .elevation = elevation});
        frame.look.place = place;
        frame.look.turbidity = 0.0f;
        const Image empty = test::withoutToe(test::draw({}, frame, 4));
        frame.isTransparent = true;
        frame.drawing = drawing;
        const Flock flock = test::makeFlock(bodies);
        const BodyBatch school{&flock, kDrawnLength, 0.0f, 0.0f, kind};
        const Image drawn = test::withoutToe(test::draw({&school, 1}, frame, 4));
        Seen seen;
        const double scale = static_cast<double>(distance) * static_cast<double>(distance);
        for (std::size_t i = 0; i < drawn.rgba.size(); i += 4) {
            const double cover = drawn.rgba[i + 3] / 255.0 * scale;
            seen.area += cover;
            seen.light += cover * linear(&drawn.rgba[i]);
            seen.background += cover * linear(&empty.rgba[i]);
        }
        return seen;
    }

    /// Brightness of an sRGB colour in linear light.
    static double linear(const std::uint8_t* rgb) {
        double brightness = 0.0;
        for (const auto& [channel, weight] : {std::pair{0, 0.2126}, {1, 0.7152}, {2, 0.0722}}) {
            const double value = rgb[channel] / 255.0;
            brightness +=
                weight * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
        }
        return brightness;
    }
};

/// Every kind where it lives, from below, level and from above.
std::vector<FarSchool> farSchools() {
    std::vector<FarSchool> schools;
    for (const auto& [kind, place] : {std::pair{Species::Body::fish, LookSettings::Place::water},
                                      std::pair{Species::Body::bird, LookSettings::Place::sky},
                                      std::pair{Species::Body::bird, LookSettings::Place::plain},
                                      std::pair{Species::Body::beast, LookSettings::Place::plain},
                                      std::pair{Species::Body::cat, LookSettings::Place::plain},
                                      std::pair{Species::Body::dart, LookSettings::Place::sky},
                                      std::pair{Species::Body::tuna, LookSettings::Place::water},
                                      std::pair{Species::Body::shark, LookSettings::Place::water},
                                      std::pair{Species::Body::damsel, LookSettings::Place::water},
                                      std::pair{Species::Body::gull, LookSettings::Place::plain},
                                      std::pair{Species::Body::falcon, LookSettings::Place::sky}}) {
        for (const float elevation : {-0.5f, 0.0f, 0.6f}) {
            schools.push_back({kind, place, elevation});
        }
    }
    return schools;
}

TEST_CASE("a school of points covers and lights as much as one of meshes", "[render][detail][slow]") {
    for (const FarSchool& school : farSchools()) {
        const FarSchool::Seen meshes = school.see(3.2f, Drawing::fullDetail);
        const FarSchool::Seen points = school.see(3.2f, Drawing::asSeen);
        CHECK(test::renderer().cost().bodies[3] > 2500);
        CAPTURE(static_cast<int>(school.kind), static_cast<int>(school.place), school.elevation);
        CAPTURE(meshes.light, points.light, meshes.background, points.background);
        CHECK(points.area == test::approx(meshes.area).epsilon(0.12));
        CHECK(std::abs(points.contrast() - meshes.contrast()) < 0.15 * (meshes.light + meshes.background));
    }
}

TEST_CASE("a school that recedes keeps its brightness while its bodies become points",
          "[render][detail][slow]") {
    for (const FarSchool& school : farSchools()) {
        if (school.elevation != 0.0f) {
            continue;  // to save time
        }
        FarSchool::Seen last = school.see(4.2f, Drawing::asSeen);
        for (float pixels = 4.1f; pixels > 2.8f; pixels *= 0.97f) {
            const FarSchool::Seen now = school.see(pixels, Drawing::asSeen);
            CAPTURE(static_cast<int>(school.kind), static_cast<int>(school.place), school.elevation, pixels);
            CHECK(now.area == test::approx(last.area).epsilon(0.025));
            CHECK(std::abs(now.contrast() - last.contrast()) < 0.02 * (last.light + last.background));
            last = now;
        }
    }
}

TEST_CASE("culling changes no picture", "[render][detail]") {
    const std::vector<Body> bodies = makeBodyBatch(600);
    for (const Vec3f& target : {Vec3f{}, Vec3f{4.0f, 3.0f, 0.0f}, Vec3f{-9.0f, 1.0f, -2.0f}}) {
        for (const float alpha : {0.0f, 0.4f, 1.0f}) {
            for (const auto& [width, height] : {std::pair{320, 240}, std::pair{60, 240}, std::pair{48, 36}}) {
                Frame frame = test::frameOf(width, height, kAhead, target);
                frame.alpha = alpha;
                const Image culled = drawAs(Drawing::fullDetail, bodies, frame);
                const std::size_t inView = test::renderer().drawnBodies();
                const Image all = drawAs(Drawing::everything, bodies, frame);
                CAPTURE(target.x, alpha, width, height, inView);
                CHECK(test::renderer().drawnBodies() == bodies.size());
                CHECK(inView < bodies.size());
                CHECK(culled.rgba == all.rgba);
            }
        }
    }
}

TEST_CASE("a fish that is only partly in view is drawn", "[render][detail]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image empty = test::drawBodies({}, frame);
    const float perPixel = kAhead.distance / focalLength(frame);
    // The body's centre lies outside, its head or tail inside.
    for (const float x : {-0.5f * kWidth - 15.0f, 0.5f * kWidth + 15.0f}) {
        const Body fish{{x * perPixel, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
        const Image picture = drawAs(Drawing::asSeen, {fish}, frame, 60.0f * perPixel);
        CAPTURE(x);
        CHECK(test::countDifferent(picture, empty, 8) > 5);
    }
}

TEST_CASE("a fish that crosses the edge within one step is drawn wherever it is", "[render][detail]") {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image empty = test::drawBodies({}, frame);
    const Body leaving{{9.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, Vec3f{}};
    for (const auto& [alpha, isInView] :
         {std::pair{0.0f, true}, std::pair{0.2f, true}, std::pair{1.0f, false}}) {
        frame.alpha = alpha;
        const Image picture = drawAs(Drawing::asSeen, {leaving}, frame);
        CAPTURE(alpha);
        CHECK((test::countDifferent(picture, empty, 8) > 20) == isInView);
        CHECK((test::renderer().drawnBodies() == 1) == isInView);
    }
}

TEST_CASE("a fish fades out before it is culled", "[render][detail]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image empty = drawAs(Drawing::asSeen, {}, frame, 0.5f, 4);
    const LevelPortrait tiny{.velocity = {1.0f, 0.0f, 0.0f}};
    const Image small = tiny.draw(1.1f * kMinPixels);
    CHECK(test::renderer().drawnBodies() == 1);
    CHECK(compare(small, empty).max <= 1);
}

TEST_CASE("a picture takes few draw calls and few bytes", "[render][detail]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const std::vector<Body> bodies = makeBodyBatch(400);
    drawAs(Drawing::asSeen, bodies, frame);
    const DrawCost cost = test::renderer().cost();
    CHECK(cost.calls == 6);  // three levels, points, water, particles
    CHECK(cost.frameBytes < 1024);
    CHECK(cost.uploadBytes == 400 * 32);
}

TEST_CASE("the picture does not depend on the number of threads", "[render][detail]") {
    constexpr std::size_t kFirst = 20000;  // bodies: several tasks for each thread
    constexpr std::size_t kSecond = 5000;
    test::renderer();
    const auto pictureWith = [](int threads) {
        const Result<std::unique_ptr<Renderer>> renderer = Renderer::create();
        REQUIRE(renderer);
        Scene scene;
        scene.species = {Species{}, Species{}};
        scene.species[0].count = kFirst / 2;
        scene.species[1].name = "other";
        scene.species[1].count = kSecond;
        Simulation simulation = *Simulation::create(scene, {.threads = threads, .isa = {}});
        const auto step = [&] {
            simulation.step();
            (*renderer)->upload(simulation, 1);
        };
        step();
        REQUIRE(simulation.apply({"species." + scene.species[0].name + ".count", kFirst}));
        step();
        step();
        const Result<Offscreen> target = Offscreen::create(kWidth, kHeight);
        REQUIRE(target);
        Frame frame = test::frameOf(kWidth, kHeight, {.distance = 30.0f});
        frame.framebuffer = target->framebuffer();
        (*renderer)->draw(frame);
        Image picture = target->read();
        CHECK((*renderer)->drawnBodies() > (kFirst + kSecond) / 2);
        return picture;
    };
    CHECK(pictureWith(4).rgba == pictureWith(1).rgba);
}

}  // namespace
}  // namespace shoal
