#include "sim/neighbours/count_seen.hpp"

#include <shoal/detail/pair_pass.hpp>

namespace shoal {
namespace {

/// A pair rule whose "steering" has the number of neighbours in x.
struct CountSeen {
    template <class L>
    struct Sums {
        L count;
    };
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        sums.count += where(others.seen, L(1.0f));
    }
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return {sums.count, L(), L()};
    }
};

}  // namespace

void countSeen(const PairBlock& block, Isa isa) {
    detail::runPairPass(block, isa, detail::AsGiven{}, CountSeen{});
}

}  // namespace shoal
