#include "render/frame/body_animation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "sim/support/parts.hpp"

namespace shoal {
namespace {

constexpr float kMaxPitch = 0.785398f;   // [rad] 45°
constexpr float kMaxBend = 0.8f;         // [rad] along one body
constexpr float kHeadingTime = 0.07f;    // [s] longer than a flock's jitter, shorter than its turns
constexpr float kRollTime = 0.25f;       // [s]
constexpr float kBendTime = 0.12f;       // [s]
constexpr float kBeatTime = 0.3f;        // [s]
constexpr float kFastestTurn = 12.0f;    // [rad/s] of the displayed heading: a bounce becomes a quick turn
constexpr float kBeatsPerLength = 1.7f;  // Bainbridge 1958: a fish swims 0.6 to 0.7 of its length per beat
constexpr float kMaxBeats = 9.0f;  // [1/s] above this, 60 frames a second show flicker instead of a wave
constexpr float kMinBeats = 0.7f;  // [1/s] a fish at rest still fans its tail
constexpr float kFlapsOfOneMetre =
    2.6f;                          // [1/s] for a bird 1 m long; Pennycuick 1996: longer birds flap slower
constexpr float kMinFlaps = 1.6f;  // [1/s]
constexpr float kMaxFlaps = 6.5f;  // [1/s] see kMaxBeats
constexpr float kStanding = 0.2f;  // [lengths/s] below this a bird stands and folds its wings
constexpr float kRoundsOfFlapping = 0.35f;  // [1/s] birds flap in bursts
constexpr float kStridesPerLength = 0.42f;  // a gallop covers more than two lengths per stride
constexpr float kMaxStrides = 4.5f;         // [1/s]
constexpr float kFullGallop = 4.0f;         // [lengths/s] above this the legs reach no farther
constexpr float kStill = 1e-4f;             // [m/s] below this a velocity has no heading
constexpr std::size_t kNumbers = sizeof(AnimatedBody) / sizeof(float);

bool isFinite(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Hashes an id (the finaliser of splitmix64) to a number in [0, 1).
float unitFromId(std::uint32_t id) {
    std::uint64_t bits = id + 0x9e3779b97f4a7c15ull;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ull;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebull;
    return static_cast<float>((bits ^ (bits >> 31)) >> 40) / 16777216.0f;
}

/// Returns the heading to display for a velocity: its azimuth, and its pitch within ±45°. `otherwise` if it
/// has none.
glm::vec3 shownHeading(const Vec3f& velocity, const Vec3f& otherwise) {
    const glm::vec3 last{otherwise.x, otherwise.y, otherwise.z};
    if (!isFinite(velocity)) {
        return last;
    }
    glm::vec2 level{velocity.x, velocity.z};
    float levelSpeed = glm::length(level);
    if (levelSpeed < kStill) {
        if (std::abs(velocity.y) < kStill) {
            return last;
        }
        // Straight up or down: keep the azimuth.
        level = {last.x, last.z};
        levelSpeed = glm::length(level);
        level *= kStill / levelSpeed;
        levelSpeed = kStill;
    }
    level /= levelSpeed;
    const float pitch = std::clamp(std::atan2(velocity.y, levelSpeed), -kMaxPitch, kMaxPitch);
    return {level.x * std::cos(pitch), std::sin(pitch), level.y * std::cos(pitch)};
}

/// Returns the heading with the same azimuth and no pitch. Headings are within ±45° of level.
glm::vec3 levelled(const Vec3f& heading) {
    return glm::normalize(glm::vec3{heading.x, 0.0f, heading.z});
}

/// Turns azimuth and pitch separately, so that every heading between two upright ones is upright.
glm::vec3 turnTowards(const Vec3f& from, const glm::vec3& to, float share, float maxTurn, float& turned) {
    const float azimuth = std::atan2(from.x, -from.z);
    const float difference = std::remainder(std::atan2(to.x, -to.z) - azimuth, 6.2831853f);
    turned = std::clamp(difference * share, -maxTurn, maxTurn);
    const float pitch = std::asin(std::clamp(from.y, -1.0f, 1.0f));
    const float rise = std::asin(std::clamp(to.y, -1.0f, 1.0f)) - pitch;
    const float newPitch =
        std::clamp(pitch + std::clamp(rise * share, -maxTurn, maxTurn), -kMaxPitch, kMaxPitch);
    return {std::sin(azimuth + turned) * std::cos(newPitch), std::sin(newPitch),
            -std::cos(azimuth + turned) * std::cos(newPitch)};
}

/// How a kind of body banks and bends in a turn.
struct Bearing {
    float maxRoll;          ///< [rad]
    float turnForFullRoll;  ///< [rad/s]
    float maxBend;          ///< [rad] along one body; of a bird's tail
};
// In the order of Species::Body. Bodies with legs stay upright; paper does not bend.
constexpr std::array kBearings{Bearing{0.610865f, 2.5f, kMaxBend}, Bearing{0.785398f, 1.8f, 0.7f},
                               Bearing{0.0f, 2.5f, 0.5f}, Bearing{0.0f, 2.5f, 0.6f},
                               Bearing{0.785398f, 2.0f, 0.0f}};
static_assert(kBearings.size() == Species::bodies.size());

/// Soft limit: close to `wanted` at low rates, levelling off at `limit`.
float bounded(float wanted, float largest) {
    const float ratio = wanted / largest;
    return ratio > 100.0f ? largest : wanted / std::sqrt(std::sqrt(1.0f + ratio * ratio * ratio * ratio));
}

/// The motion that determines a body's stroke.
struct Motion {
    float lengthsPerSecond = 0.0f;
    float climb = 0.0f;   ///< sine of the angle above level
    float thrust = 0.0f;  ///< [lengths/s²] acceleration along its path
    float turn = 0.0f;    ///< turn rate relative to turnForFullRoll; may exceed 1
    float round = 0.0f;   ///< see AnimatedBody
};

bool isStandingBird(Species::Body body, float lengthsPerSecond) {
    return body == Species::Body::bird && lengthsPerSecond < kStanding;
}

/// Returns the amplitude of the stroke, 0 .. 1; −1 for a bird that stands with folded wings.
float effortOf(Species::Body body, const Motion& motion) {
    switch (body) {
        case Species::Body::fish:
            // Thrust shows in the sweep: wide when accelerating or turning, narrow when gliding.
            return std::clamp(
                0.45f + 0.05f * motion.lengthsPerSecond + 0.06f * motion.thrust + 0.3f * motion.turn, 0.3f,
                1.0f);
        case Species::Body::bird:
            if (isStandingBird(body, motion.lengthsPerSecond)) {
                return -1.0f;
            }
            // Strong when climbing, accelerating or turning; gliding when sinking; in bursts when level.
            return std::clamp(0.48f + 1.5f * motion.climb + 0.03f * motion.thrust + 0.4f * motion.turn +
                                  0.22f * std::sin(6.2831853f * motion.round),
                              0.0f, 1.0f);
        case Species::Body::beast:
        case Species::Body::cat:
            return std::min(motion.lengthsPerSecond / kFullGallop, 1.0f);
        case Species::Body::dart:
            break;
    }
    return 0.0f;
}

/// Returns beats, flaps or strides per second.
float strokeRate(Species::Body body, const Motion& motion, float bodyLength, float effort) {
    switch (body) {
        case Species::Body::fish:
            return kMinBeats + bounded(kBeatsPerLength * motion.lengthsPerSecond, kMaxBeats);
        case Species::Body::bird: {
            const float usual = std::clamp(kFlapsOfOneMetre / std::sqrt(bodyLength), kMinFlaps, kMaxFlaps);
            return usual * (0.45f + 0.75f * effort);
        }
        case Species::Body::beast:
        case Species::Body::cat:
            return bounded(kStridesPerLength * motion.lengthsPerSecond, kMaxStrides);
        case Species::Body::dart:
            break;
    }
    return 0.0f;
}

float speedOf(const Vec3f& velocity) {
    return isFinite(velocity) ? std::min(std::sqrt(lengthSq(velocity)), 1e6f) : 0.0f;
}

}  // namespace

const AnimatedBody& BodyAnimation::of(std::uint32_t id) const {
    static const AnimatedBody atRest;
    return id < m_animations.size() ? m_animations[id] : atRest;
}

void BodyAnimation::prefetch(const FlockState& flock, std::size_t slot, std::size_t end) const {
    constexpr std::size_t kAhead = 16;  // a cache miss lasts about as long as the work on a few bodies
    if (slot + kAhead < end) {
        const auto* const body = reinterpret_cast<const char*>(&of(flock.id[slot + kAhead]));
        __builtin_prefetch(body);
        __builtin_prefetch(body + sizeof(AnimatedBody) - 1);  // it may straddle two cache lines
    }
}

std::vector<float> BodyAnimation::numbers() const {
    std::vector<float> all(m_animations.size() * kNumbers);
    for (std::size_t id = 0; id < m_animations.size(); ++id) {
        const auto numbers = std::bit_cast<std::array<float, kNumbers>>(m_animations[id]);
        std::ranges::copy(numbers, all.begin() + static_cast<std::ptrdiff_t>(id * kNumbers));
    }
    return all;
}

void BodyAnimation::restore(std::span<const float> numbers) {
    if (numbers.size() != m_animations.size() * kNumbers) {
        return;
    }
    for (std::size_t id = 0; id < m_animations.size(); ++id) {
        std::array<float, kNumbers> own{};
        std::ranges::copy(numbers.subspan(id * kNumbers, kNumbers), own.begin());
        m_animations[id] = std::bit_cast<AnimatedBody>(own);
    }
}

void BodyAnimation::begin(std::uint32_t id, const Vec3f& velocity, float bodyLength, Species::Body body) {
    AnimatedBody& animated = m_animations[id];
    animated = AnimatedBody{};
    const glm::vec3 heading = shownHeading(velocity, animated.now.forward);
    animated.now.forward = {heading.x, heading.y, heading.z};
    animated.before = animated.now;
    animated.phase = unitFromId(id);
    animated.round = unitFromId(~id);
    const Motion motion{.lengthsPerSecond = speedOf(velocity) / bodyLength, .round = animated.round};
    animated.beat = body == Species::Body::fish ? animated.beat : effortOf(body, motion);
    animated.advance = strokeRate(body, motion, bodyLength, std::max(animated.beat, 0.0f)) / 60.0f;
}

void BodyAnimation::restart(const Flock& flock, float bodyLength, Species::Body body) {
    m_animations = std::vector<AnimatedBody>(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        if (const std::uint32_t id = flock.now().id[slot]; id < m_animations.size()) {
            begin(id, flock.now().velocity.at(slot), bodyLength, body);
        }
    }
}

void BodyAnimation::step(const Flock& flock, const Pace& pace, Workers* workers) {
    const float bodyLength = pace.bodyLength;
    const float stepSeconds = pace.seconds;
    const Species::Body body = pace.body;
    const Bearing& bearing = kBearings[static_cast<std::size_t>(body)];
    const std::size_t known = m_animations.size();
    m_animations.resize(flock.count());
    if (m_animations.size() < m_animations.capacity() / 4) {
        m_animations.shrink_to_fit();
    }
    const float headingShare = 1.0f - std::exp(-stepSeconds / kHeadingTime);
    const float rollShare = 1.0f - std::exp(-stepSeconds / kRollTime);
    const float bendShare = 1.0f - std::exp(-stepSeconds / kBendTime);
    const float beatShare = 1.0f - std::exp(-stepSeconds / kBeatTime);
    const auto advance = [&](std::size_t slot) {
        const std::uint32_t id = flock.now().id[slot];
        const Vec3f velocity = flock.now().velocity.at(slot);
        if (id >= m_animations.size()) {
            return;
        }
        if (id >= known) {
            begin(id, velocity, bodyLength, body);
            return;
        }
        AnimatedBody& animated = m_animations[id];
        animated.before = animated.now;

        float turned = 0.0f;
        const float lengthsPerSecond = speedOf(velocity) * pace.ratio / bodyLength;
        const bool isStanding = isStandingBird(body, lengthsPerSecond);
        const glm::vec3 wanted =
            isStanding ? levelled(animated.now.forward) : shownHeading(velocity, animated.now.forward);
        const glm::vec3 forward =
            turnTowards(animated.now.forward, wanted, headingShare, kFastestTurn * stepSeconds, turned);
        animated.now.forward = {forward.x, forward.y, forward.z};

        const float turnRate = turned / stepSeconds;
        const float turn = std::clamp(turnRate / bearing.turnForFullRoll, -1.0f, 1.0f);
        animated.now.roll += (bearing.maxRoll * turn - animated.now.roll) * rollShare;
        // A fish bends along the arc that it swims. A bird's tail follows the turn rate alone: its arcs are
        // many lengths wide.
        const float arc = turnRate / std::max(lengthsPerSecond, 1.0f);
        const float bend = body == Species::Body::bird ? bearing.maxBend * turn
                                                       : std::clamp(arc, -bearing.maxBend, bearing.maxBend);
        animated.now.bend += (bend - animated.now.bend) * bendShare;

        const float before = std::sqrt(std::max(0.0f, lengthSq(flock.before().velocity.at(slot))));
        const float gained = (speedOf(velocity) - before) * pace.ratio;
        const Motion motion{.lengthsPerSecond = lengthsPerSecond,
                            .climb = forward.y,
                            .thrust = std::isfinite(gained) ? gained / stepSeconds / bodyLength : 0.0f,
                            .turn = std::abs(turnRate) / bearing.turnForFullRoll,
                            .round = animated.round};
        animated.beat += (effortOf(body, motion) - animated.beat) * beatShare;
        animated.round += kRoundsOfFlapping * stepSeconds;
        animated.round -= std::floor(animated.round);

        animated.advance = strokeRate(body, motion, bodyLength, std::max(animated.beat, 0.0f)) * stepSeconds;
        animated.phase += animated.advance;
        animated.phase -= std::floor(animated.phase);
    };
    forEachPart(workers, flock.count(), kPartBodies, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            prefetch(flock.now(), slot, end);
            advance(slot);
        }
    });
}

}  // namespace shoal
