#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <shoal/detail/blind_cone.hpp>
#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/blocks.hpp>
#include <shoal/detail/coincident.hpp>
#include <shoal/detail/lane_layout.hpp>
#include <shoal/detail/on_lanes.hpp>

namespace shoal::detail {

template <class T>
concept PlainPairRule = requires(const T& rule, const typename T::template Sums<BaselineLanes>& sums,
                                 const Self<BaselineLanes>& self) {
    { rule.steer(sums, self) } -> std::convertible_to<Vec3<BaselineLanes>>;
};

/// A pair rule whose `steer` also takes the surroundings.
template <class T>
concept PlacedPairRule = requires(const T& rule, const typename T::template Sums<BaselineLanes>& sums,
                                  const Self<BaselineLanes>& self, const Surroundings& around) {
    { rule.steer(sums, self, around) } -> std::convertible_to<Vec3<BaselineLanes>>;
};

/// A pair rule that keeps a vector for each boid from step to step; neighbours can read it.
template <class T>
concept SharingPairRule = requires(const T& rule, const typename T::template Sums<BaselineLanes>& sums,
                                   const Self<BaselineLanes>& self, const Surroundings& around,
                                   Vec3<BaselineLanes>& memory) {
    { rule.steer(sums, self, around, memory) } -> std::convertible_to<Vec3<BaselineLanes>>;
};

/// One whose passes over blocks without a relevant memory are skipped.
template <class T>
concept RespondingRule = SharingPairRule<T> && requires(const T& rule, const Vec3<BaselineLanes>& memory) {
    { rule.respondsTo(memory, true) } -> std::same_as<BaselineLanes::MaskType>;
};

template <class T>
concept AccumulatingRule = requires(const T& rule, typename T::template Sums<BaselineLanes>& sums,
                                    const Neighbours<BaselineLanes>& others) {
    rule.accumulate(others, sums);
};

template <class T>
concept PairRule = AccumulatingRule<T> &&(PlainPairRule<T> || PlacedPairRule<T> || SharingPairRule<T>);

/// A dummy lane type of an odd size: the size of the sums then reveals any member that is not a lane.
struct LaneProbe {
    using MaskType = char;
    using WordsType = char;

    std::array<char, 127> bytes;
};

/// Whether the sums of a pair rule are lanes only. A pass treats them as an array of lanes: it copies them
/// byte by byte and reduces them one by one.
template <class Rule>
consteval bool hasLaneSums() {
    if constexpr (PairRule<Rule>) {
        using Sums = typename Rule::template Sums<BaselineLanes>;
        constexpr std::size_t kCount = sizeof(Sums) / sizeof(BaselineLanes);
        return std::is_trivially_copyable_v<Sums> && sizeof(Sums) % sizeof(BaselineLanes) == 0 &&
               sizeof(typename Rule::template Sums<LaneProbe>) == kCount * sizeof(LaneProbe);
    } else {
        return true;
    }
}

/// Whether the rule responds to a memory of the block's candidates.
template <RespondingRule Rule>
bool respondsToAny(const PairBlock& block, const Rule& rule) {
    using L = BaselineLanes;
    const auto& [x, y, z] = block.candidateMemory;
    for (std::uint32_t k = 0; k < block.candidateCount(); k += kLanes) {
        if (rule.respondsTo(Vec3<L>{L::load(x + k), L::load(y + k), L::load(z + k)}, block.isOwnSpecies)
                .any()) {
            return true;
        }
    }
    return false;
}

/// Runs one or several pair rules over the boids of a block, with one pass over their neighbours. Each rule
/// keeps its own sums, which meet the candidates in the same order however rules are grouped, so grouping
/// cannot change a bit. `L`: eight lanes. `Two`: sixteen, for two boids at a time, or void.
template <class L, class Two, class... Rules>
class PairPass {
    template <class Lanes>
    using AllSums = std::tuple<typename Rules::template Sums<Lanes>...>;
    static constexpr std::array<std::size_t, sizeof...(Rules)> kSizes{
        sizeof(typename Rules::template Sums<L>) / sizeof(L)...};
    static constexpr std::size_t kTotal = (0 + ... + (sizeof(typename Rules::template Sums<L>) / sizeof(L)));
    static_assert(sizeof...(Rules) == 1 || !(SharingPairRule<Rules> || ...),
                  "a block has the memory of one rule");

