#include "viewer/host/held_slider.hpp"

#include <utility>

#include "render/camera/picking.hpp"

namespace shoal {

void HeldSlider::show(const PanelShown& shown) {
    m_stage.showWorld(shown.isWorldShown);
    m_stage.showRings({});
    const std::optional<ShownRadius>& radius = shown.radius;
    const bool isOtherFlock =
        std::exchange(m_beginning, m_player.shown().beginning) != m_player.shown().beginning;
    if (isOtherFlock || !radius) {
        m_ringed.reset();
    }
    if (!radius) {
        return;
    }
    // The chosen boid, or one in the middle of the flock. It stays the same while the slider is held.
    const StateView state = m_player.shown();
    if (!m_ringed || m_ringed->species != radius->speciesIndex) {
        const std::optional<BoidName>& chosen = m_stage.director().boid();
        m_ringed = chosen && chosen->species == radius->speciesIndex
                       ? chosen
                       : nearestBoid(state, radius->speciesIndex, sceneExtent(state).centre);
    }
    if (m_ringed) {
        if (const auto place = placeOf(state, *m_ringed, m_player.alpha())) {
            m_stage.showRings({{.centre = *place, .radius = radius->radius}});
        }
    }
}

}  // namespace shoal
