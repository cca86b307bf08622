#include "viewer/colour/palettes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace shoal {
namespace {

constexpr Vec3f rgb(std::uint32_t hex) {
    return {static_cast<float>(hex >> 16u) / 255.0f, static_cast<float>((hex >> 8u) & 0xffu) / 255.0f,
            static_cast<float>(hex & 0xffu) / 255.0f};
}

// Evenly spaced samples of the published palettes, close enough to interpolate linearly in sRGB.
constexpr std::array kViridis{rgb(0x440154), rgb(0x472d7b), rgb(0x3b528b), rgb(0x2c728e), rgb(0x21918c),
                              rgb(0x28ae80), rgb(0x5ec962), rgb(0xaddc30), rgb(0xfde725)};
constexpr std::array kPlasma{rgb(0x0d0887), rgb(0x46039f), rgb(0x7201a8), rgb(0x9c179e), rgb(0xbd3786),
                             rgb(0xd8576b), rgb(0xed7953), rgb(0xfb9f3a), rgb(0xfdca26), rgb(0xf0f921)};
constexpr std::array kCividis{rgb(0x00224e), rgb(0x123570), rgb(0x3b496c), rgb(0x575d6d), rgb(0x707173),
                              rgb(0x8a8678), rgb(0xa59c74), rgb(0xc3b369), rgb(0xe1cc55), rgb(0xfee838)};

Vec3f between(std::span<const Vec3f> stops, float t) {
    // Written so that NaN gives the low end.
    const float at = (t > 0.0f ? std::min(t, 1.0f) : 0.0f) * static_cast<float>(stops.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return stops[below] + (stops[below + 1] - stops[below]) * (at - static_cast<float>(below));
}

/// Encodes linear light as sRGB (IEC 61966-2-1).
float encoded(float light) {
    const float shown = std::clamp(light, 0.0f, 1.0f);
    return shown <= 0.0031308f ? 12.92f * shown : 1.055f * std::pow(shown, 1.0f / 2.4f) - 0.055f;
}

}  // namespace

Vec3f paletteColour(LookSettings::Palette palette, float t) {
    switch (palette) {
        case LookSettings::Palette::plasma:
            return between(kPlasma, t);
        case LookSettings::Palette::cividis:
            return between(kCividis, t);
        default:
            return between(kViridis, t);
    }
}

Vec3f headingColour(float t, bool isOnPaper) {
    const float lightness = isOnPaper ? 0.58f : 0.74f;
    const float chroma = isOnPaper ? 0.098f : 0.125f;
    const float hue = (t - 0.25f) * 2.0f * std::numbers::pi_v<float>;
    const float a = chroma * std::cos(hue);
    const float b = chroma * std::sin(hue);
    // From OKLab to linear sRGB, with Ottosson's numbers.
    const auto cubed = [](float x) { return x * x * x; };
    const float l = cubed(lightness + 0.3963377774f * a + 0.2158037573f * b);
    const float m = cubed(lightness - 0.1055613458f * a - 0.0638541728f * b);
    const float s = cubed(lightness - 0.0894841775f * a - 1.2914855480f * b);
    return {encoded(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            encoded(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            encoded(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

std::optional<Vec3f> headingColour(const Vec3f& direction, bool isOnPaper) {
    if (direction.x == 0.0f && direction.z == 0.0f) {
        return std::nullopt;
    }
    const float turn = std::atan2(direction.x, -direction.z) / (2.0f * std::numbers::pi_v<float>);
    return headingColour(turn, isOnPaper);
}

std::uint32_t packedColour(const Vec3f& colour) {
    const auto byte = [](float part) {
        return static_cast<std::uint32_t>(std::lround(std::clamp(part, 0.0f, 1.0f) * 255.0f));
    };
    return byte(colour.x) | byte(colour.y) << 8u | byte(colour.z) << 16u | 0xff000000u;
}

}  // namespace shoal
