#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/sliders/slider_facts.hpp"
#include "ui/sliders/tunable_row.hpp"

namespace shoal {

/// While a perception radius is dragged, the rules' radii that equal it follow it. They are chosen when the
/// drag begins, so that it does not pick up radii on the way.
class PerceptionLink {
public:
    /// Adds the edits of the radii that follow the change of a row.
    void follow(std::span<const Section> sections, const std::string& key, const TunableChange& change,
                std::vector<Edit>& edits);

private:
    std::string m_held;                           ///< key of the slider being dragged, or empty
    std::vector<RadiusAtPerception> m_followers;  ///< the radii that follow
};

}  // namespace shoal
