#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "play/published.hpp"
#include "play/session/instant.hpp"
#include "play/session/session.hpp"

namespace shoal {

/// What the window shows of a session that steps on another thread: the last state published, in a scene in
/// which the user's changes show at once.
class Mirror {
public:
    /// Shows a session that has not stepped since it began.
    explicit Mirror(Session& session) { begin(session); }

    /// Shows the state of another with these settings, until that of its own session is published.
    Mirror(const Mirror& other, const Scene& settings);

    /// A change that has been sent to the session: an edit, or a preset that the scene was saved as.
    struct Sent {
        std::uint64_t number = 0;  ///< of its command
        std::variant<Edit, Scene> what;
    };

    /// The state shown, until it changes.
    Instant instant() const;
    const Scene& scene() const { return *m_scene; }
    const Scene& loaded() const { return m_loaded; }
    const Take* playing() const { return m_take.get(); }
    std::uint64_t stepCount() const { return m_flock.step; }
    std::uint64_t beginning() const { return m_beginning; }

    /// Shows another session, which has not stepped since it began.
    void begin(Session& session);

    /// Shows a published state with the changes that it does not contain. `published` then holds the boids
    /// shown before, whose memory is used again.
    void show(PublishedFlock& published, const std::deque<Sent>& underWay);

    /// Makes a change; see makeEdit(). A problem leaves everything as it was.
    Result<std::vector<Change>> apply(const Edit& edit, const std::optional<double>& shownBefore);
    void adoptPreset(Scene preset);

    void goLive() { m_take.reset(); }
    /// Shows the present state as one of this take.
    void goInto(std::shared_ptr<const Take> take) { m_take = std::move(take); }

private:
    PublishedFlock m_flock;
    std::shared_ptr<const Scene> m_scene;
    Scene m_loaded;
    std::shared_ptr<const Take> m_take;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;
    int m_threads = 1;
};

}  // namespace shoal
