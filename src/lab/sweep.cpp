#include "lab/sweep.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/random.hpp>

#include "lab/sweep_axis.hpp"
#include "sim/rules/model_version.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"
#include "sim/text/text_hash.hpp"

namespace shoal {
namespace {

/// Bounds the memory for the points of a hypercube.
constexpr std::uint64_t kMaxDrawn = 4'000'000;
constexpr std::uint64_t kCheckedRuns = 20'000;

/// Sets what all runs share, or one run's value of an axis.
Outcome setIn(Scene& scene, const std::string& key, const std::string& text) {
    return applySetting(scene, key + "=" + text);
}

bool isWhole(const Scene& scene, const std::string& key) {
    const auto parameter = parameterOf(scene, key);
    return parameter && parameter->form != Form::number;
}

/// Returns the entries as `simulate --set` takes them: blanks around a key or a value do not count, and the
/// last of two values of a tunable does.
std::vector<SweepRequest::Entry> settingsOf(const std::vector<SweepRequest::Entry>& written,
                                            const Scene& scene) {
    std::vector<SweepRequest::Entry> settings;
    for (const SweepRequest::Entry& entry : written) {
        const SweepRequest::Entry plain{withoutBlanks(entry.key), withoutBlanks(entry.text)};
        std::erase_if(settings,
                      [&](const auto& earlier) { return isSameTunable(scene, earlier.key, plain.key); });
        settings.push_back(plain);
    }
    return settings;
}

/// Refuses what would break the table: control characters.
Outcome requirePlain(const SweepRequest::Entry& entry) {
    const auto isPlain = [](const std::string& text) {
        return std::ranges::none_of(text, [](unsigned char each) { return each < 0x20 || each == 0x7f; });
    };
    if (isPlain(entry.key) && isPlain(entry.text)) {
        return Done{};
    }
    return Problem{oneLine(
        fmt::format("{}: \"{}\" has line breaks or other control characters in it", entry.key, entry.text))};
}

/// Refuses a key that is set and varied, or varied twice, under one name or two. The keys set are distinct
/// already.
Outcome requireDistinct(const SweepRequest& request, const Scene& scene) {
    std::vector<const SweepRequest::Entry*> seen;
    for (const auto* entries : {&request.set, &request.vary}) {
        for (const SweepRequest::Entry& entry : *entries) {
            for (const SweepRequest::Entry* other : seen) {
                if (isSameTunable(scene, entry.key, other->key)) {
                    return Problem{fmt::format("{} is given twice{}", entry.key,
                                               entry.key == other->key ? "" : ", also as " + other->key)};
                }
            }
            seen.push_back(&entry);
        }
    }
    return Done{};
}

/// Points of a Latin hypercube: each axis is cut into as many strata as there are points, and each stratum
/// holds one (McKay et al. 1979, doi:10.2307/1268522).
std::vector<std::vector<std::string>> hypercube(const std::vector<SweepAxis>& axes, const Scene& scene,
                                                std::uint64_t points, std::uint64_t seed) {
    std::vector<std::vector<std::string>> result(points);
    for (std::size_t a = 0; a < axes.size(); ++a) {
        const SweepAxis& axis = axes[a];
        if (!axis.isDrawn()) {
            continue;
        }
        RandomSequence random(seed, a + 1);
        std::vector<std::uint64_t> strata(points);
        for (std::uint64_t k = 0; k < points; ++k) {
            strata[k] = k;
            std::swap(strata[k], strata[random.bits() % (k + 1)]);  // Fisher and Yates, from the inside out
        }
        const bool isRounded = isWhole(scene, axis.key);
        for (std::uint64_t k = 0; k < points; ++k) {
            const double part = (static_cast<double>(strata[k]) + static_cast<double>(random.uniform())) /
                                static_cast<double>(points);
            const double value = axis.isLogarithmic ? axis.from * std::pow(axis.to / axis.from, part)
                                                    : axis.from + (axis.to - axis.from) * part;
            result[k].push_back(axisNumber(isRounded ? std::round(value) : value));
        }
    }
    return result;
}

/// A cell of the table. Keys and values of a sweep hold no quote, but a preset's path may.
std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char each : text) {
        quoted += each == '"' ? "\"\"" : std::string(1, each);
    }
    return quoted + "\"";
}

