#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "play/published.hpp"
#include "play/session/instant.hpp"
#include "render/camera/camera_director.hpp"
#include "render/camera/scene_extent.hpp"
#include "render/scene/renderer.hpp"
#include "viewer/colour/colouring.hpp"

namespace shoal {

/// The shape of a picture and the part of it that a panel covers.
struct PictureFrame {
    float aspect = 16.0f / 9.0f;  ///< width over height
    float covered = 0.0f;         ///< fraction of the width on the left, 0 .. 1
    float coveredRight = 0.0f;    ///< fraction of the width on the right, 0 .. 1
    float coveredBelow = 0.0f;    ///< fraction of the height at the bottom, 0 .. 1

    /// Where the middle of the free part is: 0 the middle of the picture, 1 its right edge.
    float middle() const { return covered - coveredRight; }
};

/// Draws a flock with a renderer and a camera. An OpenGL context must be current.
class Stage {
public:
    static Result<std::unique_ptr<Stage>> create(const CameraSettings& settings,
                                                 const std::filesystem::path& shaderDir);

    CameraDirector& director() { return m_director; }
    const CameraDirector& director() const { return m_director; }
    Camera& camera() { return m_director.camera(); }
    const Camera& camera() const { return m_director.camera(); }
    Renderer& renderer() { return *m_renderer; }

    /// Whether the last picture has older colours than its flocks.
    bool isStale(bool isSplit) const {
        return m_shown[0].colouring.isStale() || (isSplit && m_shown[1].colouring.isStale());
    }

    /// How often another flock has begun beside the first.
    std::uint64_t besides() const { return m_besides; }

    /// What preparing and sending the bodies to the graphics card took in the last draw() [s].
    double sendingSeconds() const { return m_sendingSeconds; }

    /// Cuts to the scene's own camera, aimed at the flock.
    void beginScene(const Instant& instant);

    /// Lets the camera glide in from afar at the first setFrame().
    void glideIn() { m_glidesIn = true; }

    /// Composes for a picture of this shape; the flock must fit into its free part.
    void setFrame(const PictureFrame& frame);

    /// Moves the camera by the fixed steps that the flock has just made. It frames both flocks if one is
    /// shown beside.
    void step(const Instant& instant, const std::optional<Instant>& beside = {});

    /// Points the camera at the flock's state between the previous step (0) and the last (1). Call before
    /// every picture.
    void aim(const Instant& instant, float alpha, const std::optional<Instant>& beside = {});

    /// Aims the camera at the flock, or at both.
    void frameFlock(const Instant& instant, const std::optional<Instant>& beside);

    /// Returns the camera's pose for a picture with these parts covered: see PictureFrame.
    CameraPose poseFor(float covered, float coveredBelow) const;
    float covered() const { return m_frame.covered; }

    /// Computes slow colours of the first flock, and of the second, beside the frame.
    void studyBeside(Background& background, CopyFlock first, CopyFlock second);

    /// Another flock begins beside the first; see drawBeside().
    void beginBeside();

    /// Colours both flocks' boids by these distances between them; see Colouring.
    void showDistances(const BoidValues* distances, float low) {
        for (Shown& shown : m_shown) {
            shown.colouring.showDistances(distances, low);
        }
    }

    /// Keeps this place in the picture, with the flock, if both fit; empty for the flock alone.
    void keepInView(const std::optional<Vec3f>& place) { m_director.keepInView(place); }

    /// Whether the world's edges are drawn even if the look does not want them.
    void showWorld(bool isShown) { m_isWorldShown = isShown; }
    bool isWorldShown() const { return m_isWorldShown; }

    /// Rings drawn into the next picture; they stay until others replace them.
    void showRings(std::vector<Ring> rings) { m_rings = std::move(rings); }
    const std::vector<Ring>& rings() const { return m_rings; }

    /// Lets the bodies move on to a state of the flock, which is not drawn.
    void animate(const Instant& instant, const StateView& state);

    /// Uploads changed state, then draws a frame, which needs no time, look or lines: the flock has them.
    /// `now` [s]: time of a live frame, in which slow colours may lag behind, see Colouring::update(). A
    /// picture that the viewer takes has the colours of the last live frame.
    void draw(const Instant& instant, const Frame& frame, std::optional<double> now = std::nullopt,
              const std::optional<Instant>& beside = {});

    /// Draws a second flock, from buffers of its own.
    void drawBeside(const Instant& instant, const Frame& frame, std::optional<double> now);

    /// The view of the last picture. A film's camera may turn further than camera().
    const View& shownView() const { return m_shownView; }

    /// Explains the colours of the bodies and the grid of the last picture; empty if it has neither.
    const std::optional<Legend>& legend() const { return m_legend; }

    /// Returns the place of the body that the camera follows or, in a take, followed; none if it follows
    /// none.
    std::optional<Vec3f> subjectIn(const StateView& state, float alpha) const;

private:
    Stage(std::unique_ptr<Renderer> renderer, const CameraSettings& settings)
        : m_renderer(std::move(renderer)), m_director(settings) {}

    /// The drawn state of one flock.
    struct Shown {
        Colouring colouring;
        std::uint64_t uploaded = 0;
        std::uint64_t uploadedLook = 0;
        std::uint64_t beginning = 0;  ///< Instant::beginning
    };

    void drawFrom(std::size_t slot, const Instant& instant, Frame frame, std::optional<double> now);
    std::uint64_t numberOf(std::size_t slot, const Instant& instant) const;
    void explain(const Scene& scene);

    std::unique_ptr<Renderer> m_renderer;
    CameraDirector m_director;
    std::array<Shown, kSlots> m_shown;
    Background* m_background = nullptr;  ///< null in films
    CopyFlock m_copySecond;
    double m_now = 0.0;           ///< [s] of the last live frame
    std::uint64_t m_besides = 0;  ///< sessions shown beside the first so far
    bool m_isWorldShown = false;
    std::vector<Ring> m_rings;
    std::vector<LinePoint> m_lines;  ///< of the last picture
    std::optional<Legend> m_legend;
    View m_shownView;
    PictureFrame m_frame;
    double m_sendingSeconds = 0.0;
    bool m_isFramed = false;
    bool m_glidesIn = false;
};

}  // namespace shoal
