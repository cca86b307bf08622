#pragma once

#include <shoal/detail/pair_pass.hpp>

namespace shoal {

/// A pair rule that counts the neighbours that are seen; its "steering" has the number in x.
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

}  // namespace shoal
