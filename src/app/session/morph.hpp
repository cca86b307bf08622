#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// A gradual change of settings over a number of steps: edits for the gaps between steps. They depend only on
/// the step count, not on when frames are drawn.
class Morph {
public:
    /// Numbers move linearly, or geometrically if their slider is logarithmic; switches, choices and objects
    /// of the world change half way. The camera stays.
    /// `to` may name its species differently, but needs as many species, with the same species perceiving
    /// each other, and the same step and pace; if not, the problem says what differs.
    static Result<Morph> between(const Scene& from, const Scene& to, std::uint64_t firstStep,
                                 std::uint64_t steps);

    /// Begins at this step count instead.
    void beginAt(std::uint64_t stepCount) { m_firstStep = stepCount; }

    /// Whether nothing differs.
    bool isEmpty() const { return m_parts.empty(); }

    /// Returns the edits to apply before the step that follows this step count.
    std::vector<Edit> due(std::uint64_t stepCount) const;

    /// Whether the edits due at this step count, and all later ones, change nothing more.
    bool isOver(std::uint64_t stepCount) const { return stepCount >= m_firstStep + m_steps; }

    /// Fraction of the steps made, 0 .. 1.
    double progress(std::uint64_t stepCount) const;

    /// The values that it reaches.
    std::vector<Edit> goal() const;

    /// Keys of the tunables that change.
    std::vector<std::string> keys() const;

private:
    struct Part {
        std::string key;
        double from = 0.0;  ///< in the unit that users see, as in edits
        double to = 0.0;
        bool isWhole = false;
        bool isGeometric = false;
        bool flips = false;  ///< half way
    };

    static double valueOf(const Part& part, double progress);

    std::vector<Part> m_parts;
    std::uint64_t m_firstStep = 0;
    std::uint64_t m_steps = 1;
};

}  // namespace shoal
