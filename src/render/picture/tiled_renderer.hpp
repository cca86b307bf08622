#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "capture/format/image.hpp"
#include "render/frame/tile.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {

/// Tiled renderer: accumulates exposures into a finished image. Each exposure is drawn in tiles that the
/// driver can hold, with more pixels than the image if requested, and averaged in linear light.
class TiledRenderer {
public:
    static constexpr int kMaxTile = 4096;  ///< [px]

    /// Draws one tile of an exposure into a framebuffer.
    using Draw = std::function<void(unsigned framebuffer, const Tile& tile)>;

    /// For the frames of this film: their size, supersampling, exposures and samples. `maxTile` [px] limits
    /// the side of a tile as drawn and so the driver's memory. Fails if the size is out of range or the
    /// driver is out of memory.
    static Result<TiledRenderer> create(const Film& film, int maxTile = kMaxTile);

    /// Accumulates an exposure: calls `draw` for each tile of a frame of drawnSize(). Once
    /// `isStopped` returns true it skips the remaining tiles; resolve() must not be called then.
    void accumulate(const Draw& draw, const std::function<bool()>& isStopped = {});

    ImageSize drawnSize() const {
        return {m_film.size.width * m_film.supersample, m_film.size.height * m_film.supersample};
    }

    /// Returns the finished image after its last exposure and starts the next one. `onTop` draws over tiles
    /// of the film's size, for content that must be as sharp as possible. Binds framebuffer 0. Fails if the
    /// driver has lost the image.
    Result<Image> resolve(const Draw& onTop = {});

private:
    /// A colour-only framebuffer that shaders can read from.
    struct ColourTarget {
        GlTexture texture;
        GlFramebuffer framebuffer;
    };

    explicit TiledRenderer(const Film& film) : m_film(film) {}
    static Result<ColourTarget> makeTarget(GLenum format, int width, int height);
    bool isPlain() const { return m_film.supersample == 1 && m_film.shutter.exposures == 1; }
    Outcome prepare(int maxTile);
    void cutTiles(int largest);
    void addWeighted(const ColourTarget& from, const ColourTarget& to, const Tile& tile, int side,
                     float weight, bool isRounded, bool isAdded);
    unsigned finish(std::size_t index, const Draw& onTop);
    Image read(const Draw& onTop);

    Film m_film;
    std::vector<Tile> m_tiles;          ///< of the image
    std::optional<Offscreen> m_target;  ///< as drawn
    ColourTarget m_resolved;            ///< the same with one sample per pixel; empty if not needed
    std::vector<ColourTarget> m_sums;   ///< one per tile: the sum of the exposures so far
    ColourTarget m_finishedTile;        ///< a finished tile, if there are several exposures
    std::optional<Program> m_program;
    GlVertexArray m_noAttributes;
    int m_accumulated = 0;
};

}  // namespace shoal
