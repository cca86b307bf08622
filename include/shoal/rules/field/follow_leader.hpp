#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <shoal/rule.hpp>
#include <shoal/rules/field/seek_goal.hpp>
#include <shoal/rules/field/wander.hpp>

namespace shoal {

/// One boid leads and the rest follow it. Each steers by its weight times the difference between a desired
/// velocity and its own:
/// - a follower heads for the point `behind` the leader, at offset p, with velocity
///   p·speed/max(|p|, slowing), to arrive gently;
/// - a boid in the leader's path, less than `ahead` in front of it and `clear` aside of its line, heads
///   straight aside at full speed;
/// - the leader continues along its heading at its own speed and wanders; or, with the goal course and at
///   least one goal, it heads for the nearest goal as a follower does for its point.
///
/// Without a known leader each boid acts as a leader. Distances are not measured across a wrapped edge.
struct FollowLeader {
    enum class Course { roam, goal };

    int leader = 0;        ///< boid id
    float behind = 1.0f;   ///< [m]
    float slowing = 4.0f;  ///< [m]
    float speed = 10.0f;   ///< [m/s]
    float weight = 2.0f;   ///< [1/s]
    float ahead = 4.0f;    ///< [m]
    float clear = 1.0f;    ///< [m]
    Course course = Course::roam;
    float leaderSpeed = 6.0f;  ///< [m/s]
    float roam = 4.0f;         ///< [m/s²]
    float interval = 3.0f;     ///< [s]

    static constexpr RuleInfo info{.key = "follow_leader",
                                   .title = "Follow leader",
                                   .help = "Makes one boid lead and all others follow behind it.",
                                   .source = "Reynolds 1999, leader following",
                                   .isSeeded = true};
    static constexpr std::array<std::string_view, 2> courses{"roam", "goal"};
    static constexpr std::array parameters{
        parameter<&FollowLeader::leader>(
            "leader", logarithmic(0, 999999),
            "Number of the boid that leads, counted from 0; larger numbers mean the last boid.")
            .upTo(Extent::lastBoid),
        parameter<&FollowLeader::behind>("behind", linear(0, 50, "m"),
                                         "How far behind the leader the others head for.")
            .upTo(Extent::world),
        parameter<&FollowLeader::slowing>(
            "slowing", logarithmic(0.1, 100, "m"),
            "Followers nearer to that point than this slow down; large values trail far behind.")
            .idleWhile("no boid is that near its place")
            .upTo(Extent::world),
        parameter<&FollowLeader::speed>(
            "speed", linear(0, 40, "m/s"),
            "Full speed of the followers; below the leader's speed they lose it."),
        parameter<&FollowLeader::weight>(
            "weight", linear(0, 20, "1/s"),
            "How fast a boid reaches its desired velocity; 0 turns following off."),
        parameter<&FollowLeader::ahead>("ahead", linear(0, 50, "m"),
                                        "How far ahead of the leader others keep its path clear.")
            .idleWhile("no boid is in the leader's way")
            .upTo(Extent::world),
        parameter<&FollowLeader::clear>("clear", linear(0, 20, "m"),
                                        "How far to each side they keep it clear.")
            .idleWhile("no boid is in the leader's way")
            .upTo(Extent::world),
        parameter<&FollowLeader::course>(
            "course", courses,
            "Where the leader goes: it roams freely, or heads for the nearest goal of the scene."),
        parameter<&FollowLeader::leaderSpeed>("leader_speed", linear(0, 40, "m/s"), "Speed of the leader."),
        parameter<&FollowLeader::roam>("roam", linear(0, 50, "m/s²"),
                                       "How sharply a roaming leader turns; 0 goes straight on.")
            .onlyWith("course", "roam"),
        parameter<&FollowLeader::interval>("interval", logarithmic(0.1, 30, "s"),
                                           "Time between its changes of direction.")
            .onlyWith("course", "roam")};

    std::uint32_t leaderId() const { return static_cast<std::uint32_t>(leader); }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> led = lead(self, around);
        if (!around.leader.isKnown) {
            return led;
        }
        const auto leads = self.id == typename L::WordsType(around.leader.id);
        return select(leads, led, follow(self, around.leader) * std::min(weight, around.decisionsPerSecond));
    }

private:
    template <class L>
    SHOAL_INLINE Vec3<L> lead(const Self<L>& self, const Surroundings& around) const {
        if (course == Course::goal && !around.goals.empty()) {
            return (arrival(SeekGoal::toNearest(self.position, around), leaderSpeed) - self.velocity) *
                   std::min(weight, around.decisionsPerSecond);
        }
        const Vec3<L> whim = Wander{roam, interval}.drift(self, around, around.seedFor(info));
        return (self.heading() * leaderSpeed - self.velocity) * std::min(weight, around.decisionsPerSecond) +
               whim;
    }

    template <class L>
    SHOAL_INLINE Vec3<L> follow(const Self<L>& self, const Leader& leading) const {
        const Vec3f& velocity = leading.velocity;
        const float pace = std::sqrt(lengthSq(velocity));
        const Vec3f heading = pace > 0.0f ? velocity * (1.0f / pace) : Vec3f{};
        const Vec3<L> forward = lanesOf<L>(heading);
        const Vec3<L> fromLeader = self.position - lanesOf<L>(leading.position);
        const Vec3<L> arriving = arrival(fromLeader * -1.0f - forward * behind, speed);

        const L along = dot(fromLeader, forward);
        const Vec3<L> aside = fromLeader - forward * along;
        const L asideBy = length(aside);
        const auto isInTheWay = (along > 0.0f) & (along < ahead) & (asideBy < clear);
        // Straight ahead of the leader there is no side; any direction across its heading will do.
        const Vec3f axis = std::abs(heading.y) < 0.9f ? Vec3f{0, 1, 0} : Vec3f{1, 0, 0};
        const Vec3<L> side = select(asideBy > 1e-3f, aside, lanesOf<L>(cross(heading, axis)));
        const Vec3<L> wanted = select(isInTheWay, normalised(side) * speed, arriving);
        return wanted - self.velocity;
    }

    template <class L>
    SHOAL_INLINE Vec3<L> arrival(const Vec3<L>& offset, float fullSpeed) const {
        return offset * (fullSpeed / max(length(offset), slowing));
    }
};

}  // namespace shoal
