#include "sim/flight.hpp"

#include <algorithm>

namespace shoal {
namespace {

/// Boids that fly together: their accelerations stay in the nearest cache.
constexpr std::uint32_t kChunk = 256;

float bounded(float value, float fallback, float limit) {
    // Not a number compares with nothing, not even with itself.
    const float known = value == value ? value : fallback;
    return std::min(std::max(known, -limit), limit);
}

void boundAll(AlignedArray<float>& values, const AlignedArray<float>& old, std::uint32_t begin,
              std::uint32_t end, float limit) {
    for (std::uint32_t k = begin; k < end; ++k) {
        values[k] = bounded(values[k], old[k], limit);
    }
}

void boundAll(Column3& values, const Column3& old, std::uint32_t begin, std::uint32_t end, float limit) {
    boundAll(values.x, old.x, begin, end, limit);
    boundAll(values.y, old.y, begin, end, limit);
    boundAll(values.z, old.z, begin, end, limit);
}

void advance(AlignedArray<float>& to, const AlignedArray<float>& from, const float* rate, std::uint32_t begin,
             std::uint32_t end, float seconds) {
    for (std::uint32_t k = begin; k < end; ++k) {
        to[k] = from[k] + rate[k - begin] * seconds;
    }
}

}  // namespace

void Flight::run(std::uint32_t begin, std::uint32_t end) const {
    const float seconds = surroundings->stepSeconds;
    for (std::uint32_t first = begin; first < end; first += kChunk) {
        const std::uint32_t last = std::min(first + kChunk, end);
        alignas(32) float acceleration[3][kChunk + kLanes] = {};
        std::copy(&steering->x[first], &steering->x[last], acceleration[0]);
        std::copy(&steering->y[first], &steering->y[last], acceleration[1]);
        std::copy(&steering->z[first], &steering->z[last], acceleration[2]);
        const LimitBlock block{old,          fresh,           first,           last,
                               surroundings, acceleration[0], acceleration[1], acceleration[2]};
        const auto limit = [&](LimitStage stage) {
            for (const Rule* rule : limits) {
                if (rule->info().stage == stage) {
                    rule->limit(block, isa);
                }
            }
        };

        limit(LimitStage::acceleration);

        advance(fresh->velocity.x, old->velocity.x, acceleration[0], first, last, seconds);
        advance(fresh->velocity.y, old->velocity.y, acceleration[1], first, last, seconds);
        advance(fresh->velocity.z, old->velocity.z, acceleration[2], first, last, seconds);
        boundAll(fresh->velocity, old->velocity, first, last, kSpeedLimit);
        limit(LimitStage::velocity);
        boundAll(fresh->velocity, old->velocity, first, last, kSpeedLimit);

        advance(fresh->position.x, old->position.x, &fresh->velocity.x[first], first, last, seconds);
        advance(fresh->position.y, old->position.y, &fresh->velocity.y[first], first, last, seconds);
        advance(fresh->position.z, old->position.z, &fresh->velocity.z[first], first, last, seconds);
        limit(LimitStage::position);
        boundAll(fresh->position, old->position, first, last, kWorldLimit);
        boundAll(fresh->velocity, old->velocity, first, last, kSpeedLimit);

        std::copy(&old->id[first], &old->id[last], &fresh->id[first]);
    }
}

}  // namespace shoal