    /// Index of a rule's first sum among the sums of all rules.
    static constexpr std::size_t startOf(std::size_t rule) {
        std::size_t start = 0;
        for (std::size_t r = 0; r < rule; ++r) {
            start += kSizes[r];
        }
        return start;
    }

    /// The sums of two boids, each still spread over four lanes.
    using Pair = float[kTotal][2][kLanes / 2];

    struct Totals {
        alignas(64) Pair of[kLanes / 2];
    };

public:
    /// How many results of each rule were not finite.
    using Faults = std::array<std::uint32_t, sizeof...(Rules)>;

    /// Takes the rules by value: in locals, their derived values are computed only once. A push that is not
    /// finite counts as none.
    SHOAL_INLINE static Faults run(const PairBlock& given, Rules... rules) {
        const PairBlock block = given;
        Totals totals;
        Faults faults{};
        for (std::uint32_t first = block.begin; first < block.end; first += kLanes) {
            const std::uint32_t boidCount = laneCount<L>(first, block.end);
            // Decided here and not outside the loop, so that the code that steers exists once: it is long.
            if (block.hasBlindCone) {
                accumulateEight<true>(block, first, boidCount, totals, rules...);
            } else {
                accumulateEight<false>(block, first, boidCount, totals, rules...);
            }
            zeroFrom(boidCount, totals);
            steer(block, first, boidCount, totals, faults, rules...);
        }
        return faults;
    }

private:
    /// Accumulates the neighbours of up to eight boids.
    template <bool hasBlindCone>
    SHOAL_INLINE static void accumulateEight(const PairBlock& block, std::uint32_t first,
                                             std::uint32_t boidCount, Totals& totals, const Rules&... rules) {
        std::uint32_t k = 0;
        // Boids that are consecutive candidates form pairs. Sixteen lanes process both at once; eight lanes
        // start both at the same eight candidates, so that the order of the sums is the same.
        const bool isByTwos = block.stride == 0 && block.selfIndex == nullptr;
        while (k < boidCount) {
            if constexpr (!std::is_void_v<Two>) {
                if (isByTwos && k % 2 == 0 && k + 1 < boidCount &&
                    accumulatePair<hasBlindCone>(block, first + k, totals.of[k / 2], rules...)) {
                    k += 2;
                    continue;
                }
            }
            look<hasBlindCone>(block, first + k, isByTwos ? k % 2 : 0, totals.of[k / 2], k % 2, rules...);
            ++k;
        }
    }

    /// Returns the boid at `slot` in each of eight lanes; of sixteen, the next boid in the last eight.
    template <class Lanes>
    SHOAL_INLINE static Self<Lanes> broadcastSelf(const FlockState& state, std::uint32_t slot) {
        using Layout = LaneLayout<Lanes>;
        return {{Layout::boids(&state.position.x[slot]), Layout::boids(&state.position.y[slot]),
                 Layout::boids(&state.position.z[slot])},
                {Layout::boids(&state.velocity.x[slot]), Layout::boids(&state.velocity.y[slot]),
                 Layout::boids(&state.velocity.z[slot])},
                Layout::boids(&state.id[slot])};
    }

    /// Accumulates the candidates that are seen. Visibility is decided here and, where a few are selected, in
    /// ObserverView::seen; nowhere else.
    template <class Lanes, bool hasBlindCone>
    SHOAL_INLINE static void accumulateSeen(const PairBlock& block, const Self<Lanes>& self,
                                            const Vec3<Lanes>& offset, const Vec3<Lanes>& velocity,
                                            const typename Lanes::WordsType& id, const Vec3<Lanes>& memory,
                                            const BlindCone<Lanes>& cone, Lanes& nearestSq,
                                            AllSums<Lanes>& sums, const Rules&... rules) {
        const Lanes distanceSq = dot(offset, offset);
        nearestSq = min(distanceSq, nearestSq);
        typename Lanes::MaskType unhidden = everyLane<Lanes>();
        if constexpr (hasBlindCone) {
            unhidden = cone.leavesFree(offset, distanceSq);
        }
        const Neighbours<Lanes> others{
            offset,        distanceSq,         velocity, (distanceSq < Lanes(block.radiusSq)) & unhidden,
            self,          block.radiusSq,     unhidden, id,
            block.species, block.isOwnSpecies, memory};
        accumulate(others, sums, std::index_sequence_for<Rules...>{}, rules...);
    }

