#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/simulation.hpp>

#include "capture/take.hpp"

namespace shoal {

/// Notes what is played, always, so that what just happened can be kept: every edit since step 0, and the
/// camera of the last minutes.
class TakeLog {
public:
    /// A scene at step 0; what was noted before is forgotten.
    void begin(const Scene& scene);

    /// Goes on from a moment of a take: what it has up to there is as if it had been played just now.
    void goOnFrom(const Take& take, std::uint64_t step);

    /// The flock was not as the take has it: its hashes are none of this one.
    void forgetHashes() { m_played.hashes.clear(); }

    /// An edit that the scene has taken, after so many steps.
    void noteEdit(std::uint64_t step, const Edit& edit);

    /// To be told after every step, before edits.
    void noteStep(const Simulation& simulation);

    /// Where a picture is taken from. Moments that lie before the last one noted are left out.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// Lets go of where the camera was before this moment.
    void forgetCameraBefore(const Moment& moment);

    /// What was played from one moment to another, seen as it was.
    Take take(const Moment& from, const Moment& to) const;

    /// Makes the next `news` begin at this step.
    void follow(std::uint64_t step);

    /// Whether `news` would return anything, after this many steps.
    bool hasNews(std::uint64_t step) const;

    /// Everything noted since the previous call of `news` or `follow`, each edit exactly once.
    Take news(const Moment& to);

    /// Whether an edit was made after so many steps, or later.
    bool hasEditFrom(std::uint64_t step) const {
        return !m_played.edits.empty() && m_played.edits.back().step >= step;
    }

    /// What led to a moment, shown from that moment on and from nowhere: for a caller to say from where.
    Take upTo(const Moment& to) const;

private:
    Take m_played;
    std::uint64_t m_toldStep = 0;  ///< up to which `news` has told
    std::size_t m_toldEdits = 0;
};

}  // namespace shoal
