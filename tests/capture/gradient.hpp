#pragma once

#include <cstdint>

#include "capture/format/image.hpp"

namespace shoal::test {

/// Makes an image in which each pixel differs from its neighbours, shifted by `frame`.
inline Image gradient(int width, int height, int frame = 0, bool isOpaque = false) {
    Image image(width, height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            std::uint8_t* pixel = image.at(x, y);
            pixel[0] = static_cast<std::uint8_t>(x * 7 + frame * 3);
            pixel[1] = static_cast<std::uint8_t>(y * 5);
            pixel[2] = static_cast<std::uint8_t>(x + y);
            pixel[3] = static_cast<std::uint8_t>(isOpaque ? 255 : 255 - x);
        }
    }
    return image;
}

}  // namespace shoal::test
