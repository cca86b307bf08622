#pragma once

#include <array>
#include <concepts>
#include <cstddef>
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
    using AllSums = std::tuple<SumsOf<Rules>...>;
    static constexpr std::array<std::size_t, sizeof...(Rules)> kSizes{sizeof(SumsOf<Rules>) / sizeof(L)...};
    static constexpr std::size_t kTotal = (0 + ... + (sizeof(SumsOf<Rules>) / sizeof(L)));

    /// Where the sums of a rule begin among those of all.
    static constexpr std::size_t startOf(std::size_t rule) {
        std::size_t start = 0;
        for (std::size_t r = 0; r < rule; ++r) {
            start += kSizes[r];
        }
        return start;
    }

    /// What each of eight boids has summed up, still spread over eight lanes.
    struct Totals {
        alignas(32) float of[kLanes][kTotal][kLanes];
    };

public:
    /// The rules by value: held in locals, what is derived from them is derived once.
    SHOAL_INLINE static void run(const PairBlock& given, Rules... rules) {
        const PairBlock block = given;
        Totals totals;
        for (std::uint32_t first = block.begin; first < block.end; first += kLanes) {
            const std::uint32_t boidCount = laneCount(first, block.end);
            for (std::uint32_t k = 0; k < boidCount; ++k) {
                look(block, first + k, totals.of[k], rules...);
            }
            for (std::uint32_t k = boidCount; k < kLanes; ++k) {
                for (float(&sums)[kLanes] : totals.of[k]) {
                    L().store(sums);
                }
            }
            steer(block, first, boidCount, totals, rules...);
        }
    }

