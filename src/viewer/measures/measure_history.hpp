#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/measures.hpp>

namespace shoal {

/// The columns of measures that the strip below the picture plots at first.
inline constexpr std::array<std::string_view, 5> kUsualPlots{"polarisation", "milling", "flocks",
                                                             "nearest_neighbour_m", "speed_mean_m_s"};

/// Returns a column's index in measureColumns(). `key` must be one of theirs.
std::size_t columnOf(std::string_view key);

/// Returns the kinds of measures that these columns belong to, each once, in the order of tables. Unknown
/// columns are left out.
std::vector<const MeasureKind*> kindsOf(std::span<const std::string> columns);

/// The kinds that the viewer always measures: those of the usual plots, and the group's state.
std::vector<const MeasureKind*> usualKinds();

/// One flock's measures at one moment.
struct MeasureSample {
    double seconds = 0.0;            ///< [s] of play since step 0
    std::vector<float> values = {};  ///< one for each of measureColumns(), or none; NaN where unknown
    std::vector<const MeasureKind*> kinds = {};  ///< measured; a NaN of theirs means "not defined"

    /// Returns a value; empty if it was not measured or is not defined.
    std::optional<float> of(std::size_t column) const;
    std::optional<float> of(std::string_view key) const { return of(columnOf(key)); }

    void put(std::string_view key, float value);
};

/// A place in the plane of polarisation and milling where the flock should be.
struct PlaneWish {
    float polarisation = 0.0f;
    float milling = 0.0f;

    friend bool operator==(const PlaneWish&, const PlaneWish&) = default;
};

/// The measures of the last half minute of play.
class MeasureHistory {
public:
    static constexpr double kSpan = 30.0;  ///< [s]

    /// Adds a sample, which must not be older than the last.
    void add(const MeasureSample& sample);

    void clear();

    /// Forgets everything from this moment of play [s] on.
    void cutAt(double seconds);

    /// Oldest first.
    std::span<const MeasureSample> samples() const { return m_samples; }

    /// The newest value of each measure.
    const MeasureSample& latest() const { return m_latest; }

private:
    std::vector<MeasureSample> m_samples;
    MeasureSample m_latest;
};

}  // namespace shoal
