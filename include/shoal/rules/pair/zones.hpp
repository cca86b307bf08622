#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Three zones about each boid. While any neighbour is in the innermost, the boid turns away from those,
/// Σ −d/|d|, and ignores the rest. Otherwise it takes up the heading of neighbours in the second zone,
/// Σ v/|v|, and turns to those in the third, Σ d/|d|, both summed. It desires that direction at a constant
/// speed; `limit_turn` sets how fast it turns. The widths of the zones decide between swarm, mill and
/// parallel group.
struct Zones {
    float repulsion = 0.5f;    ///< [m] outer radius
    float orientation = 1.0f;  ///< [m] outer radius; the zone is empty unless above the previous one
    float attraction = 2.0f;   ///< [m] outer radius; the zone is empty unless above both
    float speed = 1.0f;        ///< [m/s]
    float weight = 60.0f;      ///< [1/s]

    static constexpr RuleInfo info{
        .key = "zones",
        .title = "Zones",
        .help = "Makes boids avoid close neighbours, align with farther ones and approach those beyond.",
        .source = "Couzin et al. 2002"};
    static constexpr std::array parameters{
        parameter<&Zones::repulsion>("repulsion", logarithmic(0.05, 50, "m"),
                                     "Neighbours nearer than this are avoided, and all others ignored."),
        parameter<&Zones::orientation>(
            "orientation", logarithmic(0.05, 50, "m"),
            "Boids align with neighbours between the first radius and this one: as the zone grows from none "
            "to wide, the flock becomes a swarm, a mill, a parallel group."),
        parameter<&Zones::attraction>(
            "attraction", logarithmic(0.05, 50, "m"),
            "Neighbours beyond both and up to this attract; too small and the flock falls apart."),
        parameter<&Zones::speed>("speed", linear(0, 20, "m/s"),
                                 "Constant speed of every boid with neighbours in a zone."),
        parameter<&Zones::weight>("weight", linear(0, 60, "1/s"),
                                  "How fast a boid reaches the desired velocity: 60 takes one step, as in "
                                  "the paper, within the limits of limit_turn.")};

    float reach() const { return std::max({repulsion, orientation, attraction}); }

    template <class L>
    struct Sums {
        L tooNear;
        Vec3<L> away;
        Vec3<L> along;
        Vec3<L> towards;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto inFirst = others.within(repulsion);
        const auto inTwo = others.within(std::max(repulsion, orientation));
        const auto inAll = others.within(reach());
        const Vec3<L> direction = others.offset * (1.0f / others.distance());
        addWhere(inFirst, sums.tooNear, 1.0f);
        sums.away -= where(inFirst, direction);
        // Not used if any neighbour is in the first zone.
        sums.along += where(inTwo, normalised(others.velocity));
        sums.towards += where(inAll & !inTwo, direction);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self) const {
        const Vec3<L> wanted = select(sums.tooNear > 0.0f, sums.away, sums.along + sums.towards);
        const L size = length(wanted);
        // If directions cancel out, rounding would determine one.
        const auto hasDirection = size > 1e-4f;
        return where(hasDirection, wanted * (speed / size) - self.velocity) * weight;
    }
};

SHOAL_REGISTER_RULE(Zones);

}  // namespace shoal
