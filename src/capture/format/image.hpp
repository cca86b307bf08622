#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shoal {

/// Width and height of a picture [px].
struct ImageSize {
    int width = 1;
    int height = 1;

    float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }

    friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// An image in sRGB with straight (not premultiplied) alpha, eight bits per channel, top row first.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  ///< width · height · 4 bytes

    Image() = default;
    Image(int w, int h)
        : width(w), height(h), rgba(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4) {}

    /// Address of a pixel's four bytes; x from the left, y from the top.
    std::uint8_t* at(int x, int y) { return rgba.data() + offset(x, y); }
    const std::uint8_t* at(int x, int y) const { return rgba.data() + offset(x, y); }

private:
    std::size_t offset(int x, int y) const {
        return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) *
               4;
    }
};

}  // namespace shoal
