#include "sim/neighbours/neighbour_query.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {
namespace {

/// The few nearest of a sample are farther away than the few nearest overall. The sample is therefore this
/// many times larger; searching it is cheap.
constexpr int kFewSampleFactor = 8;

/// Returns the edge of a cube that holds `boidsInCell` boids at the flock's average density [m]. Estimated
/// from the mean deviations of a sample, so that stragglers hardly count.
double typicalCell(const FlockState& state, std::size_t count, double boidsInCell) {
    const std::size_t stride = count / 4096 + 1;
    double volume = 1.0;
    for (const AlignedArray<float>* axis : {&state.position.x, &state.position.y, &state.position.z}) {
        double total = 0.0;
        double deviation = 0.0;
        double sampled = 0.0;
        for (std::size_t k = 0; k < count; k += stride) {
            total += static_cast<double>((*axis)[k]);
            sampled += 1.0;
        }
        for (std::size_t k = 0; k < count; k += stride) {
            deviation += std::abs(static_cast<double>((*axis)[k]) - total / sampled);
        }
        // A uniform distribution over a length L has a mean deviation of L/4. A flat flock still gets cells
        // of some depth.
        volume *= std::max(4.0 * deviation / sampled, 1e-2);
    }
    return cubeRoot(volume * boidsInCell / static_cast<double>(count));
}

}  // namespace

NeighbourQuery NeighbourQuery::of(const Perception& perception, float farthestRule, const Vec3f& worldSize,
                                  Isa isa) {
    NeighbourQuery query;
    query.perception = perception;
    // The choice of the few does not depend on the reach of the rules.
    query.reach = perception.kind == Perception::Kind::metric ? std::min(perception.radius, farthestRule)
                                                              : perception.radius;
    query.blindCosine = static_cast<float>(-cosine(static_cast<double>(perception.blindAngle) / 2.0));
    query.worldSize = worldSize;
    query.isa = isa;
    return query;
}

void NeighbourQuery::limitCandidates(const Perception& asked, std::uint64_t randomBits) {
    const int factor = asked.kind == Perception::Kind::metric ? 1 : kFewSampleFactor;
    maxCandidates = static_cast<std::uint32_t>(asked.maxCandidates * factor);
    random = randomBits;
}

float NeighbourQuery::cellSize(const FlockState& state, std::size_t count) const {
    return cellSize(count, [&](double boidsInCell) { return typicalCell(state, count, boidsInCell); });
}

float NeighbourQuery::cellSize(std::size_t count,
                               const std::function<double(double boidsInCell)>& typicalCell) const {
    // Without an enabled pair rule no boid searches, but cells still need a size.
    constexpr float kMinCell = 1e-3f;
    if (isMetric() || count == 0) {
        return reach > 0.0f ? std::max(reach, kMinCell) : perception.radius;
    }
    // The k-th neighbour lies within a cell's edge if a cell holds k·3/4π boids. Twice as many, and a few
    // more against the fluctuation of small numbers, mostly avoid a second, wider search.
    double few = perception.count;
    if (perception.kind == Perception::Kind::spread) {
        // Within x times the distance to the closest there are x³ boids on average.
        few = static_cast<double>(perception.spread) * static_cast<double>(perception.spread) *
              static_cast<double>(perception.spread);
    }
    // Few enough that the 27 cells around mostly stay below the candidate limit.
    const double largest = static_cast<double>(maxCandidates) / 54.0;
    const auto wanted = static_cast<float>(typicalCell(std::min(0.5 * few + 2.0, largest)));
    if (perception.kind == Perception::Kind::spread && wanted > 0.8f * reach) {
        return std::max(reach, kMinCell);  // hardly larger, and saves all wider searches
    }
    return std::clamp(wanted, kMinCell, reach);
}

}  // namespace shoal
