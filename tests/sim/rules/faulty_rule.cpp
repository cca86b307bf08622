// A rule with the fault of this number. tests/sim/CMakeLists.txt expects the one message that names it.

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

struct Faulty {
    float weight = 1.0f;

#if FAULT != 1
    static constexpr RuleInfo info{.key = "faulty", .title = "Faulty", .help = "Does little."};
#endif
#if FAULT != 2
    static constexpr std::array parameters{
        parameter<&Faulty::weight>("weight", linear(0, 1, "m/s²"), "Strength of it.")};
#endif

    template <class L>
    struct Sums {
        Vec3<L> push;
#if FAULT == 5
        int count = 0;
#endif
    };

#if FAULT != 3
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        addWhere(others.seen, sums.push, others.offset);
    }
#endif
#if FAULT != 4
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.push * weight;
    }
#endif
};

SHOAL_REGISTER_RULE(Faulty);

}  // namespace shoal
