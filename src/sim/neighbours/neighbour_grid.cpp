#include "sim/neighbours/neighbour_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <shoal/detail/require.hpp>

#include "sim/support/parts.hpp"

namespace shoal {
namespace {

struct Box {
    std::array<float, 3> low;
    std::array<float, 3> high;
};

std::array<const float*, 3> axes(const FlockState& state) {
    return {state.position.x.data(), state.position.y.data(), state.position.z.data()};
}

Box boundingBox(const FlockState& state, std::size_t count) {
    Box box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float* values = axes(state)[axis];
        // Eight running extremes: a single one would be a serial chain through all boids.
        float low[8];
        float high[8];
        std::fill_n(low, 8, values[0]);
        std::fill_n(high, 8, values[0]);
        std::size_t k = 0;
        for (; k + 8 <= count; k += 8) {
            for (std::size_t lane = 0; lane < 8; ++lane) {
                low[lane] = values[k + lane] < low[lane] ? values[k + lane] : low[lane];
                high[lane] = values[k + lane] > high[lane] ? values[k + lane] : high[lane];
            }
        }
        box.low[axis] = *std::min_element(low, low + 8);
        box.high[axis] = *std::max_element(high, high + 8);
        for (; k < count; ++k) {
            box.low[axis] = std::min(box.low[axis], values[k]);
            box.high[axis] = std::max(box.high[axis], values[k]);
        }
    }
    return box;
}

/// The part of the box within four mean deviations of the mean of the boids inside it.
Box trimmed(const Box& box, const FlockState& state, std::size_t count) {
    Box result = box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float* values = axes(state)[axis];
        double total = 0.0;
        double deviation = 0.0;
        std::size_t inside = 0;
        const auto isInside = [&](float value) { return value >= box.low[axis] && value <= box.high[axis]; };
        for (std::size_t k = 0; k < count; ++k) {
            total += isInside(values[k]) ? static_cast<double>(values[k]) : 0.0;
            inside += isInside(values[k]) ? 1 : 0;
        }
        if (inside == 0) {
            continue;
        }
        const double mean = total / static_cast<double>(inside);
        for (std::size_t k = 0; k < count; ++k) {
            deviation += isInside(values[k]) ? std::abs(static_cast<double>(values[k]) - mean) : 0.0;
        }
        deviation /= static_cast<double>(inside);
        result.low[axis] = std::max(box.low[axis], static_cast<float>(mean - 4.0 * deviation));
        result.high[axis] = std::min(box.high[axis], static_cast<float>(mean + 4.0 * deviation));
    }
    return result;
}

/// More cells than this take longer to clear than they save.
std::size_t maxCells(std::size_t count) {
    // Nor beyond 2²⁴, where floats no longer hold every whole number.
    return std::min<std::size_t>(4096 + 2 * count, 1U << 24U);
}

/// Along x, y and z [m].
using CellEdges = std::array<float, 3>;

double cellsIn(const Box& box, const CellEdges& cell) {
    double cells = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells *= std::floor((static_cast<double>(box.high[axis]) - box.low[axis]) / cell[axis]) + 1.0;
    }
    return cells;
}

/// Maximum number of cells on an axis: with more, rounded cell numbers would use up the margin below.
constexpr double kMaxOnAxis = 4096.0;

/// Cells are slightly larger than requested: otherwise rounding could put two boids one cell apart into cells
/// two apart.
constexpr double kMargin = 1.0 + 4e-7 * kMaxOnAxis;

}  // namespace

void NeighbourGrid::build(const FlockState& from, FlockState& to, std::size_t count,
                          const GridRequest& request, Workers* workers) {
    detail::require(request.cellSize > 0.0f, "the cells of a NeighbourGrid need a size above 0 m");
    m_request = request;
    layOut(from, count);
    sort(from, to, count, workers);
}

void NeighbourGrid::layOut(const FlockState& from, std::size_t count) {
    if (count == 0) {
        m_size = {1, 1, 1};
        m_low = {};
    } else if (m_request.isWrapped) {
        layOutWrapped(count);
    } else {
        layOutOpen(from, count);
    }
    m_cellCount = static_cast<std::size_t>(m_size[0]) * static_cast<std::size_t>(m_size[1]) *
                  static_cast<std::size_t>(m_size[2]);
    m_start.resize(m_cellCount + 1);
    m_scratch.cellOf.resize(count);
}

