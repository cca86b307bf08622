#include "render/camera/camera_director.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <shoal/rules/pair/prefer_distance.hpp>

#include "render/camera/picking.hpp"
#include "render/camera/scene_extent.hpp"
#include "render/frame/body_batch.hpp"

namespace shoal {

namespace {

constexpr float kRadiansPerDegree = 0.0174532925f;
// Body lengths between the camera and the boid it follows, and one that is wider than long.
constexpr float kFollowLengths = 3.5f;
constexpr float kFollowWings = 4.4f;
// Position of the eyes ahead of a boid's middle and above it, in body lengths: ahead of the whole body, which
// would otherwise fill the picture.
constexpr float kEyesAhead = 0.56f;
constexpr float kEyesUp = 0.06f;
constexpr float kStandingEyesUp = 0.6f;  // above the ground, of a body with legs
// Behind the middle of a boid that is ridden, and above it: its head is in the picture.
constexpr float kSaddleBehind = 2.4f;
constexpr float kSaddleUp = 0.7f;
constexpr float kStandingSaddleUp = 1.1f;  // above the ground
constexpr double kDiveSeconds = 16.0;
constexpr float kDiveDepth = 2.1f;     // to an eighth of the distance
constexpr float kSightLengths = 4.0f;  // body lengths to the point that a boid looks at
constexpr float kPreySeconds = 1.0f;   // likewise, from one prey to the next
constexpr float kGazeSeconds = 0.3f;   // smooths a boid's turns, which would otherwise shake the picture

constexpr std::uint64_t kMostSteps = 60;  // after more steps at once, the camera cuts

// The camera backs off to at most this many times the scene's distance, for a flock of kUsualCount boids.
constexpr float kFarthest = 1.6f;
constexpr float kUsualCount = 2000.0f;
// To keep a place in view, the camera may back off further: this many times as far, or until it shows this
// fraction of the world's half diagonal if that is more.
constexpr float kFarthestWithPlace = 3.0f;
constexpr float kWorldWithPlace = 0.4f;

/// Returns the unit vector of the mixed direction, or `otherwise` if there is none.
Vec3f directionOf(const Vec3f& v, const Vec3f& otherwise) {
    const float length = std::sqrt(lengthSq(v));
    return length > 1e-6f && std::isfinite(length) ? v * (1.0f / length) : otherwise;
}

/// Whether a rule makes boids hunt: it pursues or stalks, or draws them right up to those that they see.
bool makesHunt(const Rule& rule) {
    if (rule.info().key == PreferDistance::info.key) {
        return static_cast<const PreferDistance*>(rule.settings())->preferred <= 0.0f;
    }
    return rule.info().key == "pursue" || rule.info().key == "stalk";
}

/// Whether an interaction is a hunt.
bool isHunt(const Interaction& interaction) {
    return std::ranges::any_of(interaction.rules,
                               [](const auto& rule) { return rule->isEnabled && makesHunt(*rule); });
}

/// A boid in the middle of the first flock that hunts another.
std::optional<BoidName> hunterIn(const StateView& state, const Vec3f& middle) {
    const std::vector<Species>& all = state.scene().species;
    for (std::size_t index = 0; index < all.size(); ++index) {
        const bool hunts =
            std::ranges::any_of(all[index].sees, [](const Interaction& seen) { return isHunt(seen); });
        if (const auto boid = hunts ? nearestBoid(state, index, middle) : std::nullopt) {
            return boid;
        }
    }
    return std::nullopt;
}

/// The direction from a hunter to the nearest boid that it hunts; none if there is no prey.
std::optional<Vec3f> directionToPrey(const StateView& state, const BoidName& hunter) {
    const auto from = placeOf(state, hunter, 1.0f);
    const std::vector<Species>& all = state.scene().species;
    std::optional<Vec3f> nearest;
    for (const Interaction& interaction : all[hunter.species].sees) {
        const auto seen = std::ranges::find(all, interaction.observed, &Species::name);
        if (!from || !isHunt(interaction) || seen == all.end()) {
            continue;
        }
        const auto boid = nearestBoid(state, static_cast<std::size_t>(seen - all.begin()), *from);
        const auto place = boid ? placeOf(state, *boid, 1.0f) : std::nullopt;
        if (place && (!nearest || lengthSq(*place - *from) < lengthSq(*nearest))) {
            nearest = *place - *from;
        }
    }
    return nearest ? std::optional(directionOf(*nearest, {0.0f, 0.0f, -1.0f})) : std::nullopt;
}

float followDistance(const StateView& state, const BoidName& boid) {
    const Species& species = state.scene().species[boid.species];
    const bool hasWings = species.body == Species::Body::bird || species.body == Species::Body::gull ||
                          species.body == Species::Body::falcon;
    return (hasWings ? kFollowWings : kFollowLengths) * species.bodyLength;
}

}  // namespace

void CameraDirector::begin(const StateView& state) {
    const Scene& scene = state.scene();
    letGo();
    m_camera.setTerrain(terrainOf(scene));
    m_camera.present(scene.camera);
    m_camera.track(extent(state, false));
    m_camera.present(clearOfObstacles(scene, scene.camera));
    m_camera.settle();
    m_lineOfSight = {};
    m_step = state.stepCount();
}

void CameraDirector::show(const StateView& state, const CameraView& view, double turnSeconds) {
    CameraSettings settings = state.scene().camera;
    if (view.elevationDegrees) {
        settings.elevation = *view.elevationDegrees * kRadiansPerDegree;
    }
    if (view.turnsOnce) {
        settings.orbit = turnSeconds > 0.0 ? static_cast<float>(2.0 * std::numbers::pi / turnSeconds) : 0.0f;
    }
    const std::optional<BoidName> boid = m_boid;
    const bool choosesBoid = view.aim == CameraView::Aim::eyes && !boid;
    const ViewBefore before{m_view, m_camera.framing()};
    letGo();
    m_view = &view;
    m_shownFrom = state.stepCount();
    m_before = choosesBoid ? std::optional(before) : std::nullopt;
    switch (view.aim) {
        case CameraView::Aim::world: {
            // With the flock, if that has left it.
            const float half = std::sqrt(lengthSq(state.scene().world.halfExtent()));
            const FlockExtent both = joined(ballExtent({}, 0.6f * half), sceneExtent(state));
            m_camera.present(settings);
            m_camera.frame(both.centre, both.radius);
            return;
        }
        case CameraView::Aim::boid:
        case CameraView::Aim::eyes:
            m_boid = boid;
            if (view.ridesHunter) {
                const auto hunter = hunterIn(state, sceneExtent(state).centre);
                m_boid = hunter ? hunter : boid;
            }
            m_camera.present(settings);
            if (!m_boid) {
                const FlockExtent flock = sceneExtent(state);
                // A boid to look at is on the near side, where others do not hide it.
                const Vec3f towardsEye = directionOf(m_camera.view(1.0f).eye - flock.centre, {});
                m_boid = nearestBoid(state, 0,
                                     view.aim == CameraView::Aim::boid
                                         ? flock.centre + towardsEye * (0.8f * flock.radius)
                                         : flock.centre);
            }
            if (m_boid && view.aim == CameraView::Aim::boid) {
                m_camera.follow(placeOf(state, *m_boid, 1.0f).value_or(Vec3f{}),
                                followDistance(state, *m_boid));
            }
            turnGaze(state, 0.0f);
            look(state, 1.0f);
            return;
        case CameraView::Aim::flock:
        case CameraView::Aim::take:
            m_camera.present(view.turnsOnce ? settings : clearOfObstacles(state.scene(), settings));
            return;
    }
}

CameraSettings CameraDirector::settingsToKeep(const StateView& state) const {
    CameraSettings settings = m_camera.settings();
    const CameraSettings& own = state.scene().camera;
    if (m_view->elevationDegrees && !m_camera.isTouched()) {
        settings.elevation = own.elevation;
    }
    if (m_view->turnsOnce) {
        settings.orbit = own.orbit;
    }
    return settings;
}

void CameraDirector::choose(const StateView& state, const BoidName& boid) {
    if (!m_camera.isFollowing()) {
        m_camera.stopFollowing();
    }
    if (m_view->aim != CameraView::Aim::eyes) {
        m_view = cameraViews().data();
    }
    m_boid = boid;
    m_before.reset();
    turnGaze(state, 0.0f);
    look(state, 1.0f);
}

void CameraDirector::stepBack(const StateView& state) {
    const bool isInside = m_boid && m_view->aim == CameraView::Aim::eyes;
    const auto place = isInside ? placeOf(state, *m_boid, 1.0f) : std::nullopt;
    if (!place) {
        letGo();
        return;
    }
    if (const std::optional<ViewBefore> before = m_before) {
        letGo();
        m_view = before->view;
        m_camera.restore(before->framing);
        return;
    }
    m_view = cameraViews().data();
    m_camera.follow(*place, followDistance(state, *m_boid));
}

void CameraDirector::letGo() {
    m_view = cameraViews().data();
    m_boid.reset();
    m_before.reset();
    m_camera.stopFollowing();
}

void CameraDirector::frameFlock(const StateView& state) {
    letGo();
    m_camera.frameFlock(extent(state, false));
}

/// Returns the extent of the world, if the camera aims at it; otherwise of the flock or, if it has split too
/// far to be seen together, of one part. `isContinued`: of the part that the camera already looks at.
FlockExtent CameraDirector::extent(const StateView& state, bool isContinued) const {
    if (m_camera.aimsAtWorld()) {
        return worldExtent(state.scene());
    }
    const FlockExtent whole = sceneExtent(state);
    // A flock's diameter grows as the cube root of its count.
    const float growth = std::cbrt(std::max(1.0f, static_cast<float>(largestCount(state)) / kUsualCount));
    const float reach = m_camera.reach(kFarthest * growth);
    FlockExtent seen = m_beside != nullptr ? joined(whole, sceneExtent(*m_beside)) : whole;
    if (seen.radius > reach) {
        seen =
            whole.radius <= reach
                ? whole
                : scenePart(state, reach, isContinued ? std::optional(m_camera.flockCentre()) : std::nullopt);
    }
    if (m_alsoInView) {
        const FlockExtent both = joined(seen, ballExtent(*m_alsoInView, 0.0f));
        const float world = std::sqrt(lengthSq(state.scene().world.halfExtent()));
        return both.radius <= std::max(kFarthestWithPlace * reach, kWorldWithPlace * world) ? both : seen;
    }
    return seen;
}

void CameraDirector::step(const StateView& state) {
    const std::uint64_t now = state.stepCount();
    if (m_step == now) {
        return;
    }
    const auto seconds = static_cast<float>(state.scene().time.realSeconds(1.0));
    const bool isNext = m_step && now > *m_step && now - *m_step <= kMostSteps;
    const FlockExtent seen = extent(state, isNext);
    for (std::uint64_t step = isNext ? *m_step : now - 1; step != now; ++step) {
        m_camera.track(seen, isNext ? seconds : 0.0f);
        if (isNext && m_turnsAside && m_camera.isCircling() && !m_view->turnsOnce) {
            m_camera.circleBy(m_lineOfSight.turn(state.scene().obstacles, m_camera.poseAfterStep(),
                                                 seen.velocity, seconds));
        }
        turnGaze(state, isNext ? seconds : 0.0f);
    }
    if (!isNext && m_camera.isCircling() && !m_view->turnsOnce) {
        m_lineOfSight = {};
        m_camera.circleBy(
            m_lineOfSight.nearest(state.scene().obstacles, m_camera.poseAfterStep(), seen.velocity));
    }
    m_step = now;
}

/// The same settings, turned to where no obstacle hides the flock, if they let the camera circle.
CameraSettings CameraDirector::clearOfObstacles(const Scene& scene, CameraSettings settings) const {
    if (settings.orbit != 0.0f && settings.aim == CameraSettings::Aim::flock) {
        settings.azimuth += LineOfSight().nearest(scene.obstacles,
                                                  {.target = m_camera.flockCentre(),
                                                   .distance = settings.distance,
                                                   .azimuth = settings.azimuth,
                                                   .elevation = settings.elevation},
                                                  {});
    }
    return settings;
}

void CameraDirector::aim(const StateView& state, float alpha) {
    m_camera.setTerrain(terrainOf(state.scene()));
    if (state.stepCount() != m_step) {
        m_step.reset();
        step(state);
    }
    m_camera.showMoment(alpha);
    dive(state, alpha);
    if (m_boid && !m_camera.isFollowing() && !m_camera.isLookingFrom()) {
        letGo();  // panned or flown elsewhere
    }
    look(state, alpha);
}

/// Goes into the flock and out again, if the view does.
void CameraDirector::dive(const StateView& state, float alpha) {
    const double steps = static_cast<double>(state.stepCount()) - static_cast<double>(m_shownFrom) -
                         (1.0 - static_cast<double>(alpha));
    const double turns = state.scene().time.realSeconds(steps) / kDiveSeconds;
    m_camera.setDive(
        m_view->dives ? kDiveDepth * static_cast<float>(0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * turns))
                      : 0.0f);
}

