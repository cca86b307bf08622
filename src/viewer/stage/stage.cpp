#include "viewer/stage/stage.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "render/camera/picking.hpp"
#include "render/scene/world_marks.hpp"
#include "viewer/colour/palettes.hpp"
#include "viewer/stage/trails.hpp"

namespace shoal {

Result<std::unique_ptr<Stage>> Stage::create(const CameraSettings& settings,
                                             const std::filesystem::path& shaderDir) {
    auto renderer = Renderer::create(shaderDir);
    if (!renderer) {
        return renderer.problem();
    }
    return std::unique_ptr<Stage>(new Stage(std::move(*renderer), settings));
}

void Stage::beginScene(const Instant& instant) {
    m_director.keepInView(std::nullopt);  // it belongs to the scene before
    m_director.begin(instant);
}

void Stage::setFrame(const PictureFrame& frame) {
    m_frame = frame;
    const CameraPose pose = poseFor(m_frame.middle(), m_frame.coveredBelow);
    camera().easeOffset(pose.offsetRight, pose.offsetUp);
    // In a narrow gap, a flock framed whole would be tiny.
    constexpr float kLeastRoom = 0.3f;
    const float room = 1.0f - frame.covered;
    camera().setRoom(std::max(room - frame.coveredRight, std::min(room, kLeastRoom)) * frame.aspect,
                     1.0f - frame.coveredBelow);
    if (!std::exchange(m_isFramed, true)) {
        camera().settle();
        if (m_glidesIn) {
            camera().glideIn();
        }
    }
}

void Stage::studyBeside(Background& background, CopyFlock first, CopyFlock second) {
    m_background = &background;
    m_copySecond = std::move(second);
    m_shown[0].colouring.studyBeside(background, std::move(first));
}

void Stage::beginBeside() {
    ++m_besides;
    m_shown[1] = {};
    if (m_background != nullptr) {
        m_shown[1].colouring.studyBeside(*m_background, m_copySecond);
    }
}

void Stage::step(const Instant& instant, const std::optional<Instant>& beside) {
    m_director.frameToo(beside ? &beside->state : nullptr);
    m_director.step(instant);
    m_director.frameToo(nullptr);
}

void Stage::aim(const Instant& instant, float alpha, const std::optional<Instant>& beside) {
    m_director.frameToo(beside ? &beside->state : nullptr);
    m_director.aim(instant, alpha);
    m_director.frameToo(nullptr);
    const CameraPose pose = poseFor(m_frame.middle(), m_frame.coveredBelow);
    camera().setOffset(pose.offsetRight, pose.offsetUp);
}

void Stage::frameFlock(const Instant& instant, const std::optional<Instant>& beside) {
    m_director.frameToo(beside ? &beside->state : nullptr);
    m_director.frameFlock(instant);
    m_director.frameToo(nullptr);
}

CameraPose Stage::poseFor(float covered, float coveredBelow) const {
    CameraPose pose = camera().pose();
    if (!camera().isHeld()) {
        // The subject is in the middle of the free part.
        pose.offsetRight = covered;
        pose.offsetUp = coveredBelow;
    }
    return pose;
}

void Stage::draw(const Instant& instant, const Frame& frame, std::optional<double> now,
                 const std::optional<Instant>& beside) {
    m_sendingSeconds = 0.0;
    m_shownView = frame.view;
    drawFrom(0, instant, frame, now);
    m_legend = m_shown[0].colouring.legend();
    if (m_legend && now && beside && !m_shown[0].colouring.areDistances()) {
        m_legend->title += " of B";  // each flock has a scale of its own
    }
    explain(instant.scene());
}

/// A number for each flock that a slot shows, never 0: see StateTime.
std::uint64_t Stage::numberOf(std::size_t slot, const Instant& instant) const {
    return instant.beginning + 1 + (slot == 0 ? 0 : m_besides << 32);
}

void Stage::animate(const Instant& instant, const StateView& state) {
    m_renderer->select(0);
    m_renderer->animate(state, numberOf(0, instant), instant.threads);
    m_shown[0].uploaded = 0;  // even if the instant's own state is drawn next
}

void Stage::drawBeside(const Instant& instant, const Frame& frame, std::optional<double> now) {
    drawFrom(1, instant, frame, now);
}

void Stage::drawFrom(std::size_t slot, const Instant& instant, Frame frame, std::optional<double> now) {
    Shown& shown = m_shown[slot];
    m_renderer->select(slot);
    m_now = now.value_or(m_now);
    if (m_background != nullptr) {
        now = m_now;
    }
    const StateView& state = instant.state;
    if (m_background != nullptr && std::exchange(shown.beginning, instant.beginning) != instant.beginning) {
        shown.colouring.restart();
    }
    // Check the scene's revision too: the sizes of bodies and of the world can change while paused.
    const bool hasChanged = shown.uploaded != instant.stateRevision || shown.uploadedLook != instant.revision;
    if (shown.colouring.update(state, hasChanged, now) || hasChanged) {
        const auto start = std::chrono::steady_clock::now();
        m_renderer->upload(state, numberOf(slot, instant), shown.colouring.colours(), instant.threads);
        m_sendingSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        shown.uploaded = instant.stateRevision;
        shown.uploadedLook = instant.revision;
    }
    m_lines = trailLines(instant.trail, state, frame.alpha,
                         {shown.colouring.colours(), shown.colouring.areDistances()});
    if (m_isWorldShown || state.scene().look.showsWorld) {
        const std::vector<LinePoint> marks = worldMarks(state.scene().world);
        m_lines.insert(m_lines.end(), marks.begin(), marks.end());
    }
    const Scene& scene = state.scene();
    const double steps = static_cast<double>(state.stepCount()) - (1.0 - static_cast<double>(frame.alpha));
    frame.seconds = scene.time.realSeconds(steps);
    frame.look = scene.look;
    frame.lines = m_lines;
    if (!frame.highlighted) {
        frame.highlighted = leaderOf(state);
    }
    if (slot == 0) {
        frame.subject = subjectIn(state, frame.alpha);
    }
    m_renderer->draw(frame);
}

std::optional<Vec3f> Stage::subjectIn(const StateView& state, float alpha) const {
    if (camera().isFollowing()) {
        return camera().target();
    }
    if (!camera().isHeld()) {
        return std::nullopt;
    }
    // A take stores where its camera was, and not which boid it followed.
    constexpr float kSame = 0.1f;  // body lengths
    const Vec3f target = camera().pose().target;
    const std::vector<Species>& all = state.scene().species;
    for (std::size_t species = 0; species < all.size(); ++species) {
        const auto boid = nearestBoid(state, species, target);
        const auto place = boid ? placeOf(state, *boid, alpha) : std::nullopt;
        const float reach = kSame * all[species].bodyLength;
        if (place && lengthSq(*place - target) < reach * reach) {
            return place;
        }
    }
    return std::nullopt;
}

void Stage::explain(const Scene& scene) {
    if (m_legend) {
        // The picture's right is at (cos azimuth, 0, −sin azimuth).
        const glm::mat4& view = m_shownView.view;
        m_legend->turn = std::atan2(-view[2][0], view[0][0]);
        m_legend->isOnPaper = isOnPaper(scene.look);
    }
    if (scene.look.showsWorld) {
        if (!m_legend) {
            m_legend.emplace();
        }
        m_legend->note = fmt::format("Grid {:g} m", gridSpacing(scene.world));
    }
}

}  // namespace shoal
