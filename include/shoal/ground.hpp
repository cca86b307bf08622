#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <shoal/lanes.hpp>
#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// The land that herds walk on, or a surface that a swarm searches: a height for each x and z. Some rules
/// respond to it; the others ignore it.
struct Ground {
    enum class Form {
        none,   ///< not drawn; a plane for rules that use it
        flat,   ///< a plane
        hills,  ///< endless rolling land
        // Test surfaces for optimisers, with more than one minimum. They fill a square; outside it the ground
        // is as high as at the nearest point of the square.
        rastrigin,   ///< a bowl with over a hundred local minima: Rastrigin 1974
        ackley,      ///< a dented plain around a funnel: Ackley 1987
        himmelblau,  ///< four equal minima: Himmelblau 1972
    };

    Form form = Form::none;
    float level = 0.0f;   ///< [m] height of the lowest point
    float relief = 2.0f;  ///< [m] from the lowest point to the highest; 0 is a plane
    float size = 20.0f;   ///< [m] hills: from crest to crest; surfaces to search: the side of their square

    static constexpr std::array<std::string_view, 6> forms{"none",      "flat",   "hills",
                                                           "rastrigin", "ackley", "himmelblau"};
    static constexpr std::array parameters{
        parameter<&Ground::form>(
            "form", forms, "Shape of the ground: a plane, hills, or a surface with many minima to search.")
            .idleWhile("no boid follows the ground"),
        parameter<&Ground::level>("level", linear(-1000, 1000, "m"),
                                  "Height of its lowest point above the centre of the world.")
            .idleWhile("no boid follows the ground")
            .upTo(Extent::position),
        parameter<&Ground::relief>("relief", logarithmic(0, 200, "m"),
                                   "Height of the highest point above the lowest.")
            .idleWhile("no boid follows the ground")
            .onlyWith("form", "hills", "rastrigin", "ackley", "himmelblau"),
        parameter<&Ground::size>(
            "size", logarithmic(1, 2000, "m"),
            "Hills: from one crest to the next. Surfaces to search: the side of their square.")
            .idleWhile("no boid follows the ground")
            .upTo(Extent::world)
            .onlyWith("form", "hills", "rastrigin", "ackley", "himmelblau"),
    };

    /// Whether it is a surface to search, which fills a square of side `size` about the origin.
    bool isSurface() const { return form >= Form::rastrigin; }

    /// At one point, with the same bits as the lane functions below.
    float heightAt(float x, float z) const;  ///< [m]
    Vec3f normalAt(float x, float z) const;  ///< unit, pointing up
    float valueAt(float x, float z) const;   ///< see groundValue
};

namespace detail {

/// sin²(π·turns) by a polynomial: error below 2e-7, and exactly 0 at whole turns.
template <class L>
SHOAL_INLINE L sineSqOfHalfTurns(const L& turns) {
    // nearestWhole is valid below 2²²; larger floats resolve half turns at best.
    const L near = min(max(turns, -4e6f), 4e6f);
    const L a = (near - nearestWhole(near)) * 3.14159265f;
    const L b = a * a;
    const L sine =
        a * (1.0f +
             b * ((-1.0f / 6) + b * ((1.0f / 120) +
                                     b * ((-1.0f / 5040) + b * ((1.0f / 362880) + b * (-1.0f / 39916800))))));
    return sine * sine;
}

/// 1 − e^(−u) for 0 ≤ u ≤ 2, with a relative error below 1e-6: at u/8 by a polynomial, then doubled three
/// times by 1 − (1 − m)² = m·(2 − m).
template <class L>
SHOAL_INLINE L oneLessDecay(const L& u) {
    const L v = u * (1.0f / 8);
    L m = v * (1.0f - v * ((1.0f / 2) -
                           v * ((1.0f / 6) - v * ((1.0f / 24) - v * ((1.0f / 120) - v * (1.0f / 720))))));
    for (int doubling = 0; doubling < 3; ++doubling) {
        m = m * (2.0f - m);
    }
    return m;
}

/// Half the side of the square in which a surface is usually searched, in the surface's own unit.
constexpr float halfDomain(Ground::Form form) {
    return form == Ground::Form::rastrigin ? 5.12f : 5.0f;
}

/// The highest value in that square.
constexpr float highestValue(Ground::Form form) {
    switch (form) {
        case Ground::Form::rastrigin:
            return 80.706581f;
        case Ground::Form::ackley:
            return 14.302666f;
        case Ground::Form::himmelblau:
            return 890.0f;
        default:
            return 1.0f;
    }
}

/// A wave of the hills: it lowers them by depth·sin²(π·turns).
struct HillWave {
    float alongX;  ///< [turns] for each Ground::size along x
    float alongZ;
    float phase;  ///< [turns]
    float depth;  ///< fraction of the relief
};

/// Four waves in different directions, whose sum never repeats.
inline constexpr std::array kHillWaves{
    HillWave{0.80f, 0.60f, 0.13f, 0.4f}, HillWave{-0.71f, 1.04f, 0.57f, 0.3f},
    HillWave{1.53f, -0.66f, 0.29f, 0.2f}, HillWave{0.94f, 1.99f, 0.81f, 0.1f}};

template <class L>
SHOAL_INLINE L hills(const L& u, const L& v) {
    const auto dip = [&](const HillWave& wave) __attribute__((always_inline)) {
        return sineSqOfHalfTurns(u * wave.alongX + v * wave.alongZ + wave.phase) * wave.depth;
    };
    return 1.0f - (dip(kHillWaves[0]) + dip(kHillWaves[1]) + dip(kHillWaves[2]) + dip(kHillWaves[3]));
}

/// Σ (x² − 10 cos 2πx + 10).
template <class L>
SHOAL_INLINE L rastrigin(const L& x, const L& y) {
    return x * x + y * y + (sineSqOfHalfTurns(x) + sineSqOfHalfTurns(y)) * 20.0f;
}

/// −20 exp(−0.2 √((x² + y²)/2)) − exp((cos 2πx + cos 2πy)/2) + e + 20, with the constants folded into the
/// exponentials to avoid cancellation near the minimum.
template <class L>
SHOAL_INLINE L ackley(const L& x, const L& y) {
    const L distance = sqrt((x * x + y * y) * 0.5f);
    return oneLessDecay(distance * 0.2f) * 20.0f +
           oneLessDecay(sineSqOfHalfTurns(x) + sineSqOfHalfTurns(y)) * 2.71828183f;
}

/// (x² + y − 11)² + (x + y² − 7)².
template <class L>
SHOAL_INLINE L himmelblau(const L& x, const L& y) {
    const L a = x * x + y - 11.0f;
    const L b = x + y * y - 7.0f;
    return a * a + b * b;
}

}  // namespace detail

