// Attractors and goals placed and dragged with the mouse.

#include "viewer/objects/object_tool.hpp"

#include <shoal/preset.hpp>

#include "play/session/session.hpp"
#include "viewer/objects/new_object.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal::test {

namespace {

constexpr double kWidth = 800.0;
constexpr double kHeight = 600.0;

/// A simulated mouse in a window that shows a scene, with the edits that result.
class Hand {
public:
    explicit Hand(Scene scene)
        : m_session(std::move(scene), {}), m_camera(m_session.simulation().scene().camera) {
        m_camera.track(sceneExtent(m_session.simulation()));
        m_camera.settle();
        m_camera.setOffset(0.3f, -0.05f);
    }

    ObjectTool::Answer moveTo(double x, double y) { return tell(PointerMoved{x, y}); }
    ObjectTool::Answer press(bool hasControl = false, bool hasShift = false) {
        return tell(ButtonChanged{
            .button = MouseButton::left, .isDown = true, .hasControl = hasControl, .hasShift = hasShift});
    }
    ObjectTool::Answer release() { return tell(ButtonChanged{.button = MouseButton::left}); }

    ObjectTool::Answer tell(const InputEvent& event, bool canBegin = true) {
        const ObjectTool::Answer answer = tool.handle(event, m_session.simulation(), picture(), canBegin);
        for (const Edit& edit : answer.edits) {
            CHECK(m_session.apply(edit));
        }
        if (!answer.removed.empty()) {
            CHECK(m_session.apply({answer.removed + ".present", 0.0}));
        }
        return answer;
    }

    /// Moves the objects that follow the pointer, as the viewer does every frame; returns the number of
    /// edits.
    std::size_t follow(float seconds = 0.0f) {
        const std::vector<Edit> edits = tool.follow(m_session.simulation(), picture(), seconds);
        for (const Edit& edit : edits) {
            CHECK(m_session.apply(edit));
        }
        return edits.size();
    }

    ObjectTool::Picture picture() const {
        return {
            .view = m_camera.view(static_cast<float>(kWidth / kHeight)), .width = kWidth, .height = kHeight};
    }

    /// Returns the window coordinates of a place.
    glm::vec2 seen(const Vec3f& place) const {
        const View view = picture().view;
        const glm::vec4 at = view.projection * view.view * glm::vec4(place.x, place.y, place.z, 1.0f);
        return {(at.x / at.w * 0.5f + 0.5f) * static_cast<float>(kWidth),
                (0.5f - at.y / at.w * 0.5f) * static_cast<float>(kHeight)};
    }

    /// Turns the camera, as the viewer does while it follows the flock.
    void turnCamera(float azimuth) {
        m_camera.orbit(azimuth, 0.0f);
        m_camera.settle();
    }

    /// Moves the camera ahead.
    void pass(float metres) {
        Camera::Sight sight{.eye = picture().view.eye, .azimuth = m_camera.pose().azimuth};
        const Vec3f back = sight.eye - m_camera.target();
        sight.eye = sight.eye - back * (metres / std::sqrt(lengthSq(back)));
        sight.elevation = m_camera.pose().elevation;
        m_camera.lookFrom(sight);
        m_camera.settle();
    }

    const Scene& scene() const { return m_session.simulation().scene(); }
    Session& session() { return m_session; }

    ObjectTool tool;

private:
    Session m_session;
    Camera m_camera;
};

Scene presetOf(const std::string& name) {
    auto scene = openPreset(name);
    REQUIRE(scene);
    for (Species& species : scene->species) {
        species.count = std::min(species.count, 200);
    }
    return *scene;
}

}  // namespace

