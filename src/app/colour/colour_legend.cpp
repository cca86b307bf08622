#include "app/colour/colour_legend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/colour/palettes.hpp"
#include "ui/text/value_text.hpp"

namespace shoal {
namespace {

constexpr std::size_t kBarColours = 33;

/// Indexed by LookSettings::ColourBy.
constexpr std::array<std::string_view, LookSettings::coloursBy.size()> kTitles{
    "",       "Speed [m/s]",     "Heading",      "Height [m]", "Neighbours", "Nearest neighbour [m]",
    "Flocks", "Steering [m/s²]", "Hardest push", "Push"};

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

std::string countText(std::size_t boids) {
    return withThousands(boids) + (boids == 1 ? " boid" : " boids");
}

/// Counts the boids of each flock, largest first, and the boids in no flock.
struct FlockSizes {
    std::vector<std::size_t> sizes;
    std::size_t alone = 0;

    explicit FlockSizes(const BoidValues& ranks) {
        for (const std::vector<float>& species : ranks) {
            for (const float rank : species) {
                add(rank);
            }
        }
    }

private:
    void add(float rank) {
        if (std::isnan(rank)) {
            ++alone;
            return;
        }
        const auto index = static_cast<std::size_t>(rank);
        sizes.resize(std::max(sizes.size(), index + 1));
        ++sizes[index];
    }
};

/// Returns the titles of the rules whose push colours show.
std::vector<std::string> colouredRules(Scene scene) {
    std::vector<std::string> titles;
    for (const Section& section : scene.sections()) {
        const bool isColoured =
            section.rule != nullptr && section.rule->isColoured && section.rule->isEnabled;
        if (isColoured && std::ranges::find(titles, section.title) == titles.end()) {
            titles.push_back(section.title);
        }
    }
    return titles;
}

std::vector<Legend::Entry> flockEntries(const BoidValues& ranks) {
    const FlockSizes flocks(ranks);
    std::vector<Legend::Entry> entries;
    std::size_t others = flocks.alone;
    for (std::size_t rank = 0; rank < flocks.sizes.size(); ++rank) {
        if (rank < categoryColours().size()) {
            entries.push_back({categoryColours()[rank], countText(flocks.sizes[rank])});
        } else {
            others += flocks.sizes[rank];
        }
    }
    if (others > 0) {
        const bool areAlone = others == flocks.alone;
        entries.push_back({kOtherColour, countText(others) + (areAlone ? " alone" : " in smaller flocks")});
    }
    return entries;
}

}  // namespace

Legend strongestRulesLegend(const StrongestRules& strongest) {
    std::vector<std::size_t> counts(strongest.titles.size());
    std::size_t total = 0;
    std::size_t unpushed = 0;
    for (const std::vector<float>& species : strongest.indices) {
        total += species.size();
        for (const float index : species) {
            ++(std::isnan(index) ? unpushed : counts[static_cast<std::size_t>(index)]);
        }
    }
    Legend legend;
    legend.title = kTitles[static_cast<std::size_t>(LookSettings::ColourBy::rule)];
    const std::vector<Vec3f> colours = ruleColours(counts.size());
    const auto add = [&](const Vec3f& colour, const std::string& title, std::size_t count) {
        const double share =
            100.0 * static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(total, 1));
        legend.entries.push_back({colour, fmt::format("{} {:.0f} %", title, share)});
    };
    for (std::size_t index = 0; index < counts.size(); ++index) {
        add(colours[index], strongest.titles[index], counts[index]);
    }
    if (unpushed > 0 || counts.empty()) {
        add(kOtherColour, "none", unpushed);
    }
    return legend;
}

Legend distanceLegend(LookSettings::Palette palette, float low) {
    Legend legend;
    legend.title = "Distance between A and B [m]";
    legend.bar = barOf([palette](float t) { return paletteColour(palette, t); });
    for (const double part : {0.0, 0.5, 1.0}) {
        legend.ticks.push_back(tickText(static_cast<double>(low) * std::pow(10.0, part * kDistanceDecades)));
    }
    return legend;
}

Legend colourLegend(const Scene& scene, const BoidValues& values, const std::optional<ValueRange>& range) {
    const LookSettings& look = scene.look;
    Legend legend;
    legend.title = kTitles[static_cast<std::size_t>(look.colourBy)];
    if (look.colourBy == LookSettings::ColourBy::push) {
        const std::vector<std::string> rules = colouredRules(scene);
        if (rules.empty()) {
            legend.entries = {{kOtherColour, "of no rule: choose one in Push of"}};
            return legend;
        }
        legend.title = fmt::format("Push: {} [m/s²]", fmt::join(rules, " + "));
    }
    if (look.colourBy == LookSettings::ColourBy::flock) {
        legend.entries = flockEntries(values);
    } else if (look.colourBy == LookSettings::ColourBy::heading) {
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
