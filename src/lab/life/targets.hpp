#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/result.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// What a value of a quantity is compared with: an interval, which may be open on one side.
struct Interval {
    std::optional<double> min;
    std::optional<double> max;
};

enum class Verdict {
    within,
    /// Outside by at most half the interval's width, and by at most a quarter of the way from the end that it
    /// passes to 0 or to the measure's bound. So neither is near, however wide the interval. An interval open
    /// on one side has no width.
    near,
    outside,  ///< also a value that is not defined
};
/// `bound`: the greatest value that the measure can have; 0 if there is none.
Verdict verdictOf(double value, const Interval& interval, double bound = 0.0);
std::string_view verdictName(Verdict verdict);

/// A figure to compare a flock with: a measure, and the range that a source gives.
struct Target {
    std::string title;                ///< for people
    std::size_t column = 0;           ///< of measureColumns()
    std::optional<std::size_t> over;  ///< the value is divided by this column's, sample by sample
    bool isInBodyLengths = false;     ///< lengths in the value's unit are body lengths, not metres
    Interval interval;
    std::string source;
    double weight = 1.0;  ///< in a search; at least 0
    /// [s] The velocities behind the range are differences of positions this far before and after; 0 if they
    /// are not.
    double differenceSeconds = 0.0;

    /// The power of length in the unit: 1 for "m/s", -3 for "1/m³", 0 for a plain number.
    int lengthPower() const;

    /// The unit of the value, "" for a plain number: "m/s", "BL/s".
    std::string unit() const;

    /// The greatest value that it can have, such as 1 for a fraction; 0 if there is none.
    double bound() const;

    /// Why every value of the measure is within the interval, or none; empty if it distinguishes some.
    std::string whyNoTarget() const;

    /// The value of one sample; NaN if it is not defined. `values`: one for each of measureColumns().
    /// `bodyLength` [m].
    double valueIn(std::span<const double> values, double bodyLength) const;
};

/// Returns the index of a column in measureColumns().
Result<std::size_t> columnNamed(std::string_view key);

/// The figures of one document or animal.
struct TargetSet {
    std::string title;
    std::vector<std::string> species;  ///< names of species that they suit without being asked for
    std::vector<Target> targets;
    std::vector<std::string> understood;  ///< a line for each file of tracks in it: how it was read

    /// The measures that they need.
    std::vector<const MeasureKind*> kinds() const;
};

/// Parses a file of targets:
///
///   title = "Starlings over Rome"
///   species = ["starling"]                    # names of species that the viewer compares with it unasked
///   [[target]]
///   title = "spread of speeds / mean speed"   # for people; the measure's key if left out
///   measure = "speed_deviation_m_s"           # a column of a measure
///   over = "speed_mean_m_s"                   # divided by another one
///   in = "body lengths"                       # instead of metres
///   min = 0.13                                # at least one of min and max
///   max = 0.2
///   source = "derived from Cavagna et al. 2022"
///   weight = 2                                # in a search; 1 if left out
///
/// Problems name file, line and column. `fileName` is for messages.
Result<TargetSet> parseTargets(std::string_view text, const std::string& fileName);

/// How animals in a file of tracks are measured.
struct TracksPlan {
    std::string species;                    ///< whose animals are taken if the file has several species
    MeasureSpace space;                     ///< distances, and joined faces of a wrapped world
    std::vector<const MeasureKind*> kinds;  ///< all their figures are compared; a usual choice if empty
    std::size_t boids = 0;  ///< of the flock that is compared with them, to say if it is of another size
};

/// The plan with a scene's species and its distances.
TracksPlan tracksPlan(const Scene& scene, std::size_t species,
                      const std::vector<const MeasureKind*>& kinds = {});

/// Opens built-in targets by name, or a file: of targets, or of tracks, which are measured as `plan` says
/// (readTracks, targetsOfTracks).
Result<TargetSet> openTargets(const std::string& nameOrFile, const TracksPlan& plan = {});

/// The names of the built-in targets.
std::vector<std::string> targetNames();

/// The name of the first built-in targets that suit a species of this name; empty if none do.
std::string targetsSuiting(std::string_view species);

}  // namespace shoal
