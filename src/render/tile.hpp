#pragma once

#include <glm/mat4x4.hpp>

namespace shoal {

/// A part of a picture [px], counted from its lower left corner.
struct Tile {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const Tile&, const Tile&) = default;
};

/// The projection of a part alone: what `projection` puts into that part of a picture fills the clip space.
glm::mat4 cutTo(const Tile& part, const glm::mat4& projection, int width, int height);

/// The part of a picture that OpenGL is told of when a tile is drawn: all of it where the driver can, so that
/// a tile's pixels are those of the whole, and else as much about the tile as it can.
Tile windowAbout(const Tile& tile, int width, int height, int mostWidth, int mostHeight);

}  // namespace shoal