void appendNumber(std::string& row, double value) {
    row += std::isfinite(value) ? fmt::format(",{}", value) : ",";
}

}  // namespace

Result<Sweep> Sweep::create(const SweepRequest& asked, Scene scene) {
    Sweep sweep;
    sweep.m_request = asked;
    SweepRequest& request = sweep.m_request;
    request.set = settingsOf(asked.set, scene);
    for (SweepRequest::Entry& entry : request.vary) {
        entry = {withoutBlanks(entry.key), withoutBlanks(entry.text)};
    }
    if (request.sampling.burnIn > request.sampling.steps) {
        return Problem{fmt::format("burn_in: each run ends after {} steps; give at most that many",
                                   request.sampling.steps)};
    }
    for (const auto* entries : {&request.set, &request.vary}) {
        for (const SweepRequest::Entry& entry : *entries) {
            if (auto plain = requirePlain(entry); !plain) {
                return plain.problem();
            }
        }
    }
    if (auto distinct = requireDistinct(request, scene); !distinct) {
        return distinct.problem();
    }
    for (const SweepRequest::Entry& entry : request.set) {
        if (auto set = setIn(scene, entry.key, entry.text); !set) {
            return set.problem();
        }
    }
    if (request.seeds > 1) {
        if (std::ranges::count(request.vary, "seed", &SweepRequest::Entry::key) > 0) {
            return Problem{"seed is varied already: give no number of seeds"};
        }
        request.vary.push_back({"seed", fmt::format("{}..{}", scene.seed, scene.seed + request.seeds - 1)});
    }
    std::uint64_t combinations = 1;
    bool isDrawn = false;
    for (const SweepRequest::Entry& entry : request.vary) {
        auto axis = parseAxis(entry, request.sampleRuns > 0);
        if (!axis) {
            return axis.problem();
        }
        Scene tried = scene;
        const std::vector<std::string> ends{axisNumber(axis->from), axisNumber(axis->to)};
        for (const std::string& value : axis->isDrawn() ? ends : axis->values) {
            if (auto set = setIn(tried, axis->key, value); !set) {
                return set.problem();
            }
        }
        if (axis->isDrawn()) {
            isDrawn = true;
        } else {
            combinations *= axis->values.size();
        }
        if (combinations > kMaxRuns) {
            break;
        }
        sweep.m_axes.push_back(std::move(*axis));
    }
    if (request.sampleRuns > 0 && !isDrawn) {
        return Problem{"sample: no range to draw from; vary one without a number of values, such as 1..9"};
    }
    const std::uint64_t points = isDrawn ? request.sampleRuns : 1;
    if (points * sweep.m_axes.size() > kMaxDrawn) {
        return Problem{fmt::format("sample: at most {} values are drawn, runs times ranges", kMaxDrawn)};
    }
    if (combinations > kMaxRuns || points > kMaxRuns / combinations) {
        return Problem{fmt::format("a sweep has at most {} runs", kMaxRuns)};
    }
    if (isDrawn) {
        sweep.m_points = hypercube(sweep.m_axes, scene, points, request.sampleSeed);
    }
    sweep.m_runs = points * combinations;
    sweep.m_scene = std::move(scene);
    sweep.m_fingerprint = sweep.hashOfAll();
    // Combinations of legal values may be illegal together. A larger sweep says so when it comes to the run.
    for (std::uint64_t run = 0; run < std::min(sweep.m_runs, kCheckedRuns); ++run) {
        if (auto each = sweep.scene(run); !each) {
            return each.problem();
        }
    }
    return sweep;
}

