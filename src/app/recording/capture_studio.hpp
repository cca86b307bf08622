#pragma once

#include <deque>
#include <memory>
#include <optional>

#include <shoal/result.hpp>

#include "app/playback/session.hpp"
#include "app/recording/overlay.hpp"
#include "app/viewer/stage.hpp"
#include "capture/film/film_writer.hpp"
#include "capture/film/frame_rate.hpp"
#include "render/picture/pixel_readback.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "ui/panel/capture_settings.hpp"

struct ImGuiContext;

namespace shoal {

/// Draws the frames of a capture separately from the viewer's own: at their own size, from the same camera,
/// with only the panel or caption that was asked for. Fetches them without stalling the viewer.
class CaptureStudio {
public:
    /// Sizes are in pixels. The viewer's ImGui and OpenGL contexts must be current.
    static Result<std::unique_ptr<CaptureStudio>> create(const CaptureSettings& settings, FrameRate rate,
                                                         int width, int height);
    ~CaptureStudio();
    CaptureStudio(const CaptureStudio&) = delete;
    CaptureStudio& operator=(const CaptureStudio&) = delete;

    /// Adds an exposure of the scene's current state.
    Outcome accumulate(const Session& session, Stage& stage, float alpha);

    /// Returns the capture's camera pose: the viewer's, composed for a picture without the viewer's panels.
    CameraPose pose(Stage& stage) const;

    /// Finishes the frame, which must have all its exposures, and begins to fetch it; `frame` is the rest of
    /// its data. Not while isFull().
    void resolve(const Session& session, const Stage& stage, FilmWriter::Frame frame);

    /// Returns the next frame in order if it has arrived; never waits.
    std::optional<FilmWriter::Frame> poll();

    /// Waits for the next frame; empty if none is in flight.
    std::optional<FilmWriter::Frame> wait();

    std::size_t underWay() const { return m_inFlight.size(); }
    bool isFull() const { return m_readback.isFull() || m_inFlight.size() > m_readback.underWay(); }

private:
    CaptureStudio(const CaptureSettings& settings, FrameRate rate, TiledRenderer tiledRenderer);
    std::optional<FilmWriter::Frame> arrived(std::optional<Image> image);

    CaptureSettings m_settings;
    FrameRate m_rate;
    TiledRenderer m_tiledRenderer;
    PixelReadback m_readback;
    std::deque<FilmWriter::Frame> m_inFlight;  ///< in order; a frame of several tiles already has its image
    std::unique_ptr<Overlay> m_overlay;
    ImGuiContext* m_overlayContext = nullptr;  ///< its own, not the viewer's
};

}  // namespace shoal
