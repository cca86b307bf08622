#include "viewer/stage/screen.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "render/gl/gpu.hpp"

namespace shoal {

namespace {

constexpr float kSoftwareCoarseness = 2.0f;  // as at low quality

/// A software renderer takes 2.5 times as long for four samples as for one.
Quality suitableQuality() {
    return isSoftwareRenderer(Window::loader()) ? Quality::low : Quality::normal;
}

}  // namespace

Screen::Screen(Window& window, double maxFps, std::optional<Quality> quality)
    : m_window(window),
      m_maxFps(maxFps),
      m_isSoftware(isSoftwareRenderer(Window::loader())),
      m_usualQuality(suitableQuality()),
      m_quality(m_usualQuality) {
    setQuality(quality);
    if (m_isSoftware) {
        m_scale.beginSmall();
    }
}

void Screen::setQuality(std::optional<Quality> quality) {
    m_quality = quality.value_or(m_usualQuality);
    m_scale.letLower(!quality && m_usualQuality != Quality::low);
}

Screen::Contents Screen::contentsOf(const Stage& stage, const Picture& picture,
                                    const FrameLayout& layout) const {
    Contents contents{.alpha = picture.alpha,
                      .pose = stage.camera().pose(),
                      .size = {layout.framebuffer.width, layout.framebuffer.height},
                      .split = {layout.pictureLeft, layout.textLeft},
                      .quality = m_quality,
                      .isWorldShown = stage.isWorldShown(),
                      .highlighted = stage.director().boid(),
                      .rings = {picture.rings.begin(), picture.rings.end()}};
    const Instant& shown = picture.shown;
    contents.states = {shown.beginning, shown.revision, shown.stateRevision};
    if (picture.beside) {
        contents.states[3] = picture.beside->beginning + 1 + (stage.besides() << 32);
        contents.states[4] = picture.beside->revision;
        contents.states[5] = picture.beside->stateRevision;
    }
    return contents;
}

/// Whether the picture may be drawn in full, which takes as long as the window then waits.
bool Screen::mayRest(const Stage& stage, const Picture& picture) const {
    constexpr double kMoment = 0.3;   // [s]
    constexpr double kLongest = 2.0;  // [s]
    return picture.isStill && picture.now - m_changed >= kMoment &&
           !stage.isStale(picture.beside.has_value()) && m_scale.expectedAtBest() < kLongest;
}

Outcome Screen::draw(Stage& stage, const Picture& picture, const FrameLayout& layout) {
    if (Contents contents = contentsOf(stage, picture, layout); contents != m_contents) {
        m_contents = std::move(contents);
        m_changed = picture.now;
        m_isSharp = false;
    }
    if (m_isSharp) {
        showAgain();
        return Done{};
    }
    m_isSharp = mayRest(stage, picture);
    m_drawn = Window::now();
    m_cardSeconds = 0.0;
    for (const PassTime& pass : stage.renderer().passTimes()) {
        m_cardSeconds += pass.seconds;
    }
    m_isCompiling = false;
    Outcome drawn = picture.beside ? drawHalves(stage, picture, layout) : drawWhole(stage, picture, layout);
    m_isCompiling |= stage.renderer().isCompiling();
    if (!drawn) {
        m_isSharp = false;
        m_changed = std::numeric_limits<double>::infinity();  // not tried again until something changes
    }
    return drawn;
}

void Screen::showAgain() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);  // the window may have grown since
    if (m_leftCanvas) {
        m_leftCanvas->show();
    }
    m_canvas.show(0, m_leftCanvas ? m_leftCanvas->width() : 0);
}

