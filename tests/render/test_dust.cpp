#include <limits>

#include "picture.hpp"
#include "render/light/dust_field.hpp"
#include "render/picture/tiled_renderer.hpp"

namespace shoal {
namespace {

using test::Body;
using Place = LookSettings::Place;

constexpr float kGnu = 2.0f;      // [m]
constexpr float kGallop = 10.0f;  // [m/s]
constexpr float kStep = 1.0f / 60.0f;
constexpr CameraSettings kLow{.distance = 40.0f, .azimuth = 0.6f, .elevation = 0.1f};

Scene plainOf(const Ground& ground = {.form = Ground::Form::flat}) {
    Scene scene;
    scene.world = {.width = 200.0f, .height = 40.0f, .depth = 200.0f};
    scene.ground = ground;
    scene.species.emplace_back().count = 1;
    scene.species[0].body = Species::Body::beast;
    scene.species[0].bodyLength = kGnu;
    return scene;
}

Body runner(const Vec3f& position, const Vec3f& velocity) {
    return {.position = position, .velocity = velocity, .before = position - velocity * kStep};
}

/// A herd of this many, all running along +x at this speed [m/s].
std::vector<Body> herdOf(int count, float speed, const Ground& ground = {}) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> along(-12.0f, 12.0f);
    std::vector<Body> herd;
    for (int i = 0; i < count; ++i) {
        const float x = along(random);
        const float z = along(random);
        herd.push_back(runner({x, ground.heightAt(x, z), z}, {speed, 0.0f, 0.0f}));
    }
    return herd;
}

Frame dustyFrame(int width = 160, int height = 90) {
    Frame frame = test::frameOf(width, height, kLow);
    frame.look.place = Place::plain;
    frame.look.turbidity = 0.2f;
    frame.airScale = 4;
    frame.seconds = 3.3;
    return frame;
}

void upload(const std::vector<Body>& bodies, const Scene& scene = plainOf()) {
    const Simulation simulation = *Simulation::create(scene);
    test::renderer().upload(simulation);  // the land
    const std::array flocks{test::makeFlock(bodies)};
    test::renderer().animate({scene, flocks, 0}, 0);
}

Image drawn(const std::vector<Body>& bodies, const Frame& frame, const Scene& scene = plainOf()) {
    upload(bodies, scene);
    return test::drawUploaded(frame);
}

const DustField& dustOf(const std::vector<Body>& bodies, const Scene& scene = plainOf()) {
    drawn(bodies, dustyFrame(), scene);
    REQUIRE(test::renderer().lastFrame());
    return test::renderer().dust();
}

/// Dust of all ages in a column, and where it is in the world [m].
struct Column {
    float x = 0.0f;
    float z = 0.0f;
    float depth = 0.0f;
    float ground = 0.0f;
};

std::vector<Column> columnsOf(const DustField& dust) {
    const glm::vec4 box = dust.box();
    const Vec3f eye = dustyFrame().view.eye;
    const auto stored = dust.columns();
    std::vector<Column> columns;
    for (int row = 0; row < DustField::kSide; ++row) {
        for (int i = 0; i < DustField::kSide; ++i) {
            const auto& here = stored[static_cast<std::size_t>(i + DustField::kSide * row)];
            columns.push_back({eye.x + box.x + (static_cast<float>(i) + 0.5f) * box.z,
                               eye.z + box.y + (static_cast<float>(row) + 0.5f) * box.z,
                               here[0] + here[1] + here[2], eye.y + here[3]});
        }
    }
    return columns;
}

double total(const DustField& dust) {
    const float column = dust.box().z;
    double sum = 0.0;
    for (const Column& each : columnsOf(dust)) {
        sum += static_cast<double>(each.depth * column * column);
    }
    return sum;
}

TEST_CASE("a herd that stands or walks raises no dust", "[render][dust]") {
    Frame clean = dustyFrame();
    clean.look.dust = 0.0f;
    for (const float speed : {0.0f, 1.0f}) {
        const std::vector<Body> herd = herdOf(200, speed);
        CAPTURE(speed);
        CHECK(total(dustOf(herd)) == 0.0);
        CHECK(drawn(herd, dustyFrame()).rgba == drawn(herd, clean).rgba);
    }
}

TEST_CASE("a running animal leaves dust behind it, not before it", "[render][dust]") {
    for (const Vec3f& velocity : {Vec3f{kGallop, 0.0f, 0.0f}, Vec3f{0.0f, 0.0f, -kGallop}}) {
        const DustField& dust = dustOf({runner({}, velocity)});
        const float column = dust.box().z;
        const Vec3f ahead = velocity * (1.0f / kGallop);
        double before = 0.0;
        double behind = 0.0;
        double farBehind = 0.0;
        double aside = 0.0;
        for (const Column& each : columnsOf(dust)) {
            const float along = each.x * ahead.x + each.z * ahead.z;
            const float across = std::abs(each.x * ahead.z - each.z * ahead.x);
            const auto depth = static_cast<double>(each.depth);
            before += along > 0.5f * kGnu + 2.0f * column ? depth : 0.0;
            behind += along < 0.0f ? depth : 0.0;
            farBehind += along < -kGallop ? depth : 0.0;
            aside += across > 4.0f * kGnu ? depth : 0.0;
        }
        CAPTURE(velocity.x, velocity.z, before, behind, farBehind, aside);
        CHECK(behind > 0.0);
        CHECK(farBehind > 0.2 * behind);
        CHECK(before < 0.01 * behind);
        CHECK(aside < 0.01 * behind);
    }
}

TEST_CASE("faster animals and more of them raise more dust, and the setting scales it", "[render][dust]") {
    const double few = total(dustOf(herdOf(100, kGallop)));
    CHECK(total(dustOf(herdOf(200, kGallop))) == test::approx(2.0 * few).epsilon(0.15));
    CHECK(total(dustOf(herdOf(100, 4.0f))) < 0.5 * few);
    Frame thick = dustyFrame();
    thick.look.dust = 2.0f * thick.look.dust;
    drawn(herdOf(100, kGallop), thick);
    CHECK(total(test::renderer().dust()) == test::approx(2.0 * few).epsilon(0.01));
}

TEST_CASE("dust follows the herd round a bend", "[render][dust]") {
    // A ring of runners: each has come along the ring, so no dust lies far outside it.
    constexpr float kRing = 20.0f;  // [m]
    std::vector<Body> ring;
    for (int i = 0; i < 400; ++i) {
        const float angle = 0.0157f * static_cast<float>(i);
        const float radius = kRing + 0.02f * static_cast<float>(i % 100) - 1.0f;
        ring.push_back(runner({radius * std::cos(angle), 0.0f, radius * std::sin(angle)},
                              {-kGallop * std::sin(angle), 0.0f, kGallop * std::cos(angle)}));
    }
    const DustField& dust = dustOf(ring);
    double on = 0.0;
    double outside = 0.0;
    for (const Column& each : columnsOf(dust)) {
        const float radius = std::hypot(each.x, each.z);
        (radius < kRing + 10.0f ? on : outside) += static_cast<double>(each.depth);
    }
    CAPTURE(on, outside);
    CHECK(outside < 0.15 * on);  // the oldest 24 m outside, had each come straight
}

TEST_CASE("puffs stay in place while the animal runs on", "[render][dust]") {
    // Dust of middle age by place along the way, in bins of half a metre.
    constexpr std::size_t kBins = 160;
    const auto alongWay = [&](float seconds) {
        Frame frame = dustyFrame();
        frame.seconds = static_cast<double>(seconds);
        drawn({runner({kGallop * seconds, 0.0f, 0.0f}, {kGallop, 0.0f, 0.0f})}, frame);
        const glm::vec4 box = test::renderer().dust().box();
        const auto sums = test::renderer().dust().sums();
        std::vector<double> bins(kBins);
        for (std::size_t i = 0; i < DustField::kColumns; ++i) {
            const auto column = static_cast<float>(i % DustField::kSide);
            const float x = frame.view.eye.x + box.x + (column + 0.5f) * box.z;
            const auto bin = static_cast<std::size_t>(std::clamp(2.0f * (x + 60.0f), 0.0f, kBins - 1.0f));
            bins[bin] += static_cast<double>(sums[DustField::kColumns + i]);
        }
        return bins;
    };
    const auto likeness = [](const std::vector<double>& a, const std::vector<double>& b, std::size_t shift) {
        double sum = 0.0;
        for (std::size_t bin = 0; bin + shift < kBins; ++bin) {
            sum += a[bin] * b[bin + shift];
        }
        return sum;
    };
    const auto before = alongWay(1.0f);
    const auto after = alongWay(1.25f);  // 2.5 m, half the way between two puffs
    CAPTURE(likeness(before, after, 0), likeness(before, after, 5));
    CHECK(likeness(before, after, 0) > 4.0 * likeness(before, after, 5));
}

TEST_CASE("dust rests on hills, and an animal high above them raises none", "[render][dust]") {
    const Ground hills{.form = Ground::Form::hills, .level = -2.0f, .relief = 6.0f, .size = 30.0f};
    const Scene scene = plainOf(hills);
    for (const Column& each : columnsOf(dustOf(herdOf(200, kGallop, hills), scene))) {
        if (each.depth > 0.0f) {
            REQUIRE(each.ground == test::approx(hills.heightAt(each.x, each.z)).margin(0.1));
        }
    }
    CHECK(total(test::renderer().dust()) > 0.0);
    CHECK(total(dustOf({runner({0.0f, 15.0f, 0.0f}, {kGallop, 0.0f, 0.0f})}, scene)) == 0.0);
}

TEST_CASE("the dust is the same in every run, and whatever came before", "[render][dust]") {
    const std::vector<Body> herd = herdOf(3000, kGallop);
    const DustField& dust = dustOf(herd);
    const auto sums = dust.sums();
    const auto columns = dust.columns();
    const Image picture = drawn(herd, dustyFrame());
    dustOf(herdOf(100, 7.0f));
    dustOf(herd);
    CHECK((dust.sums() == sums));
    CHECK((dust.columns() == columns));
    CHECK(drawn(herd, dustyFrame()).rgba == picture.rgba);
}

TEST_CASE("without dust nothing is computed, and the picture is that without the pass", "[render][dust]") {
    const std::vector<Body> herd = herdOf(300, kGallop);
    const auto sums = dustOf(herd).sums();
    const Image dusty = drawn(herd, dustyFrame());
    Frame plain = dustyFrame();
    plain.airScale = 0;
    const Image without = drawn(herd, plain);
    CHECK(test::countDifferent(dusty, without, 8) > 160 * 90 / 20);
    Frame off = dustyFrame();
    off.look.dust = 0.0f;
    CHECK(drawn(herdOf(300, 7.0f), off).rgba != dusty.rgba);
    CHECK((test::renderer().dust().sums() == sums));  // those of the last herd that raised dust
    CHECK(drawn(herd, off).rgba == without.rgba);
    for (const Place place : {Place::water, Place::sky}) {
        Frame elsewhere = dustyFrame();
        elsewhere.look.place = place;
        drawn(herdOf(300, 7.0f), elsewhere);
        CHECK((test::renderer().dust().sums() == sums));
    }
}

TEST_CASE("dust leaves a transparent picture alone", "[render][dust]") {
    const std::vector<Body> herd = herdOf(300, kGallop);
    Frame frame = dustyFrame();
    frame.isTransparent = true;
    const Image dusty = drawn(herd, frame);
    frame.look.dust = 0.0f;
    CHECK(drawn(herd, frame).rgba == dusty.rgba);
}

TEST_CASE("dust veils an animal behind it more than one before it", "[render][dust]") {
    // A wall of dust between two that stand.
    std::vector<Body> bodies;
    for (int i = 0; i < 300; ++i) {
        bodies.push_back(runner({0.1f * static_cast<float>(i), 0.0f, 0.02f * static_cast<float>(i % 50)},
                                {kGallop, 0.0f, 0.0f}));
    }
    bodies.push_back({.position = {-3.0f, 0.0f, 12.0f}});
    bodies.push_back({.position = {-3.0f, 0.0f, -12.0f}});
    Frame frame = test::frameOf(320, 180, {.distance = 40.0f, .azimuth = 0.0f, .elevation = 0.1f});
    frame.look = dustyFrame().look;
    frame.airScale = 4;
    const Image dusty = drawn(bodies, frame);
    frame.look.dust = 0.0f;
    const Image clear = drawn(bodies, frame);
    const auto changeAt = [&](float z) {
        const test::Pixel pixel = test::project(frame, {-3.0f, 1.1f, z});
        return test::difference(dusty, clear, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    };
    CAPTURE(changeAt(12.0f), changeAt(-12.0f));
    CHECK(changeAt(-12.0f) > 20);
    CHECK(changeAt(12.0f) < changeAt(-12.0f) / 4);
}

TEST_CASE("tiles show no seam in the dust", "[render][dust][tiled]") {
    upload(herdOf(400, kGallop));
    const Frame frame = dustyFrame(322, 180);
    const auto taken = [&](int maxTile) {
        auto room = TiledRenderer::create(test::renderer(), {.size = {322, 180}}, maxTile);
        REQUIRE(room);
        room->accumulate(frame, [](const Frame& tile) { test::renderer().draw(tile); });
        return *room->resolve();
    };
    const Image whole = taken(TiledRenderer::kMaxTile);
    for (const int maxTile : {160, 128}) {
        const Image tiled = taken(maxTile);
        CAPTURE(maxTile, test::countDifferent(whole, tiled, 0), test::countDifferent(whole, tiled, 1));
        CHECK(test::countDifferent(whole, tiled, 0) <= 322 * 180 / 500);
        CHECK(test::countDifferent(whole, tiled, 1) <= 322 * 180 / 2000);
    }
}

TEST_CASE("places and moves that are no numbers raise no dust and harm no other", "[render][dust]") {
    std::vector<Body> herd = herdOf(300, kGallop);
    const DustField& dust = dustOf(herd);
    const glm::vec4 box = dust.box();
    const auto columns = dust.columns();
    const float none = std::nanf("");
    const float infinite = std::numeric_limits<float>::infinity();
    herd.push_back(runner({none, 0.0f, 0.0f}, {kGallop, 0.0f, 0.0f}));
    herd.push_back(runner({0.0f, infinite, 0.0f}, {kGallop, 0.0f, 0.0f}));
    herd.push_back(runner({}, {none, 0.0f, none}));
    herd.push_back(runner({}, {0.0f, 0.0f, -infinite}));
    dustOf(herd);
    CHECK(dust.box() == box);
    CHECK((dust.columns() == columns));
    Frame lost = dustyFrame();
    lost.seconds = std::numeric_limits<double>::infinity();
    lost.look.dust = none;
    drawn(herd, lost);
    lost.look.dust = infinite;
    drawn(herd, lost);
    for (const auto& column : dust.columns()) {
        REQUIRE(std::isfinite(column[0] + column[1] + column[2] + column[3]));
    }
}

}  // namespace
}  // namespace shoal