private:
    /// Adds up what one boid sees.
    SHOAL_INLINE static void look(const PairBlock& block, std::uint32_t slot, float (&result)[kTotal][kLanes],
                                  const Rules&... rules) {
        const std::uint32_t index = slot - block.begin;
        const bool isShared = block.stride == 0;
        const std::uint32_t from = index * block.stride;

        // A boid is no neighbour of itself: by index, so that a coincident other still is one.
        const std::uint32_t self = !isShared                    ? from + block.count
                                   : block.selfIndex == nullptr ? block.selfAt + index
                                                                : block.selfIndex[index];
        AllSums sums{};
        const L nearestSq = gather(block, slot, from, self, sums, rules...);
        store(sums, result, std::index_sequence_for<Rules...>{});
        if ((nearestSq < L(kCoincidentSq)).any()) [[unlikely]] {
            const PairBlock lent = block;  // so that nobody else ever knows where `block` is
            const Tie tie(lent, slot, from);
            AllSums apart{};
            gather(block, slot, from, self, apart, rules...);
            tie.undo(lent);
            store(apart, result, std::index_sequence_for<Rules...>{});
        }
    }

    /// Vector by vector: where the whole is copied, g++ keeps the sums in memory from the start.
    template <std::size_t... Index>
    SHOAL_INLINE static void store(const AllSums& sums, float (&to)[kTotal][kLanes],
                                   std::index_sequence<Index...>) {
        const auto each = [&](const auto& of, std::size_t start) __attribute__((always_inline)) {
            const L* const vectors = reinterpret_cast<const L*>(&of);
            for (std::size_t s = 0; s < sizeof(of) / sizeof(L); ++s) {
                vectors[s].store(to[start + s]);
            }
        };
        (each(std::get<Index>(sums), startOf(Index)), ...);
    }

    /// Returns the distances [m²] to the nearest candidate in each lane. Begins with the eight among which
    /// the boid itself is, where it is one of the `count` from `from` on.
    SHOAL_INLINE static L gather(const PairBlock& block, std::uint32_t slot, std::uint32_t from,
                                 std::uint32_t selfIndex, AllSums& sums, const Rules&... rules) {
        const FlockState& state = *block.state;
        const Self<L> self{{state.position.x[slot], state.position.y[slot], state.position.z[slot]},
                           {state.velocity.x[slot], state.velocity.y[slot], state.velocity.z[slot]},
                           state.id[slot]};
        // cos ≥ c with neither a root nor a division: t·|t| grows with t, so (o·v)|o·v| ≥ c|c| |o|²|v|².
        const float c = block.blindCosine;
        const L coneFactor = dot(self.velocity, self.velocity) * L(c < 0.0f ? -(c * c) : c * c);
        L nearestSq(kFar);
        const std::uint32_t size = (block.count + kLanes - 1) / kLanes * kLanes;
        std::uint32_t j = selfIndex - from < size ? selfIndex - (selfIndex - from) % kLanes : from;
        L x = L::load(block.x + j);
        if (selfIndex - j < kLanes) {
            x = select(lanesWithin<L>(selfIndex - j, selfIndex - j + 1), L(kFar), x);
        }
        for (std::uint32_t left = size; left > 0; left -= kLanes) {
            const Vec3<L> offset{x - self.position.x, L::load(block.y + j) - self.position.y,
                                 L::load(block.z + j) - self.position.z};
            const L distanceSq = dot(offset, offset);
            nearestSq = min(distanceSq, nearestSq);
            typename L::MaskType unhidden = everyLane<L>();
            if constexpr (hasBlindCone) {
                const L ahead = dot(offset, self.velocity);
                unhidden = ahead * abs(ahead) >= coneFactor * distanceSq;
            }
            const Neighbours<L> others{offset,
                                       distanceSq,
                                       {L::load(block.vx + j), L::load(block.vy + j), L::load(block.vz + j)},
                                       (distanceSq < L(block.radiusSq)) & unhidden,
                                       self,
                                       block.radiusSq,
                                       unhidden};
            std::apply(
                [&](SumsOf<Rules> & ... each)
                    __attribute__((always_inline)) { (rules.see(others, each), ...); },
                sums);
            j += kLanes;
            j -= j == from + size ? size : 0;  // without a branch: it would be mispredicted for each boid
            x = L::load(block.x + j);
        }
        return nearestSq;
    }

    SHOAL_INLINE static void steer(const PairBlock& block, std::uint32_t first, std::uint32_t boidCount,
                                   const Totals& totals, const Rules&... rules) {
        const Self<L> self = loadSelf<L>(*block.state, first);
        const L weight(block.weight);
        const bool isWhole = first + kLanes <= block.steeringEnd;
        const Vec3<L> old = loadVec3<L>(*block.steering, first, isWhole ? kLanes : boidCount);
        Vec3<L> steering = old;
        const auto addAll = [&]<std::size_t... Index>(std::index_sequence<Index...>)
            __attribute__((always_inline)) {
            ((steering += rules.steer(across<Index>(totals, weight), self)), ...);
        };
        addAll(std::index_sequence_for<Rules...>{});
        if (isWhole) {
            steering = select(lanesWithin<L>(0, boidCount), steering, old);
        }
        storeVec3(*block.steering, first, isWhole ? kLanes : boidCount, steering);
    }

    /// What a rule has seen: lane k for boid k.
    template <std::size_t Index>
    SHOAL_INLINE static std::tuple_element_t<Index, AllSums> across(const Totals& totals, const L& weight) {
        L weighted[kSizes[Index]];
        for (std::size_t s = 0; s < kSizes[Index]; ++s) {
            L rows[kLanes];
            for (std::size_t k = 0; k < kLanes; ++k) {
                rows[k] = L::load(totals.of[k][startOf(Index) + s]);
            }
            weighted[s] = sumsOf(rows) * weight;
        }
        std::tuple_element_t<Index, AllSums> result;
        __builtin_memcpy(static_cast<void*>(&result), weighted, sizeof(result));
        return result;
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

/// The same vectors of eight, with twice the registers to keep sums in.
template <class... Rules>
[[gnu::target("avx2,avx512f,avx512vl,avx512bw,avx512dq"), gnu::flatten, gnu::noinline]] void
runPairPassAvx512(const PairBlock& block, const Rules&... rules) {
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
    if (isa == Isa::avx512) {
        return runPairPassAvx512(block, rules...);
    }
    if (isa == Isa::avx2) {
        return runPairPassAvx2(block, rules...);
    }
#endif
    runPairPassBaseline(block, rules...);
}

}  // namespace shoal::detail
