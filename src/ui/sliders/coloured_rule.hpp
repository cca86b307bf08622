#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// A rule whose push the colours can show.
struct ColourableRule {
    std::string title;  ///< of its sections: the same in all species that have the rule
    bool isColoured = false;
};

/// Returns the rules that push and are on in at least one species.
std::vector<ColourableRule> colourableRules(const std::vector<Section>& sections);

/// Returns the edits after which colours by push show exactly the enabled rules with this title. With
/// any other title, they show no rule.
std::vector<Edit> editsColouring(const std::vector<Section>& sections, std::string_view title);

}  // namespace shoal
