#include "viewer/colour/colour_legend.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "viewer/colour/palettes.hpp"

namespace shoal {
namespace {

constexpr std::size_t kBarColours = 33;

/// Indexed by LookSettings::ColourBy.
constexpr std::array<std::string_view, LookSettings::coloursBy.size()> kTitles{
    "", "Speed [m/s]", "Heading", "Height [m]", "Neighbours", "Nearest neighbour [m]", "Steering [m/s²]"};

/// Returns the colours of a bar; `colourAt` maps 0 .. 1 to a colour.
template <class ColourAt>
std::vector<Vec3f> barOf(const ColourAt& colourAt) {
    std::vector<Vec3f> bar;
    for (std::size_t index = 0; index < kBarColours; ++index) {
        bar.push_back(colourAt(static_cast<float>(index) / static_cast<float>(kBarColours - 1)));
    }
    return bar;
}

std::string tickText(double value) {
    return fmt::format("{:.4g}", value == 0.0 ? 0.0 : value);
}

}  // namespace

Legend distanceLegend(LookSettings::Palette palette, float low) {
    Legend legend;
    legend.title = "Distance between A and B [m]";
    legend.bar = barOf([palette](float t) { return paletteColour(palette, t); });
    for (const double part : {0.0, 0.5, 1.0}) {
        legend.ticks.push_back(tickText(static_cast<double>(low) * std::pow(10.0, part * kDistanceDecades)));
    }
    return legend;
}

Legend colourLegend(const LookSettings& look, const std::optional<ValueRange>& range) {
    Legend legend;
    legend.title = kTitles[static_cast<std::size_t>(look.colourBy)];
    if (look.colourBy == LookSettings::ColourBy::heading) {
        legend.bar = barOf([&look](float t) { return headingColour(t, isOnPaper(look)); });
        legend.isWheel = true;
    } else if (range) {
        legend.bar = barOf([&look](float t) { return paletteColour(look.palette, t); });
        legend.ticks = {tickText(range->low), tickText(0.5 * (range->low + range->high)),
                        tickText(range->high)};
    }
    return legend;
}

}  // namespace shoal
