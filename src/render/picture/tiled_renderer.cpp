#include "render/picture/tiled_renderer.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

constexpr int kMaxSide = 65536;  // [px] beyond this, floats lack the precision for pixel positions

void copyInto(Image& whole, const Image& part, const Tile& tile) {
    const int top = whole.height - tile.y - tile.height;
    for (int y = 0; y < part.height; ++y) {
        std::memcpy(whole.at(tile.x, top + y), part.at(0, y), static_cast<std::size_t>(part.width) * 4);
    }
}

}  // namespace

Result<TiledRenderer> TiledRenderer::create(const Film& film, int maxTile) {
    assert(film.supersample >= 1 && film.shutter.exposures >= 1 &&
           "an image needs at least one sample per pixel and one exposure");
    const int maxSide = kMaxSide / film.supersample;
    if (film.size.width < 1 || film.size.height < 1 || film.size.width > maxSide ||
        film.size.height > maxSide) {
        return Problem{fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}",
                                   film.size.width, film.size.height, maxSide)};
    }
    TiledRenderer made(film);
    if (Outcome ready = made.prepare(maxTile); !ready) {
        return ready.problem();
    }
    return made;
}

Outcome TiledRenderer::prepare(int maxTile) {
    GLint maxRendered = 0;
    GLint maxSampled = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &maxRendered);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &maxSampled);
    const int largest = std::min({maxTile, maxRendered, maxSampled}) / m_film.supersample;
    // Even, because shaders take differences within 2×2 pixels.
    cutTiles(std::max(2, largest / 2 * 2));

    const int width = m_tiles.front().width;
    const int height = m_tiles.front().height;
    const int side = m_film.supersample;
    auto negative = Offscreen::create(width * side, height * side, m_film.samples);
    if (!negative) {
        return negative.problem();
    }
    m_target.emplace(std::move(*negative));
    if (isPlain() && m_tiles.size() == 1) {
        return Done{};
    }
    const auto make = [](ColourTarget& plate, GLenum format, int plateWidth, int plateHeight) -> Outcome {
        auto made = makeTarget(format, plateWidth, plateHeight);
        if (!made) {
            return made.problem();
        }
        plate = std::move(*made);
        return Done{};
    };
    const bool isSummed = m_film.shutter.exposures > 1;
    m_sums.resize(m_tiles.size());
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        if (Outcome made =
                make(m_sums[i], isSummed ? GL_RGBA32F : GL_SRGB8_ALPHA8, m_tiles[i].width, m_tiles[i].height);
            !made) {
            return made;
        }
    }
    if (isPlain()) {
        return Done{};
    }
    if (Outcome made = make(m_resolved, GL_SRGB8_ALPHA8, width * side, height * side); !made) {
        return made;
    }
    if (Outcome made = isSummed ? make(m_finishedTile, GL_SRGB8_ALPHA8, width, height) : Outcome{Done{}};
        !made) {
        return made;
    }
    Result<Program> program = Program::create(ShaderLibrary(), {"print.vert", "print.frag"});
    if (!program) {
        return program.problem();
    }
    m_program.emplace(std::move(*program));
    m_noAttributes = GlVertexArray::make();
    return Done{};
}

void TiledRenderer::cutTiles(int largest) {
    for (int y = 0; y < m_film.size.height; y += largest) {
        for (int x = 0; x < m_film.size.width; x += largest) {
            m_tiles.push_back(
                {x, y, std::min(largest, m_film.size.width - x), std::min(largest, m_film.size.height - y)});
        }
    }
}

Result<TiledRenderer::ColourTarget> TiledRenderer::makeTarget(GLenum format, int width, int height) {
    takeOutOfMemory();  // clears errors of earlier calls
    ColourTarget plate{GlTexture::make(), GlFramebuffer::make()};
    glBindTexture(GL_TEXTURE_2D, plate.texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, plate.framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, plate.texture.name(), 0);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (takeOutOfMemory() || status != GL_FRAMEBUFFER_COMPLETE) {
        return Problem{fmt::format(
            "the graphics driver has no memory for {}x{} pixels (0x{:04x}); try a smaller size or "
            "fewer exposures",
            width, height, status)};
    }
    return plate;
}