/// Returns the value whose minimum or maximum a search on this ground seeks: the published formula of the
/// surface, with minimum 0, whatever the relief. Hills: 0 .. 1. A plane: 0.
template <class L>
SHOAL_INLINE L groundValue(const Ground& ground, const L& x, const L& z) {
    if (ground.form == Ground::Form::hills) {
        const float perSize = 1.0f / ground.size;
        return detail::hills(x * perSize, z * perSize);
    }
    if (!ground.isSurface()) {
        return L(0.0f);
    }
    const float half = detail::halfDomain(ground.form);
    const float perMetre = 2.0f * half / ground.size;
    const L u = min(max(x * perMetre, -half), half);
    const L v = min(max(z * perMetre, -half), half);
    if (ground.form == Ground::Form::rastrigin) {
        return detail::rastrigin(u, v);
    }
    return ground.form == Ground::Form::ackley ? detail::ackley(u, v) : detail::himmelblau(u, v);
}

/// Returns the height of the ground at (x, z) [m].
template <class L>
SHOAL_INLINE L groundHeight(const Ground& ground, const L& x, const L& z) {
    const float metres = ground.relief / detail::highestValue(ground.form);
    return ground.level + groundValue(ground, x, z) * metres;
}

/// Returns the unit normal at (x, z), pointing up, from height differences a little to each side.
template <class L>
SHOAL_INLINE Vec3<L> groundNormal(const Ground& ground, const L& x, const L& z) {
    const float aside = ground.size * 1e-3f;
    const float rise = 0.5f / aside;
    const L toX = (groundHeight(ground, x + aside, z) - groundHeight(ground, x - aside, z)) * rise;
    const L toZ = (groundHeight(ground, x, z + aside) - groundHeight(ground, x, z - aside)) * rise;
    return normalised(Vec3<L>{-toX, 1.0f, -toZ});
}

/// What a search on the ground looks for.
enum class Extremum {
    lowest,   ///< the place of the smallest groundValue
    highest,  ///< the place of the largest
};

/// A place on the ground with its value.
template <class L>
struct GroundPoint {
    L x;      ///< [m]
    L z;      ///< [m]
    L value;  ///< groundValue on the present ground, whether the lowest or the highest is sought
};

/// The best place that any boid of a species has found; ties go to the smallest id.
struct GlobalBest {
    GroundPoint<float> found = {0.0f, 0.0f, 0.0f};
    std::uint32_t id = 0;  ///< the boid that found it
};

/// Returns the best place that a boid has found, including where it is now. `memory` is the vector that a
/// searching rule (RuleInfo::seesBest) keeps for each boid: x and z of the place; y is 1, or 0 if there is no
/// place yet.
template <class L>
SHOAL_INLINE GroundPoint<L> personalBest(const Ground& ground, const Vec3<L>& memory, const Vec3<L>& position,
                                         Extremum extremum = Extremum::lowest) {
    const L here = groundValue(ground, position.x, position.z);
    const L remembered = groundValue(ground, memory.x, memory.z);
    const auto isBetter = extremum == Extremum::lowest ? here < remembered : remembered < here;
    const auto isHere = (memory.y == 0.0f) | isBetter;
    return {select(isHere, position.x, memory.x), select(isHere, position.z, memory.z),
            select(isHere, here, remembered)};
}

}  // namespace shoal
