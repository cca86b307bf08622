#include "commands/bench_picture.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "play/session/session.hpp"
#include "render/camera/camera.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/offscreen.hpp"
#include "render/picture/still.hpp"
#include "sim/step/checkpoint.hpp"
#include "terminal/console.hpp"

namespace shoal {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kUnmeasured = 3;  // pictures in which drivers still compile
constexpr int kMeasured = 10;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Draws pictures and records how long their parts take.
class PictureClock {
public:
    PictureClock(Renderer& renderer, Session& session, Frame frame)
        : m_renderer(renderer), m_session(session), m_frame(std::move(frame)) {}

    /// Draws after a step. With `passes`, times these instead of the whole.
    void draw(bool isMeasured, bool passes) {
        m_session.stepOnce();
        PublishedFlock& published = m_published[m_session.simulation().stepCount() % m_published.size()];
        const Clock::time_point publishing = Clock::now();
        m_session.publish(published);
        const double handedOver = millisecondsSince(publishing);
        glFinish();
        const Clock::time_point start = Clock::now();
        m_renderer.upload(published.state(), 1, {}, m_session.simulation().threads());
        const double uploaded = millisecondsSince(start);
        m_renderer.draw(m_frame);
        const double submitted = millisecondsSince(start);
        glFinish();
        const double whole = millisecondsSince(start);
        const std::vector<PassTime> times = m_renderer.passTimes();
        if (!isMeasured) {
            return;
        }
        if (!passes) {
            m_publishing.push_back(handedOver);
            m_uploading.push_back(uploaded);
            m_submitting.push_back(submitted - uploaded);
            m_whole.push_back(whole);
            return;
        }
        for (const PassTime& pass : times) {
            if (!m_passes.contains(pass.name)) {
                m_order.push_back(pass.name);
            }
            m_passes[pass.name].push_back(pass.seconds * 1e3);
        }
    }

    void report(BenchReport::Picture& picture) {
        picture.publishing = medianOf(m_publishing);
        picture.uploading = medianOf(m_uploading);
        picture.submitting = medianOf(m_submitting);
        picture.whole = medianOf(m_whole);
        for (const std::string& name : m_order) {
            picture.passes.emplace_back(name, medianOf(m_passes[name]));
        }
    }

private:
    Renderer& m_renderer;
    Session& m_session;
    std::array<PublishedFlock, 3> m_published;  ///< the viewer's threads exchange three, too
    Frame m_frame;
    std::vector<double> m_publishing, m_uploading, m_submitting, m_whole;
    std::map<std::string, std::vector<double>> m_passes;
    std::vector<std::string> m_order;
};

}  // namespace

Result<BenchReport::Picture> timePictures(const BenchOptions& options, const Simulation& simulation) {
    auto context = HeadlessContext::create(options.gpu);
    if (!context) {
        return context.problem();
    }
    listenToGl(printLine);
    auto renderer = Renderer::create(options.shaderDir);
    if (!renderer) {
        return renderer.problem();
    }
    auto target = Offscreen::create(options.size.width, options.size.height);
    if (!target) {
        return target.problem();
    }
    BenchReport::Picture picture{.device = describe(context->gpu()),
                                 .isSoftware = context->gpu().isSoftware,
                                 .width = options.size.width,
                                 .height = options.size.height,
                                 .quality = {},
                                 .passes = {}};
    const Quality quality = options.quality.value_or(picture.isSoftware ? Quality::low : Quality::normal);
    picture.quality = kQualityNames[static_cast<std::size_t>(quality)];
    const float aspect = options.size.aspect();
    Frame frame{.size = options.size,
                .framebuffer = target->framebuffer(),
                .view = viewOf(stillPose(simulation, sceneViews().front(), aspect), aspect),
                .look = simulation.scene().look,
                .highlighted = {},
                .rings = {},
                .lines = {}};
    frame.setQuality(quality);
    Session session(simulation.scene(), options.scene.simulation);
    session.changeState([&](SimulationState& state) { state = simulation.checkpoint().state(); });
    PictureClock clock(**renderer, session, frame);
    for (const bool passes : {false, true}) {
        if (passes) {
            (*renderer)->timePasses(picture.isSoftware ? PassTimer::Mode::finished : PassTimer::Mode::onCard);
        }
        for (int k = 0; k < kUnmeasured + kMeasured; ++k) {
            clock.draw(k >= kUnmeasured, passes);
            if (Outcome drawn = (*renderer)->lastFrame(); !drawn) {
                return drawn.problem();
            }
        }
    }
    picture.drawnBodies = (*renderer)->drawnBodies();
    clock.report(picture);
    return picture;
}

}  // namespace shoal
