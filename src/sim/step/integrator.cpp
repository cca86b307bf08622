#include "sim/step/integrator.hpp"

#include <algorithm>
#include <cassert>

#include <shoal/detail/block_passes.hpp>

namespace shoal {
namespace {

using detail::loadVec3;
using detail::storeVec3;

/// Boids integrated together: their accelerations stay in the L1 cache.
constexpr std::uint32_t kChunk = 256;
constexpr std::uint32_t kMaxLanes = Avx512Lanes::kCount;
static_assert(kMaxLanes <= AlignedArray<float>::kPadding);

/// Calls `stage.operator()<L>(k)` for every group of as many boids as there are lanes.
template <class Stage>
void forEachGroup(Isa isa, std::uint32_t begin, std::uint32_t end, const Stage& stage) {
    detail::onLanes(
        isa, [ begin, end, stage ]<class L>() __attribute__((always_inline)) {
            for (std::uint32_t k = begin; k < end; k += L::kCount) {
                stage.template operator()<L>(k);
            }
        });
}

}  // namespace

void Integrator::run(std::uint32_t begin, std::uint32_t end) const {
    using detail::bounded;
    // All lanes are written even at the end of the flock: the arrays are padded.
    assert(begin % kMaxLanes == 0 && "tasks do not share lanes");
    const float seconds = surroundings->stepSeconds;
    for (std::uint32_t first = begin; first < end; first += kChunk) {
        const std::uint32_t last = std::min(first + kChunk, end);
        alignas(64) float acceleration[3][kChunk + kMaxLanes];
        std::copy(&steering->x[first], &steering->x[last], acceleration[0]);
        std::copy(&steering->y[first], &steering->y[last], acceleration[1]);
        std::copy(&steering->z[first], &steering->z[last], acceleration[2]);
        for (float* axis : acceleration) {
            std::fill_n(axis + (last - first), kMaxLanes, 0.0f);
        }
        LimitBlock block{old,          fresh,           first,           last,
                         surroundings, acceleration[0], acceleration[1], acceleration[2],
                         nullptr};
        const auto limit = [&](LimitStage stage) {
            std::size_t memory = 0;
            for (const Rule* rule : limits) {
                block.memory = rule->hasMemory() ? &memories[memory++].values : nullptr;
                if (rule->info().stage == stage) {
                    rule->limit(block, isa);
                }
            }
        };

        limit(LimitStage::acceleration);

        forEachGroup(
            isa, first, last, [&]<class L>(std::uint32_t k) __attribute__((always_inline)) {
                const std::uint32_t at = k - first;
                const Vec3<L> rate{L::load(&acceleration[0][at]), L::load(&acceleration[1][at]),
                                   L::load(&acceleration[2][at])};
                const Vec3<L> before = loadVec3<L>(old->velocity, k);
                storeVec3(fresh->velocity, k, bounded(before + rate * seconds, before, kSpeedLimit));
            });
        limit(LimitStage::velocity);

        forEachGroup(
            isa, first, last, [&]<class L>(std::uint32_t k) __attribute__((always_inline)) {
                const Vec3<L> velocity =
                    bounded(loadVec3<L>(fresh->velocity, k), loadVec3<L>(old->velocity, k), kSpeedLimit);
                storeVec3(fresh->velocity, k, velocity);
                storeVec3(fresh->position, k, loadVec3<L>(old->position, k) + velocity * seconds);
            });
        limit(LimitStage::position);

        forEachGroup(
            isa, first, last, [&]<class L>(std::uint32_t k) __attribute__((always_inline)) {
                storeVec3(
                    fresh->position, k,
                    bounded(loadVec3<L>(fresh->position, k), loadVec3<L>(old->position, k), kWorldLimit));
                storeVec3(
                    fresh->velocity, k,
                    bounded(loadVec3<L>(fresh->velocity, k), loadVec3<L>(old->velocity, k), kSpeedLimit));
            });
        std::copy(&old->id[first], &old->id[last], &fresh->id[first]);
    }
}

}  // namespace shoal