TEST_CASE("Ctrl + press puts a point under the pointer and drags it while held", "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(420.0, 310.0);
    const ObjectTool::Answer put = hand.press(true);
    CHECK(put.isTaken);
    CHECK_FALSE(put.said.empty());
    REQUIRE(hand.scene().attractors.size() == 1);
    const Attractor first = hand.scene().attractors[0];
    CHECK(first.pull > 0.0f);
    CHECK(hand.scene().species[0].rules.find("heed_attractors")->isEnabled);
    CHECK(std::abs(hand.seen(first.place()).x - 420.0f) < 0.5f);
    CHECK(std::abs(hand.seen(first.place()).y - 310.0f) < 0.5f);

    CHECK(hand.moveTo(500.0, 250.0).isTaken);
    CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).x - 500.0f) < 0.5f);
    CHECK(hand.release().isTaken);
    CHECK_FALSE(hand.moveTo(100.0, 100.0).isTaken);
    CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).x - 500.0f) < 0.5f);

    SECTION("a second point gets its own name, and Ctrl + press removes the point under the pointer") {
        hand.moveTo(300.0, 300.0);
        hand.press(true, true);
        hand.release();
        REQUIRE(hand.scene().attractors.size() == 2);
        CHECK(hand.scene().attractors[1].name != hand.scene().attractors[0].name);
        CHECK(hand.scene().attractors[1].pull < 0.0f);
        hand.moveTo(503.0, 252.0);
        hand.press(true);
        hand.release();
        REQUIRE(hand.scene().attractors.size() == 1);
        CHECK(hand.scene().attractors[0].pull < 0.0f);
    }
    SECTION("a plain press drags a point by the place where it was grabbed") {
        hand.moveTo(505.0, 250.0);
        CHECK(hand.press().isTaken);
        CHECK(hand.moveTo(507.0, 250.0).edits.empty());  // jitter, too small for a drag
        hand.moveTo(205.0, 150.0);
        CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).x - 200.0f) < 0.5f);
        CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).y - 150.0f) < 0.5f);
    }
}

TEST_CASE("the attractor of reef-pointer is under the pointer without a press, and makes no needless edits",
          "[app][points]") {
    Hand hand(presetOf("reef-pointer"));
    REQUIRE(hand.scene().attractors.size() == 1);
    const Vec3f start = hand.scene().attractors[0].place();
    CHECK(hand.follow() == 0);  // the pointer has not moved yet
    CHECK(hand.scene().attractors[0].place() == start);

    for (const double x : {300.0, 620.0}) {
        CHECK_FALSE(hand.moveTo(x, 240.0).isTaken);
        CHECK(hand.follow() == 3);
        CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).x - static_cast<float>(x)) < 0.5f);
        CHECK(std::abs(hand.seen(hand.scene().attractors[0].place()).y - 240.0f) < 0.5f);
        CHECK(hand.follow() == 0);  // already there
    }
    // A press turns the camera, as beside any point.
    CHECK_FALSE(hand.press().isTaken);
    hand.release();
    CHECK_FALSE(hand.press(true).said.empty());  // but Ctrl + press puts another point there
    CHECK(hand.scene().attractors.size() == 2);
}

TEST_CASE("the boids of reef-pointer flee the pointer, and follow it if it pulls", "[app][points]") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        // Mean distance [m] of the boids from the resting pointer over ten seconds.
        const auto meanDistance = [&](double pull, double x) {
            Scene scene = presetOf("reef-pointer");
            scene.seed = seed;
            REQUIRE(scene.apply({"attractor.pointer.pull", pull}));
            scene.attractors[0].reach = 12.0f;
            Hand hand(scene);
            hand.moveTo(x, 300.0);
            hand.follow();
            double sum = 0.0;
            for (int step = 0; step < 600; ++step) {
                hand.session().stepOnce();
                const Flock& flock = hand.session().simulation().flocks()[0];
                const Vec3f pointer = hand.scene().attractors[0].place();
                for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                    sum += std::sqrt(static_cast<double>(lengthSq(flock.now().position.at(slot) - pointer)));
                }
            }
            return sum / (600.0 * static_cast<double>(scene.species[0].count));
        };
        for (const double x : {520.0, 700.0}) {
            const double fleeing = meanDistance(-30.0, x);
            const double ignoring = meanDistance(0.0, x);
            const double following = meanDistance(8.0, x);
            CAPTURE(seed, x, fleeing, ignoring, following);
            CHECK(fleeing > 1.2 * ignoring);
            CHECK(following < 0.8 * ignoring);
        }
    }
}

