#include "viewer/colour/colouring.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/colour/colour_legend.hpp"
#include "viewer/colour/palettes.hpp"

namespace shoal {
namespace {

using ColourBy = LookSettings::ColourBy;

/// Maps values to colours. It samples the palette once, so that a boid costs one lookup.
class ColourTable {
public:
    /// For values in the range of the palette, or without one for headings in turns.
    ColourTable(const LookSettings& look, const std::optional<ValueRange>& range)
        : m_range(range.value_or(ValueRange{})) {
        for (std::size_t index = 0; index < kSize; ++index) {
            const float t = static_cast<float>(index) / static_cast<float>(kSize - 1);
            m_colours.push_back(
                packedColour(range ? paletteColour(look.palette, t) : headingColour(t, isOnPaper(look))));
        }
    }

    std::uint32_t of(float value) const {
        if (std::isnan(value)) {
            return m_other;
        }
        const float t = std::clamp(m_range.fraction(value), 0.0f, 1.0f);
        return m_colours[static_cast<std::size_t>(t * static_cast<float>(kSize - 1) + 0.5f)];
    }

private:
    static constexpr std::size_t kSize = 256;

    ValueRange m_range;
    std::vector<std::uint32_t> m_colours;
    std::uint32_t m_other = packedColour(kOtherColour);
};

/// Returns the colours of all bodies.
std::vector<std::vector<std::uint32_t>> coloured(const BoidValues& values, const ColourTable& table) {
    std::vector<std::vector<std::uint32_t>> colours(values.size());
    for (std::size_t species = 0; species < values.size(); ++species) {
        colours[species].resize(values[species].size());
        std::ranges::transform(values[species], colours[species].begin(),
                               [&table](float value) { return table.of(value); });
    }
    return colours;
}

}  // namespace

bool Colouring::update(const StateView& state, bool hasChanged, std::optional<double> now) {
    const ColourBy quantity = state.scene().look.colourBy;
    if (m_distances != nullptr) {
        const bool isDue = hasChanged || !m_hasDistances;
        if (isDue) {
            colourDistances(state);
        }
        return isDue;
    }
    const bool isOther = quantity != m_quantity || std::exchange(m_hasDistances, false);
    m_isStale = m_isStale || hasChanged || isOther;
    if (isOther) {
        forget();
        m_quantity = quantity;
    }
    if (quantity == ColourBy::species) {
        m_isStale = false;
        return isOther;
    }
    const bool mayLag = now && isSlow(quantity);
    if (m_isStale && (isOther || !mayLag || (!m_study.isBusy() && m_budget.isDue(*now)))) {
        m_askedAt = now.value_or(0.0);
        m_isStale = false;
        if (!mayLag) {
            m_study.drop();
            colour(state.scene().look, boidValues(state, quantity));
            return true;
        }
        m_study.ask(state, [quantity](const StateView& flock) { return boidValues(flock, quantity); });
    }
    if (const auto values = m_study.take()) {
        m_budget.note(m_askedAt, m_study.seconds());
        colour(state.scene().look, *values);
        return true;
    }
    return isOther;
}

void Colouring::restart() {
    if (m_quantity != ColourBy::species) {
        forget();
        m_isStale = true;
    }
}

void Colouring::forget() {
    m_study.drop();
    m_range.reset();
    m_colours.clear();
    m_legend.reset();
    m_budget = RefreshBudget(kMinInterval);
}

void Colouring::colourDistances(const StateView& state) {
    const LookSettings& look = state.scene().look;
    forget();
    m_hasDistances = true;
    m_range = ValueRange{std::log10(static_cast<double>(m_lowDistance)),
                         std::log10(static_cast<double>(m_lowDistance)) + kDistanceDecades};
    BoidValues logarithms = *m_distances;
    for (std::size_t index = 0; index < logarithms.size(); ++index) {
        std::vector<float>& species = logarithms[index];
        species.resize(state.flocks()[index].count());  // an edit may have changed it since
        std::ranges::transform(species, species.begin(),
                               [this](float value) { return std::log10(std::max(value, m_lowDistance)); });
    }
    m_colours = coloured(logarithms, ColourTable(look, m_range));
    m_legend = distanceLegend(look.palette, m_lowDistance);
}

void Colouring::colour(const LookSettings& look, const BoidValues& values) {
    if (m_quantity != ColourBy::heading) {
        m_range = m_range ? heldRange(*m_range, values) : roundRange(values);
    }
    m_colours = coloured(values, ColourTable(look, m_range));
    m_legend = colourLegend(look, m_range);
}

}  // namespace shoal
