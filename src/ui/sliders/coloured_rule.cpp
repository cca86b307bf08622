#include "ui/sliders/coloured_rule.hpp"

#include <algorithm>

namespace shoal {

std::vector<ColourableRule> colourableRules(const std::vector<Section>& sections) {
    std::vector<ColourableRule> rules;
    for (const Section& section : sections) {
        if (section.rule == nullptr || !section.rule->isEnabled || section.rule->kind() == RuleKind::limit) {
            continue;
        }
        const auto known = std::ranges::find(rules, section.title, &ColourableRule::title);
        if (known == rules.end()) {
            rules.push_back({section.title, section.rule->isColoured});
        } else {
            known->isColoured |= section.rule->isColoured;
        }
    }
    return rules;
}

std::vector<Edit> editsColouring(const std::vector<Section>& sections, std::string_view title) {
    std::vector<Edit> edits;
    for (const Section& section : sections) {
        const bool isWanted = section.rule != nullptr && section.rule->isEnabled && section.title == title;
        if (section.rule != nullptr && section.rule->isColoured != isWanted) {
            edits.push_back({section.path + ".coloured", isWanted ? 1.0 : 0.0});
        }
    }
    return edits;
}

}  // namespace shoal