void NeighbourGrid::layOutWrapped(std::size_t count) {
    const std::array<float, 3> half{m_request.halfExtent.x, m_request.halfExtent.y, m_request.halfExtent.z};
    double wanted = m_request.cellSize * kMargin;
    const auto along = [&](std::size_t axis) {
        return std::clamp(std::floor(2.0 * half[axis] / wanted), 1.0, kMaxOnAxis);
    };
    while (along(0) * along(1) * along(2) > static_cast<double>(maxCells(count))) {
        wanted *= 1.26;  // about half as many cells
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        m_size[axis] = static_cast<std::int32_t>(along(axis));
        m_low[axis] = -half[axis];
        m_cell[axis] = 2.0f * half[axis] / static_cast<float>(m_size[axis]);
    }
}

void NeighbourGrid::layOutOpen(const FlockState& from, std::size_t count) {
    Box box = boundingBox(from, count);
    const auto edge = static_cast<float>(m_request.cellSize * kMargin);
    CellEdges cell{edge, edge, edge};
    const auto isLong = [&] {
        bool result = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            result |= (static_cast<double>(box.high[axis]) - box.low[axis]) / cell[axis] >= kMaxOnAxis - 1.0;
        }
        return result;
    };
    // A few stragglers must not stretch the grid: leave them outside it first, and only then enlarge the
    // cells.
    for (int round = 0; round < 6 && cellsIn(box, cell) > static_cast<double>(maxCells(count)); ++round) {
        box = trimmed(box, from, count);
    }
    while (isLong() || cellsIn(box, cell) > static_cast<double>(maxCells(count))) {
        for (float& along : cell) {
            along *= 1.26f;
        }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        m_low[axis] = box.low[axis];
        m_cell[axis] = cell[axis];
        m_size[axis] = static_cast<std::int32_t>((box.high[axis] - box.low[axis]) / cell[axis]) + 1;
    }
}

NeighbourGrid::Range NeighbourGrid::rangeWithin(int axis, float low, float high) const {
    const auto a = static_cast<std::size_t>(axis);
    // Slightly farther than asked, because cell numbers are rounded.
    const double margin = 1e-3 * static_cast<double>(m_cell[a]);
    const auto cellOf = [&](double at) {
        const double cell = std::floor((at - static_cast<double>(m_low[a])) / static_cast<double>(m_cell[a]));
        return static_cast<std::int32_t>(std::clamp(cell, -1e9, 1e9));
    };
    const Range cells{cellOf(static_cast<double>(low) - margin), cellOf(static_cast<double>(high) + margin)};
    const std::int32_t size = m_size[a];
    if (!m_request.isWrapped) {
        // Stragglers outside the grid are in its border cells.
        return {std::clamp(cells.first, 0, size - 1), std::clamp(cells.last, 0, size - 1)};
    }
    if (cells.last - cells.first + 1 >= size) {
        return {0, size - 1};
    }
    // Shifts whole periods, so that the first or the last cell lies in the world itself.
    const std::int32_t turns = cells.first >= 0 ? cells.first / size : -((size - 1 - cells.first) / size);
    return {cells.first - turns * size, cells.last - turns * size};
}

std::array<float, 2> NeighbourGrid::faces(int axis, std::int32_t centre, std::int32_t width) const {
    const auto a = static_cast<std::size_t>(axis);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (isWhole(axis, centre, width)) {
        return {-kInfinity, kInfinity};
    }
    const Range cells = range(axis, centre, width);
    const bool isOpenLow = !m_request.isWrapped && cells.first == 0;
    const bool isOpenHigh = !m_request.isWrapped && cells.last == m_size[a] - 1;
    return {isOpenLow ? -kInfinity : m_low[a] + static_cast<float>(cells.first) * m_cell[a],
            isOpenHigh ? kInfinity : m_low[a] + static_cast<float>(cells.last + 1) * m_cell[a]};
}

void NeighbourGrid::findCells(const FlockState& from, std::size_t begin, std::size_t end) {
    std::uint32_t* cells = m_scratch.cellOf.data();
    const std::array<std::uint32_t, 3> stride{1, static_cast<std::uint32_t>(m_size[0]),
                                              static_cast<std::uint32_t>(m_size[0] * m_size[1])};
    std::fill(cells + begin, cells + end, 0U);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float* values = axes(from)[axis];
        const float low = m_low[axis];
        const auto largest = static_cast<float>(m_size[axis] - 1);
        const std::uint32_t step = stride[axis];
        if (m_request.isWrapped) {
            const float extent = m_cell[axis] * static_cast<float>(m_size[axis]);
            const auto size = static_cast<float>(m_size[axis]);
            for (std::size_t k = begin; k < end; ++k) {
                const float turns = (values[k] - low) / extent;
                const float cell = (turns - std::floor(turns)) * size;
                cells[k] += step * static_cast<std::uint32_t>(
                                       static_cast<std::int32_t>(cell < largest ? cell : largest));
            }
        } else {
            const float perCell = 1.0f / m_cell[axis];
            for (std::size_t k = begin; k < end; ++k) {
                float cell = (values[k] - low) * perCell;
                cell = cell > 0.0f ? cell : 0.0f;
                cell = cell < largest ? cell : largest;
                cells[k] += step * static_cast<std::uint32_t>(static_cast<std::int32_t>(cell));
            }
        }
    }
}

