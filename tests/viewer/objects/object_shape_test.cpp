// Where objects are in a picture, and where new ones go.

#include "viewer/objects/object_shape.hpp"

#include <numbers>

#include <shoal/preset.hpp>

#include "play/session/session.hpp"
#include "render/camera/scene_extent.hpp"
#include "viewer/objects/new_object.hpp"
#include "viewer/objects/object_marks.hpp"
#include "viewer/objects/object_tool.hpp"

namespace shoal::test {

namespace {

/// A window that shows a scene's flock.
WindowPicture pictureOf(const Simulation& simulation) {
    Camera camera(simulation.scene().camera);
    camera.track(sceneExtent(simulation));
    camera.settle();
    return {.view = camera.view(1.6f), .width = 1280.0, .height = 800.0, .covered = 320.0};
}

/// Returns whether a point is in an obstacle, by plain geometry.
bool isIn(const Obstacle& obstacle, const Vec3f& point) {
    const Vec3f from = point - obstacle.centre();
    const float half = obstacle.width / 2;
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            return lengthSq(from) <= half * half;
        case Obstacle::Shape::box:
            return std::abs(from.x) <= half && std::abs(from.y) <= obstacle.height / 2 &&
                   std::abs(from.z) <= obstacle.depth / 2;
        case Obstacle::Shape::cylinder:
            return from.x * from.x + from.z * from.z <= half * half &&
                   std::abs(from.y) <= obstacle.height / 2;
        case Obstacle::Shape::floor:
            break;
    }
    return from.y <= 0.0f;
}

/// A window that looks along +z from an eye.
WindowPicture pictureFrom(const Vec3f& eye) {
    constexpr float kDistance = 5.0f;
    const CameraPose pose{.target = eye + Vec3f{0.0f, 0.0f, kDistance},
                          .distance = kDistance,
                          .azimuth = std::numbers::pi_v<float>};
    return {.view = viewOf(pose, 1.6f), .width = 1280.0, .height = 800.0};
}

}  // namespace

TEST_CASE("a new stone never holds the eye, even among the boids", "[app][objects]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    const Session session(*scene, {});
    const FlockExtent extent = sceneExtent(session.simulation());
    for (const float ahead : {-1.5f, -0.5f, -0.01f, 0.0f, 0.01f, 0.5f, 1.5f}) {
        CAPTURE(ahead);
        const Vec3f eye = extent.centre + Vec3f{0.0f, 0.0f, ahead * extent.radius};
        const WindowPicture picture = pictureFrom(eye);
        const auto added = newObject(NewObject::stone, session.simulation(), picture);
        REQUIRE(added);
        Session with(*scene, {});
        for (const Edit& edit : added->edits) {
            CHECK(with.apply(edit));
        }
        const Obstacle& stone = with.simulation().scene().obstacles.back();
        CHECK(std::sqrt(lengthSq(stone.centre() - eye)) > 0.5f * stone.width);
    }
}

TEST_CASE("a new point switches its rule on, and says so, unless some species already responds",
          "[app][objects]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    const Session without(*scene, {});
    const auto first = newObject(NewObject::lure, without.simulation(), pictureOf(without.simulation()));
    REQUIRE(first);
    CHECK(first->said.ends_with("The rule \"Respond to attractors\" is now on"));
    scene->attractors.push_back({.name = "lure"});
    scene->species[0].rules.find("heed_attractors")->isEnabled = true;
    const Session with(*scene, {});
    const auto second = newObject(NewObject::lure, with.simulation(), pictureOf(with.simulation()));
    REQUIRE(second);
    CHECK(second->said.find("is now on") == std::string::npos);
    CHECK(std::ranges::none_of(second->edits,
                               [](const Edit& edit) { return edit.key.starts_with("species."); }));
}

TEST_CASE("without the last object of its kind, the rule that was switched on for it is as loaded",
          "[app][objects]") {
    const auto loaded = openPreset("reef");
    REQUIRE(loaded);
    for (const NewObject kind : {NewObject::stone, NewObject::goal, NewObject::lure}) {
        CAPTURE(static_cast<int>(kind));
        Scene scene = *loaded;
        std::vector<std::string> keys;
        for (int count = 0; count < 2; ++count) {
            const Session session(scene, {});
            const auto added = newObject(kind, session.simulation(), pictureOf(session.simulation()));
            REQUIRE(added);
            keys.push_back(added->key);
            for (const Edit& edit : added->edits) {
                REQUIRE(scene.apply(edit));
            }
        }
        for (const std::string& key : keys) {
            const Session session(scene, {});
            const auto object = findObject(session.simulation(), key);
            REQUIRE(object);
            const ObjectEdits removal = removalOf(*object, scene, *loaded);
            CHECK((removal.edits.size() > 1) == (key == keys.back()));
            CHECK(removal.said.ends_with("is off again") == (key == keys.back()));
            for (const Edit& edit : removal.edits) {
                REQUIRE(scene.apply(edit));
            }
        }
        CHECK(presetText(scene) == presetText(*loaded));
    }
}

