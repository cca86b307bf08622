#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include <shoal/detail/blocks.hpp>
#include <shoal/detail/on_lanes.hpp>
#include <shoal/rule_set.hpp>

namespace shoal::detail {

template <class T>
concept FieldRule = requires(const T& rule, const Self<BaselineLanes>& self, const Surroundings& around) {
    { rule.steer(self, around) } -> std::convertible_to<Vec3<BaselineLanes>>;
};

/// A limit rule that keeps a vector for each boid from step to step.
template <class T>
concept RememberingRule = requires(const T& rule, Motion<BaselineLanes>& motion, const Surroundings& around,
                                   Vec3<BaselineLanes>& memory) {
    rule.limit(motion, around, memory);
};

template <class T>
concept LimitRule = RememberingRule<T> ||
    requires(const T& rule, Motion<BaselineLanes>& motion, const Surroundings& around) {
    rule.limit(motion, around);
};

/// Components of memories stay within ±this, so that their squares are finite.
inline constexpr float kMemoryLimit = 1e15f;

template <class L>
SHOAL_INLINE Vec3<L> loadVec3(const Column3& column, std::uint32_t at) {
    return {L::load(&column.x[at]), L::load(&column.y[at]), L::load(&column.z[at])};
}

/// Reads the first `count` lanes; another thread may be writing the rest.
template <class L>
SHOAL_INLINE Vec3<L> loadVec3(const Column3& column, std::uint32_t at, std::uint32_t count) {
    if (count == L::kCount) {
        return loadVec3<L>(column, at);
    }
    alignas(64) float lanes[3][L::kCount] = {};
    for (std::uint32_t k = 0; k < count; ++k) {
        lanes[0][k] = column.x[at + k];
        lanes[1][k] = column.y[at + k];
        lanes[2][k] = column.z[at + k];
    }
    return {L::load(lanes[0]), L::load(lanes[1]), L::load(lanes[2])};
}

template <class L>
SHOAL_INLINE void storeVec3(Column3& column, std::uint32_t at, const Vec3<L>& value) {
    value.x.store(&column.x[at]);
    value.y.store(&column.y[at]);
    value.z.store(&column.z[at]);
}

/// Writes the first `count` lanes; the rest may belong to another thread.
template <class L>
SHOAL_INLINE void storeVec3(Column3& column, std::uint32_t at, std::uint32_t count, const Vec3<L>& value) {
    if (count == L::kCount) {
        return storeVec3(column, at, value);
    }
    alignas(64) float lanes[3][L::kCount];
    value.x.store(lanes[0]);
    value.y.store(lanes[1]);
    value.z.store(lanes[2]);
    for (std::uint32_t k = 0; k < count; ++k) {
        column.put(at + k, {lanes[0][k], lanes[1][k], lanes[2][k]});
    }
}

/// Clamps to ±limit; a NaN becomes `before`.
template <class L>
SHOAL_INLINE L bounded(const L& value, const L& before, float limit) {
    // A NaN is not even equal to itself.
    const auto isNumber = value == value;  // NOLINT(misc-redundant-expression)
    return min(max(select(isNumber, value, before), L(-limit)), L(limit));
}

template <class L>
SHOAL_INLINE Vec3<L> bounded(const Vec3<L>& value, const Vec3<L>& before, float limit) {
    return {bounded(value.x, before.x, limit), bounded(value.y, before.y, limit),
            bounded(value.z, before.z, limit)};
}

template <class L>
SHOAL_INLINE Self<L> loadSelf(const FlockState& state, std::uint32_t at) {
    return {loadVec3<L>(state.position, at), loadVec3<L>(state.velocity, at),
            L::WordsType::load(&state.id[at])};
}

/// Number of lanes from `at` on that lie before `end`.
template <class L>
SHOAL_INLINE std::uint32_t laneCount(std::uint32_t at, std::uint32_t end) {
    return end - at < L::kCount ? end - at : L::kCount;
}

/// True in the lanes that are finite in all components.
template <class L>
SHOAL_INLINE typename L::MaskType isFinite(const Vec3<L>& a) {
    // Zero, or NaN for an infinity or a NaN.
    // NOLINTNEXTLINE(misc-redundant-expression)
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == L(0.0f);
}

/// False if a component of these vectors is not finite in any lane; may be false for huge finite ones, too.
/// Cheaper than isFinite.
template <class L>
SHOAL_INLINE bool areSurelyFinite(const Vec3<L>& a) {
    const L sum = a.x + a.y + a.z;
    return (sum - sum == L(0.0f)).all();  // NOLINT(misc-redundant-expression)
}

/// Number of the lanes in `counted`, a bit for each, that are false.
template <class Mask>
SHOAL_INLINE std::uint32_t countFaults(const Mask& isSound, unsigned counted) {
    return static_cast<std::uint32_t>(std::popcount((!isSound).bits() & counted));
}

/// A bit for each of the first `count` lanes.
SHOAL_INLINE unsigned firstBits(std::uint32_t count) {
    return (1U << count) - 1U;
}

/// Takes the rule by value: in locals, its derived values are computed only once. A push that is not finite
/// counts as none; returns how many were not.
template <class L, class Rule>
SHOAL_INLINE std::uint32_t fieldPass(const FieldBlock& block, const Rule rule) {
    std::uint32_t faults = 0;
    for (std::uint32_t at = block.begin; at < block.end; at += L::kCount) {
        Vec3<L> push = rule.steer(loadSelf<L>(*block.state, at), *block.surroundings);
        const std::uint32_t count = laneCount<L>(at, block.end);
        if (!areSurelyFinite(push)) [[unlikely]] {
            const auto isSound = isFinite(push);
            faults += countFaults(isSound, firstBits(count));
            push = where(isSound, push);
        }
        storeVec3(*block.steering, at, count, loadVec3<L>(*block.steering, at, count) + push);
    }
    return faults;
}

/// The motion of the boids from slot `at` on, before a limit rule changes it.
template <class L>
SHOAL_INLINE Motion<L> loadMotion(const LimitBlock& block, std::uint32_t at, std::uint32_t count) {
    const std::uint32_t k = at - block.begin;
    return {loadVec3<L>(block.old->position, at, count),
            loadVec3<L>(block.old->velocity, at),
            {L::load(block.ax + k), L::load(block.ay + k), L::load(block.az + k)},
            loadVec3<L>(block.fresh->velocity, at, count),
            loadVec3<L>(block.fresh->position, at, count),
            L::WordsType::load(&block.old->id[at])};
}

template <LimitStage stage, class L>
SHOAL_INLINE bool areSurelyFinite(const Motion<L>& motion) {
    if constexpr (stage == LimitStage::acceleration) {
        return areSurelyFinite(motion.acceleration);
    } else if constexpr (stage == LimitStage::velocity) {
        return areSurelyFinite(motion.velocity);
    } else {
        return areSurelyFinite(motion.velocity + motion.position);
    }
}

/// True in the lanes where the result of a limit rule of this stage is finite.
template <LimitStage stage, class L>
SHOAL_INLINE typename L::MaskType isFinite(const Motion<L>& motion) {
    if constexpr (stage == LimitStage::acceleration) {
        return isFinite(motion.acceleration);
    } else if constexpr (stage == LimitStage::velocity) {
        return isFinite(motion.velocity);
    } else {
        return isFinite(motion.velocity) & isFinite(motion.position);
    }
}

/// Returns how many finite motions and memories the rule made infinite or NaN. The integrator replaces those
/// motions; such a memory stays as it was.
template <class L, class Rule>
SHOAL_INLINE std::uint32_t limitPass(const LimitBlock& block, const Rule rule) {
    constexpr LimitStage kStage = Rule::info.stage;
    std::uint32_t faults = 0;
    for (std::uint32_t at = block.begin; at < block.end; at += L::kCount) {
        const std::uint32_t k = at - block.begin;
        const std::uint32_t count = laneCount<L>(at, block.end);
        Motion<L> motion = loadMotion<L>(block, at, count);
        if constexpr (RememberingRule<Rule>) {
            const Vec3<L> before = loadVec3<L>(*block.memory, at, count);
            Vec3<L> memory = before;
            rule.limit(motion, *block.surroundings, memory);
            storeVec3(*block.memory, at, count, bounded(memory, before, kMemoryLimit));
            if (!areSurelyFinite(memory)) [[unlikely]] {
                faults += countFaults(isFinite(memory), firstBits(count));
            }
        } else {
            rule.limit(motion, *block.surroundings);
        }
        if (!areSurelyFinite<kStage>(motion)) [[unlikely]] {
            // An earlier rule may be at fault.
            const auto isSound = isFinite<kStage>(motion);
            const Motion<L> given = loadMotion<L>(block, at, count);
            const auto wasSound = isFinite(given.acceleration) & isFinite<kStage>(given);
            faults += countFaults(isSound | !wasSound, firstBits(count));
        }
        if constexpr (kStage == LimitStage::acceleration) {
            motion.acceleration.x.store(block.ax + k);
            motion.acceleration.y.store(block.ay + k);
            motion.acceleration.z.store(block.az + k);
        } else if constexpr (kStage == LimitStage::velocity) {
            storeVec3(block.fresh->velocity, at, count, motion.velocity);
        } else {
            storeVec3(block.fresh->velocity, at, count, motion.velocity);
            storeVec3(block.fresh->position, at, count, motion.position);
            if (Rule::info.wrapsWorld) {
                storeVec3(block.old->position, at, count, motion.oldPosition);
            }
        }
    }
    return faults;
}

template <class Rule>
std::uint32_t runFieldPass(const FieldBlock& block, Isa isa, const Rule& rule) {
    std::uint32_t faults = 0;
    onLanes(
        isa, [&]<class L>() __attribute__((always_inline)) { faults = fieldPass<L>(block, rule); });
    return faults;
}

template <class Rule>
std::uint32_t runLimitPass(const LimitBlock& block, Isa isa, const Rule& rule) {
    std::uint32_t faults = 0;
    onLanes(
        isa, [&]<class L>() __attribute__((always_inline)) { faults = limitPass<L>(block, rule); });
    return faults;
}

}  // namespace shoal::detail
