#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"
#include "lab/sampled_run.hpp"

namespace shoal {

/// Version of the table of a sweep: raised when a column changes its meaning or goes, not when one is added.
inline constexpr int kSweepSchema = 2;

/// Maximum number of runs of one sweep.
inline constexpr std::uint64_t kMaxRuns = 1'000'000;

/// A sweep as it is written, on the command line or in a file.
struct SweepRequest {
    /// A key and what a user wrote for it.
    struct Entry {
        std::string key;
        std::string text;
    };

    std::string preset = "reef";  ///< a name or a file
    SamplePlan sampling{
        .steps = std::uint64_t{10} * kStepsPerSecond, .every = kStepsPerSecond, .burnIn = 0, .kinds = {}};
    std::vector<Entry> set;  ///< tunables, or "seed", that all runs share, as in `--set`
    std::vector<Entry>
        vary;  ///< tunables or "seed", with their values; see SweepAxis. The first varies slowest
    std::uint64_t seeds = 1;       ///< runs of each setting, with the scene's seed and those after it
    std::uint64_t sampleRuns = 0;  ///< number of points of a Latin hypercube; 0 makes a grid
    std::uint64_t sampleSeed = 1;  ///< of the hypercube
    OpenDevice device = nullptr;   ///< that steps all runs; null: the processor
};

/// Parses a sweep file:
///
///   preset = "zones"                  # a name, or a file
///   steps = 3000                      # of each run
///   burn_in = 1000                    # steps before the first sample that counts
///   every = 20                        # steps between two samples
///   measures = ["polarisation", "milling"]      # default: all
///   [set]
///   zones.attraction = 14
///   [vary]
///   zones.orientation = "1..9:17"     # 17 values from 1 to 9; a list such as [1, 2, 5] works too
///   seed = "1..8"
///   [sample]                          # makes a Latin hypercube of the ranges without a number of values
///   runs = 200
///   seed = 1
///
/// Problems name file, line and column. `fileName` is for messages.
Result<SweepRequest> parseSweep(std::string_view text, const std::string& fileName);

/// Parses a sweep file of at most 4 MiB.
Result<SweepRequest> loadSweep(const std::filesystem::path& file);

/// Returns the preset that a sweep file means: the file beside it, if there is one of that name.
std::string presetBeside(const std::filesystem::path& sweepFile, const std::string& preset);

/// One thing that a sweep varies. Written as `1..9:17` (17 evenly spaced values), `1..100:5:log` (5 values in
/// equal ratios), `1..8` (whole numbers) or `1,2,5` (a list); in a Latin hypercube `1..9` and `1..100:log`
/// are ranges to draw from.
struct SweepAxis {
    std::string key;
    std::vector<std::string> values;  ///< as `--set` takes them; empty for a range to draw from
    double from = 0.0;
    double to = 0.0;
    bool isLogarithmic = false;

    bool isDrawn() const { return values.empty(); }
};

/// Many runs of one scene with different settings, and the table of their measures. Immutable: any number of
/// threads may run rows at the same time.
class Sweep {
public:
    /// `scene`: the preset that the request names. The problem names the first key or value that the scene
    /// refuses.
    static Result<Sweep> create(const SweepRequest& asked, Scene scene);

    std::uint64_t runs() const { return m_runs; }
    const std::vector<SweepAxis>& axes() const { return m_axes; }
    OpenDevice device() const { return m_request.device; }

    /// The table's first line, without a newline.
    std::string header() const;

    /// Everything of a run's row that is known before it runs; each row begins with it.
    std::string rowBeginning(std::uint64_t run) const;

    /// The scene of a run, 0 .. runs()−1.
    Result<Scene> scene(std::uint64_t run) const;

    struct Row {
        std::string text;               ///< without a newline
        std::vector<double> values;     ///< means, one for each of columns()
        bool isTooShort = false;        ///< some standard error is too small (Estimate)
        std::optional<Take> take;       ///< of the whole run, if wanted
        std::vector<RuleFault> faults;  ///< rules whose results were not finite
        std::string deviceProblem;      ///< why the processor stepped it although a device was asked for
    };
    /// Runs one run on one thread. Empty when `isStopped` became true, asked after each step.
    template <class IsStopped>
    Result<std::optional<Row>> run(std::uint64_t index, bool wantsTake, const IsStopped& isStopped) const;

    /// The measures' columns: those of all boids and, if there are several species, those of each as
    /// "species.column".
    std::vector<std::string> columns() const;

    /// Reads the means back from the text of a row: Row::values.
    std::vector<double> valuesIn(std::string_view row) const;

    /// A hash of everything that determines the rows: the preset's values, the sweep, Shoal's sources and the
    /// plugins. It stands in each row.
    std::uint64_t fingerprint() const { return m_fingerprint; }

private:
    class Running;

    Sweep() = default;
    std::vector<std::string> valuesOf(std::uint64_t run) const;
    std::uint64_t hashOfAll() const;

    SweepRequest m_request;
    Scene m_scene;
    std::vector<SweepAxis> m_axes;
    std::vector<std::vector<std::string>> m_points;  ///< of the hypercube: values of the drawn axes
    std::uint64_t m_runs = 0;
    std::uint64_t m_fingerprint = 0;
};

/// One run of a sweep while it steps.
class Sweep::Running {
public:
    static Result<Running> begin(const Sweep& sweep, std::uint64_t index, bool wantsTake);

    /// Steps once; false after the last step. Fails if a device has lost the flock.
    Result<bool> step();
    Row row() const;

private:
    Running(const Sweep& sweep, std::uint64_t index, Simulation simulation, bool wantsTake);

    const Sweep& m_sweep;
    std::uint64_t m_index;
    Simulation m_simulation;
    SampledRun m_sampled;
    std::optional<Take> m_take;
    std::string m_device;  ///< that has stepped it; empty: the processor
};

template <class IsStopped>
Result<std::optional<Sweep::Row>> Sweep::run(std::uint64_t index, bool wantsTake,
                                             const IsStopped& isStopped) const {
    auto running = Running::begin(*this, index, wantsTake);
    if (!running) {
        return running.problem();
    }
    for (;;) {
        const auto hasStepped = running->step();
        if (!hasStepped) {
            return hasStepped.problem();
        }
        if (!*hasStepped) {
            return std::optional(running->row());
        }
        if (isStopped()) {
            return std::optional<Row>();
        }
    }
}

/// What to do while the runs of a sweep go on. All are called on the caller's thread.
struct SweepWatch {
    std::function<Outcome(std::uint64_t run, const Sweep::Row&)> onRow;  ///< a problem ends the sweep
    std::function<bool()> isStopped;  ///< asked ten times a second; true ends it within a step
    bool wantsTakes = false;          ///< rows come with takes
};

/// Runs these runs of a sweep, one a thread, and reports each row as it is finished. 0 threads: one for each
/// core; with a device, always one. False if it was stopped.
Result<bool> runSweep(const Sweep& sweep, std::span<const std::uint64_t> runs, int threads,
                      const SweepWatch& watch);

}  // namespace shoal
