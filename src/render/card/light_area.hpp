#pragma once

#include "render/frame/tile.hpp"
#include "render/gl/gl.hpp"

namespace shoal {

/// Exposed linear light of a part of a frame, premultiplied by alpha: in the lower left corner of a texture.
struct LightArea {
    GLuint texture = 0;
    Tile area;  ///< [px] of the whole frame
};

}  // namespace shoal
