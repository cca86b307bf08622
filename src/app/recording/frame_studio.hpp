#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include <shoal/result.hpp>

#include "app/playback/session.hpp"
#include "app/recording/capture_order.hpp"
#include "app/recording/overlay.hpp"
#include "app/stage/stage.hpp"
#include "capture/film/film_writer.hpp"
#include "render/picture/pixel_readback.hpp"
#include "render/picture/tiled_renderer.hpp"

struct ImGuiContext;

namespace shoal {

/// Draws the frames of a capture offscreen: at their own size, with only the panel or caption that was
/// ordered, and a legend if the bodies' colours have a meaning. Reads them back without stalling the caller.
class FrameStudio {
public:
    /// An OpenGL context must be current, always the same one. Leaves ImGui's current context unchanged.
    static Result<std::unique_ptr<FrameStudio>> create(const CaptureOrder& order);
    ~FrameStudio();
    FrameStudio(const FrameStudio&) = delete;
    FrameStudio& operator=(const FrameStudio&) = delete;

    /// Fraction of the picture's width that its panel covers on the left, 0 .. 1.
    float covered() const { return m_overlay ? m_overlay->covered() : 0.0f; }

    /// An exposure of the scene's current state.
    struct Exposure {
        float alpha = 1.0f;  ///< 0 .. 1: where to interpolate between the last two states
        CameraPose pose;
        std::function<bool()> isStopped = {};  ///< polled between tiles; a stopped frame must not be resolved
    };
    Outcome accumulate(const Session& session, Stage& stage, const Exposure& exposure);

    /// Finishes the frame, which must have all its exposures, and begins to fetch it. `frame` holds
    /// everything but its image, which is filled in later. Not while isFull().
    void resolve(const Session& session, const Stage& stage, FilmWriter::Frame frame);

    /// Returns the next frame in order if it has arrived; never waits.
    std::optional<FilmWriter::Frame> poll() { return arrived(m_readback.poll()); }

    /// Waits for the next frame; empty if none is in flight.
    std::optional<FilmWriter::Frame> wait() { return arrived(m_readback.wait()); }

    std::size_t underWay() const { return m_inFlight.size(); }
    bool isFull() const { return m_readback.isFull() || m_inFlight.size() > m_readback.underWay(); }

private:
    FrameStudio(const CaptureOrder& order, TiledRenderer tiledRenderer);
    Outcome createOverlay();
    std::optional<FilmWriter::Frame> arrived(std::optional<Image> image);

    CaptureOrder m_order;
    TiledRenderer m_tiledRenderer;
    PixelReadback m_readback;
    std::deque<FilmWriter::Frame> m_inFlight;  ///< in order; a frame of several tiles already has its image
    std::unique_ptr<Overlay> m_overlay;
    ImGuiContext* m_overlayContext = nullptr;  ///< its own, not the viewer's
};

}  // namespace shoal
