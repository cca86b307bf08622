#include "render/camera/camera_director.hpp"

#include <shoal/preset.hpp>

#include "play/session/session.hpp"

namespace shoal::test {
namespace {

CameraSettings keptIn(const Session& session, const char* view) {
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session.simulation());
    director.show(session.simulation(), *findCameraView(view), 20.0);
    director.camera().advance(10.0f);  // until it rests
    return director.settingsToKeep(session.simulation());
}

}  // namespace

TEST_CASE("a film camera leaves no trace in the camera settings that are saved", "[app][camera]") {
    const Session session(*openPreset("reef"), {});
    const CameraSettings& own = session.simulation().scene().camera;
    for (const char* view : {"school", "above", "side", "below", "turntable", "dive"}) {
        CAPTURE(view);
        const CameraSettings kept = keptIn(session, view);
        CHECK(kept.elevation == approx(own.elevation).margin(1e-5));
        CHECK(kept.orbit == approx(own.orbit).margin(1e-7));
        CHECK(kept.fieldOfView == approx(own.fieldOfView).margin(1e-5));
    }
}

TEST_CASE("a turn of a film camera by the user is saved", "[app][camera]") {
    const Session session(*openPreset("reef"), {});
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session.simulation());
    director.show(session.simulation(), *findCameraView("above"), 20.0);
    director.camera().advance(10.0f);
    director.camera().orbit(0.0f, -0.2f);
    director.camera().advance(10.0f);
    const float above = 70.0f * 3.14159265f / 180.0f;
    CHECK(director.settingsToKeep(session.simulation()).elevation == approx(above - 0.2f).margin(1e-3));
}

TEST_CASE("a circling camera keeps obstacles out of its line of sight", "[app][camera]") {
    auto scene = openPreset("goal-and-obstacles");
    REQUIRE(scene);
    scene->camera.azimuth = 1.0f;  // among the stones
    /// Share of the frames in which an obstacle reaches into the view by a tenth of the distance.
    const auto blockedShare = [&](float orbit, int stepsPerFrame) {
        scene->camera.orbit = orbit;
        Session session(*scene, {});
        CameraDirector director(scene->camera);
        director.turnAside(true);
        director.begin(session.simulation());
        int blocked = 0;
        float fastest = 0.0f;
        constexpr int kSteps = 2400;
        for (int step = 1; step <= kSteps; ++step) {
            session.stepOnce();
            if (step % stepsPerFrame == 0) {
                const float azimuth = director.camera().poseAfterStep().azimuth;
                director.step(session.simulation());
                const CameraPose pose = director.camera().poseAfterStep();
                blocked += blockedBy(scene->obstacles, pose) > 0.1f * pose.distance ? 1 : 0;
                fastest = std::max(
                    fastest, std::abs(pose.azimuth - azimuth) * 60.0f / static_cast<float>(stepsPerFrame));
            }
        }
        CHECK(fastest < 0.52f);  // [rad/s]
        return static_cast<double>(blocked * stepsPerFrame) / kSteps;
    };
    const double still = blockedShare(0.0f, 1);
    CHECK(still > 0.15);
    CHECK(blockedShare(0.01f, 1) < 0.7 * still);
    CHECK(blockedShare(0.01f, 20) < 0.7 * still);
}

TEST_CASE("a camera leaves the lee of a pillar that is put before it, smoothly and for good",
          "[app][camera]") {
    CameraPose pose{.distance = 10.0f, .azimuth = 0.4f};
    const Vec3f eye = eyeOf(pose);
    const Obstacle pillar{.shape = Obstacle::Shape::cylinder,
                          .x = 0.6f * eye.x + 0.1f,
                          .z = 0.6f * eye.z,
                          .width = 1.5f,
                          .height = 20.0f};
    REQUIRE(blockedBy({&pillar, 1}, pose) > 1.0f);
    LineOfSight sight;
    float before = 0.0f;
    for (int step = 0; step < 600; ++step) {
        const float turn = sight.turn({&pillar, 1}, pose, {}, 1.0f / 60.0f);
        CHECK(std::abs(turn - before) < 0.0003f);
        before = turn;
        pose.azimuth += turn;
    }
    CHECK(blockedBy({&pillar, 1}, pose) < 0.1f);
    CHECK(std::abs(before) < 1e-4f);
}

TEST_CASE("a dive goes into the flock and comes out again", "[app][camera]") {
    Session session(*openPreset("reef"), {});
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session.simulation());
    director.show(session.simulation(), *findCameraView("dive"), 20.0);
    const auto distanceAt = [&](int step) {
        while (session.simulation().stepCount() < static_cast<std::uint64_t>(step)) {
            session.stepOnce();
            director.step(session.simulation());
            director.camera().advance(1.0f / 60.0f);
        }
        director.aim(session.simulation(), 1.0f);
        return director.camera().pose().distance;
    };
    const float outside = distanceAt(0);
    CHECK(distanceAt(8 * 60) < 0.2f * outside);
    CHECK(distanceAt(16 * 60) > 0.7f * outside);
    director.show(session.simulation(), *findCameraView("school"), 20.0);
    director.camera().advance(10.0f);
    CHECK(distanceAt(16 * 60 + 1) > 0.7f * outside);
}

TEST_CASE("on patrol the camera rides a hunter, its head in the picture", "[app][camera]") {
    const Session session(*openPreset("bait-ball"), {});
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session.simulation());
    director.show(session.simulation(), *findCameraView("patrol"), 20.0);
    director.camera().advance(10.0f);
    director.aim(session.simulation(), 1.0f);
    REQUIRE(director.boid());
    CHECK(session.simulation().scene().species[director.boid()->species].name == "tuna");
    const Flock& tuna = session.simulation().flocks()[director.boid()->species];
    const auto slot =
        std::ranges::find(tuna.now().id.span(), director.boid()->id) - tuna.now().id.span().begin();
    const auto middle = project(director.camera().view(1.6f),
                                tuna.now().position.at(static_cast<std::size_t>(slot)), 1.0f, 1.0f);
    REQUIRE(middle);
    CHECK(middle->x == approx(0.5f).margin(0.1f));
    CHECK(middle->y > 0.5f);
    CHECK(middle->y < 0.95f);
    // Without a hunter, a boid in the middle.
    const Session reef(*openPreset("reef"), {});
    director.begin(reef.simulation());
    director.show(reef.simulation(), *findCameraView("patrol"), 20.0);
    CHECK(director.boid());
}

}  // namespace shoal::test
