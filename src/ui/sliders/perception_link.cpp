#include "ui/sliders/perception_link.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"

namespace shoal {

void PerceptionLink::follow(std::span<const Section> sections, const std::string& key,
                            const TunableChange& change, std::vector<Edit>& edits) {
    if (key == m_held && !change.isHeld && !change.shown) {
        m_held.clear();
    }
    if (!change.isHeld && !change.shown) {
        return;
    }
    if (key != m_held) {
        m_followers = radiiAtPerception(sections, key);
        m_held = change.isHeld ? key : std::string();
    }
    if (change.shown) {
        for (const RadiusAtPerception& follower : m_followers) {
            edits.push_back({follower.key, std::min(*change.shown, follower.max)});
        }
    }
}

std::string PerceptionLink::raise(const Section& section, const TunableRow& row, const TunableChange& change,
                                  std::vector<Edit>& edits) {
    if (!endsAtPerception(section, row.parameter) || !change.isHeld) {
        m_raising = m_raising == row.key ? std::string() : std::move(m_raising);
        return {};
    }
    const auto sight = static_cast<double>(section.perception->radius);
    if (m_raising != row.key) {
        m_raising = row.key;
        m_sight = sight;
    }
    if (!change.shown) {
        return {};
    }
    const auto radius = std::ranges::find(Perception::parameters, "radius",
                                          [](const Parameter& one) { return one.declared.key; });
    const double wanted = radius->stored(std::max(m_sight, *change.shown));
    if (wanted == sight) {
        return {};
    }
    edits.push_back({perceptionKeyOf(section), wanted});
    return fmt::format("Perception {} → {}", valueText(*radius, m_sight), valueText(*radius, wanted));
}

}  // namespace shoal
