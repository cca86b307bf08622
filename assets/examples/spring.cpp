#include <array>

#include <shoal/rule.hpp>

namespace outside {

using namespace shoal;

/// A spring to each neighbour: Σ e·(d − rest) over the boids within the radius. Pushes apart below the rest
/// length, pulls together above it.
struct Spring {
    float weight = 1.0f;  ///< [1/s²]
    float rest = 0.5f;    ///< [m]
    float radius = 1.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "spring",
                                   .title = "Spring",
                                   .help = "Ties boids to each other as springs would.",
                                   .source = "Hooke 1678"};
    static constexpr std::array parameters{
        parameter<&Spring::weight>("weight", linear(0, 20, "1/s²"),
                                   "How hard it pushes and pulls, for each metre."),
        parameter<&Spring::rest>("rest", linear(0, 10, "m"),
                                 "The length at which it neither pushes nor pulls."),
        parameter<&Spring::radius>("radius", logarithmic(0.05, 200, "m"),
                                   "Others farther away do not matter.")};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> pull;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L strength = 1.0f - rest / others.distance();
        sums.pull += where(others.within(radius), others.offset * strength);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.pull * weight;
    }
};

SHOAL_REGISTER_RULE(Spring);

}  // namespace outside
