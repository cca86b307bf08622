#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/pair_pass.hpp>
#include <shoal/ground.hpp>

namespace shoal::detail {

/// Defines `hasName<T>()`: whether a struct has a member `name` of any kind. It has one if another member of
/// this name makes it ambiguous.
#define SHOAL_DEFINE_HAS(name, hasName)     \
    template <class T>                      \
    consteval bool hasName() {              \
        if constexpr (std::is_final_v<T>) { \
            return false;                   \
        } else {                            \
            struct Other {                  \
                int name;                   \
            };                              \
            struct Both : T, Other {};      \
            return !requires {              \
                &Both::name;                \
            };                              \
        }                                   \
    }

SHOAL_DEFINE_HAS(accumulate, hasAccumulate)
SHOAL_DEFINE_HAS(steer, hasSteer)
SHOAL_DEFINE_HAS(limit, hasLimit)
SHOAL_DEFINE_HAS(prepare, hasPrepare)
SHOAL_DEFINE_HAS(reach, hasReach)
SHOAL_DEFINE_HAS(leaderId, hasLeaderId)
SHOAL_DEFINE_HAS(extremum, hasExtremum)
SHOAL_DEFINE_HAS(respondsTo, hasRespondsTo)
// Likely misspellings.
SHOAL_DEFINE_HAS(Accumulate, hasBigAccumulate)
SHOAL_DEFINE_HAS(Steer, hasBigSteer)
SHOAL_DEFINE_HAS(Limit, hasBigLimit)
SHOAL_DEFINE_HAS(Prepare, hasBigPrepare)
SHOAL_DEFINE_HAS(Reach, hasBigReach)
SHOAL_DEFINE_HAS(LeaderId, hasBigLeaderId)
SHOAL_DEFINE_HAS(leaderID, hasLeaderID)
SHOAL_DEFINE_HAS(leaderid, hasSmallLeaderId)
SHOAL_DEFINE_HAS(leader_id, hasSnakeLeaderId)
SHOAL_DEFINE_HAS(Extremum, hasBigExtremum)
SHOAL_DEFINE_HAS(RespondsTo, hasBigRespondsTo)
#undef SHOAL_DEFINE_HAS

template <class T>
concept Prepares = requires(T& rule) {
    { rule.prepare(1.0f) } -> std::same_as<void>;
};
template <class T>
concept Reaches = requires(const T& rule) {
    { rule.reach() } -> std::convertible_to<float>;
};
template <class T>
concept HasLeader = requires(const T& rule) {
    { rule.leaderId() } -> std::convertible_to<std::optional<std::uint32_t>>;
};
template <class T>
concept HasExtremum = requires(const T& rule) {
    { rule.extremum() } -> std::same_as<Extremum>;
};

/// Refuses hooks that would otherwise be ignored, because their name or their form is wrong.
template <class T>
consteval bool checkHooks() {
    static_assert(!hasBigAccumulate<T>(), "`Accumulate` is misspelt: the hook is `accumulate`");
    static_assert(!hasBigSteer<T>(), "`Steer` is misspelt: the hook is `steer`");
    static_assert(!hasBigLimit<T>(), "`Limit` is misspelt: the hook is `limit`");
    static_assert(!hasBigPrepare<T>(), "`Prepare` is misspelt: the hook is `prepare`");
    static_assert(!hasBigReach<T>(), "`Reach` is misspelt: the hook is `reach`");
    static_assert(
        !hasBigLeaderId<T>() && !hasLeaderID<T>() && !hasSmallLeaderId<T>() && !hasSnakeLeaderId<T>(),
        "the hook for the leader's id is misspelt: it is `leaderId`");
    static_assert(!hasBigExtremum<T>(), "`Extremum` is misspelt: the hook is `extremum`");
    static_assert(!hasBigRespondsTo<T>(), "`RespondsTo` is misspelt: the hook is `respondsTo`");

    static_assert(!hasPrepare<T>() || Prepares<T>,
                  "`prepare` is wrong: write `void prepare(float stepSeconds)`");
    static_assert(!hasReach<T>() || Reaches<T>, "`reach` is wrong: write `float reach() const`, in metres");
    static_assert(!hasLeaderId<T>() || HasLeader<T>,
                  "`leaderId` is wrong: write `std::uint32_t leaderId() const`, or return an optional one");
    static_assert(!hasExtremum<T>() || HasExtremum<T>,
                  "`extremum` is wrong: write `Extremum extremum() const`");
    static_assert(!hasRespondsTo<T>() || RespondingRule<T>,
                  "`respondsTo` is wrong: write `typename L::MaskType respondsTo(const Vec3<L>& memory, bool "
                  "isOwnSpecies) const`, in a pair rule whose `steer` takes a memory");
    static_assert(!hasAccumulate<T>() || AccumulatingRule<T>,
                  "`accumulate` is wrong: write `void accumulate(const Neighbours<L>& others, Sums<L>& sums) "
                  "const` beside `template <class L> struct Sums`");
    // The Sums of a pair rule have a message of their own.
    constexpr bool kHasSums = requires {
        typename T::template Sums<BaselineLanes>;
    };
    static_assert(
        !hasSteer<T>() || kHasSums || FieldRule<T>,
        "`steer` is wrong: write `Vec3<L> steer(const Sums<L>&, const Self<L>&) const` for a pair rule, "
        "or `Vec3<L> steer(const Self<L>&, const Surroundings&) const` for a field rule");
    static_assert(
        !hasLimit<T>() || LimitRule<T>,
        "`limit` is wrong: write `void limit(Motion<L>& motion, const Surroundings&) const`, or with "
        "`Vec3<L>& memory` as a third argument");
    return true;
}

}  // namespace shoal::detail