void NeighbourGrid::sort(const FlockState& from, FlockState& to, std::size_t count, Workers* workers) {
    // Parts of the flock are counted separately and then written in order: the result is the same for any
    // number of parts.
    constexpr std::size_t kMinPart = 2048;
    const std::size_t parts =
        workers == nullptr
            ? 1
            : std::clamp<std::size_t>(count / kMinPart, 1, static_cast<std::size_t>(workers->threads()));
    const auto forEachPart = [&](const auto& task) {
        if (parts == 1) {
            task(std::size_t{0});
        } else {
            workers->forEach(parts, task);
        }
    };
    const auto bound = [parts](std::size_t total, std::size_t part) { return total * part / parts; };
    if (m_scratch.histograms.size() < parts) {
        m_scratch.histograms.resize(parts);
    }
    for (std::size_t part = 0; part < parts; ++part) {
        m_scratch.histograms[part].resize(m_cellCount + 1);
    }

    forEachPart([&](std::size_t part) {
        const std::size_t begin = bound(count, part);
        const std::size_t end = bound(count, part + 1);
        findCells(from, begin, end);
        std::uint32_t* histogram = m_scratch.histograms[part].data();
        std::memset(histogram, 0, (m_cellCount + 1) * sizeof(std::uint32_t));
        for (std::size_t k = begin; k < end; ++k) {
            ++histogram[m_scratch.cellOf[k]];
        }
    });

    // A parallel prefix sum: each task first counts the boids in its range of cells, then turns the counts
    // into starts.
    std::array<std::uint32_t, 65> before{};
    const std::size_t shares = m_cellCount < 32768 ? 1 : std::min<std::size_t>(parts, before.size() - 1);
    const auto shareBound = [&](std::size_t share) { return m_cellCount * share / shares; };
    const auto forEachShare = [&](const auto& task) {
        if (shares == 1) {
            task(std::size_t{0});
        } else {
            workers->forEach(shares, task);
        }
    };
    forEachShare([&](std::size_t share) {
        std::uint32_t total = 0;
        for (std::size_t part = 0; part < parts && shares > 1; ++part) {
            const std::uint32_t* histogram = m_scratch.histograms[part].data();
            for (std::size_t cell = shareBound(share); cell < shareBound(share + 1); ++cell) {
                total += histogram[cell];
            }
        }
        before[share + 1] = total;
    });
    for (std::size_t share = 0; share < shares; ++share) {
        before[share + 1] += before[share];
    }
    forEachShare([&](std::size_t share) {
        std::uint32_t at = before[share];
        for (std::size_t cell = shareBound(share); cell < shareBound(share + 1); ++cell) {
            m_start[cell] = at;
            for (std::size_t part = 0; part < parts; ++part) {
                const std::uint32_t here = m_scratch.histograms[part][cell];
                m_scratch.histograms[part][cell] = at;
                at += here;
            }
        }
    });
    m_start[m_cellCount] = static_cast<std::uint32_t>(count);

    forEachPart([&](std::size_t part) {
        std::uint32_t* next = m_scratch.histograms[part].data();
        for (std::size_t k = bound(count, part); k < bound(count, part + 1); ++k) {
            const std::uint32_t slot = next[m_scratch.cellOf[k]]++;
            m_scratch.cellOf[k] = slot;
            to.position.x[slot] = from.position.x[k];
            to.position.y[slot] = from.position.y[k];
            to.position.z[slot] = from.position.z[k];
            to.velocity.x[slot] = from.velocity.x[k];
            to.velocity.y[slot] = from.velocity.y[k];
            to.velocity.z[slot] = from.velocity.z[k];
            to.id[slot] = from.id[k];
        }
    });
}

void NeighbourGrid::carry(const Column3& from, Column3& to, Workers* workers) const {
    constexpr std::size_t kPart = 8192;
    forEachPart(workers, m_start[m_cellCount], kPart, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            to.put(m_scratch.cellOf[k], from.at(k));
        }
    });
}

std::size_t NeighbourGrid::bytes() const {
    std::size_t total = m_start.bytes() + m_scratch.cellOf.bytes();
    for (const AlignedArray<std::uint32_t>& histogram : m_scratch.histograms) {
        total += histogram.bytes();
    }
    return total;
}

}  // namespace shoal
