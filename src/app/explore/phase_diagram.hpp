#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <shoal/scene.hpp>

#include "app/background/background.hpp"
#include "ui/explore/phase_grid.hpp"

namespace shoal {

/// Returns a scene with the same settings and density but at most kPhaseBoids boids in its largest species,
/// the others in proportion. Start regions and world shrink to match.
Scene reducedFor(Scene scene);

/// Runs one node of a diagram and returns the means over the second half; empty if the scene cannot run.
std::optional<MeasureSample> runNode(const Scene& reduced, const PhaseAxes& axes, std::size_t x,
                                     std::size_t y, const std::atomic<bool>& isCancelled);

/// Computes phase diagrams in the background: runs copies of a scene on threads of a low priority, a
/// coarse grid first. Every run starts at step 0 with the scene's seed, so results are the same for any
/// number of threads.
class PhaseDiagram {
public:
    /// `background` must outlive it. `threads`: 0 for half of the cores, at least one.
    explicit PhaseDiagram(Background& background, int threads = 0);
    ~PhaseDiagram();
    PhaseDiagram(const PhaseDiagram&) = delete;
    PhaseDiagram& operator=(const PhaseDiagram&) = delete;

    /// Requests the diagram of these settings; call once a frame while it is shown. Runs begin once the
    /// request has been the same for half a second of `now` [s]. A different request ends the current runs
    /// and keeps their results; the last few diagrams are kept.
    void ask(const Scene& scene, std::uint64_t revision, const PhaseAxes& axes, double now);

    /// Gives up all runs. Their threads end by themselves.
    void stop();

    /// The results so far of the last request.
    const PhaseGrid& grid() const;

    bool isRunning() const;

private:
    struct Work;
    struct Answer {
        std::string question;
        PhaseGrid grid;
    };

    void begin(const Scene& scene);
    void collect();

    Background& m_background;
    int m_threads;
    std::uint64_t m_revision = 0;  ///< of the scene asked about last
    PhaseAxes m_axes;
    std::string m_question;
    double m_since = 0.0;          ///< [s] when it was first asked
    std::deque<Answer> m_answers;  ///< newest first
    std::shared_ptr<Work> m_work;
};

}  // namespace shoal
