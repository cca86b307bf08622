// Flocks large enough that the counting sort of a step is split over threads. Below some 16,000 boids it runs
// in one part, so the small flocks of the other tests never reach this.

#include <shoal/preset.hpp>

#include "sim/neighbours/neighbour_grid.hpp"
#include "sim/support/workers.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Odd, so that the parts differ in length.
constexpr std::size_t kSortedCount = 40003;

// Uniform, with a fifth of the boids in one dense knot and a few far away.
Layout largeLayout(std::uint64_t seed) {
    Layout layout = uniformLayout(kSortedCount, {14, 11, 13}, seed);
    for (std::size_t k = 0; k < kSortedCount; k += 5) {
        layout.positions[k] = layout.positions[k] * 0.25f + Vec3f{3, -2, 5};
    }
    layout.positions[1] = {300, 1, 2};
    layout.positions[kSortedCount - 1] = {-20, -500, 3};
    return layout;
}

// Ids run against the slots, so that a sort that renumbers the boids is noticed.
FlockState reversedStateOf(const Layout& layout) {
    FlockState state = stateOf(layout);
    std::reverse(state.id.data(), state.id.data() + layout.count());
    return state;
}

// Result of sorting a flock: the size of the grid, where its cells start, and the sorted columns.
struct Sorted {
    CellIndex size{};
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> ids;
    std::vector<Vec3f> positions;
    std::vector<Vec3f> velocities;

    bool operator==(const Sorted&) const = default;
};

Sorted sortedBy(NeighbourGrid& grid, const FlockState& from, std::size_t count, const GridRequest& request,
                Workers* workers) {
    FlockState to;
    to.resize(count);
    grid.build(from, to, count, request, workers);
    Sorted sorted;
    sorted.size = grid.size();
    for (std::size_t cell = 0; cell <= grid.cellCount(); ++cell) {
        sorted.starts.push_back(grid.start(cell));
    }
    for (std::size_t slot = 0; slot < count; ++slot) {
        sorted.ids.push_back(to.id[slot]);
        sorted.positions.push_back(to.position.at(slot));
        sorted.velocities.push_back(to.velocity.at(slot));
    }
    return sorted;
}

}  // namespace

TEST_CASE("the grid sorts a large flock identically with any number of threads", "[sim][determinism]") {
    const FlockState state = reversedStateOf(largeLayout(31));
    const GridRequest requests[] = {
        {.cellSize = 1.0f, .isWrapped = false, .halfExtent = {}},
        {.cellSize = 1.0f, .isWrapped = true, .halfExtent = {14, 11, 13}},
        // Fewer cells than parts.
        {.cellSize = 2000.0f, .isWrapped = false, .halfExtent = {}},
    };
    for (const GridRequest& request : requests) {
        INFO((request.isWrapped ? "wrapped" : "open") << ", cells of " << request.cellSize << " m");
        NeighbourGrid serialGrid;
        const Sorted serial = sortedBy(serialGrid, state, kSortedCount, request, nullptr);
        REQUIRE(serial.starts.back() == kSortedCount);
        for (const int threads : {1, 2, 3, 8}) {
            INFO(threads << " threads");
            Workers workers(threads);
            NeighbourGrid grid;
            const bool isSame = sortedBy(grid, state, kSortedCount, request, &workers) == serial;
            CHECK(isSame);
            // Using the grid again with a smaller flock, and then the whole, leaves no state behind.
            CHECK(sortedBy(grid, state, 17000, request, &workers).starts.back() == 17000);
            const bool isSameAgain = sortedBy(grid, state, kSortedCount, request, &workers) == serial;
            CHECK(isSameAgain);
        }
    }
}