    /// Accumulates the neighbours of one boid. `back`: 1 for the second of a pair, which starts at the same
    /// eight candidates as the first; else 0.
    template <bool hasBlindCone>
    SHOAL_INLINE static void look(const PairBlock& block, std::uint32_t slot, std::uint32_t back,
                                  Pair& result, std::uint32_t half, const Rules&... rules) {
        const std::uint32_t index = slot - block.begin;
        const bool isShared = block.stride == 0;
        const std::uint32_t from = index * block.stride;
        // A boid is not its own neighbour. It is excluded by index, so that a boid coincident with it still
        // counts.
        const std::uint32_t self = !isShared                    ? block.count
                                   : block.selfIndex == nullptr ? block.selfAt + index
                                                                : block.selfIndex[index];
        const Start start{from, self - back, self};
        // Runs once, or twice if boids coincide: then with these moved apart. A loop, because the code
        // inlined here is large and should exist once.
        for (bool isApart = false;; isApart = true) {
            AllSums<L> sums{};
            const L nearestSq = gather<L, hasBlindCone>(block, slot, start, sums, rules...);
            store<L>(sums, result, half, std::index_sequence_for<Rules...>{});
            if (isApart) [[unlikely]] {
                const PairBlock lent = block;  // copied so that the address of `block` never escapes
                return moveBack(lent, from);
            }
            if (!(nearestSq < L(kCoincidentSq)).any()) [[likely]] {
                return;
            }
            const PairBlock lent = block;
            moveApart(lent, slot, from);
        }
    }

    /// Accumulates the neighbours of two boids, this and the next. False if each must be processed alone
    /// because another boid coincides with one of them.
    template <bool hasBlindCone>
    SHOAL_INLINE static bool accumulatePair(const PairBlock& block, std::uint32_t slot, Pair& result,
                                            const Rules&... rules) {
        const std::uint32_t self = block.selfAt + (slot - block.begin);
        AllSums<Two> sums{};
        const Two nearestSq = gather<Two, hasBlindCone>(block, slot, {0, self, self}, sums, rules...);
        store<Two>(sums, result, 0, std::index_sequence_for<Rules...>{});
        return !(nearestSq < Two(kCoincidentSq)).any();
    }

    /// Stores vector by vector: if the whole is copied, g++ keeps the sums in memory from the start.
    template <class Lanes, std::size_t... Index>
    SHOAL_INLINE static void store(const AllSums<Lanes>& sums, Pair& to, std::uint32_t half,
                                   std::index_sequence<Index...>) {
        const auto each = [&](const auto& of, std::size_t start) __attribute__((always_inline)) {
            const Lanes* const vectors = reinterpret_cast<const Lanes*>(&of);
            for (std::size_t s = 0; s < sizeof(of) / sizeof(Lanes); ++s) {
                storeFolded(vectors[s], to[start + s][half]);
            }
        };
        (each(std::get<Index>(sums), startOf(Index)), ...);
    }

    /// Where to start among the candidates of a boid.
    struct Start {
        std::uint32_t from;   ///< the boid's first candidate
        std::uint32_t first;  ///< start with the eight that hold this one; if none do, with the first eight
        std::uint32_t self;   ///< the boid itself; only checked in the first two groups of eight
    };

