#pragma once

#include <cstdint>

#include <shoal/scene.hpp>

namespace shoal::test {

/// The animation of one body in plain double precision, with headings as angles: what shaders/animate.comp
/// computes. The constants stand here once more.
class AnimationOracle {
public:
    AnimationOracle(Species::Body body, double bodyLength, double stepSeconds)
        : m_body(body), m_length(bodyLength), m_seconds(stepSeconds) {}

    /// [rad]
    struct Pose {
        double azimuth = 1.5707963267948966;
        double pitch = 0.0;
        double roll = 0.0;
        double bend = 0.0;
    };

    void begin(double phase, double round, double vx, double vy, double vz);
    void step(double vx, double vy, double vz);

    Pose pose;
    Pose before;
    double phase = 0.0;    ///< [beats] 0 .. 1
    double advance = 0.0;  ///< [beats] in a step
    double effort = 0.0;
    double growth = 1.0;  ///< the animal's own size relative to its species'; set before begin()
    /// Smallest distance of a wanted turn from half a turn, where either side may be right [rad].
    double nearestToHalfTurn = 3.0;

private:
    double strokeRate(double lengthsPerSecond) const;
    double effortOf(double lengthsPerSecond, double climb, double thrust, double turn) const;
    void head(double vx, double vy, double vz, double& azimuth, double& pitch) const;

    Species::Body m_body;
    double m_length;
    double m_seconds;
    double m_speed = 0.0;
    double m_round = 0.0;
    double m_pace = 1.0;  ///< of a bird's wings, relative to others of its size
};

/// A body's own size relative to its species'.
double growthOf(std::uint32_t id);

/// Where a bird's cycle of stronger and weaker flapping begins, 0 .. 1.
double roundOf(std::uint32_t id);

}  // namespace shoal::test