/// Values of all axes, as text.
std::vector<std::string> Sweep::valuesOf(std::uint64_t run) const {
    std::vector<std::string> values(m_axes.size());
    for (std::size_t a = m_axes.size(); a-- > 0;) {
        if (!m_axes[a].isDrawn()) {
            values[a] = m_axes[a].values[run % m_axes[a].values.size()];
            run /= m_axes[a].values.size();
        }
    }
    std::size_t drawn = 0;
    for (std::size_t a = 0; a < m_axes.size(); ++a) {
        if (m_axes[a].isDrawn()) {
            values[a] = m_points[run][drawn++];
        }
    }
    return values;
}

Result<Scene> Sweep::scene(std::uint64_t run) const {
    Scene scene = m_scene;
    const std::vector<std::string> values = valuesOf(run);
    for (std::size_t a = 0; a < m_axes.size(); ++a) {
        if (auto set = setIn(scene, m_axes[a].key, values[a]); !set) {
            return Problem{fmt::format("run {}: {}", run, set.problem().text)};
        }
    }
    return scene;
}

std::vector<std::string> Sweep::columns() const {
    const MeasuredRun measures(m_request.sampling.kinds);
    std::vector<std::string> names;
    const auto add = [&](const std::string& prefix) {
        for (const MeasureColumn& column : measures.columns()) {
            names.push_back(prefix + std::string(column.key));
        }
    };
    add("");
    for (const Species& species : m_scene.species) {
        if (m_scene.species.size() > 1) {
            add(species.name + ".");
        }
    }
    return names;
}

std::string Sweep::header() const {
    std::string header = "schema,run,sweep,preset,seed,steps,burn_in,every";
    for (const SweepRequest::Entry& entry : m_request.set) {
        header += entry.key == "seed" ? "" : "," + entry.key;  // every row has its seed
    }
    for (const SweepAxis& axis : m_axes) {
        header += axis.key == "seed" ? "" : "," + axis.key;
    }
    header += ",boids,hash";
    header += m_request.device != nullptr ? ",stepped_by" : "";
    header += ",faults,samples,effective_samples,time_to_polarise_s";
    for (const std::string& name : columns()) {
        header += fmt::format(",{0},{0}_se", name);
    }
    return header;
}

std::string Sweep::rowBeginning(std::uint64_t run) const {
    const std::vector<std::string> values = valuesOf(run);
    const auto seed = std::ranges::find(m_axes, "seed", &SweepAxis::key);
    std::string row =
        fmt::format("{},{},{:016x},{},{},{},{},{}", kSweepSchema, run, m_fingerprint, cell(m_request.preset),
                    seed == m_axes.end() ? fmt::format("{}", m_scene.seed)
                                         : values[static_cast<std::size_t>(seed - m_axes.begin())],
                    m_request.sampling.steps, m_request.sampling.burnIn, m_request.sampling.every);
    for (const SweepRequest::Entry& entry : m_request.set) {
        row += entry.key == "seed" ? "" : "," + cell(entry.text);
    }
    for (std::size_t a = 0; a < m_axes.size(); ++a) {
        row += m_axes[a].key == "seed" ? "" : "," + cell(values[a]);
    }
    return row;
}

std::vector<double> Sweep::valuesIn(std::string_view row) const {
    std::vector<double> values(columns().size());
    const auto takeLastCell = [&row] {
        const std::size_t comma = row.rfind(',');  // numbers hold none
        const std::string_view last = row.substr(comma + 1);
        row = row.substr(0, comma);
        return finiteNumberFrom(last).value_or(std::nan(""));
    };
    for (std::size_t k = values.size(); k-- > 0;) {
        takeLastCell();  // the standard error
        values[k] = takeLastCell();
    }
    return values;
}

