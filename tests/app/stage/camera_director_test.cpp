#include "render/camera/camera_director.hpp"

#include <algorithm>
#include <cstdint>

#include <shoal/preset.hpp>

#include "app/session/session.hpp"
#include "catch.hpp"

namespace shoal::test {
namespace {

CameraSettings keptIn(const Session& session, const char* view) {
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session);
    director.show(session, *findCameraView(view), 20.0);
    director.camera().advance(10.0f);  // until it rests
    return director.settingsToKeep(session);
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
    director.begin(session);
    director.show(session, *findCameraView("above"), 20.0);
    director.camera().advance(10.0f);
    director.camera().orbit(0.0f, -0.2f);
    director.camera().advance(10.0f);
    const float above = 70.0f * 3.14159265f / 180.0f;
    CHECK(director.settingsToKeep(session).elevation == approx(above - 0.2f).margin(1e-3));
}

TEST_CASE("a dive goes into the flock and comes out again", "[app][camera]") {
    Session session(*openPreset("reef"), {});
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session);
    director.show(session, *findCameraView("dive"), 20.0);
    const auto distanceAt = [&](int step) {
        while (session.simulation().stepCount() < static_cast<std::uint64_t>(step)) {
            session.stepOnce();
            director.step(session);
            director.camera().advance(1.0f / 60.0f);
        }
        director.aim(session, 1.0f);
        return director.camera().pose().distance;
    };
    const float outside = distanceAt(0);
    CHECK(distanceAt(8 * 60) < 0.2f * outside);
    CHECK(distanceAt(16 * 60) > 0.7f * outside);
    director.show(session, *findCameraView("school"), 20.0);
    director.camera().advance(10.0f);
    CHECK(distanceAt(16 * 60 + 1) > 0.7f * outside);
}

TEST_CASE("on patrol the camera rides a hunter, its head in the picture", "[app][camera]") {
    const Session session(*openPreset("bait-ball"), {});
    CameraDirector director(session.simulation().scene().camera);
    director.begin(session);
    director.show(session, *findCameraView("patrol"), 20.0);
    director.camera().advance(10.0f);
    director.aim(session, 1.0f);
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
    director.begin(reef);
    director.show(reef, *findCameraView("patrol"), 20.0);
    CHECK(director.boid());
}

}  // namespace shoal::test
