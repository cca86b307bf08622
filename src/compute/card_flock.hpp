#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include <shoal/flock.hpp>

#include "compute/card_grid.hpp"
#include "render/gl/card_buffer.hpp"

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

/// One species' boids on the card: two states, the columns that go with them, and their cells.
class CardFlock {
public:
    Outcome upload(const Flock& flock);
    /// Copies everything back; `now` and `before` in one order. On failure the flock is as it was.
    Outcome fetch(Flock& flock) const;

    /// Sorts the boids by the cells of a grid, and brings steering and memories into the same order.
    Outcome sort(SortPrograms& programs, const NeighbourQuery& query, bool isWrapped, const Vec3f& halfExtent,
                 bool carriesSteering);
    /// Copies what neighbours read of these columns of the memories.
    Outcome share(std::span<const std::size_t> columns);
    /// Starts a survey of the boids' positions, by which the next grid is laid out.
    Outcome survey(SortPrograms& programs);

    /// Copies all boids, for sums over the whole flock and the like. Slow.
    FlockState state() const;
    Column3 memory(std::size_t column) const;

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
    CardBuffer m_spare;
    CardBuffer m_places;
    CardBuffer m_list;
    CardBuffer m_order;
    CardBuffer m_surveyed;
};

/// Runs a shader with an invocation for each of `count`.
void dispatch(Program& program, std::size_t count);

}  // namespace shoal