TEST_CASE("a hunter swims to the pointer at a limited speed, dashes past it, and goes without a trace",
          "[app][points]") {
    Hand hand(presetOf("reef"));
    const Scene before = hand.scene();
    const auto added = newObject(NewObject::hunter, hand.session().simulation(), hand.picture());
    REQUIRE(added);
    for (const Edit& edit : added->edits) {
        REQUIRE(hand.session().apply(edit));
    }
    const auto hunter = [&]() -> const Attractor& { return hand.scene().attractors.front(); };
    CHECK(hunter().animal == Attractor::Animal::shark);
    CHECK(hunter().pull < 0.0f);
    CHECK(hand.scene().species[0].rules.find("heed_attractors")->isEnabled);
    hand.moveTo(440.0, 280.0);
    CHECK(hand.follow(0.0f) == 0);  // paused
    constexpr float kNear = 20.0f;  // [px] it slows down there
    const float reach = hunter().reach;
    const auto fromPointer = [&] {
        return glm::distance(hand.seen(hunter().place()), glm::vec2(440.0f, 280.0f));
    };
    Vec3f last = hunter().place();
    for (int frame = 0; frame < 400 && fromPointer() > kNear; ++frame) {
        hand.follow(0.02f);
        CHECK(std::sqrt(lengthSq(hunter().place() - last)) <= 1.2f * reach * 0.02f);
        last = hunter().place();
    }
    CHECK(fromPointer() <= kNear);
    hand.tool.dash();
    for (int frame = 0; frame < 10; ++frame) {
        hand.follow(0.02f);
    }
    CHECK(std::sqrt(lengthSq(hunter().place() - last)) > 0.4f * reach);
    const auto object = findObject(hand.session().simulation(), added->key);
    REQUIRE(object);
    for (const Edit& edit : removalOf(*object, hand.scene(), before).edits) {
        REQUIRE(hand.session().apply(edit));
    }
    CHECK(difference(before, hand.scene()).empty());
}

TEST_CASE("dragging a goal takes it off its circle", "[app][points]") {
    Scene scene = presetOf("goal-and-obstacles");
    scene.camera.distance = 40.0f;  // so that the goal is in view
    Hand hand(scene);
    const Vec3f start = hand.scene().goals[0].at(0);
    hand.moveTo(hand.seen(start).x, hand.seen(start).y);
    CHECK(hand.press().isTaken);
    CHECK(hand.release().isClick);
    CHECK(hand.scene().goals[0].circle > 0.0f);  // a press without a drag

    hand.press();
    hand.moveTo(400.0, 300.0);
    hand.release();
    CHECK(hand.scene().goals[0].circle == 0.0f);
    const Vec3f place = hand.scene().goals[0].at(500);
    CHECK(std::abs(hand.seen(place).x - 400.0f) < 0.5f);
    CHECK(std::abs(hand.seen(place).y - 300.0f) < 0.5f);
}

TEST_CASE("the wheel moves a held object along the view, and zooms otherwise", "[app][points]") {
    Hand hand(presetOf("reef"));
    CHECK_FALSE(hand.tell(WheelTurned{.up = 1.0}).isTaken);
    hand.moveTo(420.0, 310.0);
    hand.press(true);
    hand.release();
    const std::string point = "attractor." + hand.scene().attractors[0].name;
    const auto place = [&] { return hand.scene().attractors[0].place(); };
    const float depth = depthOf(hand.picture(), place());
    hand.press();
    CHECK(hand.tell(WheelTurned{.up = 3.0}).isTaken);
    CHECK(depthOf(hand.picture(), place()) > 1.1f * depth);
    CHECK(std::abs(hand.seen(place()).x - 420.0f) < 0.5f);
    CHECK(std::abs(hand.seen(place()).y - 310.0f) < 0.5f);
    hand.tell(WheelTurned{.up = -3.0});
    CHECK(depthOf(hand.picture(), place()) == approx(depth));
    hand.tell(WheelTurned{.up = -20.0});
    hand.tell(WheelTurned{.up = -20.0});
    hand.tell(WheelTurned{.up = -20.0});
    CHECK(depthOf(hand.picture(), place()) > 0.0f);  // never behind the eye
    CHECK_FALSE(hand.release().isClick);
    CHECK(hand.tool.selected() == point);
}

