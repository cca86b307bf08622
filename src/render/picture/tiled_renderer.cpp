#include "render/picture/tiled_renderer.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "render/gl/gl_errors.hpp"
#include "render/post/bloom_pass.hpp"
#include "render/post/focus_pass.hpp"

namespace shoal {
namespace {

constexpr int kMaxSide = 65536;  // [px] beyond this, floats lack the precision for pixel positions

/// A stretch of one side of the image [px].
struct Stretch {
    int start = 0;
    int length = 0;
};

/// Cuts a side into stretches of at most `largest`, aprons included, that begin at multiples of `block`.
std::vector<Stretch> cutSide(int side, int largest, int block, int apron) {
    const int step = side <= largest ? side : std::max(block, (largest - 2 * apron) / block * block);
    std::vector<Stretch> stretches;
    for (int start = 0; start < side; start += step) {
        stretches.push_back({start, std::min(step, side - start)});
    }
    return stretches;
}

Stretch widened(const Stretch& stretch, int apron, int side) {
    const int start = std::max(0, stretch.start - apron);
    return {start, std::min(side, stretch.start + stretch.length + apron) - start};
}

void copyInto(Image& whole, const std::byte* part, const Tile& tile) {
    const std::size_t rowBytes = static_cast<std::size_t>(tile.width) * 4;
    for (int y = 0; y < tile.height; ++y) {
        // OpenGL's rows start at the bottom.
        std::memcpy(whole.at(tile.x, whole.height - 1 - tile.y - y),
                    part + static_cast<std::size_t>(y) * rowBytes, rowBytes);
    }
}

std::size_t bytesOf(const Tile& tile) {
    return std::size_t{4} * static_cast<std::size_t>(tile.width) * static_cast<std::size_t>(tile.height);
}

Problem lostPicture() {
    return Problem{"the graphics driver lost the picture; it was probably reset"};
}

}  // namespace

Result<TiledRenderer> TiledRenderer::create(Renderer& renderer, const Film& film, int maxTile) {
    assert(film.supersample >= 1 && film.shutter.exposures >= 1 &&
           "an image needs at least one sample per pixel and one exposure");
    const int maxSide = kMaxSide / film.supersample;
    if (film.size.width < 1 || film.size.height < 1 || film.size.width > maxSide ||
        film.size.height > maxSide) {
        return Problem{fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}",
                                   film.size.width, film.size.height, maxSide)};
    }
    TiledRenderer made(renderer, film);
    if (Outcome ready = made.prepare(maxTile); !ready) {
        return ready.problem();
    }
    return made;
}

Outcome TiledRenderer::prepare(int maxTile) {
    takeOutOfMemory();  // clears errors of earlier calls
    cutParts(std::max(2, std::min(maxTile, maxTargetSide()) / m_film.supersample));
    const bool isSummed = m_film.shutter.exposures > 1;
    ImageSize largestDrawn{0, 0};
    ImageSize largestShown{0, 0};
    const auto grow = [](ImageSize& size, const Tile& tile) {
        size = {std::max(size.width, tile.width), std::max(size.height, tile.height)};
    };
    for (Part& part : m_parts) {
        auto sum = TextureTarget::create(isSummed ? GL_RGBA32F : GL_RGBA16F, part.drawn.width,
                                         part.drawn.height, "mean light");
        if (!sum) {
            return sum.problem();
        }
        part.sum = std::move(*sum);
        if (Outcome reserved = part.pixels.front().reserve(bytesOf(part.shown)); !reserved) {
            return reserved;
        }
        grow(largestDrawn, part.drawn);
        grow(largestShown, part.shown);
    }
    auto picture = Offscreen::create(largestShown.width, largestShown.height);
    if (!picture) {
        return picture.problem();
    }
    m_picture.emplace(std::move(*picture));
    if (isPlain()) {
        return Done{};
    }
    auto light = TextureTarget::create(GL_RGBA16F, largestDrawn.width * m_film.supersample,
                                       largestDrawn.height * m_film.supersample, "light of an exposure");
    if (!light) {
        return light.problem();
    }
    m_light = std::move(*light);
    const Result<FullScreenProgram*> average = m_renderer->averageProgram();
    if (!average) {
        return average.problem();
    }
    m_average = *average;
    return Done{};
}

