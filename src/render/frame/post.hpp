#pragma once

namespace shoal {

/// The effects of the post pass, which turns linear light into the finished picture. 0 switches one off.
struct Post {
    float bloom = 0.2f;         ///< fraction of the light above white that spreads round its source, 0 .. 1
    float vignette = 0.0f;      ///< fraction of the light that the picture's corners lose, 0 .. 1
    bool smoothsEdges = false;  ///< smooths jagged edges, for pictures of one sample per pixel
};

}  // namespace shoal
