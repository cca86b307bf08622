// Mistakes in rules. None compiles: mistakes_test.cmake checks that the compiler names each line that ends in
// a comment "expect", and says its words.

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

struct Declared {
    static constexpr RuleInfo info{.key = "mistake", .title = "Mistake", .help = "Does little."};
    static constexpr std::array<Parameter, 0> parameters{};
};

/// A field rule without a mistake.
struct Sound : Declared {
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings&) const {
        return self.heading();
    }
};
SHOAL_REGISTER_RULE(Sound);

template <class L>
struct Pushes {
    Vec3<L> push;
};

/// A pair rule without a mistake.
struct SoundPair : Declared {
    template <class L>
    using Sums = Pushes<L>;
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        addWhere(others.seen, sums.push, others.offset);
    }
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.push;
    }
    float reach() const { return 1.0f; }
    void prepare(float) {}
};
SHOAL_REGISTER_RULE(SoundPair);

// Pieces that are missing.

struct NoInfo {
    static constexpr std::array<Parameter, 0> parameters{};
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>&, const Surroundings&) const;
};
SHOAL_REGISTER_RULE(NoInfo);  // expect: a rule needs `static constexpr RuleInfo info

struct NoParameters {
    static constexpr RuleInfo info = Declared::info;
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>&, const Surroundings&) const;
};
SHOAL_REGISTER_RULE(NoParameters);  // expect: a rule needs `static constexpr std::array parameters

struct NothingToDo : Declared {};
SHOAL_REGISTER_RULE(NothingToDo);  // expect: a rule needs Sums, accumulate and steer(sums, self); or

struct NoAccumulate : Declared {
    template <class L>
    using Sums = Pushes<L>;
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>&, const Self<L>&) const;
};
SHOAL_REGISTER_RULE(NoAccumulate);  // expect: a rule with Sums needs `accumulate

struct NoSteer : Declared {
    template <class L>
    using Sums = Pushes<L>;
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>&, Sums<L>&) const;
};
SHOAL_REGISTER_RULE(NoSteer);  // expect: a rule with Sums needs `Vec3<L> steer

struct CountingSums : SoundPair {
    template <class L>
    struct Sums {
        Vec3<L> push;
        int count;
    };
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>&, Sums<L>&) const;
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>&, const Self<L>&) const;
};
SHOAL_REGISTER_RULE(CountingSums);  // expect: hold nothing but L and Vec3<L>

// Hooks of a wrong form, or misspelt.

struct EmptyPrepare : Sound {
    void prepare() {}
};
SHOAL_REGISTER_RULE(EmptyPrepare);  // expect: `prepare` is wrong: write `void prepare(float stepSeconds)`

struct BigReach : Sound {
    float Reach() const { return 1.0f; }
};
SHOAL_REGISTER_RULE(BigReach);  // expect: `Reach` is misspelt: the hook is `reach`

struct ReachOfInt : Sound {
    float reach(int) const { return 1.0f; }
};
SHOAL_REGISTER_RULE(ReachOfInt);  // expect: `reach` is wrong: write `float reach() const`

struct ChangingReach : Sound {
    float reach() { return 1.0f; }
};
SHOAL_REGISTER_RULE(ChangingReach);  // expect: `reach` is wrong

struct NamedLeader : Sound {
    const char* leaderId() const { return "carl"; }
};
SHOAL_REGISTER_RULE(NamedLeader);  // expect: `leaderId` is wrong: write `std::uint32_t leaderId() const`

struct SnakeLeader : Sound {
    std::uint32_t leader_id() const { return 1; }
};
SHOAL_REGISTER_RULE(SnakeLeader);  // expect: the hook for the leader's id is misspelt: it is `leaderId`

struct ExtremumHeight : Sound {
    float extremum() const { return 1.0f; }
};
SHOAL_REGISTER_RULE(ExtremumHeight);  // expect: `extremum` is wrong: write `Extremum extremum() const`

struct RespondsToPlace : SoundPair {
    template <class L>
    SHOAL_INLINE typename L::MaskType respondsTo(const Vec3<L>& place, bool isOwnSpecies) const;
};
SHOAL_REGISTER_RULE(RespondsToPlace);  // expect: `respondsTo` is wrong: write

struct BigResponds : Sound {
    bool RespondsTo() const { return true; }
};
SHOAL_REGISTER_RULE(BigResponds);  // expect: `RespondsTo` is misspelt: the hook is `respondsTo`

struct SteerBySelf : Declared {
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self) const;
    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const;
};
SHOAL_REGISTER_RULE(SteerBySelf);  // expect: `steer` is wrong: write

struct LimitByMotion : Sound {
    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion) const;
};
SHOAL_REGISTER_RULE(LimitByMotion);  // expect: `limit` is wrong: write

struct AccumulateAlone : Sound {
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others) const;
};
SHOAL_REGISTER_RULE(AccumulateAlone);  // expect: `accumulate` is wrong: write

// Lanes as if they were single numbers. The compiler speaks once for each width of lanes.

template <class L>
L smallerByIf(const L& a, const L& b) {
    if (a < b) {  // expect: comparing lanes gives a mask, not a bool
        return a;
    }
    return b;
}
template BaselineLanes smallerByIf(const BaselineLanes&, const BaselineLanes&);

template <class L>
L smallerByChoice(const L& a, const L& b) {
    return a < b ? a : b;  // expect: comparing lanes gives a mask, not a bool
}
template Avx2Lanes smallerByChoice(const Avx2Lanes&, const Avx2Lanes&);

template <class L>
L largerByStd(const L& a, const L& b) {
    return std::max(a, b);  // expect somewhere: comparing lanes gives a mask, not a bool
}
template Avx512Lanes largerByStd(const Avx512Lanes&, const Avx512Lanes&);

}  // namespace shoal
