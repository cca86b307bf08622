#include "animation_oracle.hpp"

#include <numbers>

namespace shoal::test {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

using Kind = Species::Body;

double bounded(double wanted, double largest) {
    return wanted / std::pow(1.0 + std::pow(wanted / largest, 4.0), 0.25);
}

bool hasLegs(Kind body) {
    return body == Kind::beast || body == Kind::cat;
}

bool isBird(Kind body) {
    return body == Kind::bird || body == Kind::gull || body == Kind::falcon;
}

bool isFish(Kind body) {
    return body == Kind::fish || body == Kind::tuna || body == Kind::shark || body == Kind::damsel;
}

/// Strokes for each length, or flaps a second of a bird 1 m long; least and most a second.
struct Rate {
    double each, min, max;
};

struct Limits {
    double maxRoll, fullRollTurn, maxBend;
    Rate rate;
};

Limits limitsOf(Kind body) {
    switch (body) {
        case Kind::fish:
            return {0.610865, 2.5, 0.8, {1.7, 0.7, 9.0}};
        case Kind::bird:
            return {1.0647, 1.8, 0.7, {5.2, 2.0, 9.0}};
        case Kind::beast:
            return {0.0, 2.5, 0.5, {0.42, 0.0, 4.5}};
        case Kind::cat:
            return {0.0, 2.5, 0.6, {0.42, 0.0, 4.5}};
        case Kind::dart:
            break;
        case Kind::tuna:
            return {0.5, 2.5, 0.4, {1.3, 0.7, 7.0}};
        case Kind::shark:
            return {0.4, 2.0, 0.9, {1.1, 0.4, 3.5}};
        case Kind::damsel:
            return {0.4, 2.5, 0.6, {1.7, 0.9, 7.0}};
        case Kind::gull:
            return {0.7, 1.8, 0.5, {2.3, 1.4, 5.0}};
        case Kind::falcon:
            return {0.785398, 1.8, 0.5, {3.0, 2.0, 6.5}};
    }
    return {0.785398, 2.0, 0.0, {0.0, 0.0, 1.0}};
}

double maxPitchOf(Kind body) {
    return body == Kind::shark ? 0.4 : body == Kind::tuna ? 0.6 : 0.785398;
}

}  // namespace

void AnimationOracle::head(double vx, double vy, double vz, double& azimuth, double& pitch) const {
    const double level = std::hypot(vx, vz);
    if (level < 1e-4 && std::abs(vy) < 1e-4) {
        azimuth = pose.azimuth;
        pitch = pose.pitch;
        return;
    }
    azimuth = level < 1e-4 ? pose.azimuth : std::atan2(vx, -vz);
    pitch = std::clamp(std::atan2(vy, std::max(level, 1e-4)), -maxPitchOf(m_body), maxPitchOf(m_body));
}

double AnimationOracle::effortOf(double lengthsPerSecond, double climb, double thrust, double turn) const {
    if (isFish(m_body)) {
        return std::clamp(0.45 + 0.05 * lengthsPerSecond + 0.06 * thrust + 0.3 * turn, 0.3, 1.0);
    }
    if (isBird(m_body)) {
        return lengthsPerSecond < 0.2 ? -1.0
                                      : std::clamp(0.48 + 1.5 * climb + 0.03 * thrust + 0.4 * turn +
                                                       0.22 * std::sin(kTurn * m_round),
                                                   0.0, 1.0);
    }
    return hasLegs(m_body) ? std::min(lengthsPerSecond / 4.0, 1.0) : 0.0;
}

double AnimationOracle::strokeRate(double lengthsPerSecond) const {
    const Rate rate = limitsOf(m_body).rate;
    // Strides are shorter at a walk, and a larger animal takes fewer.
    const double strides = hasLegs(m_body) ? (2.2 - 1.2 * effort) / growth : 1.0;
    return isBird(m_body) ? m_pace * std::clamp(rate.each / std::sqrt(m_length), rate.min, rate.max) *
                                (0.45 + 0.75 * std::max(effort, 0.0))
                          : rate.min + bounded(rate.each * strides * lengthsPerSecond, rate.max);
}

void AnimationOracle::begin(double ofPhase, double round, double vx, double vy, double vz) {
    head(vx, vy, vz, pose.azimuth, pose.pitch);
    before = pose;
    phase = ofPhase;
    m_round = round;
    m_pace = 0.85 + 0.3 * (7.0 * ofPhase - std::floor(7.0 * ofPhase));
    m_speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    effort = isFish(m_body) ? 0.6 : effortOf(m_speed / m_length, 0.0, 0.0, 0.0);
    advance = strokeRate(m_speed / m_length) * m_seconds;
}

void AnimationOracle::step(double vx, double vy, double vz) {
    before = pose;
    const double speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    const double lengthsPerSecond = speed / m_length;
    const auto share = [this](double time) { return 1.0 - std::exp(-m_seconds / time); };
    double azimuth = pose.azimuth;
    double pitch = 0.0;
    if (!isBird(m_body) || lengthsPerSecond >= 0.2) {
        head(vx, vy, vz, azimuth, pitch);
    }
    const double wanted = std::remainder(azimuth - pose.azimuth, kTurn);
    nearestToHalfTurn = std::min(nearestToHalfTurn, std::numbers::pi - std::abs(wanted));
    const double most = 12.0 * m_seconds;
    const double turned = std::clamp(wanted * share(0.07), -most, most);
    pose.azimuth += turned;
    pose.pitch += std::clamp((pitch - pose.pitch) * share(0.07), -most, most);
    pose.pitch = std::clamp(pose.pitch, -maxPitchOf(m_body), maxPitchOf(m_body));

    const double rate = turned / m_seconds;
    const Limits limits = limitsOf(m_body);
    const double turn = std::clamp(rate / limits.fullRollTurn, -1.0, 1.0);
    pose.roll += (limits.maxRoll * turn - pose.roll) * share(isBird(m_body) ? 0.1 : 0.25);
    const double bend =
        isBird(m_body) ? limits.maxBend * turn
                       : std::clamp(rate / std::max(lengthsPerSecond, 1.0), -limits.maxBend, limits.maxBend);
    pose.bend += (bend - pose.bend) * share(0.12);

    m_round = m_round + 0.35 * m_seconds;
    m_round -= std::floor(m_round);
    effort += (effortOf(lengthsPerSecond, std::sin(pose.pitch), (speed - m_speed) / m_seconds / m_length,
                        std::abs(rate) / limits.fullRollTurn) -
               effort) *
              share(0.3);
    advance = strokeRate(lengthsPerSecond) * m_seconds;
    phase += advance;
    phase -= std::floor(phase);
    m_speed = speed;
}

double growthOf(std::uint32_t id) {
    std::uint32_t bits = id * 0x9e3779b1u + 0x85ebca77u;
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return 0.85 + 0.30 * static_cast<double>((bits ^ (bits >> 16)) >> 24) / 255.0;
}

double roundOf(std::uint32_t id) {
    std::uint32_t bits = ~id + 0x9e3779b9u;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
    return static_cast<double>((bits ^ (bits >> 16)) >> 8) / 16777216.0;
}

}  // namespace shoal::test