TEST_CASE("the rim of a selected object sizes it in proportion, and stays under the pointer",
          "[app][objects]") {
    struct Case {
        std::string key;
        std::vector<Edit> edits;
        std::vector<std::string> sizes;
    };
    const std::string rock = "obstacle.rock";
    const std::vector<Edit> sizes{
        {rock + ".present", 1.0}, {rock + ".width", 1.0}, {rock + ".height", 0.5}, {rock + ".depth", 0.25}};
    const auto shaped = [&](Obstacle::Shape shape) {
        std::vector<Edit> edits = sizes;
        edits.push_back({rock + ".shape", static_cast<double>(shape)});
        return edits;
    };
    for (const Case& each : {Case{rock, shaped(Obstacle::Shape::sphere), {"width"}},
                             Case{rock, shaped(Obstacle::Shape::cylinder), {"width", "height"}},
                             Case{rock, shaped(Obstacle::Shape::box), {"width", "height", "depth"}},
                             Case{"attractor.lure",
                                  {{"attractor.lure.present", 1.0}, {"attractor.lure.reach", 1.0}},
                                  {"reach"}}}) {
        CAPTURE(each.key, each.sizes.back());
        Hand hand(presetOf("reef"));
        for (const Edit& edit : each.edits) {
            REQUIRE(hand.session().apply(edit));
        }
        hand.tool.select(each.key);
        const auto rim = [&] {
            return rimOf(*findObject(hand.session().simulation(), each.key), hand.picture());
        };
        const auto before = rim();
        REQUIRE(before);
        const Scene scene = hand.scene();
        // Anywhere on the rim: upwards to the right.
        const auto onRim = [&](float radius) {
            hand.moveTo(static_cast<double>(before->at.x + 0.6f * radius),
                        static_cast<double>(before->at.y - 0.8f * radius));
        };
        onRim(before->radius);
        CHECK(hand.tool.isOnRim(hand.session().simulation(), hand.picture()));
        hand.press();
        onRim(1.5f * before->radius);
        hand.release();
        CHECK(rim()->radius == approx(1.5f * before->radius).epsilon(0.01));
        double times = 0.0;
        for (const std::string& size : each.sizes) {
            const std::string key = each.key + "." + size;
            const double now = *hand.scene().value(key) / *scene.value(key);
            CHECK(now > 1.4);
            CHECK(now < 1.6);
            CHECK((times == 0.0 || now == approx(times).epsilon(0.001)));
            times = now;
        }
    }
}

TEST_CASE("a floor and a goal have no rim", "[app][objects]") {
    Hand hand(presetOf("reef"));
    for (const Edit& edit : {Edit{"obstacle.floor.present", 1.0},
                             Edit{"obstacle.floor.shape", static_cast<double>(Obstacle::Shape::floor)},
                             Edit{"goal.mark.present", 1.0}}) {
        REQUIRE(hand.session().apply(edit));
    }
    for (const WorldObject& object : worldObjects(hand.session().simulation())) {
        CHECK_FALSE(rimOf(object, hand.picture()));
    }
}

TEST_CASE("a carried object stays under a resting pointer while the camera moves", "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(420.0, 310.0);
    hand.press(true);
    CHECK(hand.follow() == 0);
    for (int frame = 0; frame < 5; ++frame) {
        hand.turnCamera(0.06f);
        CHECK(hand.follow() == 3);
        CHECK(hand.follow() == 0);  // already there; a take would store a needless edit
        const glm::vec2 at = hand.seen(hand.scene().attractors[0].place());
        CHECK(std::abs(at.x - 420.0f) < 1.0f);
        CHECK(std::abs(at.y - 310.0f) < 1.0f);
    }
    // Once released, it stays in the world.
    hand.release();
    const Vec3f place = hand.scene().attractors[0].place();
    hand.turnCamera(0.3f);
    CHECK(hand.follow() == 0);
    CHECK(hand.scene().attractors[0].place() == place);
}

TEST_CASE("a carried object keeps its depth in the picture when the camera passes its place",
          "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(420.0, 310.0);
    hand.press(true);
    const float depth = depthOf(hand.picture(), hand.scene().attractors[0].place());
    hand.pass(depth + 1.0f);
    CHECK(depthOf(hand.picture(), hand.scene().attractors[0].place()) < 0.0f);
    CHECK(hand.follow() == 3);
    CHECK(depthOf(hand.picture(), hand.scene().attractors[0].place()) == approx(depth).epsilon(0.02));
}

TEST_CASE("an object held at the end of its tunables' range makes no more edits", "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(420.0, 310.0);
    hand.press(true);
    hand.follow();
    hand.pass(-5000.0f);  // the place under the pointer is beyond the range of x, y or z
    hand.follow();
    CHECK(hand.follow() == 0);
}

