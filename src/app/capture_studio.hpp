#pragma once

#include <deque>
#include <memory>
#include <optional>

#include <shoal/result.hpp>

#include "app/overlay.hpp"
#include "app/session.hpp"
#include "app/stage.hpp"
#include "capture/film_writer.hpp"
#include "capture/frame_rate.hpp"
#include "render/darkroom.hpp"
#include "render/pixel_readback.hpp"
#include "ui/capture_settings.hpp"

struct ImGuiContext;

namespace shoal {

/// Draws the pictures of a capture beside the viewer's own: at their own size, seen from the same camera,
/// with nothing of the viewer's panels but what was asked for. Fetches them without keeping the viewer
/// waiting.
class CaptureStudio {
public:
    /// Sizes in pixels. The viewer's ImGui context and OpenGL must be current.
    static Result<std::unique_ptr<CaptureStudio>> create(const CaptureSettings& settings, FrameRate rate,
                                                         int width, int height);
    ~CaptureStudio();
    CaptureStudio(const CaptureStudio&) = delete;
    CaptureStudio& operator=(const CaptureStudio&) = delete;

    /// Adds an exposure of the scene as it stands.
    Outcome expose(const Session& session, Stage& stage, float alpha);

    /// Where this capture is seen from: the viewer's camera, composed for a picture without its panels.
    CameraPose pose(Stage& stage) const;

    /// Begins to fetch the picture, once it has all its exposures; `frame` is what goes with it. Not while
    /// isFull().
    void develop(const Session& session, const Stage& stage, FilmWriter::Frame frame);

    /// The next picture in their order, where it has arrived; never waits.
    std::optional<FilmWriter::Frame> poll();

    /// The next picture, however long it takes; nothing when none is under way.
    std::optional<FilmWriter::Frame> wait();

    std::size_t underWay() const { return m_underWay.size(); }
    bool isFull() const { return m_readback.isFull() || m_underWay.size() > m_readback.underWay(); }

private:
    CaptureStudio(const CaptureSettings& settings, FrameRate rate, Darkroom darkroom);
    std::optional<FilmWriter::Frame> arrived(std::optional<Image> image);

    CaptureSettings m_settings;
    FrameRate m_rate;
    Darkroom m_darkroom;
    PixelReadback m_readback;
    std::deque<FilmWriter::Frame> m_underWay;  ///< in their order; one of several tiles has its image already
    std::unique_ptr<Overlay> m_overlay;
    ImGuiContext* m_overlayContext = nullptr;  ///< its own; the viewer's is another
};

}  // namespace shoal
