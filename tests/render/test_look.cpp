// What makes a picture of a school: light and dark in it, flashes, and no pixel that twinkles.

#include <shoal/preset.hpp>

#include "picture.hpp"
#include "render/camera/camera_director.hpp"
#include "render/camera/scene_extent.hpp"
#include "render/scene/visible_bodies.hpp"

namespace shoal {
namespace {

/// A preset as it is filmed, step by step.
class Filmed {
public:
    explicit Filmed(const char* preset, float farther = 1.0f)
        : m_simulation(*Simulation::create(sceneOf(preset, farther))) {
        m_director.emplace(m_simulation.scene().camera);
        m_director->begin(m_simulation);
    }

    void step() {
        m_simulation.step();
        m_director->step(m_simulation);
        test::renderer().upload(m_simulation, 1);
    }

    Image draw(int width, int height, Quality quality = Quality::normal) {
        m_frame.size = {width, height};
        const float aspect = m_frame.size.aspect();
        m_director->camera().setRoom(aspect, 1.0f);
        m_director->aim(m_simulation, 1.0f);
        m_frame.view = m_director->camera().view(aspect);
        m_frame.look = m_simulation.scene().look;
        m_frame.seconds =
            m_simulation.scene().time.realSeconds(static_cast<double>(m_simulation.stepCount()));
        m_frame.setQuality(quality);
        return test::drawUploaded(m_frame);
    }

    const Simulation& simulation() const { return m_simulation; }
    const Frame& frame() const { return m_frame; }

private:
    static Scene sceneOf(const char* preset, float farther) {
        Scene scene = *openPreset(preset);
        scene.camera.distance *= farther;
        scene.camera.orbit = 0.0f;
        return scene;
    }

