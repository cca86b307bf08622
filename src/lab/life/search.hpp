#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "lab/life/check.hpp"
#include "lab/life/targets.hpp"

namespace shoal {

/// A tunable that a search may change, and within which range.
struct SearchedKey {
    std::string key;
    double from = 0.0;  ///< in the unit that users see
    double to = 0.0;
    bool isLogarithmic = false;
    bool isWhole = false;

    /// The value at a point of the range, 0 .. 1, as `--set` takes it.
    std::string textAt(double part) const;
    /// The point of the range where a value lies, clamped.
    double partOf(double value) const;
};

/// Returns what a user wrote as `KEY`, `KEY=FROM..TO` or `KEY=FROM..TO:log`. Without a range, it is from
/// a quarter of its value to four times, within the slider's range; of a value of 0, the slider's range.
Result<SearchedKey> searchedKey(const Scene& scene, std::string_view written);

/// Returns the keys of the weights of all rules that act in a species, on others or in general.
std::vector<std::string> weightKeys(const Scene& scene, std::size_t species);

/// Returns a target that a user wrote as `COLUMN=VALUE` or `COLUMN=FROM..TO`. A value stands for itself give
/// or take 5 %.
Result<Target> targetFrom(std::string_view written);

/// Returns the targets that users named: built-in ones or files (openTargets), and wishes (targetFrom). All
/// add up. Tracks are measured as `plan` says.
Result<TargetSet> openWishes(const std::vector<std::string>& toward, const TracksPlan& plan);

/// Returns the keys to search: those written (searchedKey) and, if `hasWeights`, weightKeys; each once. Fails
/// if there are none.
Result<std::vector<SearchedKey>> searchedKeys(const Scene& scene, std::size_t species,
                                              const std::vector<std::string>& written, bool hasWeights);

/// How badly values miss their targets: for each the squared distance from its interval, in widths of the
/// interval, dampened so that one hopeless figure does not hide the others; times its weight. A thousandth of
/// the same from the interval's middle is added, so that of all settings within the ranges the one in their
/// middle is best. A value that is not defined counts as far away.
double misfitOf(const TargetSet& targets, std::span<const double> values);

/// A setting that the search tried.
struct Trial {
    std::vector<std::string> point;  ///< a value for each key, as `--set` takes it
    double misfit = 0.0;
};

struct SearchPlan {
    CheckPlan runs;  ///< of each trial
    std::vector<SearchedKey> keys;
    std::uint64_t trials = 120;  ///< of the search itself; a few follow that tell how flat the optimum is
    std::uint64_t seed = 1;      ///< of the search

    static constexpr int kMaxMoves = 2;  ///< to a better place beside the best one

    /// At most as many trials as this: with the scene's own settings, and the trials that tell how flat the
    /// optimum is.
    std::uint64_t allTrials() const { return trials + 2 + 2 * keys.size() * (kMaxMoves + 1); }
};

/// The seed of the runs that judge the result of a search: none of them has a seed of the search.
std::uint64_t judgingSeed(const Scene& scene, const SearchPlan& plan);

struct SearchResult {
    /// Misfits a twentieth of a key's range below and above its best value; empty beyond the range.
    struct Beside {
        std::optional<double> below{};
        std::optional<double> above{};

        friend bool operator==(const Beside&, const Beside&) = default;
    };

    Trial start;                    ///< the scene's own settings, perhaps outside the ranges
    Trial best;                     ///< within the ranges
    std::vector<Beside> beside;     ///< of each key
    std::vector<RuleFault> faults;  ///< of all trials: rules whose results were not finite
};

/// What to do while a search goes on.
struct SearchWatch {
    /// The misfit of a trial that an earlier, interrupted search has made; empty if it has to run.
    std::function<std::optional<double>(const std::vector<std::string>& point)> known;
    std::function<Outcome(const Trial& trial)> onTrial;  ///< after each; a problem ends the search
    IsStopped isStopped;                                 ///< asked after each step, from several threads
    OnWork onWork = {};                                  ///< of the present trial
};

/// Looks for settings of the keys with which the scene meets the targets: two thirds of the trials by a
/// controlled random search (Price 1983, as Kaelo and Ali 2006 and NLopt have it), the rest by BOBYQA (Powell
/// 2009) from the best of them. The result does not depend on the number of threads. Empty if it was stopped.
Result<std::optional<SearchResult>> searchSettings(const Scene& scene, const TargetSet& targets,
                                                   const SearchPlan& plan, const SearchWatch& watch);

/// A hash of everything that determines the trials: the preset's values, the targets, the plan, Shoal's
/// sources and the plugins.
std::uint64_t searchFingerprint(const Scene& scene, const TargetSet& targets, const SearchPlan& plan);

/// Returns the scene with these values; they were legal in a trial.
Result<Scene> sceneWith(const Scene& scene, const std::vector<SearchedKey>& keys,
                        const std::vector<std::string>& point);

}  // namespace shoal