void TiledRenderer::accumulate(const Draw& draw, const std::function<bool()>& isStopped) {
    assert(m_accumulated < m_film.shutter.exposures && "resolve() comes after the last exposure");
    const int side = m_film.supersample;
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        if (isStopped && isStopped()) {
            return;
        }
        const Tile& tile = m_tiles[i];
        const Tile drawn{tile.x * side, tile.y * side, tile.width * side, tile.height * side};
        draw(m_target->framebuffer(), drawn);
        if (m_sums.empty()) {
            continue;
        }
        glBindFramebuffer(GL_READ_FRAMEBUFFER, m_target->framebuffer());
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (isPlain() ? m_sums[i] : m_resolved).framebuffer.name());
        // With conversion on, samples are averaged in linear light, not in encoded values.
        glEnable(GL_FRAMEBUFFER_SRGB);
        glBlitFramebuffer(0, 0, drawn.width, drawn.height, 0, 0, drawn.width, drawn.height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glDisable(GL_FRAMEBUFFER_SRGB);
        if (!isPlain()) {
            const bool isSummed = m_film.shutter.exposures > 1;
            addWeighted(m_resolved, m_sums[i], tile, side,
                        1.0f / static_cast<float>(m_film.shutter.exposures), !isSummed,
                        isSummed && m_accumulated > 0);
        }
    }
    ++m_accumulated;
}

void TiledRenderer::addWeighted(const ColourTarget& from, const ColourTarget& to, const Tile& tile, int side,
                                float weight, bool isRounded, bool isAdded) {
    glBindFramebuffer(GL_FRAMEBUFFER, to.framebuffer.name());
    glViewport(0, 0, tile.width, tile.height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_FRAMEBUFFER_SRGB);
    if (isAdded) {
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
    } else {
        glDisable(GL_BLEND);
    }
    m_program->use();
    m_program->set("uLight", 0);
    m_program->set("uSide", side);
    m_program->set("uWeight", weight);
    // Pixels drawn one to one already carry their noise; a mean of several has lost most of it.
    m_program->set("uNoise", isRounded && m_film.supersample > 1 ? 1.0f : 0.0f);
    m_program->set("uOrigin", glm::vec3{tile.x, tile.y, 0.0f});
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, from.texture.name());
    glBindVertexArray(m_noAttributes.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    glDisable(GL_BLEND);
    glDisable(GL_FRAMEBUFFER_SRGB);
}

Result<Image> TiledRenderer::resolve(const Draw& onTop) {
    assert(m_accumulated == m_film.shutter.exposures && "some exposures are missing");
    m_accumulated = 0;
    if (m_sums.empty() && onTop) {
        glBindFramebuffer(GL_FRAMEBUFFER, m_target->framebuffer());
        onTop(m_target->framebuffer(), m_tiles.front());
    }
    takeOutOfMemory();  // earlier errors
    Image image = m_sums.empty() ? m_target->read() : read(onTop);
    if (glGetError() != GL_NO_ERROR) {
        return Problem{"the graphics driver lost the picture; it was probably reset"};
    }
    return image;
}

unsigned TiledRenderer::finish(std::size_t index, const Draw& onTop) {
    if (m_film.shutter.exposures > 1) {
        addWeighted(m_sums[index], m_finishedTile, m_tiles[index], 1, 1.0f, true, false);
    }
    const GLuint framebuffer =
        (m_film.shutter.exposures > 1 ? m_finishedTile : m_sums[index]).framebuffer.name();
    if (onTop) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        onTop(framebuffer, m_tiles[index]);
    }
    return framebuffer;
}

Image TiledRenderer::read(const Draw& onTop) {
    Image whole(m_film.size.width, m_film.size.height);
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const Tile& tile = m_tiles[i];
        glBindFramebuffer(GL_FRAMEBUFFER, finish(i, onTop));
        Image part(tile.width, tile.height);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, tile.width, tile.height, GL_RGBA, GL_UNSIGNED_BYTE, part.rgba.data());
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        turnRaw(part);
        copyInto(whole, part, tile);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return whole;
}

}  // namespace shoal
