#include "capture/take/take_log.hpp"

#include <algorithm>
#include <utility>

namespace shoal {

namespace {

// Invisible difference: a tenth of a pixel on a screen, as a fraction of the distance and of a radian. Saved
// keys may be off by twice as much: they are thinned while they are logged and once more when they are saved.
constexpr float kCameraTolerance = 1e-4f;
// Keys of the camera that may wait to be thinned: a few seconds' worth.
constexpr std::size_t kKeysToThin = 256;

/// Returns the first entry after this step in a range sorted by step.
template <class Noted>
auto firstAfter(Noted& noted, std::uint64_t step) {
    return std::ranges::upper_bound(noted, step, {}, [](const auto& each) { return each.step; });
}

/// Whether the last of several such edits before a step cancels the others. Removing and restoring boids or
/// objects does not: they come back changed.
bool isSettledByLast(const Edit& edit) {
    return !edit.key.ends_with("count") && !edit.key.ends_with(".present");
}

}  // namespace

void TakeLog::begin(const Scene& scene) {
    *this = {};
    m_played.scene = scene;
    follow(0);
}

void TakeLog::continueFrom(const Take& take, std::uint64_t step) {
    m_played = take;
    m_played.edits.erase(firstAfter(m_played.edits, step), m_played.edits.end());
    m_played.hashes.erase(firstAfter(m_played.hashes, step), m_played.hashes.end());
    CameraPath camera;
    for (const CameraPath::Key& key : take.camera.keys()) {
        if (key.at <= static_cast<double>(step)) {
            camera.put(key);
        }
    }
    m_played.camera = std::move(camera);
    m_thinnedTo = static_cast<double>(step);
    m_keysToThin = 0;
    follow(step);
}

void TakeLog::noteEdit(std::uint64_t step, const Edit& edit) {
    // A dragged slider sends several values before the next step: keep the last. Edits that `news` has
    // returned stay as they are.
    if (m_played.edits.size() > m_toldEdits && isSettledByLast(edit)) {
        Take::Made& last = m_played.edits.back();
        if (last.step == step && last.edit.key == edit.key) {
            last.edit.shown = edit.shown;
            return;
        }
    }
    m_played.edits.push_back({step, edit});
}

void TakeLog::noteStep(const Simulation& simulation) {
    if (simulation.stepCount() % Take::kHashInterval != 0) {
        return;
    }
    if (m_played.hashes.empty()) {
        m_played.steppedBy = simulation.device();
    }
    // From where another goes on, nothing steps the flock as it was.
    if (m_played.steppedBy == simulation.device()) {
        m_played.hashes.push_back({simulation.stepCount(), simulation.hash()});
    }
}

void TakeLog::noteCamera(const Moment& moment, const CameraPose& pose) {
    if (m_played.camera.isEmpty() || m_played.camera.keys().back().at <= moment.steps()) {
        m_played.camera.put({moment.steps(), pose});
        if (++m_keysToThin >= kKeysToThin) {
            m_played.camera.thin(kCameraTolerance, m_thinnedTo);
            m_thinnedTo = moment.steps();
            m_keysToThin = 0;
        }
    }
}

void TakeLog::forgetCameraBefore(const Moment& moment) {
    m_played.camera.dropBefore(moment.steps());
}

Take TakeLog::take(const Moment& from, const Moment& to) const {
    Take kept = upTo(to);
    kept.from = from;
    for (const CameraPath::Key& key : m_played.camera.keys()) {
        if (key.at <= to.steps()) {
            kept.camera.put(key);
        }
    }
    if (!kept.camera.isEmpty()) {
        kept.camera.dropBefore(from.steps());
        kept.camera.thin(kCameraTolerance);
    }
    return kept;
}

void TakeLog::follow(std::uint64_t step) {
    m_reportedStep = step;
    m_toldCamera = static_cast<double>(step);
    const auto next = std::ranges::lower_bound(m_played.edits, step, {}, &Take::Made::step);
    m_toldEdits = static_cast<std::size_t>(next - m_played.edits.begin());
}

bool TakeLog::hasNews(std::uint64_t step) const {
    return step > m_reportedStep || m_played.edits.size() > m_toldEdits;
}

Take TakeLog::news(const Moment& to) {
    Take played;
    played.from = {m_reportedStep, 1.0f};
    played.to = to;
    played.edits.assign(m_played.edits.begin() + static_cast<std::ptrdiff_t>(m_toldEdits),
                        m_played.edits.end());
    played.hashes.assign(firstAfter(m_played.hashes, m_reportedStep), firstAfter(m_played.hashes, to.step));
    const auto& keys = m_played.camera.keys();
    // The viewer notes the camera of a moment a few steps after that moment.
    for (auto key = std::ranges::upper_bound(keys, m_toldCamera, {}, &CameraPath::Key::at);
         key != keys.end() && key->at <= to.steps(); ++key) {
        played.camera.put(*key);
    }
    if (!played.camera.isEmpty()) {
        m_toldCamera = played.camera.keys().back().at;
    }
    played.camera.thin(kCameraTolerance);
    m_reportedStep = to.step;
    m_toldEdits = m_played.edits.size();
    return played;
}

Take TakeLog::upTo(const Moment& to) const {
    Take kept;
    kept.scene = m_played.scene;
    kept.snapshot = m_played.snapshot;
    kept.steppedBy = m_played.steppedBy;
    kept.from = kept.to = to;
    kept.edits.assign(m_played.edits.begin(), firstAfter(m_played.edits, to.step));
    kept.hashes.assign(m_played.hashes.begin(), firstAfter(m_played.hashes, to.step));
    return kept;
}

}  // namespace shoal