    /// Returns the squared distance [m²] to the nearest candidate in each lane.
    template <class Lanes, bool hasBlindCone>
    SHOAL_INLINE static Lanes gather(const PairBlock& block, std::uint32_t slot, const Start& start,
                                     AllSums<Lanes>& sums, const Rules&... rules) {
        using Layout = LaneLayout<Lanes>;
        const Self<Lanes> self = broadcastSelf<Lanes>(*block.state, slot);
        const BlindCone<Lanes> cone(self.velocity, block.blindCosine);
        const std::uint32_t size = (block.count + kLanes - 1) / kLanes * kLanes;
        float* const xs = block.x + start.from;
        const float* const ys = block.y + start.from;
        const float* const zs = block.z + start.from;
        const float* const vxs = block.vx + start.from;
        const float* const vys = block.vy + start.from;
        const float* const vzs = block.vz + start.from;
        const std::uint32_t* const ids = block.id + start.from;
        const auto after = [size](std::uint32_t at) __attribute__((always_inline)) {
            const std::uint32_t next = at + kLanes;
            return next - (next == size ? size : 0);  // no branch: it would be mispredicted for each boid
        };
        const auto xWithoutSelf = [&](std::uint32_t at) __attribute__((always_inline)) {
            return select(Layout::isSelf(at, start.self), Lanes(kFar), Layout::candidates(xs + at));
        };
        // The boid itself is in the first or the second group of eight. With one boid at a time it is seldom
        // in the second; it is then moved out of range in memory, which saves a register.
        constexpr bool isOneByOne = std::is_same_v<Lanes, L>;
        std::uint32_t at = start.first < size ? start.first - start.first % kLanes : 0;
        const bool isHidden = isOneByOne && start.self - at >= kLanes && start.self < size;
        const float own = isHidden ? std::exchange(xs[start.self], kFar) : 0.0f;
        Lanes x = xWithoutSelf(at);
        [[maybe_unused]] Lanes nextX;
        if constexpr (!isOneByOne) {
            nextX = xWithoutSelf(after(at));
        }
        Lanes nearestSq(kFar);
        for (std::uint32_t left = size; left > 0; left -= kLanes) {
            const Vec3<Lanes> offset{x - self.position.x, Layout::candidates(ys + at) - self.position.y,
                                     Layout::candidates(zs + at) - self.position.z};
            const Vec3<Lanes> speed{Layout::candidates(vxs + at), Layout::candidates(vys + at),
                                    Layout::candidates(vzs + at)};
            accumulateSeen<Lanes, hasBlindCone>(block, self, offset, speed, Layout::candidates(ids + at),
                                                memoryAt<Lanes>(block, start.from + at), cone, nearestSq,
                                                sums, rules...);
            at = after(at);
            if constexpr (isOneByOne) {
                x = Layout::candidates(xs + at);
            } else {
                x = nextX;
                nextX = Layout::candidates(xs + after(at));
            }
        }
        if (isHidden) {
            xs[start.self] = own;
        }
        return nearestSq;
    }

    template <class Lanes>
    SHOAL_INLINE static Vec3<Lanes> memoryAt([[maybe_unused]] const PairBlock& block,
                                             [[maybe_unused]] std::uint32_t at) {
        if constexpr ((SharingPairRule<Rules> || ...)) {
            using Layout = LaneLayout<Lanes>;
            const auto& [x, y, z] = block.candidateMemory;
            return {Layout::candidates(x + at), Layout::candidates(y + at), Layout::candidates(z + at)};
        } else {
            return {};
        }
    }

    template <class Lanes, std::size_t... Index>
    SHOAL_INLINE static void accumulate(const Neighbours<Lanes>& others, AllSums<Lanes>& sums,
                                        std::index_sequence<Index...>, const Rules&... rules) {
        (rules.accumulate(others, std::get<Index>(sums)), ...);
    }

    SHOAL_INLINE static void steer(const PairBlock& block, std::uint32_t first, std::uint32_t boidCount,
                                   const Totals& totals, Faults& faults, const Rules&... rules) {
        const Self<L> self = loadSelf<L>(*block.state, first);
        const bool isWhole = first + kLanes <= block.steeringEnd;
        const Vec3<L> old = loadVec3<L>(*block.steering, first, isWhole ? kLanes : boidCount);
        Vec3<L> steering = old;
        Vec3<L> pushes[sizeof...(Rules)];
        steerEach(block, {first, boidCount}, self, totals, pushes, faults,
                  std::index_sequence_for<Rules...>{}, rules...);
        for (const Vec3<L>& push : pushes) {
            steering += push;
        }
        if (!areSurelyFinite(steering)) [[unlikely]] {
            steering = old;
            for (std::size_t rule = 0; rule < sizeof...(Rules); ++rule) {
                const auto isSound = isFinite(pushes[rule]);
                faults[rule] += countFaults(isSound, firstBits(boidCount));
                steering += where(isSound, pushes[rule]);
            }
        }
        if (isWhole) {
            steering = select(lanesWithin<L>(0, boidCount), steering, old);
        }
        storeVec3(*block.steering, first, isWhole ? kLanes : boidCount, steering);
    }

