#include <array>

#include <shoal/rule.hpp>

namespace outside {

using namespace shoal;

/// Carpentier's "prefer distance" (2006): Σ e·(1 − preferred/d) over the others within the radius. Those
/// nearer than preferred push, those farther away pull.
struct PreferDistance {
    float weight = 1.0f;     ///< [m/s²]
    float preferred = 0.5f;  ///< [m]
    float radius = 1.0f;     ///< [m]

    static constexpr RuleInfo info{.key = "prefer_distance",
                                   .title = "Prefer distance",
                                   .help = "Draws boids to one distance from each other.",
                                   .source = "Carpentier 2006"};
    static constexpr std::array parameters{
        parameter<&PreferDistance::weight>({.key = "weight",
                                            .unit = "m/s²",
                                            .least = 0,
                                            .most = 20,
                                            .help = "How hard it pushes and pulls."}),
        parameter<&PreferDistance::preferred>({.key = "preferred",
                                               .unit = "m",
                                               .least = 0,
                                               .most = 10,
                                               .help = "The distance at which it neither pushes nor pulls."}),
        parameter<&PreferDistance::radius>({.key = "radius",
                                            .unit = "m",
                                            .least = 0.05,
                                            .most = 200,
                                            .help = "Others farther away do not matter.",
                                            .isLogarithmic = true})};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> pull;
    };

    template <class L>
    SHOAL_INLINE void see(const Neighbours<L>& others, Sums<L>& sums) const {
        const L distance = others.distance();
        const L strength = (L(1.0f) - L(preferred) / distance) / distance;
        sums.pull += where(others.within(radius), others.offset * strength);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.pull * weight;
    }
};

SHOAL_REGISTER_RULE(PreferDistance);

}  // namespace outside
