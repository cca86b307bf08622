#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "play/player.hpp"
#include "render/picture/window_canvas.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/picture_scale.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

/// The window's picture of the flock, or of two flocks in its halves, and the pace of its frames.
class Screen {
public:
    /// `window` must outlive it. `maxFps` [1/s]. `quality` as for setQuality().
    Screen(Window& window, double maxFps, std::optional<Quality> quality);

    /// The moment drawn: of the flock shown and, if there is one, of the other beside it.
    struct Picture {
        Instant shown;
        std::optional<Instant> beside;
        float alpha = 1.0f;
        std::span<const Ring> rings;
        bool isStill = false;  ///< paused, and no change is under way
        double now = 0.0;      ///< [s] of a monotonic clock
    };

    /// Draws the scene. Once nothing has changed for a moment, it is drawn a last time, in full size and the
    /// quality chosen, and shown until something changes.
    Outcome draw(Stage& stage, const Picture& picture, const FrameLayout& layout);

    /// Without a quality, it is the usual one: low where the processor draws, and normal on a card.
    void setQuality(std::optional<Quality> quality);
    Quality quality() const { return m_quality; }
    /// Of a picture that the window waits for. In software it is that of the window, whose shaders are
    /// compiled: in high quality such a picture takes seconds, in a large window on a busy machine a minute.
    Quality pictureQuality() const { return m_isSoftware ? drawnQuality() : Quality::high; }
    Quality usualQuality() const { return m_usualQuality; }

    /// Whether the picture is drawn at low quality, unless one is chosen, and then smaller than the window,
    /// while it is slow.
    void shrinkWhenSlow(bool isOn) { m_scale.turnOn(isOn); }
    /// Of each side of the picture, 1 unless it is drawn smaller.
    float scale() const { return m_isSharp ? 1.0f : m_scale.now(); }
    bool isQualityLowered() const { return !m_isSharp && m_scale.isLow(); }

    /// What the processor has last taken to draw a picture in software [s]; 0 on a card.
    double softwareSeconds() const { return m_softwareSeconds; }

    /// Whether the driver is still compiling shaders of the picture.
    bool isCompiling() const { return m_isCompiling; }

    /// Draws a picture at rest anew, because its shaders have changed.
    void refresh() { m_contents = {}; }

    /// Shows the last picture drawn once more.
    void showAgain();

    /// Shows the frame that began at `start` [s], and waits until the next is due.
    void present(double start);

private:
    /// What a picture at rest depends on, besides the colours: see Stage::isStale().
    struct Contents {
        std::array<std::uint64_t, 6> states{};  ///< of the flock, and of the one beside it
        float alpha = 1.0f;
        CameraPose pose;
        std::array<int, 2> size{};  ///< [px] of the window
        std::array<float, 2> split{};
        Quality quality = Quality::normal;
        bool isWorldShown = false;
        std::optional<BoidName> highlighted;
        std::vector<Ring> rings;

        friend bool operator==(const Contents&, const Contents&) = default;
    };
    Contents contentsOf(const Stage& stage, const Picture& picture, const FrameLayout& layout) const;
    bool mayRest(const Stage& stage, const Picture& picture) const;

    Quality drawnQuality() const { return isQualityLowered() ? Quality::low : m_quality; }
    Outcome drawWhole(Stage& stage, const Picture& picture, const FrameLayout& layout);
    Outcome drawHalves(Stage& stage, const Picture& picture, const FrameLayout& layout);
    Frame frameOf(const Stage& stage, const Picture& picture, const ImageSize& size,
                  const CameraPose& pose) const;

    Window& m_window;
    WindowCanvas m_canvas;
    std::optional<WindowCanvas> m_leftCanvas;  ///< of a split picture
    double m_maxFps;                           ///< [1/s]
    PictureScale m_scale;
    Contents m_contents;            ///< of the last picture …
    double m_changed = 0.0;         ///< [s] … and when they last changed
    bool m_isSharp = false;         ///< it is at rest, in full size and quality
    std::optional<double> m_drawn;  ///< [s] when the picture that is to be presented began
    double m_cardSeconds = 0.0;     ///< that a card has last taken for a picture
    double m_softwareSeconds = 0.0;
    bool m_isCompiling = false;
    bool m_isSoftware;
    Quality m_usualQuality;
    Quality m_quality;
};

}  // namespace shoal