std::uint64_t Sweep::hashOfAll() const {
    std::uint64_t hash = textHash(modelVersion());
    hash = mixBits(hash ^ textHash(header()));
    hash = mixBits(hash ^ textHash(presetText(m_scene)));
    hash = mixBits(hash ^ m_runs);
    hash = mixBits(hash ^ textHash(rowBeginning(0)));  // the fingerprint in it is still 0
    for (const SweepAxis& axis : m_axes) {
        hash = mixBits(hash ^ textHash(axis.key));
        for (const std::string& value : axis.values) {
            hash = mixBits(hash ^ textHash(value));
        }
    }
    for (const auto& point : m_points) {
        for (const std::string& value : point) {
            hash = mixBits(hash ^ textHash(value));
        }
    }
    return hash;
}

Sweep::Running::Running(const Sweep& sweep, std::uint64_t index, Simulation simulation, bool wantsTake)
    : m_sweep(sweep),
      m_index(index),
      m_simulation(std::move(simulation)),
      m_sampled(sweep.m_request.sampling, m_simulation) {
    if (wantsTake) {
        m_take.emplace();
        m_take->scene = m_simulation.scene();
        m_take->to.step = sweep.m_request.sampling.steps;
    }
}

Result<Sweep::Running> Sweep::Running::begin(const Sweep& sweep, std::uint64_t index, bool wantsTake) {
    auto scene = sweep.scene(index);
    if (!scene) {
        return scene.problem();
    }
    auto simulation =
        Simulation::create(std::move(*scene), {.threads = 1, .isa = {}, .device = sweep.m_request.device});
    if (!simulation) {
        return Problem{fmt::format("run {}: {}", index, simulation.problem().text)};
    }
    return Running(sweep, index, std::move(*simulation), wantsTake);
}

Result<bool> Sweep::Running::step() {
    const std::uint64_t before = m_simulation.stepCount();
    const bool isDone = before >= m_sampled.plan().steps;
    if (isDone) {
        static_cast<void>(m_simulation.flocks());  // fetches them from a device, which may fail
    } else {
        m_simulation.step();
        m_device = before == 0 ? m_simulation.device() : m_device;
        m_sampled.afterStep(m_simulation);
    }
    if (m_simulation.device() != m_device) {
        return Problem{fmt::format("run {}: {}", m_index, m_simulation.deviceProblem())};
    }
    if (isDone) {
        return false;
    }
    if (m_take && m_simulation.stepCount() % Take::kHashInterval == 0) {
        m_take->hashes.push_back({m_simulation.stepCount(), m_simulation.hash()});
    }
    return true;
}

Sweep::Row Sweep::Running::row() const {
    Row row{.text = m_sweep.rowBeginning(m_index),
            .values = {},
            .take = m_take,
            .faults = m_simulation.faults(),
            .deviceProblem = m_simulation.deviceProblem()};
    if (row.take) {
        row.take->steppedBy = m_device;
    }
    std::string means;
    auto effectiveSamples = static_cast<double>(m_sampled.counted());
    for (const SampledRun::Group& group : m_sampled.groups()) {
        for (const Estimate& estimate : m_sampled.overTime(group)) {
            appendNumber(means, estimate.mean);
            appendNumber(means, estimate.standardError);
            row.values.push_back(estimate.mean);
            if (estimate.standardError > 0.0) {
                row.isTooShort |= estimate.isTooShort();
                effectiveSamples = std::min(effectiveSamples, estimate.effectiveSamples);
            }
        }
    }
    std::uint64_t faults = 0;
    for (const RuleFault& fault : row.faults) {
        faults += fault.results;
    }
    row.text += fmt::format(",{},{}", m_simulation.scene().boidCount(), hashText(m_simulation.hash()));
    if (m_sweep.m_request.device != nullptr) {
        row.text += "," + (m_device.empty() ? "processor" : cell(m_device));
    }
    row.text += fmt::format(",{},{}", faults, m_sampled.counted());
    appendNumber(row.text, effectiveSamples);
    const auto polarised = m_sampled.timeToPolarise(m_sampled.groups()[0], m_simulation.scene().time);
    appendNumber(row.text, polarised.value_or(std::nan("")));
    row.text += means;
    return row;
}

}  // namespace shoal
