#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Separation, alignment and cohesion, each reduced to a direction: a push of constant strength along the
/// unit vectors of −Σ d/|d|², of (mean v_j/|v_j|) − v/|v| and of Σ d, with d the offsets to neighbours,
/// independent of their number and distance. Each considers the neighbours within its own radius and its own
/// cone of view ahead.
struct UnitFlocking {
    float separation = 12.0f;            ///< [m/s²]
    float separationRadius = 5.0f;       ///< [m]
    float separationView = 4.71208698f;  ///< [rad] full opening of the cone ahead
    float alignment = 8.0f;              ///< [m/s²]
    float alignmentRadius = 7.5f;        ///< [m]
    float alignmentView = 1.59079766f;   ///< [rad]
    float cohesion = 8.0f;               ///< [m/s²]
    float cohesionRadius = 9.0f;         ///< [m]
    float cohesionView = 3.44272913f;    ///< [rad]
    float touch = 1.5f;                  ///< [m]

    static constexpr RuleInfo info{
        .key = "unit_flocking",
        .title = "Unit flocking",
        .help =
            "Separates, aligns and gathers by pushes of constant strength, each with its own field of view.",
        .source = "Reynolds 1999; OpenSteer"};
    static constexpr std::array parameters{
        parameter<&UnitFlocking::separation>("separation", linear(0, 50, "m/s²"),
                                             "Strength of the push away from others."),
        parameter<&UnitFlocking::separationRadius>(
            "separation_radius", logarithmic(0.05, 50, "m"),
            "Neighbours nearer than this push; nearer ones count for more.")
            .upTo(Extent::perception),
        parameter<&UnitFlocking::separationView>("separation_view", linear(1, 360, "°"),
                                                 "Opening of the cone ahead in which they push.")
            .idleWhile("the same neighbours lie in the cone"),
        parameter<&UnitFlocking::alignment>("alignment", linear(0, 50, "m/s²"),
                                            "Strength of the push towards others' heading."),
        parameter<&UnitFlocking::alignmentRadius>("alignment_radius", logarithmic(0.05, 50, "m"),
                                                  "Neighbours nearer than this are followed.")
            .upTo(Extent::perception),
        parameter<&UnitFlocking::alignmentView>("alignment_view", linear(1, 360, "°"),
                                                "Opening of the cone ahead in which they are followed.")
            .idleWhile("the same neighbours lie in the cone"),
        parameter<&UnitFlocking::cohesion>("cohesion", linear(0, 50, "m/s²"),
                                           "Strength of the pull towards others' centre."),
        parameter<&UnitFlocking::cohesionRadius>("cohesion_radius", logarithmic(0.05, 50, "m"),
                                                 "Neighbours nearer than this pull.")
            .upTo(Extent::perception),
        parameter<&UnitFlocking::cohesionView>("cohesion_view", linear(1, 360, "°"),
                                               "Opening of the cone ahead in which they pull.")
            .idleWhile("the same neighbours lie in the cone"),
        parameter<&UnitFlocking::touch>(
            "touch", linear(0, 10, "m"),
            "Neighbours nearer than this count in every direction, regardless of the cones.")
            .upTo(Extent::perception)};

    float reach() const { return std::max({separationRadius, alignmentRadius, cohesionRadius, touch}); }

    void prepare(float /*stepSeconds*/) {
        m_separationCosine = cosineOfHalf(separationView);
        m_alignmentCosine = cosineOfHalf(alignmentView);
        m_cohesionCosine = cosineOfHalf(cohesionView);
    }

    template <class L>
    struct Sums {
        Vec3<L> away;
        L followed;
        Vec3<L> heading;
        Vec3<L> towards;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L distance = others.distance();
        const L ahead = dot(others.offset, others.self.heading());
        const auto touching = others.within(touch);
        const auto felt = [&](float radius, float viewCosine) __attribute__((always_inline)) {
            return touching | (others.within(radius) & (ahead > distance * viewCosine));
        };
        const L strength = where(felt(separationRadius, m_separationCosine), 1.0f / others.distanceSq);
        sums.away -= others.offset * strength;
        const auto followed = felt(alignmentRadius, m_alignmentCosine);
        addWhere(followed, sums.followed, 1.0f);
        addWhere(followed, sums.heading, normalised(others.velocity));
        addWhere(felt(cohesionRadius, m_cohesionCosine), sums.towards, others.offset);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self) const {
        const L share = 1.0f / sums.followed;
        const Vec3<L> turn = where(sums.followed > 0.0f, sums.heading * share - self.heading());
        return direction(sums.away) * separation + direction(turn) * alignment +
               direction(sums.towards) * cohesion;
    }

private:
    static float cosineOfHalf(float view) {
        // A full circle includes every direction, even directly behind after rounding.
        return view > 6.2831f ? -2.0f : static_cast<float>(cosine(static_cast<double>(view) / 2.0));
    }

    /// Returns a unit vector, or zero if the pushes cancel, because rounding would determine the direction.
    template <class L>
    SHOAL_INLINE static Vec3<L> direction(const Vec3<L>& a) {
        const L size = length(a);
        return where(size > 1e-5f, a * (1.0f / size));
    }

    float m_separationCosine = -1.0f;
    float m_alignmentCosine = -1.0f;
    float m_cohesionCosine = -1.0f;
};

}  // namespace shoal
