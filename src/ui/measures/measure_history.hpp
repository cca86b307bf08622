#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shoal {

/// A measure that the strip below the picture plots, or that tells a group's state.
enum class Plotted { polarisation, milling, flocks, spacing, speed, rotation };
inline constexpr std::array kPlottedAll{Plotted::polarisation, Plotted::milling, Plotted::flocks,
                                        Plotted::spacing, Plotted::speed};
inline constexpr std::size_t kPlottedCount = kPlottedAll.size();
inline constexpr std::size_t kSampledCount = kPlottedCount + 1;  ///< rotation is not plotted

/// One flock's measures at one moment. A value that was not measured is empty.
struct MeasureSample {
    double seconds = 0.0;                                    ///< [s] of play since step 0
    std::array<std::optional<float>, kSampledCount> values;  ///< by Plotted; spacing [m], speed [m/s]

    const std::optional<float>& of(Plotted plotted) const {
        return values[static_cast<std::size_t>(plotted)];
    }
};

/// The measures of the last half minute of play, and the edits made in it.
class MeasureHistory {
public:
    static constexpr double kSpan = 30.0;  ///< [s]

    /// An edit, the whole drag of a slider or a point, or a morph.
    struct Mark {
        std::vector<std::string> keys;  ///< of the tunables
        double begin = 0.0;             ///< [s] of play
        double end = 0.0;               ///< [s] of the drag's last edit
        MeasureSample before;           ///< means over the two seconds before it
        std::string name = {};          ///< of a morph; empty for edits by hand
        bool isOver = false;            ///< a morph that has ended: later edits get marks of their own
    };

    /// Adds a sample, which must not be older than the last.
    void add(const MeasureSample& sample);

    /// Notes edits at a moment of play [s]. Edits that share a tunable and are less than a second apart form
    /// one mark.
    void noteEdits(std::span<const std::string> keys, double seconds);

    /// Begins and ends a mark for automatic edits, such as those of a morph.
    void beginMark(std::span<const std::string> keys, double seconds, const std::string& name);
    void endMark(double seconds);

    void clear();

    /// Oldest first.
    std::span<const MeasureSample> samples() const { return m_samples; }
    std::span<const Mark> marks() const { return m_marks; }

    /// The newest value of each measure.
    const MeasureSample& latest() const { return m_latest; }

    /// Returns the means of the samples since this moment of play [s]; a measure without samples gets its
    /// newest value.
    MeasureSample meanSince(double seconds) const;

private:
    std::vector<MeasureSample> m_samples;
    std::vector<Mark> m_marks;
    MeasureSample m_latest;
};

}  // namespace shoal