    Simulation m_simulation;
    std::optional<CameraDirector> m_director;
    Frame m_frame;
};

float medianOf(std::vector<float> values) {
    REQUIRE_FALSE(values.empty());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// A fish in a picture.
struct Seen {
    test::Pixel at;
    float brightness = 0.0f;
};

/// Returns the median brightness of the 40 fish that are nearest in the picture.
float usualBeside(const Seen& fish, std::span<const Seen> all) {
    std::vector<Seen> beside(all.begin(), all.end());
    std::ranges::nth_element(beside, beside.begin() + 40, {}, [&](const Seen& other) {
        return std::hypot(other.at.x - fish.at.x, other.at.y - fish.at.y);
    });
    std::vector<float> brightness;
    for (std::size_t i = 0; i < 40; ++i) {
        brightness.push_back(beside[i].brightness);
    }
    return medianOf(std::move(brightness));
}

TEST_CASE("some sardines of a bait ball flash at a time, the others do not", "[render][look][slow]") {
    constexpr int kFrames = 20;
    constexpr float kTwice = 1.37f;  // of the light, as perceived brightness
    Filmed film("bait-ball");
    for (int step = 0; step < 480; ++step) {
        film.step();
    }
    const Flock& flock = film.simulation().flocks().front();
    double share = 0.0;
    for (int i = 0; i < kFrames; ++i) {
        for (int step = 0; step < 3; ++step) {
            film.step();
        }
        const Image picture = test::withoutToe(film.draw(960, 540));
        const Vec3f eye = film.frame().view.eye;
        std::vector<float> away;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            away.push_back(std::sqrt(lengthSq(flock.now().position.at(slot) - eye)));
        }
        // The nearer part, which others do not hide.
        const float middle = medianOf(away);
        const float front = middle - 0.35f * (middle - std::ranges::min(away));
        std::vector<Seen> seen;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const test::Pixel at = test::project(film.frame(), flock.now().position.at(slot));
            if (away[slot] < front && at.x > 0.0f && at.y > 0.0f && at.x < 960.0f && at.y < 540.0f) {
                seen.push_back(
                    {at, test::brightness(picture, static_cast<int>(at.x), static_cast<int>(at.y))});
            }
        }
        REQUIRE(seen.size() > 200);
        // Among those beside it, because all are brighter near the sun and darker at the bottom.
        const auto flashing = std::ranges::count_if(
            seen, [&](const Seen& each) { return each.brightness > kTwice * usualBeside(each, seen); });
        share += static_cast<double>(flashing) / static_cast<double>(seen.size()) / kFrames;
    }
    CAPTURE(share);
    CHECK(share > 0.03);
    CHECK(share < 0.15);
}

TEST_CASE("fish inside a bait ball get less than 0.6 of the sunlight of those at its rim",
          "[render][look][slow]") {
    Filmed film("bait-ball");
    for (int step = 0; step < 600; ++step) {
        film.step();
    }
    film.draw(480, 270);
    const Flock& flock = film.simulation().flocks().front();
    const Vec3f centre = sceneExtent(film.simulation()).centre;
    const std::vector<Vec3f> places = flock.now().byId(flock.now().position);
    std::vector<float> away;
    for (const Vec3f& place : places) {
        away.push_back(std::sqrt(lengthSq(place - centre)));
    }
    std::vector<float> sorted = away;
    std::ranges::sort(sorted);
    std::vector<float> inner;
    std::vector<float> outer;
    for (const auto& level : test::renderer().visibleBodies().posed(0)) {
        for (const VisibleBodies::PosedBody& body : level) {
            if (body.id < places.size()) {
                if (away[body.id] < sorted[sorted.size() / 5]) {
                    inner.push_back(body.sun);
                } else if (away[body.id] > sorted[sorted.size() * 4 / 5]) {
                    outer.push_back(body.sun);
                }
            }
        }
    }
    CHECK(medianOf(inner) < 0.6f * medianOf(outer));
}

TEST_CASE("the far side of a bait ball keeps about half of the near side's contrast", "[render][look]") {
    Filmed film("bait-ball");
    for (int step = 0; step < 300; ++step) {
        film.step();
    }
    film.draw(480, 270);
    const FlockExtent school = sceneExtent(film.simulation());
    Frame frame = film.frame();
    const float distance = std::sqrt(lengthSq(school.centre - frame.view.eye));
    const Vec3f towards = (school.centre - frame.view.eye) * (1.0f / distance);
    frame.airScale = 0;  // beams behind a body are not its contrast
    const Image empty = test::draw({}, frame);
    // The same body, as large in the picture, at the near side and at the far one.
    const auto contrastAt = [&](float metres) {
        const test::Body body{frame.view.eye + towards * metres};
        const Image picture = test::drawBodies(std::vector<test::Body>{body}, frame, 0.2f * metres);
        int pixels = 0;
        int sum = 0;
        for (int y = 0; y < 270; ++y) {
            for (int x = 0; x < 480; ++x) {
                const int difference = test::difference(picture, empty, x, y);
                pixels += difference > 2 ? 1 : 0;
                sum += difference;
            }
        }
        return static_cast<double>(sum) / pixels;
    };
    const double kept = contrastAt(distance + school.radius) / contrastAt(distance - school.radius);
    CAPTURE(kept);
    CHECK(kept > 0.4);
    CHECK(kept < 0.7);
}

TEST_CASE("no pixel of a distant school twinkles", "[render][look][slow]") {
    const char* preset = GENERATE("reef", "bait-ball", "starlings");
    Filmed film(preset, 5.0f);
    for (int step = 0; step < 120; ++step) {
        film.step();
    }
    // A pixel that is brighter for one frame than in those before and after.
    std::vector<Image> frames;
    for (int i = 0; i < 12; ++i) {
        film.step();
        frames.push_back(film.draw(test::kWidth, test::kHeight));
    }
    int spikes = 0;
    int largest = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
        for (int y = 0; y < test::kHeight; ++y) {
            for (int x = 0; x < test::kWidth; ++x) {
                const auto at = [&](std::size_t k) {
                    return static_cast<int>(test::brightness(frames[k], x, y));
                };
                const int spike = std::min(at(i) - at(i - 1), at(i) - at(i + 1));
                largest = std::max(largest, spike);
                spikes += spike > 30 ? 1 : 0;
            }
        }
    }
    CAPTURE(preset, spikes, largest);
    CHECK(spikes < 40);  // of 768,000 pixels
    CHECK(largest < 60);
}