/// Looks at the boid, or through its eyes.
void CameraDirector::look(const StateView& state, float alpha) {
    if (!m_boid) {
        return;
    }
    const auto place = placeOf(state, *m_boid, alpha);
    if (!place) {
        letGo();
        return;
    }
    if (m_view->aim != CameraView::Aim::eyes) {
        m_camera.follow(*place);
        return;
    }
    const Species& species = state.scene().species[m_boid->species];
    const Vec3f mixed = m_gazeBefore.forward + (m_gaze.forward - m_gazeBefore.forward) * alpha;
    const Vec3f forward = directionOf(mixed, m_gaze.forward);
    const bool isRidden = m_view->ridesHunter;
    Vec3f eye = *place + forward * ((isRidden ? -kSaddleBehind : kEyesAhead) * species.bodyLength);
    if (const Ground& ground = state.scene().ground;
        standsOnGround(species.body) && ground.form != Ground::Form::none) {
        eye.y = std::max(eye.y - species.bodyLength, ground.heightAt(eye.x, eye.z)) +
                (isRidden ? kStandingSaddleUp : kStandingEyesUp) * species.bodyLength;
    } else {
        eye.y += (isRidden ? kSaddleUp : kEyesUp) * species.bodyLength;
    }
    m_camera.lookFrom({.eye = eye,
                       .azimuth = m_gazeBefore.azimuth + (m_gaze.azimuth - m_gazeBefore.azimuth) * alpha,
                       .elevation = std::asin(std::clamp(-forward.y, -1.0f, 1.0f)),
                       .reach = (isRidden ? kSaddleBehind : kSightLengths) * species.bodyLength});
}

/// Turns the gaze towards the boid's heading for `seconds`; at once if 0.
void CameraDirector::turnGaze(const StateView& state, float seconds) {
    m_gazeBefore = m_gaze;
    auto heading = m_boid ? headingOf(state, *m_boid) : std::nullopt;
    const auto prey = heading && m_view->ridesHunter ? directionToPrey(state, *m_boid) : std::nullopt;
    if (!heading) {
        return;
    }
    heading = prey ? prey : heading;
    const float smoothed = prey ? kPreySeconds : kGazeSeconds;
    const float fraction = seconds > 0.0f ? 1.0f - std::exp(-seconds / smoothed) : 1.0f;
    m_gaze.forward = directionOf(m_gaze.forward + (*heading - m_gaze.forward) * fraction, *heading);
    // The direction from the target back to the camera; azimuth 0 looks along −z.
    const float azimuth = std::atan2(-m_gaze.forward.x, -m_gaze.forward.z);
    m_gaze.azimuth += std::remainder(azimuth - m_gaze.azimuth, 2.0f * std::numbers::pi_v<float>);
    if (!(seconds > 0.0f)) {
        m_gazeBefore = m_gaze;
    }
}

}  // namespace shoal