    /// Zeroes the sums of the boids from the k-th on, which have no neighbours.
    SHOAL_INLINE static void zeroFrom(std::uint32_t k, Totals& totals) {
        for (; k < kLanes; ++k) {
            for (auto& sum : totals.of[k / 2]) {
                storeFolded(L(), sum[k % 2]);
            }
        }
    }

    /// Up to eight boids that steer together.
    struct Eight {
        std::uint32_t first;
        std::uint32_t count;
    };

    template <std::size_t... Index>
    SHOAL_INLINE static void steerEach(const PairBlock& block, const Eight& eight, const Self<L>& self,
                                       const Totals& totals, Vec3<L> (&pushes)[sizeof...(Rules)],
                                       Faults& faults, std::index_sequence<Index...>, const Rules&... rules) {
        const L weight(block.weight);
        ((pushes[Index] = steerOne(block, eight, across<Index>(totals, weight), self, faults[Index], rules)),
         ...);
    }

    template <class Rule>
    SHOAL_INLINE static Vec3<L> steerOne(const PairBlock& block, [[maybe_unused]] const Eight& eight,
                                         const typename Rule::template Sums<L>& sums, const Self<L>& self,
                                         [[maybe_unused]] std::uint32_t& faults, const Rule& rule) {
        if constexpr (SharingPairRule<Rule>) {
            const Vec3<L> before = loadVec3<L>(*block.memory, eight.first, eight.count);
            Vec3<L> memory = before;
            const Vec3<L> push = rule.steer(sums, self, *block.surroundings, memory);
            storeVec3(*block.memory, eight.first, eight.count, bounded(memory, before, kMemoryLimit));
            faults += countFaults(isFinite(memory), firstBits(eight.count));
            return push;
        } else if constexpr (PlacedPairRule<Rule>) {
            return rule.steer(sums, self, *block.surroundings);
        } else {
            return rule.steer(sums, self);
        }
    }

    /// Reduces the sums of a rule: lane k for boid k.
    template <std::size_t Index>
    SHOAL_INLINE static std::tuple_element_t<Index, AllSums<L>> across(const Totals& totals,
                                                                       const L& weight) {
        L weighted[kSizes[Index]];
        for (std::size_t s = 0; s < kSizes[Index]; ++s) {
            const float* rows[kLanes];
            for (std::size_t k = 0; k < kLanes; ++k) {
                rows[k] = totals.of[k / 2][startOf(Index) + s][k % 2];
            }
            weighted[s] = sumsOf<L>(rows) * weight;
        }
        std::tuple_element_t<Index, AllSums<L>> result;
        __builtin_memcpy(static_cast<void*>(&result), weighted, sizeof(result));
        return result;
    }
};

/// Runs `adapt(rule)` of each rule: the values that it sets are constants of the whole pass. Returns how many
/// results of each rule were not finite.
template <class Adapt, class... Rules>
std::array<std::uint32_t, sizeof...(Rules)> runPairPass(const PairBlock& block, Isa isa, const Adapt& adapt,
                                                        const Rules&... rules) {
    // One object, so that the closure holds one address: copying a larger one stalls on its fresh stores.
    struct {
        const PairBlock& block;
        const Adapt& adapt;
        std::tuple<const Rules&...> rules;
        std::array<std::uint32_t, sizeof...(Rules)> faults;
    } call{block, adapt, {rules...}, {}};
    onLanes(
        isa, [&call]<class L>() __attribute__((always_inline)) {
            // Sixteen lanes hold eight of each of two boids.
            constexpr bool kTwoBoids = L::kCount > kLanes;
            using One = EightLanes<L>;
            using Two = std::conditional_t<kTwoBoids, L, void>;
            [&call]<std::size_t... Index>(std::index_sequence<Index...>) __attribute__((always_inline)) {
                call.faults =
                    PairPass<One, Two, Rules...>::run(call.block, call.adapt(std::get<Index>(call.rules))...);
            }
            (std::index_sequence_for<Rules...>{});
        });
    return call.faults;
}

/// Takes rules as they are.
struct AsGiven {
    template <class Rule>
    SHOAL_INLINE const Rule& operator()(const Rule& rule) const {
        return rule;
    }
};

}  // namespace shoal::detail
