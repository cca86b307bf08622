#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "capture/image.hpp"
#include "render/gl_object.hpp"
#include "render/offscreen.hpp"
#include "render/program.hpp"
#include "render/tile.hpp"

namespace shoal {

/// Makes finished pictures out of exposures: each is drawn in tiles that the driver can hold, with more
/// pixels than the picture has where that is asked for; their mean is taken in linear light.
class Darkroom {
public:
    struct Format {
        int width = 1;        ///< [px] of the picture
        int height = 1;       ///< [px]
        int supersample = 1;  ///< 1 .. 4: pixels drawn along each side of one of the picture
        int exposures = 1;    ///< at least 1, all of the same weight
        int samples = 4;      ///< to a drawn pixel
        int mostTile = 4096;  ///< [px] drawn at once along each side; bounds the memory of the driver
    };

    /// Draws a tile of a picture into a framebuffer.
    using Draw = std::function<void(unsigned framebuffer, const Tile& tile)>;

    /// A problem when the size is out of range or the driver has no room for it.
    static Result<Darkroom> create(const Format& format);

    /// Adds an exposure: `draw` is asked for tiles of a picture of drawnWidth() × drawnHeight().
    /// Once `isStopped` says so it leaves out the tiles that are left: the picture is not to be developed
    /// then.
    void expose(const Draw& draw, const std::function<bool()>& isStopped = {});

    int drawnWidth() const { return m_format.width * m_format.supersample; }
    int drawnHeight() const { return m_format.height * m_format.supersample; }

    /// The picture, once it has all its exposures; the next begins. `onTop` draws over tiles of width() ×
    /// height() what is to be as sharp as it can. Binds framebuffer 0.
    Image develop(const Draw& onTop = {});

    /// The same without fetching it: a framebuffer without multisampling that holds the picture until the
    /// next exposure, for PixelReadback. Only of a picture of one tile.
    unsigned hang(const Draw& onTop = {});

    int width() const { return m_format.width; }
    int height() const { return m_format.height; }
    std::size_t tileCount() const { return m_tiles.size(); }

private:
    /// A framebuffer with nothing but colour, which can be read from in shaders.
    struct Plate {
        GlTexture texture;
        GlFramebuffer framebuffer;
    };

    explicit Darkroom(const Format& format) : m_format(format) {}
    static Result<Plate> makePlate(GLenum format, int width, int height);
    bool isPlain() const { return m_format.supersample == 1 && m_format.exposures == 1; }
    Outcome prepare();
    void cutTiles(int most);
    void print(const Plate& from, const Plate& to, const Tile& tile, int side, float weight, bool isRounded,
               bool isAdded);
    unsigned finish(std::size_t index, const Draw& onTop);
    Image read(const Draw& onTop);

    Format m_format;
    std::vector<Tile> m_tiles;            ///< of the picture
    std::optional<Offscreen> m_negative;  ///< as drawn
    Plate m_resolved;                     ///< the same with one sample a pixel; empty where it is not needed
    std::vector<Plate> m_plates;          ///< one a tile: the sum of the exposures so far
    Plate m_print;                        ///< a tile of the finished picture, where the plates hold sums
    std::optional<Program> m_program;
    GlVertexArray m_noAttributes;
    int m_exposed = 0;
};

}  // namespace shoal
