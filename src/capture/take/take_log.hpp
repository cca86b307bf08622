#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"

namespace shoal {

/// Logs play at all times, so that recent play can be saved afterwards: every edit since step 0, and the
/// camera of the last minutes.
class TakeLog {
public:
    /// Begins with a scene at step 0 and clears the log.
    void begin(const Scene& scene);

    /// Continues from a step of a take, as if the take up to there had just been played.
    void continueFrom(const Take& take, std::uint64_t step);

    /// Forgets the take's hashes, because the flock does not match them.
    void forgetHashes() { m_played.hashes.clear(); }

    /// Logs an edit that the scene has accepted, after this many steps.
    void noteEdit(std::uint64_t step, const Edit& edit);

    /// Logs the state's hash when due. Call after every step, before edits.
    void noteStep(const Simulation& simulation);

    /// Logs the camera of a frame. Moments before the last one logged are ignored.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// Drops the camera's path before this moment.
    void forgetCameraBefore(const Moment& moment);

    /// Returns the play from one moment to another, with its camera.
    Take take(const Moment& from, const Moment& to) const;

    /// Makes the next `news` begin at this step.
    void follow(std::uint64_t step);

    /// Whether `news` would return anything, after this many steps.
    bool hasNews(std::uint64_t step) const;

    /// Returns everything logged since the previous call of `news` or `follow`, each edit exactly once.
    Take news(const Moment& to);

    /// Whether an edit was made after this many steps, or later.
    bool hasEditFrom(std::uint64_t step) const {
        return !m_played.edits.empty() && m_played.edits.back().step >= step;
    }

    /// Returns the take that leads to a moment and shows only it, without a camera, which the caller adds.
    Take upTo(const Moment& to) const;

private:
    Take m_played;
    std::uint64_t m_reportedStep = 0;  ///< start of the next `news`
    std::size_t m_toldEdits = 0;
    double m_toldCamera = 0.0;     ///< [step] of the last key that `news` returned
    double m_thinnedTo = 0.0;      ///< [step] up to there the camera has only the keys that it needs
    std::size_t m_keysToThin = 0;  ///< noted since
};

}  // namespace shoal
