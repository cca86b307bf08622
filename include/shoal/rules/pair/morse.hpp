#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Attraction and repulsion by a Morse potential: each neighbour at distance r contributes −∇U of
/// U(r) = C_r·e^(−r/l_r) − C_a·e^(−r/l_a), for a mass of 1. Its range is infinite, so the perception radius
/// should be several attraction lengths. If C_r/C_a·(l_r/l_a)² is below 1, a flock in a plane contracts as it
/// grows. With self-propulsion such a flock mills if C_r exceeds C_a; otherwise it forms rings on which boids
/// circle both ways.
struct Morse {
    float attraction = 0.5f;        ///< [m²/s²] C_a
    float attractionLength = 3.0f;  ///< [m] l_a
    float repulsion = 1.0f;         ///< [m²/s²] C_r
    float repulsionLength = 0.5f;   ///< [m] l_r

    static constexpr RuleInfo info{
        .key = "morse",
        .title = "Morse",
        .help = "Attracts boids over long distances and repels them over short ones.",
        .source = "D'Orsogna et al. 2006"};
    static constexpr std::array parameters{
        parameter<&Morse::attraction>("attraction", logarithmic(0, 100, "m²/s²"),
                                      "Strength of the attraction; if too weak, the flock flies apart."),
        parameter<&Morse::attractionLength>(
            "attraction_length", logarithmic(0.05, 50, "m"),
            "Distance over which the attraction falls to 37 %. The perception radius should be several times "
            "as large.")
            .upTo(Extent::world),
        parameter<&Morse::repulsion>("repulsion", logarithmic(0, 100, "m²/s²"),
                                     "Strength of the repulsion; if too weak, the flock collapses."),
        parameter<&Morse::repulsionLength>("repulsion_length", logarithmic(0.05, 50, "m"),
                                           "Distance over which the repulsion falls to 37 %.")
            .upTo(Extent::world)};

    template <class L>
    struct Sums {
        Vec3<L> force;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L distance = others.distance();
        const L pull = exponential(distance * (-1.0f / attractionLength)) * (attraction / attractionLength);
        const L push = exponential(distance * (-1.0f / repulsionLength)) * (repulsion / repulsionLength);
        addWhere(others.seen, sums.force, others.offset * ((pull - push) / distance));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.force;
    }
};

}  // namespace shoal
