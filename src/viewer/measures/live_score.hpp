#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "lab/life/check.hpp"
#include "play/background/background.hpp"
#include "viewer/measures/measure_history.hpp"
#include "viewer/measures/score_card.hpp"

namespace shoal {

inline constexpr double kScoreSeconds = 10.0;  ///< [s] of play that a live comparison covers

/// Compares the last kScoreSeconds of a flock with targets, as shoal check does a run: one for each target;
/// empty where no sample has measured it, or where the range is of velocities that the flock's own do not
/// compare with: differences over more than a tenth of a second. `bodyLength` [m].
std::vector<std::optional<CheckedTarget>> scoreOf(const TargetSet& targets, const MeasureHistory& history,
                                                  double bodyLength);

/// The comparison of the flock in the window with the targets that the user has chosen.
class LiveScore {
public:
    /// `folder` holds the user's own targets. `background` reads them, and must outlive this, and this its
    /// drain().
    LiveScore(Background& background, std::filesystem::path folder)
        : m_background(background), m_folder(std::move(folder)) {}

    /// Call once a frame. `chosen`: a built-in name, a file, or empty for what suits the largest species.
    void update(bool isShown, const std::string& chosen, const Scene& scene, const MeasureHistory& history);

    /// The kinds of measures that it needs; none while it is not shown.
    std::vector<const MeasureKind*> kinds() const;

    const ScoreInput& input() const { return m_input; }

    /// The targets compared with; null if there are none.
    const TargetSet* targets() const { return m_targets ? &*m_targets : nullptr; }

private:
    void open(const std::string& name, TracksPlan plan);
    void note(const std::string& name, const Result<TargetSet>& read);
    void listFiles();
    void list(const Species& species);
    void compare(const Species& species, const MeasureHistory& history);

    Background& m_background;
    std::filesystem::path m_folder;
    bool m_isShown = false;
    std::vector<std::filesystem::path> m_files;  ///< the user's targets
    std::string m_opened;                        ///< name of the targets read or being read
    std::optional<TargetSet> m_targets;
    std::string m_problem;   ///< why they cannot be read
    double m_triedAt = 0.0;  ///< [s] time of the newest sample when they were read
    std::tuple<std::size_t, double, double> m_compared;  ///< samples, the newest's time, the body's length
    ScoreInput m_input;
};

}  // namespace shoal
