#include "viewer/measures/live_score.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "lab/life/check.hpp"
#include "lab/life/tracks.hpp"

namespace shoal {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 100;
constexpr double kRetrySeconds = 2.0;  // of play

/// The user's targets, in the order of their names.
std::vector<fs::path> targetFiles(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end && files.size() < kMaxFiles;
         each.increment(error)) {
        if (each->path().extension() == ".toml" || isTracksFile(each->path().string())) {
            files.push_back(each->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// Whether the flock's own velocities may stand for such differences: they differ by less than 1 % if boids
/// turn by less than 5 rad/s, or the figure is one of positions alone.
bool isComparedLive(const Target& target) {
    constexpr double kMaxDifference = 0.05;  // [s]
    constexpr std::array<std::string_view, 4> kOfPositions{"nearest_neighbour_m", "density_1_m3",
                                                           "middle_axis", "longest_axis"};
    return target.differenceSeconds <= kMaxDifference ||
           std::ranges::find(kOfPositions, measureColumns()[target.column].key) != kOfPositions.end();
}

bool isMeasured(const std::vector<const MeasureKind*>& needed, const MeasureSample& sample) {
    return std::ranges::all_of(needed, [&](const MeasureKind* kind) {
        // A displacement needs a run: it is not measured live.
        return !kind->usesDisplacement && std::ranges::find(sample.kinds, kind) != sample.kinds.end();
    });
}

Fit fitOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::within:
            return Fit::within;
        case Verdict::near:
            return Fit::near;
        case Verdict::outside:
            break;
    }
    return Fit::outside;
}

ScoreRow scoreRow(const Target& target, const std::optional<CheckedTarget>& checked) {
    ScoreRow row{.title = target.title,
                 .value = checked ? valueText(checked->value) : "–",
                 .range = intervalText(target),
                 .fit = checked ? fitOf(checked->verdict) : Fit::unknown,
                 .hint = measureColumns()[target.column].text()};
    if (target.over) {
        row.hint += fmt::format("\nDivided by: {}", measureColumns()[*target.over].text());
    }
    if (!target.source.empty()) {
        row.hint += "\nRange: " + target.source;
    }
    if (!isComparedLive(target)) {
        row.hint += fmt::format(
            "\nThe tracks' velocities are differences over {:.2g} s: compared by shoal "
            "check, which takes the flock's in the same way.",
            2.0 * target.differenceSeconds);
    } else if (!checked) {
        row.hint += "\nNot measured yet, or measured in a run only, by shoal check.";
    }
    return row;
}

std::string summaryOf(const std::vector<ScoreRow>& rows) {
    const auto count = [&](Fit fit) { return std::ranges::count(rows, fit, &ScoreRow::fit); };
    return fmt::format("{} of {} within, {} near · last {:.0f} s", count(Fit::within), rows.size(),
                       count(Fit::near), kScoreSeconds);
}

}  // namespace

std::vector<std::optional<CheckedTarget>> scoreOf(const TargetSet& targets, const MeasureHistory& history,
                                                  double bodyLength) {
    const double since = history.latest().seconds - kScoreSeconds;
    std::vector<std::optional<CheckedTarget>> checked;
    for (const Target& target : targets.targets) {
        const auto kinds =
            TargetSet{.title = {}, .species = {}, .targets = {target}, .understood = {}}.kinds();
        std::vector<double> series;
        for (const MeasureSample& sample : history.samples()) {
            if (sample.seconds >= since && isComparedLive(target) && isMeasured(kinds, sample)) {
                const std::vector<double> values(sample.values.begin(), sample.values.end());
                series.push_back(target.valueIn(values, bodyLength));
            }
        }
        checked.push_back(series.empty()
                              ? std::nullopt
                              : std::optional(checkedSeries(target.interval, series, target.bound())));
    }
    return checked;
}

void LiveScore::update(bool isShown, const std::string& chosen, const Scene& scene,
                       const MeasureHistory& history) {
    if (scene.species.empty()) {
        m_isShown = false;
        return;
    }
    if (!std::exchange(m_isShown, isShown) && m_isShown) {
        listFiles();
        m_opened.clear();  // a file may have changed
    }
    const auto largest = std::ranges::max_element(scene.species, {}, &Species::count);
    const Species& species = *largest;
    const std::string name = chosen.empty() ? targetsSuiting(species.name) : chosen;
    // Targets that could not be read may have been repaired since.
    const double now = history.latest().seconds;
    const bool retries = m_isShown && !m_problem.empty() && std::abs(now - m_triedAt) > kRetrySeconds;
    if (name != m_opened || (name.empty() && m_targets) || retries) {
        m_triedAt = now;
        open(name, tracksPlan(scene, static_cast<std::size_t>(largest - scene.species.begin())));
    }
    if (m_isShown) {
        list(species);
        compare(species, history);
    }
}

/// Reads targets; a file beside the frame, for its disk may be slow.
void LiveScore::open(const std::string& name, TracksPlan plan) {
    if (name != m_opened) {
        m_input.summary.clear();
    }
    m_opened = name;
    m_targets.reset();
    m_problem.clear();
    if (name.empty()) {
        return;
    }
    m_background.run([name, plan = std::move(plan)] { return openTargets(name, plan); },
                     [this, name](const Result<TargetSet>& read) { note(name, read); });
}

void LiveScore::note(const std::string& name, const Result<TargetSet>& read) {
    if (name != m_opened) {
        return;
    }
    if (read) {
        m_targets = *read;
    } else {
        m_problem = read.problem().text;
    }
    m_compared = {};
}

void LiveScore::listFiles() {
    m_background.run([folder = m_folder] { return targetFiles(folder); },
                     [this](std::vector<fs::path> files) { m_files = std::move(files); });
}

void LiveScore::list(const Species& species) {
    static const std::vector<ScoreChoice> kBuiltin = [] {
        std::vector<ScoreChoice> choices;
        for (const std::string& name : targetNames()) {
            const auto set = openTargets(name);
            choices.push_back({name, set ? set->title : name});
        }
        return choices;
    }();
    m_input.choices = kBuiltin;
    const auto suiting = std::ranges::find(kBuiltin, targetsSuiting(species.name), &ScoreChoice::name);
    m_input.choices.insert(m_input.choices.begin(),
                           {"", suiting == kBuiltin.end() ? "By species" : "By species: " + suiting->title});
    for (const fs::path& file : m_files) {
        m_input.choices.push_back({file.string(), file.stem().string()});
    }
}

void LiveScore::compare(const Species& species, const MeasureHistory& history) {
    if (m_opened.empty()) {
        m_input.rows.clear();
        m_input.summary = fmt::format(
            "No built-in figures suit the species {}; choose some above, or a file of yours.", species.name);
        return;
    }
    if (!m_targets) {
        m_input.rows.clear();
        m_input.summary = m_problem.empty() ? m_input.summary : m_problem;
        return;
    }
    const std::tuple now(history.samples().size(), history.latest().seconds,
                         static_cast<double>(species.bodyLength));
    if (std::exchange(m_compared, now) == now) {
        return;
    }
    m_input.rows.clear();
    const auto checked = scoreOf(*m_targets, history, static_cast<double>(species.bodyLength));
    for (std::size_t index = 0; index < checked.size(); ++index) {
        m_input.rows.push_back(scoreRow(m_targets->targets[index], checked[index]));
    }
    m_input.summary = summaryOf(m_input.rows);
    for (const std::string& line : m_targets->understood) {
        m_input.summary += "\n" + line;
    }
}

std::vector<const MeasureKind*> LiveScore::kinds() const {
    return m_isShown && m_targets ? m_targets->kinds() : std::vector<const MeasureKind*>();
}

}  // namespace shoal
