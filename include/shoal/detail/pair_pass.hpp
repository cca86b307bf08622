#pragma once

#include <concepts>
#include <tuple>
#include <utility>

#include <shoal/blocks.hpp>
#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/tie.hpp>
#include <shoal/isa.hpp>

namespace shoal::detail {

template <class T>
concept PairRule = requires(const T& rule, typename T::template Sums<BaselineLanes>& sums,
                            const Neighbours<BaselineLanes>& others, const Self<BaselineLanes>& self) {
    rule.see(others, sums);
    { rule.steer(sums, self) } -> std::convertible_to<Vec3<BaselineLanes>>;
};

/// One or several pair rules over the boids of a block, in one look at their neighbours. Each rule keeps its
/// own sums and they meet the candidates in the same order however they are grouped, so grouping cannot
/// change a bit.
template <class L, bool hasBlindCone, class... Rules>
class PairPass {
    template <class Rule>
    using SumsOf = typename Rule::template Sums<L>;
    template <class Rule>
    static constexpr int kSumCount = sizeof(SumsOf<Rule>) / sizeof(L);
    static constexpr int kTotal = (0 + ... + kSumCount<Rules>);
    using AllSums = std::tuple<SumsOf<Rules>...>;

public:
    SHOAL_INLINE static void run(const PairBlock& block, const Rules&... rules) {
        for (std::uint32_t first = block.begin; first < block.end; first += kLanes) {
            const std::uint32_t boidCount = laneCount(first, block.end);
            alignas(32) float totals[kTotal][kLanes] = {};
            for (std::uint32_t k = 0; k < boidCount; ++k) {
                look(block, first + k, totals, k, rules...);
            }
            steer(block, first, boidCount, totals, rules...);
        }
    }

private:
    /// Adds up what one boid sees, into lane `k` of the totals.
    SHOAL_INLINE static void look(const PairBlock& block, std::uint32_t slot, float (&totals)[kTotal][kLanes],
                                  std::uint32_t k, const Rules&... rules) {
        const std::uint32_t index = slot - block.begin;
        const bool isShared = block.stride == 0;
        const std::uint32_t from = index * block.stride;

        // A boid is no neighbour of itself: by index, so that a coincident other still is one.
        const std::uint32_t selfAt =
            block.selfIndex == nullptr ? block.selfAt + index : block.selfIndex[index];
        float ownX = 0.0f;
        if (isShared) {
            ownX = block.x[selfAt];
            block.x[selfAt] = kFar;
        }

        AllSums sums{};
        L nearestSq = gather(block, slot, from, sums, rules...);
        if ((nearestSq < L(kCoincidentSq)).any()) {
            Tie tie(block, slot, from);
            sums = AllSums{};
            nearestSq = gather(block, slot, from, sums, rules...);
            tie.undo(block);
        }
        if (isShared) {
            block.x[selfAt] = ownX;
        }

        L all[kTotal];
        int at = 0;
        std::apply(
            [&](const SumsOf<Rules>&... each) __attribute__((always_inline)) {
                ((__builtin_memcpy(static_cast<void*>(&all[at]), &each, sizeof(each)),
                  at += kSumCount<Rules>),
                 ...);
            },
            sums);
        for (int s = 0; s < kTotal; ++s) {
            totals[s][k] = sum(all[s]);
        }
    }

    /// Returns the distances [m²] to the nearest candidate in each lane.
    SHOAL_INLINE static L gather(const PairBlock& block, std::uint32_t slot, std::uint32_t from,
                                 AllSums& sums, const Rules&... rules) {
        const FlockState& state = *block.state;
        const Self<L> self{{state.position.x[slot], state.position.y[slot], state.position.z[slot]},
                           {state.velocity.x[slot], state.velocity.y[slot], state.velocity.z[slot]},
                           state.id[slot]};
        const L radiusSq = block.radiusSq;
        // cos ≥ c with neither a root nor a division: t·|t| grows with t, so (o·v)|o·v| ≥ c|c| |o|²|v|².
        const float c = block.blindCosine;
        const L coneFactor = dot(self.velocity, self.velocity) * L(c < 0.0f ? -(c * c) : c * c);
        L nearestSq(kFar);
        for (std::uint32_t j = from; j < from + block.count; j += kLanes) {
            const Vec3<L> offset{L::load(block.x + j) - self.position.x,
                                 L::load(block.y + j) - self.position.y,
                                 L::load(block.z + j) - self.position.z};
            const L distanceSq = dot(offset, offset);
            nearestSq = min(distanceSq, nearestSq);
            auto seen = distanceSq < radiusSq;
            if constexpr (hasBlindCone) {
                const L ahead = dot(offset, self.velocity);
                seen = seen & (ahead * abs(ahead) >= coneFactor * distanceSq);
            }
            const Neighbours<L> others{offset,
                                       distanceSq,
                                       {L::load(block.vx + j), L::load(block.vy + j), L::load(block.vz + j)},
                                       seen,
                                       self};
            std::apply(
                [&](SumsOf<Rules> & ... each)
                    __attribute__((always_inline)) { (rules.see(others, each), ...); },
                sums);
        }
        return nearestSq;
    }

    SHOAL_INLINE static void steer(const PairBlock& block, std::uint32_t first, std::uint32_t boidCount,
                                   const float (&totals)[kTotal][kLanes], const Rules&... rules) {
        const Self<L> self = loadSelf<L>(*block.state, first);
        Vec3<L> steering = loadVec3<L>(*block.steering, first, boidCount);
        const L weight(block.weight);
        int at = 0;
        const auto add = [&](const auto& rule) __attribute__((always_inline)) {
            using Rule = std::remove_cvref_t<decltype(rule)>;
            L weighted[kSumCount<Rule>];
            for (int s = 0; s < kSumCount<Rule>; ++s) {
                weighted[s] = L::load(totals[at + s]) * weight;
            }
            SumsOf<Rule> sums;
            __builtin_memcpy(static_cast<void*>(&sums), weighted, sizeof(sums));
            steering += rule.steer(sums, self);
            at += kSumCount<Rule>;
        };
        (add(rules), ...);
        storeVec3(*block.steering, first, boidCount, steering);
    }
};

#if defined(__x86_64__)
template <class... Rules>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void runPairPassAvx2(const PairBlock& block,
                                                                          const Rules&... rules) {
    if (block.hasBlindCone) {
        PairPass<Avx2Lanes, true, Rules...>::run(block, rules...);
    } else {
        PairPass<Avx2Lanes, false, Rules...>::run(block, rules...);
    }
}
#endif

template <class... Rules>
[[gnu::flatten, gnu::noinline]] void runPairPassBaseline(const PairBlock& block, const Rules&... rules) {
    if (block.hasBlindCone) {
        PairPass<BaselineLanes, true, Rules...>::run(block, rules...);
    } else {
        PairPass<BaselineLanes, false, Rules...>::run(block, rules...);
    }
}

template <class... Rules>
void runPairPass(const PairBlock& block, [[maybe_unused]] Isa isa, const Rules&... rules) {
#if defined(__x86_64__)
    if (isa == Isa::avx2) {
        return runPairPassAvx2(block, rules...);
    }
#endif
    runPairPassBaseline(block, rules...);
}

}  // namespace shoal::detail
