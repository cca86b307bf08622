#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/sliders/slider_facts.hpp"
#include "ui/sliders/tunable_row.hpp"

namespace shoal {

/// While a perception radius is dragged, the radii of rules that ended at it stay at its end. Decided when
/// the drag begins, so that no radius is caught on the way.
class PerceptionLink {
public:
    /// Adds the edits of the radii that follow the change of a row.
    void follow(std::span<const Section> sections, const std::string& key, const TunableChange& change,
                std::vector<Edit>& edits);

private:
    std::string m_held;                           ///< key of the slider being dragged, or empty
    std::vector<RadiusAtPerception> m_followers;  ///< of the last change
};

}  // namespace shoal
