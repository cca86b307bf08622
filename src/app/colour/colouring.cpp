#include "app/colour/colouring.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/colour/colour_legend.hpp"
#include "app/colour/palettes.hpp"

namespace shoal {
namespace {

using ColourBy = LookSettings::ColourBy;

/// Maps values to colours. It samples the palette once, so that a boid costs one lookup.
class ColourTable {
public:
    /// For values that are indices into the colours.
    static ColourTable ofCategories(const std::vector<Vec3f>& colours) {
        ColourTable table;
        table.m_isCategory = true;
        std::ranges::transform(colours, std::back_inserter(table.m_colours), packedColour);
        return table;
    }

    /// For values in the range of the palette, or without one for headings in turns.
    static ColourTable ofPalette(const LookSettings& look, const std::optional<ValueRange>& range) {
        ColourTable table;
        table.m_range = range.value_or(ValueRange{});
        for (std::size_t index = 0; index < kSize; ++index) {
            const float t = static_cast<float>(index) / static_cast<float>(kSize - 1);
            table.m_colours.push_back(
                packedColour(range ? paletteColour(look.palette, t) : headingColour(t, isOnPaper(look))));
        }
        return table;
    }

    std::uint32_t of(float value) const {
        if (std::isnan(value)) {
            return m_other;
        }
        if (m_isCategory) {
            return value < static_cast<float>(m_colours.size()) ? m_colours[static_cast<std::size_t>(value)]
                                                                : m_other;
        }
        const float t = std::clamp(m_range.fraction(value), 0.0f, 1.0f);
        return m_colours[static_cast<std::size_t>(t * static_cast<float>(kSize - 1) + 0.5f)];
    }

private:
    static constexpr std::size_t kSize = 256;

    ColourTable() = default;

    bool m_isCategory = false;
    ValueRange m_range;
    std::vector<std::uint32_t> m_colours;
    std::uint32_t m_other = packedColour(kOtherColour);
};

/// Whether the quantity has a range that a palette covers.
bool hasRange(ColourBy quantity) {
    return quantity != ColourBy::species && quantity != ColourBy::heading && quantity != ColourBy::flock &&
           quantity != ColourBy::rule;
}

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
    const bool isOffScale = isOtherScale(quantity);
    const bool isOther = quantity != m_quantity || std::exchange(m_hasDistances, false);
    m_isStale = m_isStale || hasChanged || isOffScale || isOther;
    if (isOther) {
        forget();
        m_quantity = quantity;
    }
    if (quantity == ColourBy::species) {
        m_isStale = false;
        return isOther;
    }
    const bool isUrgent = isOther || (isOffScale && !m_study.isBusy());
    const bool mayLag = now && isSlow(quantity);
    if (m_isStale && (isUrgent || !mayLag || (!m_study.isBusy() && m_budget.isDue(*now)))) {
        m_askedAt = now.value_or(0.0);
        m_isStale = false;
        if (!mayLag) {
            m_study.drop();
            colour(state.scene(), valuesOf(state, quantity, sharedRules()));
            return true;
        }
        m_study.ask(state, [quantity, rules = sharedRules()](const StateView& flock) {
            return valuesOf(flock, quantity, rules);
        });
    }
    if (const auto values = m_study.take()) {
        m_budget.note(m_askedAt, m_study.seconds());
        colour(state.scene(), *values);
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
    m_rules.clear();
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
    m_colours = coloured(logarithms, ColourTable::ofPalette(look, m_range));
    m_legend = distanceLegend(look.palette, m_lowDistance);
}

/// Whether the other colouring shows this quantity on a different scale.
bool Colouring::isOtherScale(ColourBy quantity) const {
    if (m_other == nullptr || m_other->m_quantity != quantity) {
        return false;
    }
    const std::vector<std::string>& rules = m_other->m_rules;
    return (m_other->m_range && m_other->m_range != m_range) ||
           std::ranges::mismatch(rules, m_rules).in1 != rules.end();  // m_rules does not begin with them
}

/// The rules whose colours the other colouring shows as well.
std::vector<std::string> Colouring::sharedRules() const {
    return m_other != nullptr && m_other->m_quantity == m_quantity ? m_other->m_rules
                                                                   : std::vector<std::string>();
}

Colouring::Values Colouring::valuesOf(const StateView& state, ColourBy quantity,
                                      const std::vector<std::string>& rules) {
    if (quantity == ColourBy::rule) {
        return {{}, strongestRules(state, rules)};
    }
    return {boidValues(state, quantity), {}};
}

void Colouring::colour(const Scene& scene, const Values& values) {
    if (m_quantity == ColourBy::rule) {
        const StrongestRules& strongest = values.strongest;
        m_rules = strongest.titles;
        m_colours =
            coloured(strongest.indices, ColourTable::ofCategories(ruleColours(strongest.titles.size())));
        m_legend = strongestRulesLegend(strongest);
        return;
    }
    if (hasRange(m_quantity)) {
        const bool isShared = m_other != nullptr && m_other->m_quantity == m_quantity;
        m_range = isShared && m_other->m_range ? m_other->m_range
                  : m_range                    ? heldRange(*m_range, values.values)
                                               : roundRange(values.values);
    }
    m_colours =
        coloured(values.values, m_quantity == ColourBy::flock ? ColourTable::ofCategories(categoryColours())
                                                              : ColourTable::ofPalette(scene.look, m_range));
    m_legend = colourLegend(scene, values.values, m_range);
}

}  // namespace shoal
