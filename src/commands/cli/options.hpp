#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "capture/format/frame_sink.hpp"
#include "capture/format/quality.hpp"
#include "commands/report/bench_scene.hpp"
#include "lab/life/check.hpp"
#include "lab/life/search.hpp"
#include "lab/sampled_run.hpp"
#include "lab/sweep.hpp"
#include "lab/sweep_table.hpp"
#include "render/gl/gpu.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "viewer/host/options.hpp"

namespace shoal {

/// `shoal render`
struct RenderOptions {
    SceneOptions scene;
    std::filesystem::path output;  ///< as requested; a taken name gets a number
    Recording recording;           ///< its number of frames follows from the next two
    std::optional<std::uint64_t> frames;
    std::optional<double> seconds;
    double speed = 1.0;              ///< [s] of the flock in a second of film
    double warmup = 0.0;             ///< [s] simulated before the first frame
    std::optional<double> at;        ///< [s] of a script's film: its frame at this moment alone
    std::optional<SweepPart> part;   ///< of the film's frames: those of one of several machines
    std::vector<std::string> given;  ///< options of the command line, such as "--shutter"
    bool isBackground = false;       ///< run at low priority, and end when standard input ends
    std::string camera;  ///< a view's name or a flight file; if empty, the take's own camera, or "school"
    int maxTile = TiledRenderer::kMaxTile;  ///< [px] max side of a tile
    GpuChoice gpu = GpuChoice::best;
    std::filesystem::path shaderDir;

    /// Without --shutter, a film drawn by a card has kFilmShutter, and one in software none.
    bool isGiven(std::string_view option) const { return std::ranges::count(given, option) > 0; }
};

/// `shoal film`
struct FilmOptions {
    std::string take;  ///< a take, or a capture that holds one
    std::filesystem::path output;
    std::vector<std::filesystem::path> plugins;
};

/// Default number of steps to simulate.
inline constexpr std::uint64_t kDefaultSteps = std::uint64_t{10} * kStepsPerSecond;

/// `shoal simulate`
struct SimulateOptions {
    SceneOptions scene;
    std::optional<std::uint64_t> steps;  ///< if empty, all of a take or kDefaultSteps
    SamplePlan sampling;                 ///< its number of steps follows from `steps`
    std::uint64_t seeds = 1;             ///< number of runs, with the scene's seed and those after it
    bool isJson = false;
    std::filesystem::path csv;
    std::filesystem::path trajectory;

    /// Whether the run is measured, not only its end.
    bool isSampled() const {
        return !csv.empty() || seeds > 1 || sampling.burnIn > 0 || !sampling.kinds.empty();
    }
};

/// `shoal sweep`
struct SweepOptions {
    std::string name;                       ///< of a sweep file, of a preset to vary, or of a table
    SweepRequest request;                   ///< its preset is `name`
    std::optional<std::uint64_t> presetOf;  ///< the run of the table `name` that becomes a preset
    std::filesystem::path output;
    int threads = 0;
    SweepPart part;
    std::vector<std::string> takeOf;  ///< conditions
    std::vector<std::filesystem::path> plugins;
};

/// `shoal check`
struct CheckOptions {
    SceneOptions scene;
    std::string against;                       ///< built-in targets, or a file of targets or tracks
    std::vector<const MeasureKind*> measures;  ///< of tracks; a usual choice if empty
    std::string species;                       ///< its name; the first if empty
    CheckPlan plan;                            ///< its species and threads follow from the others
    std::optional<Verdict> accept;  ///< the worst verdict with which the command ends well; any if empty
    bool isJson = false;
};

/// `shoal tune`
struct TuneOptions {
    SceneOptions scene;
    std::vector<std::string> toward;           ///< targets by name or file, or COLUMN=VALUE
    std::vector<std::string> vary;             ///< KEY or KEY=FROM..TO
    std::vector<const MeasureKind*> measures;  ///< of tracks; a usual choice if empty
    bool variesWeights = false;                ///< also the weights of all rules that act
    std::string species;                       ///< its name; the first if empty
    SearchPlan plan{.runs = {.steps = 3600, .seeds = 2}, .keys = {}};  ///< keys follow from the others
    std::filesystem::path output;
    bool isJson = false;
};

/// `shoal bench`
struct BenchOptions {
    SceneOptions scene;                  ///< its preset is read only if isPreset
    bool isPreset = false;               ///< measure a preset instead of the workload
    Workload workload;                   ///< the scene's boids and seed replace its own, if set
    double seconds = 3.0;                ///< how long to measure
    std::optional<std::uint64_t> steps;  ///< number of steps to measure instead
    bool hasPicture = false;             ///< measure drawing, too
    ImageSize size{1280, 720};           ///< of the picture
    std::optional<Quality> quality;      ///< of the picture; if empty, what suits the graphics device
    std::filesystem::path shaderDir;     ///< if empty, the built-in shaders draw
    GpuChoice gpu = GpuChoice::best;
    bool isJson = false;
};

/// `shoal list`
struct ListOptions {
    enum class Subject { presets, rules, keys, targets };
    std::optional<Subject> subject;  ///< if empty, the subjects themselves are listed
    std::string preset = "reef";     ///< preset whose keys to list
    std::vector<std::filesystem::path> plugins;
    bool isJson = false;
};

struct ListSubject {
    std::string_view name;
    ListOptions::Subject subject;
    std::string_view help;
};

inline constexpr std::array kListSubjects{
    ListSubject{"presets", ListOptions::Subject::presets, "the built-in presets and yours"},
    ListSubject{"rules", ListOptions::Subject::rules, "every rule with its parameters"},
    ListSubject{"keys", ListOptions::Subject::keys, "what --set can change in a preset"},
    ListSubject{"targets", ListOptions::Subject::targets, "the built-in targets of shoal check"}};

/// The subjects of `shoal list`, one on a line.
std::string listSubjectsText();

using Options = std::variant<ViewOptions, RenderOptions, FilmOptions, SimulateOptions, SweepOptions,
                             CheckOptions, TuneOptions, BenchOptions, ListOptions>;

}  // namespace shoal
