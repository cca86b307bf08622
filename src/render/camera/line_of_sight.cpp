#include "render/camera/line_of_sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <shoal/lanes.hpp>

#include "render/camera/terrain.hpp"

namespace shoal {
namespace {

constexpr float kAboutTarget = 0.3f;            // of the distance, where obstacles do not count
constexpr float kWide = 0.2f;                   // radius of the cone at the target, of the distance
constexpr float kNarrow = 0.07f;                // and at the eye
constexpr float kStep = 0.1f;                   // [rad] between the azimuths that are tried
constexpr int kSteps = 15;                      // on either side
constexpr std::array kAhead{0.0f, 1.0f, 2.0f};  // [s] in which the line of sight should be free
constexpr float kReluctance = 0.12f;  // of the distance may an obstacle reach in rather than turn by 1 rad
constexpr float kHurry = 0.9f;        // [1/s] speed per angle left
constexpr float kFastest = 0.5f;      // [rad/s]
constexpr float kInertia = 0.7f;      // [s]

}  // namespace

float blockedBy(std::span<const Obstacle> obstacles, const CameraPose& pose) {
    using L = BaselineLanes;
    const Vec3f eye = eyeOf(pose);
    std::array<float, L::kCount> fractions{};
    for (std::size_t lane = 0; lane < fractions.size(); ++lane) {
        fractions[lane] = kAboutTarget + (1.0f - kAboutTarget) * static_cast<float>(lane) /
                                             static_cast<float>(L::kCount - 1);
    }
    const L fraction = L::load(fractions.data());
    const L needed = (L(kWide) + fraction * (kNarrow - kWide)) * pose.distance;
    const Vec3f toEye = eye - pose.target;
    const Vec3<L> place{fraction * toEye.x + pose.target.x, fraction * toEye.y + pose.target.y,
                        fraction * toEye.z + pose.target.z};
    float largest = 0.0f;
    for (const Obstacle& obstacle : obstacles) {
        if (obstacle.shape == Obstacle::Shape::floor) {
            continue;
        }
        const L shortfall = needed - clearanceFrom(obstacle, place).distance;
        for (int lane = 0; lane < L::kCount; ++lane) {
            largest = std::max(largest, shortfall.lane(lane));
        }
    }
    return largest;
}

float LineOfSight::nearest(std::span<const Obstacle> obstacles, CameraPose pose,
                           const Vec3f& velocity) const {
    if (obstacles.empty()) {
        return 0.0f;
    }
    const float azimuth = pose.azimuth;
    float bestTurn = 0.0f;
    float bestCost = std::numeric_limits<float>::infinity();
    for (int step = -kSteps; step <= kSteps; ++step) {
        const float turn = kStep * static_cast<float>(step);
        pose.azimuth = azimuth + turn;
        // Once it turns to one side, it goes on.
        const float effort = turn * m_speed < 0.0f ? 2.0f * std::abs(turn) : std::abs(turn);
        float cost = kReluctance * pose.distance * effort;
        for (const float seconds : kAhead) {
            CameraPose then = pose;
            then.target += velocity * seconds;
            cost += blockedBy(obstacles, then);
        }
        if (cost < bestCost) {
            bestCost = cost;
            bestTurn = turn;
        }
    }
    return bestTurn;
}

float LineOfSight::turn(std::span<const Obstacle> obstacles, const CameraPose& pose, const Vec3f& velocity,
                        float seconds) {
    const float best = nearest(obstacles, pose, velocity);
    const float wanted = std::clamp(kHurry * best, -kFastest, kFastest);
    m_speed += (wanted - m_speed) * (1.0f - std::exp(-seconds / kInertia));
    return m_speed * seconds;
}

}  // namespace shoal