/// Returns a frame of the picture; its framebuffer is the canvas.
Frame Screen::frameOf(const Stage& stage, const Picture& picture, const ImageSize& size,
                      const CameraPose& pose) const {
    Frame frame{.size = size,
                .framebuffer = m_canvas.framebuffer(),
                .alpha = picture.alpha,
                .view = viewOf(pose, size.aspect()),
                .look = {},
                .highlighted = stage.director().boid(),
                .rings = picture.rings,
                .lines = {}};
    frame.setQuality(drawnQuality());
    frame.waitsForShaders = m_isSharp;
    frame.isLean = m_isSoftware && scale() < 1.0f;
    if (m_isSoftware && !m_isSharp) {
        // A processor shades whole blocks of pixels for each triangle, however small.
        frame.coarseness = kSoftwareCoarseness;
    }
    return frame;
}

Outcome Screen::drawWhole(Stage& stage, const Picture& picture, const FrameLayout& layout) {
    const Window::Size size = layout.framebuffer;
    m_leftCanvas.reset();
    if (auto sized = m_canvas.resize(size.width, size.height, scale()); !sized) {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        return sized;
    }
    stage.draw(picture.shown, frameOf(stage, picture, m_canvas.frameSize(), stage.camera().pose()),
               picture.now);
    m_canvas.show();
    return stage.renderer().lastFrame();
}

/// Draws each flock into its half of the window, with the same lens and from the same place.
Outcome Screen::drawHalves(Stage& stage, const Picture& picture, const FrameLayout& layout) {
    if (!m_leftCanvas) {
        m_leftCanvas.emplace();
    }
    const Window::Size size = layout.framebuffer;
    const float width = std::max(1.0f, layout.width());
    const float middle = layout.pictureLeft / width;
    const int left = std::clamp(static_cast<int>(std::lround(middle * static_cast<float>(size.width))), 1,
                                std::max(1, size.width - 1));
    const int right = std::max(1, size.width - left);
    for (Outcome sized :
         {m_leftCanvas->resize(left, size.height, scale()), m_canvas.resize(right, size.height, scale())}) {
        if (!sized) {
            return sized;
        }
    }
    CameraPose pose = stage.camera().pose();
    const ImageSize leftSize = m_leftCanvas->frameSize();
    const ImageSize rightSize = m_canvas.frameSize();
    const ImageSize both{leftSize.width + rightSize.width, rightSize.height};
    Frame whole = frameOf(stage, picture, both, pose);
    whole.tile = Tile{leftSize.width, 0, rightSize.width, rightSize.height};
    // The lens is shifted, so that both halves show the same view, each about its own middle.
    pose.offsetRight += (layout.textLeft - layout.splitRight) / width;
    Frame beside = frameOf(stage, picture, both, pose);
    beside.framebuffer = m_leftCanvas->framebuffer();
    beside.highlighted.reset();
    beside.rings = {};
    beside.tile = Tile{0, 0, leftSize.width, leftSize.height};
    stage.draw(picture.shown, whole, picture.now, picture.beside);
    m_isCompiling = stage.renderer().isCompiling();
    stage.drawBeside(*picture.beside, beside, picture.now);
    m_leftCanvas->show(0, 0);
    m_canvas.show(0, left);
    return stage.renderer().lastFrame();
}

void Screen::present(double start) {
    if (!m_window.isMinimised()) {
        m_window.present();
    }
    const std::optional<double> drawn = std::exchange(m_drawn, std::nullopt);
    m_softwareSeconds = drawn && m_isSoftware && !m_isSharp ? Window::now() - *drawn : 0.0;
    if (drawn && !m_isCompiling && !m_isSharp) {
        // In software, presenting waits until the picture is drawn; on a card it may also wait for the
        // screen.
        m_scale.note(m_isSoftware ? m_softwareSeconds : m_cardSeconds);
    }
    // If presenting does not wait for the screen (a driver without vertical sync, a hidden window), drawing
    // faster than the screen would only waste energy.
    const double due = start + std::max(0.9 / m_window.refreshRate(), 1.0 / m_maxFps);
    if (const double left = due - Window::now(); left > 0.0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }
}

}  // namespace shoal
