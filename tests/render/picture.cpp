#include "picture.hpp"

#include <cstdlib>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include "render/camera/camera.hpp"
#include "render/camera/scene_extent.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/headless_context.hpp"

namespace shoal::test {

Flock makeFlock(std::span<const Body> bodies) {
    Flock flock;
    flock.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        flock.now().position.put(i, body.position);
        flock.before().position.put(i, body.before.value_or(body.position));
        flock.now().velocity.put(i, body.velocity);
        flock.before().velocity.put(i, body.velocity);
        flock.now().id[i] = flock.before().id[i] = static_cast<std::uint32_t>(i);
    }
    return flock;
}

Renderer& renderer() {
    struct Room {
        HeadlessContext context;
        std::unique_ptr<Renderer> renderer;
    };
    static const std::unique_ptr<Room> room = [] {
        ::setenv("SHOAL_GL_DEBUG", "1", 1);
        Result<HeadlessContext> context = HeadlessContext::create();
        INFO((context ? "" : context.problem().text));
        REQUIRE(context);
        // Any OpenGL error is a mistake in the code under test, even if the picture looks right.
        listenToGl([](const std::string& message) {
            if (ExpectedGlErrors::s_collected != nullptr) {
                ExpectedGlErrors::s_collected->push_back(message);
            } else {
                FAIL_CHECK(message);
            }
        });
        Result<std::unique_ptr<Renderer>> made = Renderer::create();
        INFO((made ? "" : made.problem().text));
        REQUIRE(made);
        return std::make_unique<Room>(Room{std::move(*context), std::move(*made)});
    }();
    return *room->renderer;
}

Frame frameOf(int width, int height, const CameraSettings& settings, const Vec3f& target) {
    Camera camera(settings);
    camera.track(ballExtent(target, 0.0f));
    Frame frame;
    frame.size.width = width;
    frame.size.height = height;
    frame.view = camera.view(static_cast<float>(width) / static_cast<float>(height));
    frame.look.bloom = 0.0f;
    frame.look.vignette = 0.0f;
    frame.sways = false;
    return frame;
}

namespace {

/// Draws what the renderer holds.
Image drawHeld(Frame frame, int samples) {
    frame.samples = samples;
    return drawUploaded(frame);
}

}  // namespace

Image drawUploaded(Frame frame) {
    const Result<Offscreen> target = Offscreen::create(frame.size.width, frame.size.height);
    REQUIRE(target);
    frame.framebuffer = target->framebuffer();
    renderer().draw(frame);
    return target->read();
}

Image draw(std::span<const BodyBatch> bodyBatches, Frame frame, int samples, const World& world,
           const StateTime& time) {
    renderer().upload(world, bodyBatches, time);
    return drawHeld(std::move(frame), samples);
}

Image drawScene(const Scene& scene, const Vec3f& at, Frame frame, int steps) {
    Simulation simulation = *Simulation::create(scene);
    REQUIRE(simulation.place(0, std::vector<Vec3f>{at}, std::vector<Vec3f>{{1.0f, 0.0f, 0.0f}}));
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
    renderer().upload(simulation);
    return drawHeld(std::move(frame), 0);
}

Image drawBodies(std::span<const Body> bodies, const Frame& frame, float bodyLength) {
    const Flock flock = makeFlock(bodies);
    const BodyBatch school{&flock, bodyLength};
    return draw({&school, 1}, frame);
}

Pixel project(const Frame& frame, const Vec3f& point) {
    const glm::vec4 clip =
        frame.view.projection * frame.view.view * glm::vec4(point.x, point.y, point.z, 1.0f);
    return {(clip.x / clip.w * 0.5f + 0.5f) * static_cast<float>(frame.size.width),
            (0.5f - clip.y / clip.w * 0.5f) * static_cast<float>(frame.size.height)};
}

