#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "capture/format/image.hpp"
#include "render/card/texture_target.hpp"
#include "render/frame/frame.hpp"
#include "render/frame/tile.hpp"
#include "render/gl/card_buffer.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/picture/offscreen.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Tiled renderer: accumulates exposures into a finished image. Each exposure is drawn in tiles that the
/// driver can hold, with more pixels than the image if requested, and averaged in linear light. The post pass
/// runs once, over the mean.
class TiledRenderer {
public:
    static constexpr int kMaxTile = 4096;  ///< [px]

    /// Draws one tile of an exposure: as Renderer::draw(), or through it.
    using Draw = std::function<void(const Frame& frame)>;

    /// Draws over one tile of the finished image.
    using DrawOnTop = std::function<void(unsigned framebuffer, const Tile& tile)>;

    /// For the frames of this film: their size, supersampling, exposures, quality and transparency.
    /// `renderer` must outlive it. `maxTile` [px] limits the side of a tile as drawn and so the driver's
    /// memory; tiles overlap by the reach of bloom and blur, and are never smaller than that requires. Fails
    /// if the size is out of range or the driver is out of memory.
    static Result<TiledRenderer> create(Renderer& renderer, const Film& film, int maxTile = kMaxTile);

    /// Accumulates an exposure: calls `draw` with each tile of `frame`, whose size, framebuffer and other
    /// values that the film decides are set here. The look of the last exposure decides bloom and vignette.
    /// Once `isStopped` returns true it skips the remaining tiles; finish() must not be called then.
    void accumulate(Frame frame, const Draw& draw, const std::function<bool()>& isStopped = {});

    ImageSize drawnSize() const {
        return {m_film.size.width * m_film.supersample, m_film.size.height * m_film.supersample};
    }

    /// Finishes the image after its last exposure, and starts the next one. `onTop` draws over tiles of the
    /// film's size, for content that must be as sharp as possible. The image stays on the card until read(),
    /// so that the next one can be drawn meanwhile; at most two stay there. Binds framebuffer 0. Fails if the
    /// driver has lost the image, or has no memory for it.
    Outcome finish(const DrawOnTop& onTop = {});

    /// Returns the oldest image on the card, once the card has drawn it. Fails as finish() does.
    Result<Image> read();

    /// Calls finish() and read(), for a single image.
    Result<Image> resolve(const DrawOnTop& onTop = {});

private:
    static constexpr std::size_t kMostFinished = 2;

    /// A part of the image.
    struct Part {
        Tile shown;
        Tile drawn;         ///< and its apron, from which light spreads into it
        TextureTarget sum;  ///< of the exposures so far
        std::array<HostBuffer, kMostFinished> pixels = {};  ///< of finished images, in turn
    };

    TiledRenderer(Renderer& renderer, const Film& film) : m_renderer(&renderer), m_film(film) {}
    bool isPlain() const { return m_film.supersample == 1 && m_film.shutter.exposures == 1; }
    Outcome prepare(int maxTile);
    void cutParts(int largest);
    void addLight(const Part& part);
    Outcome finish(Part& part, const DrawOnTop& onTop);

    Renderer* m_renderer;
    Film m_film;
    std::vector<Part> m_parts;
    TextureTarget m_light;                   ///< a part as drawn; empty if it is drawn straight into its sum
    std::optional<Offscreen> m_picture;      ///< a finished part
    FullScreenProgram* m_average = nullptr;  ///< if exposures are averaged
    LookSettings m_look;                     ///< of the last exposure; so is m_smoothsEdges
    bool m_smoothsEdges = false;
    int m_accumulated = 0;
    std::size_t m_finished = 0;  ///< number of images
    std::size_t m_read = 0;      ///< number of images
};

}  // namespace shoal
