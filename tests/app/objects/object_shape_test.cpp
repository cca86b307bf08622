// Where objects are in a picture, and where new ones go.

#include "app/objects/object_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <shoal/preset.hpp>

#include "app/objects/free_place.hpp"
#include "app/objects/new_object.hpp"
#include "app/objects/object_handles.hpp"
#include "app/objects/object_marks.hpp"
#include "app/objects/object_tool.hpp"
#include "app/session/session.hpp"
#include "catch.hpp"
#include "render/camera/scene_extent.hpp"

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

std::size_t boidsNear(const Simulation& simulation, const Vec3f& place, float radius) {
    std::size_t count = 0;
    for (const Flock& flock : simulation.flocks()) {
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            count += lengthSq(flock.now().position.at(slot) - place) < radius * radius ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("with the world out of view, a new ball keeps its size, in the world and away from boids",
          "[app][objects]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    const Session session(*scene, {});
    const Vec3f half = scene->world.halfExtent();
    const WindowPicture picture = pictureFrom({0.0f, 0.0f, half.z + 50.0f});
    constexpr float kRadius = 0.3f;
    const FreePlace at = freePlace(session.simulation(), picture, kRadius);
    CHECK(at.radius == kRadius);
    CHECK_FALSE(inWindow(picture, at.place));
    CHECK(std::abs(at.place.x) <= half.x);
    CHECK(std::abs(at.place.y) <= half.y);
    CHECK(std::abs(at.place.z) <= half.z);
    CHECK(boidsNear(session.simulation(), at.place, kRadius) == 0);
}

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

TEST_CASE("an obstacle that would fill the picture has no handle at the edge", "[app][objects]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    for (const bool isLarge : {false, true}) {
        Scene changed = *scene;
        // A slab: large in depth alone.
        changed.obstacles.push_back(
            {.name = "slab", .shape = Obstacle::Shape::box, .width = 0.5f, .height = 0.5f});
        changed.obstacles.back().x = -400.0f;
        changed.obstacles.back().depth = isLarge ? 100.0f : 0.5f;
        const Session session(changed, {});
        const auto handles = objectHandles(session.simulation(), pictureOf(session.simulation()));
        CAPTURE(isLarge);
        CHECK(handles.size() == (isLarge ? 0U : 1U));
    }
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

TEST_CASE("a handle has the object's size where it is drawn", "[app][objects]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    const Session session(*scene, {});
    const WindowPicture picture = pictureOf(session.simulation());
    const Vec3f centre = sceneExtent(session.simulation()).centre;
    for (const auto shape : {Obstacle::Shape::sphere, Obstacle::Shape::box, Obstacle::Shape::cylinder}) {
        const Obstacle obstacle{
            .shape = shape, .x = centre.x, .y = centre.y + 0.6f, .z = centre.z, .height = 1.5f};
        const WorldObject object{.key = "obstacle.rock",
                                 .kind = WorldObject::Kind::obstacle,
                                 .place = obstacle.centre(),
                                 .obstacle = obstacle};
        const std::vector<SizeHandle> handles = sizeHandles(object, picture);
        CAPTURE(static_cast<int>(shape));
        CHECK(handles.size() == (shape == Obstacle::Shape::sphere ? 1U
                                 : shape == Obstacle::Shape::box  ? 3U
                                                                  : 2U));
        for (const SizeHandle& handle : handles) {
            CAPTURE(handle.tunable);
            const float size = handle.tunable == "height" ? 1.5f : 2.0f;
            CHECK(valueAt(handle, picture, handle.at) == approx(size).margin(0.01));
            CHECK(picture.freePart().holds(handle.at));
        }
        CHECK_FALSE(outlineOf(object, picture).empty());
    }
    const WorldObject point{
        .key = "attractor.lure", .kind = WorldObject::Kind::attracts, .place = centre, .reach = 2.5f};
    REQUIRE(sizeHandles(point, picture).size() == 1);
    CHECK(valueAt(sizeHandles(point, picture)[0], picture, sizeHandles(point, picture)[0].at) ==
          approx(2.5f).margin(0.01));
}

TEST_CASE("in every preset a new stone is in view, inside the world and free of boids", "[app][objects]") {
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
        const Obstacle& stone = session.simulation().scene().obstacles.back();
        int inside = 0;
        for (const Flock& flock : session.simulation().flocks()) {
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                inside += isIn(stone, flock.now().position.at(slot)) ? 1 : 0;
            }
        }
        CAPTURE(stone.width, sceneExtent(session.simulation()).radius);
        CHECK(inside == 0);
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