void checkHorizon(const Scene& scene, const Vec3f& at, Frame frame) {
    const glm::vec3 ahead = glm::inverse(glm::mat3(frame.view.view)) * glm::vec3{0.0f, 0.0f, -1.0f};
    const glm::vec4 clip = frame.view.projection * glm::mat4(glm::mat3(frame.view.view)) *
                           glm::vec4(ahead.x, 0.0f, ahead.z, 0.0f);
    const float horizon = (0.5f - clip.y / clip.w * 0.5f) * static_cast<float>(frame.size.height);
    REQUIRE(horizon > 2.0f);
    const Image opaque = drawScene(scene, at, frame);
    frame.isTransparent = true;
    const Image image = drawScene(scene, at, frame);
    int gaps = 0;
    int raised = 0;
    int covered = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const int alpha = image.at(x, y)[3];
            raised += static_cast<float>(y) < horizon - 2.0f && alpha > 0 ? 1 : 0;
            if (static_cast<float>(y) > horizon + 1.0f) {
                gaps += alpha < 255 ? 1 : 0;
                covered += difference(opaque, image, x, y) > 2 ? 1 : 0;
            }
        }
    }
    CAPTURE(horizon);
    CHECK(gaps == 0);
    CHECK(raised == 0);
    CHECK(covered < image.width / 8);  // water has a few drifting particles
}

int difference(const Image& a, const Image& b, int x, int y) {
    int largest = 0;
    for (int channel = 0; channel < 4; ++channel) {
        largest = std::max(largest, std::abs(a.at(x, y)[channel] - b.at(x, y)[channel]));
    }
    return largest;
}

int countDifferent(const Image& a, const Image& b, int threshold, const Box& box) {
    int count = 0;
    for (int y = std::max(box.top, 0); y < std::min(box.bottom, a.height); ++y) {
        for (int x = std::max(box.left, 0); x < std::min(box.right, a.width); ++x) {
            count += difference(a, b, x, y) > threshold ? 1 : 0;
        }
    }
    return count;
}

float linear(std::uint8_t value) {
    const float encoded = static_cast<float>(value) / 255.0f;
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float brightness(const Image& image, int x, int y) {
    const std::uint8_t* pixel = image.at(x, y);
    return 0.2126f * static_cast<float>(pixel[0]) + 0.7152f * static_cast<float>(pixel[1]) +
           0.0722f * static_cast<float>(pixel[2]);
}

Image withoutToe(Image image) {
    // See tone.glsl.
    constexpr double kKnee = 0.6;
    constexpr double kSaturation = 1.06;
    const auto toned = [](double light) {
        const double t = std::clamp(light / 0.7, 0.0, 1.0);
        return 0.18 *
               std::pow(light * light / (light + 0.02) / 0.162, 1.36 - 0.407 * t * t * (3.0 - 2.0 * t));
    };
    std::array<double, 2048> lightOf{};  // by the toned brightness, up to 4
    double light = 0.0;
    for (std::size_t i = 0; i < lightOf.size(); ++i) {
        while (toned(light) < static_cast<double>(i) / 512.0) {
            light += 1e-4;
        }
        lightOf[i] = light;
    }
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        std::array<double, 3> colour{};
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const double shown = static_cast<double>(linear(image.rgba[i + channel]));
            colour[channel] =
                shown <= kKnee ? shown : kKnee - 0.4 * std::log(std::max(1.0 - (shown - kKnee) / 0.4, 1e-3));
        }
        const double luma = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
        const double at = std::min(luma * 512.0, static_cast<double>(lightOf.size()) - 1.001);
        const double part = at - std::floor(at);
        const auto below = static_cast<std::size_t>(at);
        const double before = (1.0 - part) * lightOf[below] + part * lightOf[below + 1];
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const double each =
                (colour[channel] + (kSaturation - 1.0) * luma) / kSaturation * before / std::max(luma, 1e-6);
            const double shown = each <= kKnee ? each : 1.0 - 0.4 * std::exp((kKnee - each) / 0.4);
            const double encoded =
                shown <= 0.0031308 ? 12.92 * shown : 1.055 * std::pow(shown, 1.0 / 2.4) - 0.055;
            image.rgba[i + channel] =
                static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(encoded, 0.0, 1.0)));
        }
    }
    return image;
}

float roughness(const Image& image, int top, int bottom) {
    float worst = 0.0f;
    for (int y = top; y < bottom; ++y) {
        for (int x = 0; x + 1 < image.width; ++x) {
            worst = std::max(worst, std::abs(brightness(image, x + 1, y) - brightness(image, x, y)));
        }
    }
    return worst;
}

}  // namespace shoal::test
