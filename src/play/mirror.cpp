#include "play/mirror.hpp"

#include <utility>

#include "capture/take/take_replay.hpp"
#include "play/session/edit_history.hpp"

namespace shoal {

Instant Mirror::instant() const {
    return {.state = {*m_scene, m_flock.flocks, m_flock.step},
            .trail = m_flock.trail,
            .loaded = m_loaded,
            .playing = m_take.get(),
            .deviation = m_flock.deviation,
            .beginning = m_beginning,
            .revision = m_revision,
            .stateRevision = m_stateRevision,
            .threads = m_threads};
}

Mirror::Mirror(const Mirror& other, const Scene& settings) : Mirror(other) {
    m_scene = std::make_shared<const Scene>(settings);
    m_take.reset();
}

void Mirror::begin(Session& session) {
    session.publish(m_flock);
    m_scene = m_flock.scene;
    m_loaded = session.loaded();
    m_take = session.take();
    m_threads = session.simulation().threads();
    ++m_beginning;
    ++m_revision;
    ++m_stateRevision;
}

void Mirror::show(PublishedFlock& published, const std::deque<Sent>& underWay) {
    std::swap(m_flock, published);
    ++m_stateRevision;
    if (underWay.empty() && m_scene == m_flock.scene) {
        return;
    }
    ++m_revision;
    if (underWay.empty()) {
        m_scene = m_flock.scene;
        return;
    }
    auto scene = std::make_shared<Scene>(*m_flock.scene);
    for (const Sent& sent : underWay) {
        if (const auto* edit = std::get_if<Edit>(&sent.what)) {
            [[maybe_unused]] const auto applied = scene->apply(*edit);  // there it will be refused, too
        } else {
            copyTexts(std::get<Scene>(sent.what), *scene);
        }
    }
    m_scene = std::move(scene);
}

Result<std::vector<Change>> Mirror::apply(const Edit& edit, const std::optional<double>& shownBefore) {
    auto scene = std::make_shared<Scene>(*m_scene);
    auto changes = makeEdit(*scene, edit, shownBefore);
    if (!changes) {
        return changes;
    }
    m_scene = std::move(scene);
    ++m_revision;
    if (movesFlock(edit.key)) {
        m_take.reset();
    }
    return changes;
}

void Mirror::adoptPreset(Scene preset) {
    auto scene = std::make_shared<Scene>(*m_scene);
    copyTexts(preset, *scene);
    m_scene = std::move(scene);
    m_loaded = std::move(preset);
    ++m_revision;
}

}  // namespace shoal
