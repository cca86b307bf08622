#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/measures.hpp>

#include "sim/measures/boid_tree.hpp"

namespace shoal {

/// Returns the shortest of the offsets between the images of two points.
Vec3d nearestImage(const Vec3d& offset, const Vec3d& period);

/// The boids that measures read: one or several species at one instant, in the order of ids and in double
/// precision, so that sums over them do not depend on how flocks are sorted. What several measures need is
/// computed when the first of them asks.
class MeasuredFlock {
public:
    MeasuredFlock(const FlockState& state, std::size_t count, const MeasureSpace& space);

    std::size_t count() const { return m_position.size(); }
    const MeasureSpace& space() const { return m_space; }
    std::span<const Vec3d> position() const { return m_position; }  ///< [m]
    std::span<const Vec3d> velocity() const { return m_velocity; }  ///< [m/s]
    std::span<const Vec3d> heading() const { return m_heading; }    ///< unit vectors; zero for a boid at rest

    /// Velocities one step earlier [m/s], for what needs the last step; empty if they are not known.
    std::span<const Vec3d> velocityBefore() const { return m_velocityBefore; }
    void setVelocityBefore(std::vector<Vec3d> velocity) { m_velocityBefore = std::move(velocity); }
    /// From a column in the order of slots of `state`.
    void setVelocityBefore(const FlockState& state, const Column3& velocity);

    /// Time since each boid took alarm [s], as the rule `alarm` keeps it: 0 for a calm one, minus the
    /// remaining rest after a manoeuvre; empty if no boid has the rule.
    std::span<const double> sinceAlarm() const { return m_sinceAlarm; }
    void setSinceAlarm(std::vector<double> seconds) { m_sinceAlarm = std::move(seconds); }

    /// Displacement of each boid since the run's first sample [m], unwrapped; empty if it is not known.
    std::span<const Vec3d> displacement() const { return m_displacement; }
    void setDisplacement(std::span<const Vec3d> displacement) { m_displacement = displacement; }

    /// Positions some time earlier [m], for what happened since; empty if they are not known.
    std::span<const Vec3d> earlier() const { return m_earlier; }
    double earlierSeconds() const { return m_earlierSeconds; }  ///< [s] how much earlier
    void setEarlier(std::span<const Vec3d> positions, double seconds) {
        m_earlier = positions;
        m_earlierSeconds = seconds;
    }
    /// How boids moved since then, relative to the flock's mean displacement [m]; and how fast that grows
    /// now, their velocity relative to the mean [m/s].
    struct Drift {
        std::vector<Vec3d> displacement;
        std::vector<Vec3d> velocity;
    };
    Drift drift() const;
    /// Of each boid, by id, the ids of at most `count` that were nearest to it then, nearest first.
    std::vector<std::vector<std::uint32_t>> nearestEarlier(std::size_t count) const;
    std::vector<std::vector<std::uint32_t>> nearestNow(std::size_t count);

    Vec3d meanVelocity() const;  ///< [m/s]

    /// From one point to the nearest image of another.
    Vec3d offset(const Vec3d& from, const Vec3d& to) const { return nearestImage(to - from, m_space.period); }

    /// The mean position [m]. Where faces are joined, the point with the smallest sum of squared distances.
    const Vec3d& centre();
    BoidTree& tree();
    std::span<const double> nearestDistances();   ///< [m] by id; of at least two boids
    std::span<const std::uint32_t> groupSizes();  ///< number of boids in each cluster, largest first

private:
    MeasureSpace m_space;
    const FlockState& m_state;
    std::vector<Vec3d> m_position;
    std::vector<Vec3d> m_velocity;
    std::vector<Vec3d> m_heading;
    std::vector<Vec3d> m_velocityBefore;
    std::vector<double> m_sinceAlarm;
    std::span<const Vec3d> m_displacement;
    std::span<const Vec3d> m_earlier;
    double m_earlierSeconds = 0.0;
    std::optional<Vec3d> m_centre;
    std::optional<BoidTree> m_tree;
    std::vector<double> m_nearest;
    std::vector<std::uint32_t> m_groupSizes;
};

/// Returns MeasuredFlock::sinceAlarm for these flocks, one after the other; 0 in those without the rule.
std::vector<double> sinceAlarmOf(std::span<const Flock> flocks);

/// Returns at most `max` indices, evenly spread over `count`: for measures of pairs, whose time
/// would grow with the square of the flock.
std::vector<std::size_t> sampleOf(std::size_t count, std::size_t max);

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double vectorLength(const Vec3d& a);
Vec3f asFloat(const Vec3d& a);
Vec3d unitVector(const Vec3d& a);  ///< zero if `a` is

}  // namespace shoal
