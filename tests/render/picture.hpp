#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "capture/format/image.hpp"
#include "render/picture/offscreen.hpp"
#include "render/scene/renderer.hpp"

namespace shoal::test {

/// Usual size of a test's picture [px], and a camera that looks along −z from 6 m.
inline constexpr int kWidth = 320;
inline constexpr int kHeight = 240;
inline constexpr CameraSettings kAhead{.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f};

/// A body placed by a test.
struct Body {
    Vec3f position;
    Vec3f velocity{1.0f, 0.0f, 0.0f};
    std::optional<Vec3f> before = {};  ///< one step ago; if omitted, where it is now
    std::uint32_t id = 0;
};

/// Makes a flock of these bodies, with ids in their order.
Flock makeFlock(std::span<const Body> bodies);

/// Returns a renderer without a window for all tests of this program, made on first use; fails the test if
/// OpenGL is unavailable.
Renderer& renderer();

/// Collects OpenGL errors while it lives. At other times they fail the test.
class ExpectedGlErrors {
public:
    ExpectedGlErrors() { s_collected = &m_messages; }
    ~ExpectedGlErrors() { s_collected = nullptr; }
    ExpectedGlErrors(const ExpectedGlErrors&) = delete;
    ExpectedGlErrors& operator=(const ExpectedGlErrors&) = delete;

    const std::vector<std::string>& messages() const { return m_messages; }

private:
    friend Renderer& renderer();
    static inline std::vector<std::string>* s_collected = nullptr;
    std::vector<std::string> m_messages;
};

/// Returns a frame of this size seen by this camera after settling. It has no bloom, so that a body changes
/// only the pixels that it covers, and no vignette; bodies do not sway.
Frame frameOf(int width, int height, const CameraSettings& camera, const Vec3f& target = {});

/// Draws what the renderer holds; sets `frame.framebuffer`.
Image drawUploaded(Frame frame);

/// Uploads the schools and draws them.
Image draw(std::span<const BodyBatch> bodyBatches, Frame frame, int samples = 0, const World& world = {},
           const StateTime& time = {});

/// Draws one school of these bodies, straight and at rest.
Image drawBodies(std::span<const Body> bodies, const Frame& frame, float bodyLength = 0.5f);

/// Draws a scene after some steps from a start with its first boid at this place.
Image drawScene(const Scene& scene, const Vec3f& at, Frame frame, int steps = 0);

struct Pixel {
    float x = 0.0f;
    float y = 0.0f;  ///< from the top
};

/// Returns where a point of the world appears.
Pixel project(const Frame& frame, const Vec3f& point);

/// Checks that land or a floor covers everything below a straight horizon, to a pixel, and nothing above: by
/// the transparency of a picture, and by the backdrop of an opaque one, which must not cover it.
void checkHorizon(const Scene& scene, const Vec3f& at, Frame frame);

/// Returns the largest difference between the channels of two pictures at a pixel, 0 .. 255.
int difference(const Image& a, const Image& b, int x, int y);

/// A rectangle of pixels, clipped to the picture. countDifferent() counts the pixels in it that differ by
/// more than `threshold`.
struct Box {
    int left = 0;
    int top = 0;
    int right = 1 << 20;
    int bottom = 1 << 20;
};
int countDifferent(const Image& a, const Image& b, int threshold, const Box& box = {});

/// Returns the linear light of an sRGB byte, 0 .. 1.
float linear(std::uint8_t value);

/// Returns the perceived brightness of a pixel, 0 .. 255.
float brightness(const Image& image, int x, int y);

/// Returns a natural picture as a tone curve without its toe would show it, so that differences in the shade
/// count as those in the light do.
Image withoutToe(Image image);

/// Returns the largest difference in brightness between neighbours in these rows, 0 .. 255.
float roughness(const Image& image, int top, int bottom);

}  // namespace shoal::test
