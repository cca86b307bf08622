#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Keeps a distance that is longer ahead and behind than aside, and gives way at the flock's border. With e
/// the heading and o the offset to a neighbour, t = o + e·(o·e)·(1/stretch − 1) is the offset with its part
/// along the heading shortened, and d' = max(|t|, 0.05 radius). The steering is −weight·max(0, 1 −
/// yielding·C)·Σ (radius/d' − 1)·t/d' over the neighbours with d' < radius, where C = 4·(|Σ o/|o||/n − 0.15),
/// limited to 0 .. 1, tells how much all neighbours lie on one side, as they do at a border; n is their
/// number, at least 8, the number of octants of balanced perception. A flat flock has neighbours in at most
/// four octants, so there C is half as large.
struct Spacing {
    float weight = 26.0f;   ///< [m/s²]
    float radius = 2.0f;    ///< [m] aside
    float stretch = 1.5f;   ///< how many times longer ahead and behind
    float yielding = 2.5f;  ///< how fast the push ends towards the border; 0: not at all

    static constexpr RuleInfo info{
        .key = "spacing",
        .title = "Spacing",
        .help = "Keeps boids apart, farther ahead than aside, and lets those at the border close up.",
        .source = "Shoal's own; after Hildenbrandt, Carere and Hemelrijk 2010, separation and centrality"};
    static constexpr std::array parameters{
        parameter<&Spacing::weight>("weight", logarithmic(0, 100, "m/s²"),
                                    "Strength of the push; too little and the flock packs tight."),
        parameter<&Spacing::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours to the side nearer than this push; those ahead and behind, up to "
            "stretch times as far.")
            .upTo(Extent::world),
        parameter<&Spacing::stretch>(
            "stretch", linear(1, 4),
            "How many times farther neighbours ahead and behind are kept than those aside.")
            .idleWhile("no neighbour is near"),
        parameter<&Spacing::yielding>("yielding", linear(0, 10),
                                      "How soon the push ends towards the border, where all neighbours are "
                                      "on one side; 0 pushes there as hard as inside.")
            .idleWhile("neighbours are on all sides")};

    template <class L>
    struct Sums {
        Vec3<L> push;
        Vec3<L> direction;
        L count;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const Vec3<L> heading = others.self.heading();
        const Vec3<L> shortened =
            others.offset + heading * (dot(others.offset, heading) * (1.0f / stretch - 1.0f));
        const L perDistance = 1.0f / max(length(shortened), 0.05f * radius);
        const L strength = max(radius * perDistance - 1.0f, 0.0f) * perDistance;
        addWhere(others.seen, sums.push, shortened * -strength);
        addWhere(others.seen, sums.direction, others.offset * (1.0f / others.distance()));
        addWhere(others.seen, sums.count, 1.0f);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        const L imbalance = length(sums.direction) / max(sums.count, 8.0f);
        const L atBorder = min(max(4.0f * (imbalance - 0.15f), 0.0f), 1.0f);
        return sums.push * (max(1.0f - yielding * atBorder, 0.0f) * weight);
    }
};

}  // namespace shoal
