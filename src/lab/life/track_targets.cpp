#include "lab/life/track_targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/life/check.hpp"
#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTrackFrames = 400;
constexpr double kErrors = 2.0;         ///< standard errors to each side
constexpr double kMinTolerance = 0.01;  ///< of the mean
constexpr double kUnknownTolerance = 0.05;

/// The figures of tracks without a choice: independent of the scene's distances and nearly independent of
/// the number of animals.
constexpr std::array<std::string_view, 10> kUsualOfTracks{
    "polarisation", "milling",        "rotation",     "nearest_neighbour_m",
    "density_1_m3", "speed_mean_m_s", "anisotropy_1", "speed_deviation_m_s",
    "middle_axis",  "longest_axis"};

/// What has one value in every plane, or none.
constexpr std::array<std::string_view, 3> kNotInPlanes{"anisotropy_1", "anisotropy_7", "opacity"};
/// What refers to the flock's middle or extent, which a wrapped world does not have.
constexpr std::array<std::string_view, 12> kNotWrapped{
    "milling",     "rotation",      "density_1_m3",     "gyration_radius_m",  "thickness_m",
    "middle_axis", "longest_axis",  "shortest_axis_up", "longest_axis_ahead", "opacity",
    "length_m",    "border_spacing"};

/// The flock's number of boids is mentioned beyond this ratio to the animals in a frame.
constexpr double kOtherSize = 1.5;

constexpr double kRounding = 1e-6;      ///< of float numbers, and sums of them
constexpr double kRoundedSpeed = 0.4;   ///< twice the error of a central difference, in last digits
constexpr double kRoundedLength = 0.8;  ///< the same of a distance

std::vector<std::size_t> trackTargetColumns(const std::vector<const MeasureKind*>& kinds) {
    std::vector<std::size_t> columns;
    std::size_t column = 0;
    for (const MeasureKind& kind : measureKinds()) {
        for (const MeasureColumn& each : kind.columns) {
            const bool isOurs = kinds.empty()
                                    ? std::ranges::find(kUsualOfTracks, each.key) != kUsualOfTracks.end()
                                    : std::ranges::find(kinds, &kind) != kinds.end();
            if (isOurs) {
                columns.push_back(column);
            }
            ++column;
        }
    }
    return columns;
}

FlockState stateOfTracks(const std::vector<Tracks::Animal>& animals, const MeasureSpace& space) {
    FlockState state;
    state.resize(animals.size());
    for (std::size_t slot = 0; slot < animals.size(); ++slot) {
        const Vec3f& at = animals[slot].position;
        const Vec3d place{static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)};
        state.position.put(slot, asFloat(nearestImage(place, space.period)));
        state.velocity.put(slot, animals[slot].velocity);
        state.id[slot] = static_cast<std::uint32_t>(slot);
    }
    return state;
}

Interval intervalAround(const Estimate& estimate, const std::vector<double>& series, double max) {
    const double size = std::abs(estimate.mean);
    const double tolerance = std::isfinite(estimate.standardError)
                                 ? std::max(kErrors * estimate.standardError, kMinTolerance * size)
                                 : kUnknownTolerance * size;
    const bool isPositive = std::ranges::none_of(series, [](double value) { return value < 0.0; });
    const double low = estimate.mean - tolerance;
    const double high = estimate.mean + tolerance;
    return {isPositive ? std::max(0.0, low) : low, max > 0.0 ? std::min(max, high) : high};
}

bool isWrapped(const MeasureSpace& space) {
    return space.period != Vec3d{};
}