TEST_CASE("beams of light show no chequered pattern on a half-opaque body", "[render][look]") {
    Filmed film("bait-ball");
    film.step();
    film.draw(test::kWidth, test::kHeight);
    Frame frame = film.frame();
    frame.look.shadow = 0.0f;
    const World world = film.simulation().scene().world;
    const glm::mat4& view = frame.view.view;
    const Vec3f right{view[0][0], view[1][0], view[2][0]};
    const Vec3f up{view[0][1], view[1][1], view[2][1]};
    const Vec3f ahead{-view[0][2], -view[1][2], -view[2][2]};
    constexpr float kLength = 2.0f;
    double worst = 0.0;
    // It fades where it comes between the eye and a subject.
    for (const float side : {-1.5f, 0.0f, 1.5f}) {
        const Vec3f place = frame.view.eye + ahead * 5.0f + right * side + up * 1.2f;
        for (float aside = 0.45f; aside < 0.85f; aside += 0.05f) {
            frame.subject = frame.view.eye + (place + up * (aside * kLength) - frame.view.eye) * 3.0f;
            const auto drawn = [&](int bodies, int airScale) {
                const Flock flock = test::makeFlock(
                    std::vector<test::Body>(static_cast<std::size_t>(bodies), test::Body{place, right}));
                const BodyBatch school{&flock, kLength, 0.0f, 0.0f, Species::Body::dart};
                frame.airScale = airScale;
                return test::draw({&school, 1}, frame, 4, world);
            };
            const Image empty = drawn(0, 0);
            const Image plain = drawn(1, 0);
            const Image lit = drawn(1, 4);
            const auto added = [&](int x, int y) {
                return static_cast<double>(test::brightness(lit, x, y) - test::brightness(plain, x, y));
            };
            double sum = 0.0;
            int count = 0;
            for (int y = 3; y < test::kHeight - 3; ++y) {
                for (int x = 3; x < test::kWidth - 3; ++x) {
                    bool isWithin = true;
                    for (const auto& [dx, dy] : {std::pair{0, 0}, {-3, 0}, {3, 0}, {0, -3}, {0, 3}}) {
                        isWithin = isWithin && test::difference(plain, empty, x + dx, y + dy) > 4;
                    }
                    if (isWithin) {
                        sum += std::abs(added(x, y) - 0.25 * (added(x - 1, y) + added(x + 1, y) +
                                                              added(x, y - 1) + added(x, y + 1)));
                        ++count;
                    }
                }
            }
            worst = count > 200 ? std::max(worst, sum / count) : worst;
        }
    }
    CHECK(worst > 0.0);
    CHECK(worst < 1.0);
}

TEST_CASE("natural pictures have a black: the darkest hundredth is at most 0.14", "[render][look][slow]") {
    const char* preset = GENERATE("reef", "bait-ball", "carpentier");
    Filmed film(preset);
    while (film.simulation().seconds() < 10.0) {
        film.step();
    }
    const Image picture = film.draw(640, 360);
    std::vector<float> light;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            light.push_back(test::brightness(picture, x, y) / 255.0f);
        }
    }
    const auto hundredth = light.begin() + static_cast<std::ptrdiff_t>(light.size() / 100);
    std::ranges::nth_element(light, hundredth);
    CAPTURE(preset, *hundredth);
    CHECK(*hundredth <= 0.14f);
}

TEST_CASE("at low quality at most 0.5 % of a school's pixels flash for one frame", "[render][look][slow]") {
    constexpr float kFlash = 10.0f;  // of 255
    Filmed film("reef");
    for (int step = 0; step < 600; ++step) {
        film.step();
    }
    std::vector<Image> frames;
    for (int i = 0; i < 6; ++i) {
        film.step();
        frames.push_back(film.draw(1280, 720, Quality::low));
    }
    int flashes = 0;
    int pixels = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
        for (int y = 0; y < frames[i].height; ++y) {
            for (int x = 0; x < frames[i].width; ++x, ++pixels) {
                const float before = test::brightness(frames[i - 1], x, y);
                const float after = test::brightness(frames[i + 1], x, y);
                flashes += test::brightness(frames[i], x, y) > std::max(before, after) + kFlash ? 1 : 0;
            }
        }
    }
    const double fraction = static_cast<double>(flashes) / pixels;
    CAPTURE(fraction);
    CHECK(fraction <= 0.005);
}

}  // namespace
}  // namespace shoal