TEST_CASE("the tool takes all buttons during a drag and none after it", "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(400.0, 300.0);
    hand.press(true);
    CHECK(hand.tell(ButtonChanged{.button = MouseButton::right, .isDown = true}).isTaken);
    CHECK(hand.release().isTaken);
    CHECK_FALSE(hand.tool.isCarrying());
    CHECK_FALSE(hand.tell(ButtonChanged{.button = MouseButton::right}).isTaken);
    // It tracks the pointer even while it carries nothing.
    hand.moveTo(520.0, 200.0);
    hand.press(true);
    CHECK(std::abs(hand.seen(hand.scene().attractors[1].place()).x - 520.0f) < 0.5f);
}

TEST_CASE("a drag on the middle of a stone moves it, however small it is in the picture", "[app][objects]") {
    Hand hand(presetOf("reef"));
    for (const Edit& edit : {Edit{"obstacle.stone-1.present", 1.0}, Edit{"obstacle.stone-1.width", 0.1}}) {
        REQUIRE(hand.session().apply(edit));
    }
    hand.tool.select("obstacle.stone-1");
    const glm::vec2 middle = hand.seen({});
    hand.moveTo(static_cast<double>(middle.x), static_cast<double>(middle.y));
    hand.press();
    hand.moveTo(static_cast<double>(middle.x) + 60.0, static_cast<double>(middle.y));
    CHECK(*hand.scene().value("obstacle.stone-1.width") == approx(0.1));
    CHECK(hand.tool.isCarrying());
}

TEST_CASE("two points placed within one frame stay separate", "[app][points]") {
    Hand hand(presetOf("reef"));
    const ObjectTool::Picture picture = hand.picture();
    const ButtonChanged down{.button = MouseButton::left, .isDown = true, .hasControl = true};
    const auto first = hand.tool.handle(down, hand.session().simulation(), picture, true);
    hand.tool.handle(ButtonChanged{.button = MouseButton::left}, hand.session().simulation(), picture, true);
    hand.tool.handle(PointerMoved{500.0, 300.0}, hand.session().simulation(), picture, true);
    const auto second = hand.tool.handle(down, hand.session().simulation(), picture, true);
    CHECK(first.edits.front().key != second.edits.front().key);
}

TEST_CASE("the tool takes no press beside points, on the panel or with other buttons", "[app][points]") {
    Hand hand(presetOf("reef"));
    hand.moveTo(400.0, 300.0);
    CHECK_FALSE(hand.press().isTaken);
    CHECK_FALSE(hand.release().isTaken);
    CHECK_FALSE(
        hand.tell(ButtonChanged{.button = MouseButton::left, .isDown = true, .hasControl = true}, false)
            .isTaken);
    CHECK_FALSE(
        hand.tell(ButtonChanged{.button = MouseButton::right, .isDown = true, .hasControl = true}).isTaken);
    CHECK(hand.scene().attractors.empty());
}

TEST_CASE("points placed with the mouse steer the flock of every preset", "[app][points]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(preset.name);
        constexpr int kWatched = 400;
        // Mean distance from the point over that time, with the flock attracted or scared.
        const auto meanDistance = [&](bool isScare, double x) {
            Hand hand(presetOf(std::string(preset.name)));
            for (int step = 0; step < 30; ++step) {
                hand.session().stepOnce();
            }
            hand.moveTo(x, 300.0);
            hand.press(true, isScare);
            hand.release();
            const Attractor point = hand.scene().attractors.back();
            double total = 0.0;
            for (int step = 0; step < kWatched; ++step) {
                hand.session().stepOnce();
                const Flock& flock = hand.session().simulation().flocks()[0];
                double sum = 0.0;
                for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                    sum += std::sqrt(
                        static_cast<double>(lengthSq(flock.now().position.at(slot) - point.place())));
                }
                total += sum / static_cast<double>(flock.count());
            }
            return total / kWatched;
        };
        // At two places, because a swarm of eight has its own way at one of them.
        const double drawn = meanDistance(false, 560.0) + meanDistance(false, 640.0);
        const double scared = meanDistance(true, 560.0) + meanDistance(true, 640.0);
        CAPTURE(drawn, scared);
        // A flock that turns slowly circles wide around an attractor.
        CHECK(drawn < 0.97 * scared);
    }
}

}  // namespace shoal::test
