#include "animation_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shoal::test {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kMaxPitch = 0.785398;

using Kind = Species::Body;

double bounded(double wanted, double largest) {
    return wanted / std::pow(1.0 + std::pow(wanted / largest, 4.0), 0.25);
}

bool hasLegs(Kind body) {
    return body == Kind::beast || body == Kind::cat;
}

double maxRoll(Kind body) {
    return hasLegs(body) ? 0.0 : body == Kind::fish ? 0.610865 : body == Kind::bird ? 1.0647 : 0.785398;
}

double fullRollTurn(Kind body) {
    return body == Kind::bird ? 1.8 : body == Kind::dart ? 2.0 : 2.5;
}

double maxBend(Kind body) {
    switch (body) {
        case Kind::fish:
            return 0.8;
        case Kind::bird:
            return 0.7;
        case Kind::beast:
            return 0.5;
        case Kind::cat:
            return 0.6;
        case Kind::dart:
            break;
    }
    return 0.0;
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
    pitch = std::clamp(std::atan2(vy, std::max(level, 1e-4)), -kMaxPitch, kMaxPitch);
}

double AnimationOracle::effortOf(double lengthsPerSecond, double climb, double thrust, double turn) const {
    switch (m_body) {
        case Kind::fish:
            return std::clamp(0.45 + 0.05 * lengthsPerSecond + 0.06 * thrust + 0.3 * turn, 0.3, 1.0);
        case Kind::bird:
            if (lengthsPerSecond < 0.2) {
                return -1.0;
            }
            return std::clamp(
                0.48 + 1.5 * climb + 0.03 * thrust + 0.4 * turn + 0.22 * std::sin(kTurn * m_round), 0.0, 1.0);
        case Kind::beast:
        case Kind::cat:
            return std::min(lengthsPerSecond / 4.0, 1.0);
        case Kind::dart:
            break;
    }
    return 0.0;
}

double AnimationOracle::strokeRate(double lengthsPerSecond) const {
    switch (m_body) {
        case Kind::fish:
            return 0.7 + bounded(1.7 * lengthsPerSecond, 9.0);
        case Kind::bird:
            return std::clamp(2.6 / std::sqrt(m_length), 1.6, 6.5) * (0.45 + 0.75 * std::max(effort, 0.0));
        case Kind::beast:
        case Kind::cat:
            return bounded(0.42 * lengthsPerSecond, 4.5);
        case Kind::dart:
            break;
    }
    return 0.0;
}

void AnimationOracle::begin(double ofPhase, double round, double vx, double vy, double vz) {
    head(vx, vy, vz, pose.azimuth, pose.pitch);
    before = pose;
    phase = ofPhase;
    m_round = round;
    m_speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    effort = m_body == Kind::fish ? 0.6 : effortOf(m_speed / m_length, 0.0, 0.0, 0.0);
    advance = strokeRate(m_speed / m_length) * m_seconds;
}

void AnimationOracle::step(double vx, double vy, double vz) {
    before = pose;
    const double speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    const double lengthsPerSecond = speed / m_length;
    const auto share = [this](double time) { return 1.0 - std::exp(-m_seconds / time); };
    double azimuth = pose.azimuth;
    double pitch = 0.0;
    if (m_body != Kind::bird || lengthsPerSecond >= 0.2) {
        head(vx, vy, vz, azimuth, pitch);
    }
    const double wanted = std::remainder(azimuth - pose.azimuth, kTurn);
    nearestToHalfTurn = std::min(nearestToHalfTurn, std::numbers::pi - std::abs(wanted));
    const double most = 12.0 * m_seconds;
    const double turned = std::clamp(wanted * share(0.07), -most, most);
    pose.azimuth += turned;
    pose.pitch += std::clamp((pitch - pose.pitch) * share(0.07), -most, most);
    pose.pitch = std::clamp(pose.pitch, -kMaxPitch, kMaxPitch);

    const double rate = turned / m_seconds;
    const double turn = std::clamp(rate / fullRollTurn(m_body), -1.0, 1.0);
    pose.roll += (maxRoll(m_body) * turn - pose.roll) * share(m_body == Kind::bird ? 0.1 : 0.25);
    const double bend = m_body == Kind::bird ? maxBend(m_body) * turn
                                             : std::clamp(rate / std::max(lengthsPerSecond, 1.0),
                                                          -maxBend(m_body), maxBend(m_body));
    pose.bend += (bend - pose.bend) * share(0.12);

    m_round = m_round + 0.35 * m_seconds;
    m_round -= std::floor(m_round);
    effort += (effortOf(lengthsPerSecond, std::sin(pose.pitch), (speed - m_speed) / m_seconds / m_length,
                        std::abs(rate) / fullRollTurn(m_body)) -
               effort) *
              share(0.3);
    advance = strokeRate(lengthsPerSecond) * m_seconds;
    phase += advance;
    phase -= std::floor(phase);
    m_speed = speed;
}

double roundOf(std::uint32_t id) {
    std::uint32_t bits = ~id + 0x9e3779b9u;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
    return static_cast<double>((bits ^ (bits >> 16)) >> 8) / 16777216.0;
}

}  // namespace shoal::test