void TiledRenderer::cutParts(int largest) {
    // Without bloom, even, because shaders take differences within 2×2 pixels; and smoothed edges reach 3
    // pixels.
    const int block = m_film.isTransparent ? 2 : BloomPass::blockOf(m_film.size);
    const int blocks = BloomPass::kApron + (m_film.quality == Quality::high ? FocusPass::kApron : 0);
    const int apron = m_film.isTransparent ? 4 : blocks * block;
    const auto& [width, height] = m_film.size;
    for (const Stretch& y : cutSide(height, largest, block, apron)) {
        for (const Stretch& x : cutSide(width, largest, block, apron)) {
            const Stretch wideX = widened(x, apron, width);
            const Stretch wideY = widened(y, apron, height);
            m_parts.push_back({{x.start, y.start, x.length, y.length},
                               {wideX.start, wideY.start, wideX.length, wideY.length},
                               {}});
        }
    }
}

void TiledRenderer::accumulate(Frame frame, const Draw& draw, const std::function<bool()>& isStopped) {
    assert(m_accumulated < m_film.shutter.exposures && "finish() comes after the last exposure");
    frame.setQuality(m_film.quality);
    m_look = frame.look;
    m_smoothsEdges = frame.smoothsEdges;
    frame.size = drawnSize();
    frame.isTransparent = m_film.isTransparent;
    frame.isLight = true;
    const int side = m_film.supersample;
    for (const Part& part : m_parts) {
        if (isStopped && isStopped()) {
            return;
        }
        frame.framebuffer = (isPlain() ? part.sum : m_light).framebuffer();
        frame.tile = {part.drawn.x * side, part.drawn.y * side, part.drawn.width * side,
                      part.drawn.height * side};
        draw(frame);
        if (!isPlain()) {
            addLight(part);
        }
    }
    ++m_accumulated;
}

/// Adds the light of an exposure to the part's sum, weighted so that the sum becomes a mean.
void TiledRenderer::addLight(const Part& part) {
    glBindFramebuffer(GL_FRAMEBUFFER, part.sum.framebuffer());
    Program& program = m_average->use();
    program.set("uSide", m_film.supersample);
    program.set("uWeight", 1.0f / static_cast<float>(m_film.shutter.exposures));
    m_average->setTexture("uLight", 0, m_light.texture());
    if (m_accumulated > 0) {
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
    }
    m_average->draw(part.drawn.width, part.drawn.height);
    glDisable(GL_BLEND);
}

Outcome TiledRenderer::finish(const DrawOnTop& onTop) {
    assert(m_accumulated == m_film.shutter.exposures && "some exposures are missing");
    assert(m_finished - m_read < kMostFinished && "read() the oldest image first");
    m_accumulated = 0;
    takeOutOfMemory();  // earlier errors
    for (Part& part : m_parts) {
        if (Outcome finished = finish(part, onTop); !finished) {
            return finished;
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (glGetError() != GL_NO_ERROR) {
        return lostPicture();
    }
    ++m_finished;
    return Done{};
}

Result<Image> TiledRenderer::read() {
    assert(m_read < m_finished && "finish() an image first");
    Image image(m_film.size.width, m_film.size.height);
    const std::size_t turn = m_read++ % kMostFinished;
    for (Part& part : m_parts) {
        const std::span<const std::byte> pixels = part.pixels[turn].wait();
        if (pixels.empty()) {
            return lostPicture();
        }
        copyInto(image, pixels.data(), part.shown);
    }
    if (glGetError() != GL_NO_ERROR) {
        return lostPicture();
    }
    divideByAlpha(image);
    return image;
}

Result<Image> TiledRenderer::resolve(const DrawOnTop& onTop) {
    if (Outcome finished = finish(onTop); !finished) {
        return finished.problem();
    }
    return read();
}

/// Turns a part's mean light into its pixels, which the card then hands over.
Outcome TiledRenderer::finish(Part& part, const DrawOnTop& onTop) {
    const Frame frame{.size = m_film.size,
                      .framebuffer = m_picture->framebuffer(),
                      .view = {},
                      .look = m_look,
                      .isTransparent = m_film.isTransparent,
                      .highlighted = std::nullopt,
                      .rings = {},
                      .lines = {},
                      .tile = part.shown,
                      .smoothsEdges = m_smoothsEdges};
    if (Outcome finished = m_renderer->post(frame, {part.sum.texture(), part.drawn}); !finished) {
        return finished;
    }
    if (onTop) {
        onTop(m_picture->framebuffer(), part.shown);
    }
    HostBuffer& pixels = part.pixels[m_finished % kMostFinished];
    if (Outcome reserved = pixels.reserve(bytesOf(part.shown)); !reserved) {
        return reserved;
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_picture->framebuffer());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels.name());
    glReadPixels(0, 0, part.shown.width, part.shown.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    pixels.seal();
    return Done{};
}

}  // namespace shoal