bool isAmong(std::span<const std::string_view> keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

double meanSpeedOf(const Tracks& tracks) {
    double sum = 0.0;
    double count = 0.0;
    for (const Tracks::Frame& frame : tracks.frames) {
        for (const Tracks::Animal& animal : frame.animals) {
            sum += std::sqrt(static_cast<double>(lengthSq(animal.velocity)));
            count += 1.0;
        }
    }
    return sum / count;
}

/// Below this a figure may come from rounding alone. Other powers of lengths may be as small as animals are
/// far apart.
double roundingOf(const Target& target, const Tracks& tracks, double meanSpeed) {
    const std::string_view unit = measureColumns()[target.column].unit;
    if (unit == "m/s") {
        const double ofDifferences =
            tracks.differenceSeconds > 0.0 ? kRoundedSpeed * tracks.rounding / tracks.differenceSeconds : 0.0;
        return std::max(kRounding * meanSpeed, ofDifferences);
    }
    return unit == "m" ? kRoundedLength * tracks.rounding : target.lengthPower() == 0 ? kRounding : 0.0;
}

/// Empty if a range of the figure can be compared.
std::string_view whyNotCompared(const Target& target, const Tracks& tracks, const MeasureSpace& space,
                                double mean, double meanSpeed) {
    const MeasureColumn& column = measureColumns()[target.column];
    if (tracks.isFlat && isAmong(kNotInPlanes, column.key)) {
        return "means nothing in a plane";
    }
    if (isWrapped(space) && isAmong(kNotWrapped, column.key)) {
        return "means nothing in a wrapped world";
    }
    if (!std::isfinite(mean)) {
        return "not defined";
    }
    if (!(std::abs(mean) > roundingOf(target, tracks, meanSpeed))) {
        return "0 but for rounding";
    }
    return *target.interval.min <= 0.0 && *target.interval.max == column.max ? "every value is in the range"
                                                                             : "";
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

double animalsInFrame(const Tracks& tracks) {
    double sightings = 0.0;
    for (const Tracks::Frame& frame : tracks.frames) {
        sightings += static_cast<double>(frame.animals.size());
    }
    return sightings / static_cast<double>(tracks.frames.size());
}

/// "t.csv: 50 animals in 300 frames, 9.97 s; columns t, id, x, y; …"
std::string understoodText(const Tracks& tracks, const std::string& title, double meanSpeed,
                           const TracksPlan& plan) {
    const MeasureSpace& space = plan.space;
    std::string text = fmt::format("{}: {} in {}", title, counted(tracks.animals, "animal"),
                                   counted(tracks.frames.size(), "frame"));
    text += tracks.hasSeconds
                ? fmt::format(", {:.4g} s", tracks.frames.back().time - tracks.frames.front().time)
                : ", without seconds";
    text += "; columns " + tracks.columns;
    text += tracks.isFlat ? "; in a plane" : "";
    if (tracks.differenceSeconds > 0.0) {
        text +=
            fmt::format("; velocities from positions {:.3g} s apart{}", tracks.differenceSeconds,
                        2.0 * tracks.differenceSeconds < space.stepSeconds ? "" : ", as then in the flock");
    }
    text += fmt::format("; mean speed {:.3g} m/s", meanSpeed);
    if (space.bodyRadius > 0.0) {
        text += fmt::format(", {:.3g} body lengths a second", meanSpeed / (2.0 * space.bodyRadius));
    }
    std::vector<std::string> left;
    if (tracks.gaps > 0) {
        left.push_back(fmt::format("{} of more than {:.3g} s", counted(tracks.gaps, "gap"),
                                   Tracks::kMaxGap * tracks.differenceSeconds));
    }
    if (tracks.jumps > 0) {
        left.push_back(counted(tracks.jumps, "jump") + " of an id");
    }
    if (tracks.unused > 0) {
        left.push_back(counted(tracks.unused, "sighting") + " without id or velocity");
    }
    text += left.empty() ? "" : fmt::format("; left out: {}", fmt::join(left, ", "));
    const double inFrame = std::round(animalsInFrame(tracks));
    const auto boids = static_cast<double>(plan.boids);
    if (plan.boids > 0 && std::max(boids, inFrame) > kOtherSize * std::min(boids, inFrame)) {
        text += fmt::format(
            "; the flock has {}, the tracks {:.0f} animals in a frame: a count of {:.0f} "
            "compares like with like",
            counted(plan.boids, "boid"), inFrame, inFrame);
    }
    return text;
}

}  // namespace

TargetSet targetsOfTracks(const Tracks& tracks, const std::string& fileName, const TracksPlan& plan) {
    TargetSet set;
    set.title = std::filesystem::path(fileName).filename().string();
    const double meanSpeed = meanSpeedOf(tracks);
    set.understood = {understoodText(tracks, set.title, meanSpeed, plan)};
    for (const std::size_t column : trackTargetColumns(plan.kinds)) {
        Target target;
        target.title = std::string(measureColumns()[column].key);
        target.column = column;
        set.targets.push_back(std::move(target));
    }
    const auto kinds = set.kinds();
    std::vector<std::vector<double>> series(set.targets.size());
    for (const std::size_t index : sampleOf(tracks.frames.size(), kMaxTrackFrames)) {
        const FlockState state = stateOfTracks(tracks.frames[index].animals, plan.space);
        MeasuredFlock flock(state, tracks.frames[index].animals.size(), plan.space);
        const std::vector<double> values = measuredValues(flock, kinds);
        for (std::size_t target = 0; target < series.size(); ++target) {
            series[target].push_back(set.targets[target].valueIn(values, 1.0));
        }
    }
    std::vector<Target> defined;
    std::vector<std::string> left;
    for (std::size_t index = 0; index < series.size(); ++index) {
        Target& target = set.targets[index];
        const MeasureColumn& column = measureColumns()[target.column];
        const Estimate estimate = checkedSeries({}, series[index]).value;
        target.interval = intervalAround(estimate, series[index], column.max);
        const auto why = whyNotCompared(target, tracks, plan.space, estimate.mean, meanSpeed);
        if (!why.empty()) {
            left.push_back(fmt::format("{} ({})", column.key, why));
            continue;
        }
        target.differenceSeconds = tracks.differenceSeconds;
        target.source =
            fmt::format("{}: {:.4g}, the mean of {} frames", set.title, estimate.mean, estimate.samples);
        defined.push_back(std::move(target));
    }
    set.targets = std::move(defined);
    if (!left.empty()) {
        set.understood.front() += fmt::format("; not compared: {}", fmt::join(left, ", "));
    }
    return set;
}

}  // namespace shoal
