#pragma once

#include <glm/mat4x4.hpp>

namespace shoal {

/// A part of an image [px], measured from its lower left corner.
struct Tile {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const Tile&, const Tile&) = default;
};

/// Returns the projection with which this part of the image fills the clip space.
glm::mat4 cutTo(const Tile& part, const glm::mat4& projection, int width, int height);

/// Returns the part of an image to set as the viewport when drawing a tile: the whole image if the driver's
/// limits allow, so that a tile's pixels match those of the whole; otherwise as much around the tile as they
/// allow.
Tile windowAbout(const Tile& tile, int width, int height, int maxWidth, int maxHeight);

}  // namespace shoal
