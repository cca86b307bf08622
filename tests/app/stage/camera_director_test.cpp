#include "render/camera/camera_director.hpp"

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
    for (const char* view : {"school", "above", "side", "below", "turntable"}) {
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

}  // namespace shoal::test
