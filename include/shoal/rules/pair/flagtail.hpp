#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// The model of Gautrais et al. 2012, fitted to tracks of barred flagtails in a shallow tank: fish of
/// constant speed v whose turning speed ω, about the vertical, is a persistent random process that follows a
/// desired one, ω*:
///   dω = −(v/ξ)(ω − ω*) dt + v σ dW, dφ = ω dt,
///   ω* = wall·sgn(φ_w)·v/d_w + (1/N) Σ (alignment·v sin φ_j + attraction·d_j sin θ_j)(1 + frontal·cos θ_j).
/// The sum runs over the N perceived neighbours, at distance d_j: φ_j is the heading of neighbour j relative
/// to the boid's, θ_j the direction to it. d_w is the distance to the point of the wall straight ahead, and
/// φ_w the heading relative to the outward direction there. A step solves the first equation exactly for a
/// constant ω*. Use it in a plane (`planar`) and, if `wall` is not 0, for a flock inside the
/// world; other steering changes the heading that it turns.
struct Flagtail {
    float speed = 0.8f;        ///< [m/s] v
    float alignment = 2.7f;    ///< [1/m] k_V
    float attraction = 0.41f;  ///< [1/(m s)] k_P
    float frontal = 0.0f;      ///< 0 as in the paper; 1 as in Calovi et al. 2014
    float wall = 0.94f;        ///< k_W
    float inertia = 0.024f;    ///< [m] ξ: the path over which a turn lasts
    float noise = 28.9f;       ///< [1/(m √s)] σ

    static constexpr RuleInfo info{
        .key = "flagtail",
        .title = "Flagtail",
        .help = "Makes fish of constant speed turn with and towards their neighbours, and away from walls.",
        .source =
            "Gautrais et al. 2012, doi:10.1371/journal.pcbi.1002678; `frontal` after Calovi et al. 2014",
        .order = 45,
        .isSeeded = true,
        .knowsUp = true,
        .actsAlone = true};
    static constexpr std::array parameters{
        parameter<&Flagtail::speed>("speed", logarithmic(0, 20, "m/s"),
                                    "Constant speed of every fish: slow fish swarm, fast ones school."),
        parameter<&Flagtail::alignment>(
            "alignment", logarithmic(0, 100, "1/m"),
            "Turn to the neighbours' heading, for each metre swum; it acts more on fast fish."),
        parameter<&Flagtail::attraction>(
            "attraction", logarithmic(0, 100),
            "Turn towards the neighbours, harder when they are farther, in 1/(m·s)."),
        parameter<&Flagtail::frontal>(
            "frontal", linear(0, 1),
            "How much more neighbours ahead count than those behind: at 1 those right behind do not."),
        parameter<&Flagtail::wall>(
            "wall", linear(0, 5),
            "Turn away from the world's wall ahead, harder when it is nearer in time; 0 for no wall."),
        parameter<&Flagtail::inertia>("inertia", logarithmic(0.001, 10, "m"),
                                      "Path over which a fish keeps its turning speed."),
        parameter<&Flagtail::noise>("noise", logarithmic(0, 1000),
                                    "Noise of the turning speed, in 1/(m·√s).")};

    void prepare(float stepSeconds) {
        const float passed = stepSeconds * speed / inertia;
        m_kept = exponential(BaselineLanes(-passed)).lane(0);
        // −expm1(−2·passed), without losing the digits of a short step.
        const float lost =
            passed < 1e-3f ? 2.0f * passed * (1.0f - passed) : (1.0f - m_kept) * (1.0f + m_kept);
        m_spread = noise * std::sqrt(0.5f * speed * inertia * lost);
    }

    template <class L>
    struct Sums {
        L count;
        L turn;  ///< [rad/s]
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const Vec3<L> heading = others.self.heading();
        const L aligning = turnBetween(heading, normalised(others.velocity)) * (alignment * speed);
        const L approaching = turnBetween(heading, others.offset) * attraction;
        const L ahead = dot(heading, others.offset) / others.distance();
        addWhere(others.seen, sums.count, 1.0f);
        addWhere(others.seen, sums.turn, (aligning + approaching) * (1.0f + ahead * frontal));
    }

    /// The memory's x is ω [rad/s]. In a step in which the boid decides, y and z collect the sum and the
    /// number of all neighbours. Afterwards z is −1, and y holds their mean until the next decision.
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings&,
                               Vec3<L>& memory) const {
        const auto isFirst = memory.z < 0.0f;
        memory.y = select(isFirst, L(), memory.y) + sums.turn;
        memory.z = select(isFirst, L(), memory.z) + sums.count;
        return {};
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        const L step(around.stepSeconds);
        const Vec3<L> heading =
            normalised(select(lengthSq(motion.velocity) > 0.0f, motion.velocity, motion.oldVelocity));
        const L social = select(memory.z < 0.0f, memory.y, where(memory.z > 0.0f, memory.y / memory.z));
        const L desired = social + turnFromWall(around.world, motion.oldPosition, heading, step);
        const L random = normal(around.seedFor(info), around.step, motion.id, 0);
        memory = {desired + (memory.x - desired) * m_kept + random * m_spread, social, L(-1.0f)};
        // At most half a turn, which only extreme settings exceed.
        constexpr float kHalfTurn = 3.14159265f;
        const L angle = min(max(memory.x * step, -kHalfTurn), kHalfTurn);
        const L along = cosine(angle);
        const L aside = sine(angle);
        motion.velocity = normalised(Vec3<L>{heading.x * along + heading.z * aside, heading.y,
                                             heading.z * along - heading.x * aside}) *
                          speed;
    }

private:
    /// The sine of the angle about the vertical from a to b, times their lengths in the plane.
    template <class L>
    SHOAL_INLINE static L turnBetween(const Vec3<L>& a, const Vec3<L>& b) {
        return a.z * b.x - a.x * b.z;
    }

    /// wall·sgn(φ_w)·v/d_w [rad/s]. No wall is nearer than one step.
    template <class L>
    SHOAL_INLINE L turnFromWall(const World& world, const Vec3<L>& at, const Vec3<L>& heading,
                                const L& step) const {
        const Vec3f half = world.halfExtent();
        L distance;
        L side;
        if (world.shape == World::Shape::sphere) {
            const L inwards = 0.0f - (at.x * heading.x + at.z * heading.z);
            const L depthSq = max(half.x * half.x - at.y * at.y - at.x * at.x - at.z * at.z, 0.0f);
            distance = inwards + sqrt(inwards * inwards + depthSq);
            side = turnBetween(at, heading);
        } else {
            const L toX = toFace(at.x, heading.x, half.x);
            const L toZ = toFace(at.z, heading.z, half.z);
            const auto isX = toX < toZ;
            distance = select(isX, toX, toZ);
            side = heading.x * heading.z * select(isX, L(-1.0f), L(1.0f));
        }
        const L seconds = max(distance * (1.0f / std::max(speed, 1e-6f)), step);
        return select(side < 0.0f, L(-wall), L(wall)) / seconds;
    }

    /// Distance along the heading to the face at ±half that lies ahead.
    template <class L>
    SHOAL_INLINE static L toFace(const L& at, const L& heading, float half) {
        const L ahead = select(heading < 0.0f, half + at, half - at);
        return max(ahead, 0.0f) / max(abs(heading), 1e-6f);
    }

    float m_kept = 1.0f;    ///< the part of ω − ω* that a step leaves
    float m_spread = 0.0f;  ///< [rad/s] standard deviation that a step adds
};

}  // namespace shoal
