#include "app/colour/palettes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ui/inspector/push_colours.hpp"
#include "ui/widgets/okabe_ito.hpp"

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
constexpr std::array kTwilight{rgb(0xe2d9e2), rgb(0x9ebbc9), rgb(0x6785be), rgb(0x5e43a5), rgb(0x421257),
                               rgb(0x471340), rgb(0x8e2c50), rgb(0xba6657), rgb(0xceac94), rgb(0xe2d9e2)};

Vec3f between(std::span<const Vec3f> stops, float t) {
    // Written so that NaN gives the low end.
    const float at = (t > 0.0f ? std::min(t, 1.0f) : 0.0f) * static_cast<float>(stops.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return stops[below] + (stops[below + 1] - stops[below]) * (at - static_cast<float>(below));
}

Vec3f vectorOf(const theme::Colour& colour) {
    return {colour.red, colour.green, colour.blue};
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

Vec3f headingColour(float t) {
    return between(kTwilight, t);
}

const std::vector<Vec3f>& categoryColours() {
    static const std::vector<Vec3f> colours = [] {
        std::vector<Vec3f> all;
        std::ranges::transform(kOkabeIto, std::back_inserter(all), vectorOf);
        return all;
    }();
    return colours;
}

std::vector<Vec3f> ruleColours(std::size_t count) {
    std::vector<Vec3f> colours;
    for (std::size_t index = 0; index < count; ++index) {
        colours.push_back(vectorOf(pushColour(index)));
    }
    return colours;
}

}  // namespace shoal
