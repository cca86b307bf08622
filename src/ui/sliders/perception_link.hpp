#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/sliders/slider_facts.hpp"
#include "ui/sliders/tunable_row.hpp"

namespace shoal {

/// While a perception radius is dragged, the rules' radii that equal it follow it. They are chosen when the
/// drag begins, so that it does not pick up radii on the way. A rule's radius that is dragged beyond the
/// perception radius takes that along, and back to where it was.
class PerceptionLink {
public:
    /// Adds the edits of the radii that follow the change of a row.
    void follow(std::span<const Section> sections, const std::string& key, const TunableChange& change,
                std::vector<Edit>& edits);

    /// Adds the edit of the perception radius that the change of a rule's radius takes along. Returns what
    /// there is to say of it: "Perception 1.00 m → 1.40 m".
    std::string raise(const Section& section, const TunableRow& row, const TunableChange& change,
                      std::vector<Edit>& edits);

private:
    std::string m_held;                           ///< key of the slider being dragged, or empty
    std::vector<RadiusAtPerception> m_followers;  ///< the radii that follow
    std::string m_raising;                        ///< key of the radius being dragged, or empty
    double m_sight = 0.0;                         ///< [m] the perception radius when that began
};

}  // namespace shoal
