#include "ui/sliders/perception_link.hpp"

#include <algorithm>

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

}  // namespace shoal
