#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include <shoal/flock.hpp>
#include <shoal/rule_inputs.hpp>

#include "compute/card_grid.hpp"
#include "render/gl/card_buffer.hpp"
#include "sim/support/workers.hpp"

namespace shoal {

/// The shaders that sort flocks.
struct SortPrograms {
    Program count;
    Program scan;
    Program list;
    Program place;
    Program carry;
    Program survey;

    static Result<SortPrograms> create(const ShaderLibrary& library);
};

/// What rules read of a whole flock.
struct FlockReport {
    FlockTotals totals;
    GlobalBest best;  ///< only if the species searches
    Leader leader;
};

/// What a report is to find.
struct FlockQuestion {
    std::uint64_t seed = 0;  ///< of the boids' own draws
    std::optional<std::uint32_t> leaderId;
    std::optional<std::size_t> column;     ///< of the memory of the rule that searches, if it keeps one
    Extremum extremum = Extremum::lowest;  ///< that it searches for
};

/// One species' boids on the card: two states, the columns that go with them, and their cells.
class CardFlock {
public:
    Outcome upload(const Flock& flock);
    /// Copies everything back; `now` and `before` in one order. On failure the flock is as it was.
    Outcome fetch(Flock& flock, Workers& workers);

    /// Sorts the boids by the cells of a grid, and brings steering and memories into the same order.
    Outcome sort(SortPrograms& programs, const NeighbourQuery& query, bool isWrapped, const Vec3f& halfExtent,
                 bool carriesSteering);
    /// Copies what neighbours read of these columns of the memories.
    Outcome share(std::span<const std::size_t> columns);
    /// Starts a survey of the boids' positions, by which the next grid is laid out.
    Outcome survey(SortPrograms& programs);

    /// Sums up the flock by step_sums.comp, which must be in use with its settings, and waits for the result.
    Result<FlockReport> report(Program& sums, const FlockQuestion& question);

    std::uint32_t count() const { return m_count; }
    const CardGrid& grid() const { return m_grid; }

    CardBuffer now;     ///< positions with ids, then velocities
    CardBuffer before;  ///< as the step began, sorted
    CardBuffer steering;
    CardBuffer memories;  ///< column after column
    CardBuffer shared;    ///< copies for neighbours to read, as the step began
    CardBuffer starts;    ///< first slot of each cell

private:
    std::uint32_t m_count = 0;
    std::size_t m_columns = 0;  ///< of the memories
    CardGrid m_grid;
    Survey m_survey;
    bool m_isSurveying = false;
    std::optional<std::uint64_t> m_drawSeed;  ///< of m_draw
    double m_draw = 0.0;                      ///< sum of all boids' own draws, which only depend on ids
    CardBuffer m_spare;
    CardBuffer m_places;
    CardBuffer m_list;
    CardBuffer m_order;
    CardBuffer m_surveyed;
    CardBuffer m_sums;
    HostBuffer m_fetched;
};

/// Runs a shader with an invocation for each of `count`.
void dispatch(Program& program, std::size_t count);

}  // namespace shoal
