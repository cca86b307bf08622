#include "viewer/colour/palettes.hpp"

#include "viewer/inspect/push_colours.hpp"

namespace shoal::test {

namespace {

using Palette = LookSettings::Palette;

constexpr std::array kPalettes{Palette::viridis, Palette::plasma, Palette::cividis};

float linear(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

/// CIE lightness L*, 0 .. 100.
float lightness(const Vec3f& colour) {
    const float luminance =
        0.2126f * linear(colour.x) + 0.7152f * linear(colour.y) + 0.0722f * linear(colour.z);
    return luminance > 0.008856f ? 116.0f * std::cbrt(luminance) - 16.0f : 903.3f * luminance;
}

bool isNear(const Vec3f& a, const Vec3f& b, float tolerance) {
    return std::abs(a.x - b.x) < tolerance && std::abs(a.y - b.y) < tolerance &&
           std::abs(a.z - b.z) < tolerance;
}

/// Returns a colour as seen without the middle-wavelength cones (Viénot et al. 1999), in linear RGB.
Vec3f asDeuteranope(const Vec3f& colour) {
    const Vec3f light{linear(colour.x), linear(colour.y), linear(colour.z)};
    const float yellow = 0.29275f * light.x + 0.70725f * light.y;
    return {yellow, yellow, -0.02234f * light.x + 0.02234f * light.y + light.z};
}

}  // namespace

TEST_CASE("palettes have the published colours at their ends and in the middle", "[app][colour]") {
    CHECK(isNear(paletteColour(Palette::viridis, 0.0f), {0.267f, 0.005f, 0.329f}, 0.005f));
    CHECK(isNear(paletteColour(Palette::viridis, 0.5f), {0.128f, 0.567f, 0.551f}, 0.01f));
    CHECK(isNear(paletteColour(Palette::viridis, 1.0f), {0.993f, 0.906f, 0.144f}, 0.005f));
    CHECK(isNear(paletteColour(Palette::plasma, 0.0f), {0.050f, 0.030f, 0.528f}, 0.005f));
    CHECK(isNear(paletteColour(Palette::plasma, 0.5f), {0.798f, 0.280f, 0.470f}, 0.01f));
    CHECK(isNear(paletteColour(Palette::plasma, 1.0f), {0.940f, 0.975f, 0.131f}, 0.005f));
    CHECK(isNear(paletteColour(Palette::cividis, 0.0f), {0.000f, 0.135f, 0.305f}, 0.01f));
    CHECK(isNear(paletteColour(Palette::cividis, 1.0f), {0.996f, 0.909f, 0.218f}, 0.01f));
}

TEST_CASE("a higher value is a lighter colour throughout a palette", "[app][colour]") {
    for (const Palette palette : kPalettes) {
        float before = -1.0f;
        for (int step = 0; step <= 200; ++step) {
            const float now = lightness(paletteColour(palette, static_cast<float>(step) / 200.0f));
            CAPTURE(static_cast<int>(palette), step);
            CHECK(now > before);
            before = now;
        }
    }
}

TEST_CASE("values beyond a palette have the colour of its end, and NaN that of the low end",
          "[app][colour]") {
    for (const Palette palette : kPalettes) {
        CHECK(paletteColour(palette, -3.0f) == paletteColour(palette, 0.0f));
        CHECK(paletteColour(palette, 7.0f) == paletteColour(palette, 1.0f));
        CHECK(paletteColour(palette, NAN) == paletteColour(palette, 0.0f));
    }
}

/// Lightness in OKLab of an sRGB colour, after Ottosson 2020.
double lightnessOf(const Vec3f& colour) {
    const auto linear = [](float encoded) {
        const auto c = static_cast<double>(encoded);
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double r = linear(colour.x);
    const double g = linear(colour.y);
    const double b = linear(colour.z);
    return 0.2104542553 * std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
           0.7936177850 * std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
           0.0040720468 * std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

TEST_CASE("the colours of all headings are equally light, on dark ground and on paper", "[app][colour]") {
    for (int degrees = 0; degrees < 360; degrees += 3) {
        const float t = static_cast<float>(degrees) / 360.0f;
        CAPTURE(degrees);
        CHECK(lightnessOf(headingColour(t)) == test::approx(0.74).margin(0.005));
        CHECK(lightnessOf(headingColour(t, true)) == test::approx(0.58).margin(0.005));
    }
    CHECK(isNear(*headingColour(Vec3f{1.0f, 0.5f, 0.0f}, false), headingColour(0.25f), 1e-6f));
    CHECK_FALSE(headingColour(Vec3f{0.0f, 1.0f, 0.0f}, false));
}

TEST_CASE("the colours of headings close the circle without a seam", "[app][colour]") {
    CHECK(isNear(headingColour(0.0f), headingColour(1.0f), 1e-6f));
    for (int step = 0; step < 1000; ++step) {
        const float t = static_cast<float>(step) / 1000.0f;
        CHECK(isNear(headingColour(t), headingColour(t + 0.001f), 0.01f));
    }
    // Opposite headings differ in hue.
    CHECK_FALSE(isNear(headingColour(0.25f), headingColour(0.75f), 0.25f));
    CHECK_FALSE(isNear(headingColour(0.0f), headingColour(0.5f), 0.25f));
}

TEST_CASE("colour-blind eyes can tell the colours of seven rules apart", "[app][colour]") {
    const auto seen = [](std::size_t index) {
        const theme::Colour colour = pushColour(index);
        return asDeuteranope({colour.red, colour.green, colour.blue});
    };
    for (std::size_t a = 0; a < 7; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            CAPTURE(a, b);
            CHECK_FALSE(isNear(seen(a), seen(b), 0.04f));
        }
    }
}

}  // namespace shoal::test
