#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include <shoal/detail/blind_cone.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Three zones about each boid. While any neighbour is in the innermost, the boid turns away from those,
/// Σ −d/|d|, and ignores the rest. Otherwise it takes up the heading of neighbours in the second zone,
/// Σ v/|v|, and turns to those in the third, Σ d/|d|. It desires that direction at a constant speed;
/// `limit_turn` sets how fast it turns. The widths of the zones decide between swarm, mill and parallel
/// group. The blind cone of this rule hides neighbours only from the outer two zones; the innermost acts all
/// around if the species has no blind cone of its own.
struct Zones {
    /// How the second and the third zone combine.
    enum class Combine {
        sums,   ///< adds both sums: the zone with more neighbours counts more
        means,  ///< adds the mean directions of both zones, so that each counts the same
    };

    float repulsion = 0.5f;    ///< [m] outer radius
    float orientation = 1.0f;  ///< [m] outer radius; the zone is empty unless above the previous one
    float attraction = 2.0f;   ///< [m] outer radius; the zone is empty unless above both
    float speed = 1.0f;        ///< [m/s]
    float weight = 60.0f;      ///< [1/s]
    Combine combine = Combine::sums;
    float blindAngle = 0.0f;  ///< [rad] full opening of the cone behind

    static constexpr std::array<std::string_view, 2> combinations{"sums", "means"};

    static constexpr RuleInfo info{
        .key = "zones",
        .title = "Zones",
        .help = "Makes boids avoid close neighbours, align with farther ones and approach those beyond.",
        .source = "Couzin et al. 2002"};
    static constexpr std::array parameters{
        parameter<&Zones::repulsion>("repulsion", logarithmic(0.05, 50, "m"),
                                     "Neighbours nearer than this are avoided, and all others ignored.")
            .upTo(Extent::perception),
        parameter<&Zones::orientation>(
            "orientation", logarithmic(0.05, 50, "m"),
            "Boids align with neighbours between the first radius and this one: as the zone grows from none "
            "to wide, the flock becomes a swarm, a mill, a parallel group.")
            .upTo(Extent::perception),
        parameter<&Zones::attraction>(
            "attraction", logarithmic(0.05, 50, "m"),
            "Neighbours beyond both and up to this attract; too small and the flock falls apart.")
            .upTo(Extent::perception),
        parameter<&Zones::speed>("speed", linear(0, 20, "m/s"),
                                 "Constant speed of every boid with neighbours in a zone."),
        parameter<&Zones::weight>(
            "weight", linear(0, 60, "1/s"),
            "How fast a boid reaches the desired velocity, within the limits of limit_turn. One over the "
            "time step takes one step, as in the paper: 60 for steps of 1/60 s, 10 for 0.1 s. More "
            "has no further effect.")
            .upTo(Extent::stepRate),
        parameter<&Zones::combine>(
            "combine", combinations,
            "How alignment and attraction combine: by their sums, so that the zone with more neighbours "
            "counts more, or by the mean direction of each zone, so that both count the same."),
        parameter<&Zones::blindAngle>(
            "blind_angle", linear(0, 350, "°"),
            "Opening of a cone behind the boid that hides neighbours to align with and to approach, but none "
            "that are too near. The blind angle of the perception hides all.")
            .idleWhile("the same neighbours lie in the cone")};

    float reach() const { return std::max({repulsion, orientation, attraction}); }

    void prepare(float /*stepSeconds*/) {
        m_blindCosine =
            blindAngle > 0.0f ? static_cast<float>(-cosine(static_cast<double>(blindAngle) / 2.0)) : kNoCone;
    }

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
        typename L::MaskType isAhead = everyLane<L>();
        if (m_blindCosine > kNoCone) {
            const detail::BlindCone<L> cone(others.self.velocity, m_blindCosine);
            isAhead = cone.leavesFree(others.offset, others.distanceSq);
        }
        const Vec3<L> direction = others.offset * (1.0f / others.distance());
        addWhere(inFirst, sums.tooNear, 1.0f);
        sums.away -= where(inFirst, direction);
        // Not used if any neighbour is in the first zone.
        sums.along += where(inTwo & isAhead, normalised(others.velocity));
        sums.towards += where(inAll & !inTwo & isAhead, direction);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> both = combine == Combine::means
                                 ? meanDirection(sums.along) + meanDirection(sums.towards)
                                 : sums.along + sums.towards;
        const Vec3<L> wanted = select(sums.tooNear > 0.0f, sums.away, both);
        const L size = length(wanted);
        const auto hasDirection = size > kSmallestSum;
        return where(hasDirection, wanted * (speed / size) - self.velocity) *
               std::min(weight, around.decisionsPerSecond);
    }

private:
    /// If directions cancel out below this, rounding would determine the direction of their sum.
    static constexpr float kSmallestSum = 1e-4f;

    template <class L>
    SHOAL_INLINE static Vec3<L> meanDirection(const Vec3<L>& sum) {
        const L size = length(sum);
        return where(size > kSmallestSum, sum * (1.0f / size));
    }

    static constexpr float kNoCone = -2.0f;  ///< no cosine

    float m_blindCosine = kNoCone;
};

}  // namespace shoal