TEST_CASE("a scene with as many objects as it may have refuses one more as a whole", "[app][objects]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    for (std::size_t number = 1; number <= kMaxThings; ++number) {
        scene->obstacles.push_back(
            {.name = "stone-" + std::to_string(number), .shape = Obstacle::Shape::sphere});
    }
    const Session session(*scene, {});
    const WindowPicture picture = pictureOf(session.simulation());
    const auto added = newObject(NewObject::stone, session.simulation(), picture);
    REQUIRE_FALSE(added);
    CHECK(added.problem().text == "A scene may have at most 1000 obstacles; delete one first");
    CHECK(newObject(NewObject::goal, session.simulation(), picture));
}

TEST_CASE("only a selected obstacle in view has its name beside it", "[app][objects]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    for (const bool isInView : {false, true}) {
        Scene changed = *scene;
        changed.obstacles.push_back({.name = "stone-1", .shape = Obstacle::Shape::sphere, .width = 0.5f});
        changed.obstacles.back().x = isInView ? 0.0f : -400.0f;
        const Session session(changed, {});
        ObjectTool tool;
        tool.select("obstacle.stone-1");
        const ObjectMarks marks =
            objectMarks(tool, session.simulation(), pictureOf(session.simulation()), false);
        CAPTURE(isInView);
        REQUIRE(marks.selected);
        CHECK(marks.selected->label.empty() == !isInView);
    }
}

TEST_CASE("a ray meets an obstacle where walking along it first enters the obstacle", "[app][objects]") {
    for (const auto shape :
         {Obstacle::Shape::sphere, Obstacle::Shape::box, Obstacle::Shape::cylinder, Obstacle::Shape::floor}) {
        const Obstacle obstacle{
            .shape = shape, .x = 1.0f, .y = -0.5f, .z = 2.0f, .height = 3.0f, .depth = 1.0f};
        int met = 0;
        for (int turn = 0; turn < 400; ++turn) {
            const float a = static_cast<float>(turn) * 0.37f;
            const float b = static_cast<float>(turn % 29) * 0.11f - 1.5f;
            const Vec3f from{8.0f * std::sin(a), 4.0f + b, 8.0f * std::cos(a)};
            const Vec3f to{b, 0.5f * b * std::sin(3.0f * a), 2.0f + 1.5f * std::sin(7.0f * a)};
            const Vec3f way = (to - from) / std::sqrt(lengthSq(to - from));
            float walked = 0.0f;
            while (walked < 30.0f && !isIn(obstacle, from + way * walked)) {
                walked += 0.002f;
            }
            const auto distance = distanceAlong({from, way}, obstacle);
            CAPTURE(static_cast<int>(shape), turn);
            // A ray that only grazes a corner may enter between two steps.
            if (walked < 30.0f) {
                REQUIRE(distance);
                CHECK(std::abs(*distance - walked) < 0.01f);
                ++met;
            } else if (distance) {
                CHECK_FALSE(isIn(obstacle, from + way * (*distance + 0.05f)));
            }
        }
        CHECK(met > 50);
        CHECK_FALSE(
            distanceAlong({obstacle.centre() - Vec3f{0.0f, 0.01f, 0.0f}, {0.0f, 1.0f, 0.0f}}, obstacle));
    }
}

TEST_CASE("in every preset new objects are in the picture, and some species responds", "[app][objects]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(preset.name);
        auto scene = openPreset(std::string(preset.name));
        REQUIRE(scene);
        for (Species& species : scene->species) {
            species.count = std::min(species.count, 400);
        }
        Session session(*scene, {});
        for (int step = 0; step < 20; ++step) {
            session.stepOnce();
        }
        const WindowPicture picture = pictureOf(session.simulation());
        for (const auto kind : {NewObject::stone, NewObject::goal, NewObject::lure, NewObject::scare}) {
            const auto added = newObject(kind, session.simulation(), picture);
            REQUIRE(added);
            for (const Edit& edit : added->edits) {
                REQUIRE(session.apply(edit));
            }
            const auto object = findObject(session.simulation(), added->key);
            REQUIRE(object);
            const auto at = inWindow(picture, object->place);
            REQUIRE(at);
            CAPTURE(added->key, at->x, at->y);
            CHECK(picture.freePart().holds(*at));
        }
        for (const Species& species : session.simulation().scene().species) {
            CHECK((species.rules.find("avoid_obstacles")->isEnabled ||
                   species.rules.find("avoid_object")->isEnabled));
        }
        // Not every species must respond: the preset may have a goal or point that only some respond to.
        for (const std::string rule : {"seek_goal", "heed_attractors"}) {
            CHECK(std::ranges::any_of(session.simulation().scene().species, [&](const Species& species) {
                return species.rules.find(rule)->isEnabled;
            }));
        }
        // The scene stays valid.
        for (int step = 0; step < 60; ++step) {
            session.stepOnce();
        }
        CHECK(session.simulation().scene().check());
    }
}

}  // namespace shoal::test
