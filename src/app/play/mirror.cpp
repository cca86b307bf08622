#include "app/play/mirror.hpp"

#include "app/files/remembered_scene.hpp"
#include "capture/take/take_replay.hpp"

namespace shoal {

bool Mirror::show(PublishedFlock& published, const std::deque<Edit>& underWay) {
    if (published.beginning != m_beginning) {
        return false;
    }
    const bool isForeign = std::exchange(m_foreign, published.foreign) != published.foreign;
    if (!isForeign) {
        m_simulation.exchange(published.flocks, published.step);
    } else {
        Scene scene = *published.scene;
        copyTexts(m_loaded, scene);  // it may have been saved under another name since
        m_simulation.exchange(published.flocks, published.step, &scene);
        for (const Edit& edit : underWay) {
            [[maybe_unused]] const auto applied = m_simulation.apply(edit);  // there it will be refused, too
        }
        ++m_revision;
    }
    m_trail = published.trail;
    m_deviation = published.deviation;
    ++m_stateRevision;
    return true;
}

void Mirror::noteApplied(const Edit& edit) {
    if (movesFlock(edit.key)) {
        goLive();
    }
    m_applied.push_back(edit);
}

}  // namespace shoal
