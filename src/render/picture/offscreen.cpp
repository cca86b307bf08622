#include "render/picture/offscreen.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace shoal {
namespace {

float linearFromSrgb(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float srgbFromLinear(float linear) {
    return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

void flipRows(Image& image) {
    const std::size_t rowBytes = static_cast<std::size_t>(image.width) * 4;
    for (int top = 0, bottom = image.height - 1; top < bottom; ++top, --bottom) {
        std::swap_ranges(image.at(0, top), image.at(0, top) + rowBytes, image.at(0, bottom));
    }
}

}  // namespace

void divideByAlpha(Image& image) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const int alpha = image.rgba[i + 3];
        if (alpha == 0 || alpha == 255) {
            continue;
        }
        const float coverage = static_cast<float>(alpha) / 255.0f;
        for (std::size_t channel = i; channel < i + 3; ++channel) {
            const float linear = linearFromSrgb(static_cast<float>(image.rgba[channel]) / 255.0f) / coverage;
            image.rgba[channel] =
                static_cast<std::uint8_t>(std::lround(srgbFromLinear(std::min(linear, 1.0f)) * 255.0f));
        }
    }
}

void turnRaw(Image& raw) {
    flipRows(raw);
    divideByAlpha(raw);
}

Result<Offscreen> Offscreen::create(int width, int height) {
    Result<TextureTarget> made = TextureTarget::create(GL_SRGB8_ALPHA8, width, height, "offscreen picture");
    if (!made) {
        return made.problem();
    }
    return Offscreen(std::move(*made));
}

Image Offscreen::read() const {
    Image image(width(), height());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width(), height(), GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    turnRaw(image);
    return image;
}

}  // namespace shoal
