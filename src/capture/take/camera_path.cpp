#include "capture/take/camera_path.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

namespace shoal {

namespace {

/// A pose as numbers that can be interpolated one by one.
using Numbers = std::array<float, 9>;

Numbers numbersOf(const CameraPose& pose) {
    return {pose.target.x,           pose.target.y,    pose.target.z,
            std::log(pose.distance), pose.azimuth,     pose.elevation,
            pose.fieldOfView,        pose.offsetRight, pose.offsetUp};
}

CameraPose poseOf(const Numbers& numbers, bool isOrthographic) {
    return {.target = {numbers[0], numbers[1], numbers[2]},
            .distance = std::exp(numbers[3]),
            .azimuth = numbers[4],
            .elevation = numbers[5],
            .fieldOfView = numbers[6],
            .offsetRight = numbers[7],
            .offsetUp = numbers[8],
            .isOrthographic = isOrthographic};
}

/// Returns the largest component of the difference between two poses, as a fraction of the distance or in
/// radians.
float differenceOf(const CameraPose& a, const CameraPose& b) {
    const Numbers first = numbersOf(a);
    const Numbers second = numbersOf(b);
    float largest = a.isOrthographic == b.isOrthographic ? 0.0f : std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < first.size(); ++i) {
        const float apart = std::abs(first[i] - second[i]);
        largest = std::max(largest, i < 3 ? apart / b.distance : apart);
    }
    return largest;
}

/// Returns the slope at a key, in change per unit of time, such that no segment overshoots its two ends:
/// Fritsch and Butland 1984, "A method for constructing local monotone piecewise cubic interpolants".
float slopeAt(float before, float after, float stepBefore, float stepAfter) {
    if (before * after <= 0.0f) {
        return 0.0f;
    }
    const float share = (stepBefore + 2.0f * stepAfter) / (3.0f * (stepBefore + stepAfter));
    return before * after / (share * after + (1.0f - share) * before);
}

}  // namespace

CameraPose mixed(const CameraPose& from, const CameraPose& to, float share) {
    if (share <= 0.0f || from == to) {
        return from;
    }
    if (share >= 1.0f) {
        return to;
    }
    const Numbers first = numbersOf(from);
    const Numbers second = numbersOf(to);
    Numbers between{};
    for (std::size_t i = 0; i < between.size(); ++i) {
        between[i] = first[i] + (second[i] - first[i]) * share;
    }
    return poseOf(between, from.isOrthographic);
}

void CameraPath::put(const Key& key) {
    const auto place = std::ranges::lower_bound(m_keys, key.at, {}, &Key::at);
    if (place != m_keys.end() && place->at == key.at) {
        place->pose = key.pose;
    } else {
        m_keys.insert(place, key);
    }
}

CameraPose CameraPath::at(double moment) const {
    assert(!m_keys.empty() && "a path without keys leads nowhere");
    const auto next = std::ranges::upper_bound(m_keys, moment, {}, &Key::at);
    if (next == m_keys.begin()) {
        return m_keys.front().pose;
    }
    if (next == m_keys.end()) {
        return m_keys.back().pose;
    }
    const auto index = static_cast<std::size_t>(next - m_keys.begin()) - 1;
    const Key& from = m_keys[index];
    const Key& to = m_keys[index + 1];
    const auto span = static_cast<float>(to.at - from.at);
    const auto share = static_cast<float>((moment - from.at) / (to.at - from.at));
    if (m_course == Course::straight || share == 0.0f) {
        return mixed(from.pose, to.pose, share);
    }

    // Cubic Hermite segments; the path starts and ends at rest.
    const Numbers start = numbersOf(from.pose);
    const Numbers end = numbersOf(to.pose);
    const float sq = share * share;
    const float cube = sq * share;
    Numbers between{};
    for (std::size_t i = 0; i < between.size(); ++i) {
        const float slope = (end[i] - start[i]) / span;
        float leaving = 0.0f;
        float arriving = 0.0f;
        if (index > 0) {
            const Key& earlier = m_keys[index - 1];
            const auto step = static_cast<float>(from.at - earlier.at);
            leaving = slopeAt((start[i] - numbersOf(earlier.pose)[i]) / step, slope, step, span);
        }
        if (index + 2 < m_keys.size()) {
            const Key& later = m_keys[index + 2];
            const auto step = static_cast<float>(later.at - to.at);
            arriving = slopeAt(slope, (numbersOf(later.pose)[i] - end[i]) / step, span, step);
        }
        between[i] = (2.0f * cube - 3.0f * sq + 1.0f) * start[i] +
                     (cube - 2.0f * sq + share) * span * leaving + (3.0f * sq - 2.0f * cube) * end[i] +
                     (cube - sq) * span * arriving;
    }
    return poseOf(between, from.pose.isOrthographic);
}

void CameraPath::thin(float tolerance, double from) {
    const auto begin = std::ranges::lower_bound(m_keys, from, {}, &Key::at);
    if (m_keys.end() - begin < 3) {
        return;
    }
    // Greedy: from each kept key, skip as far ahead as a straight line stays within the tolerance. The reach
    // doubles, then a binary search finds its end: checking key by key would take quadratic time for a camera
    // at rest for an hour.
    const auto serves = [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first + 1; k < last; ++k) {
            const double share = (m_keys[k].at - m_keys[first].at) / (m_keys[last].at - m_keys[first].at);
            const CameraPose led = mixed(m_keys[first].pose, m_keys[last].pose, static_cast<float>(share));
            if (differenceOf(led, m_keys[k].pose) > tolerance) {
                return false;
            }
        }
        return true;
    };
    std::vector<Key> kept(m_keys.begin(), begin + 1);
    const std::size_t last = m_keys.size() - 1;
    for (std::size_t now = kept.size() - 1; now < last;) {
        std::size_t good = now + 1;
        std::size_t reach = 2;
        while (good < last && serves(now, std::min(now + reach, last))) {
            good = std::min(now + reach, last);
            reach *= 2;
        }
        std::size_t bad = std::min(now + reach, last + 1);
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            (serves(now, middle) ? good : bad) = middle;
        }
        kept.push_back(m_keys[good]);
        now = good;
    }
    m_keys = std::move(kept);
}

void CameraPath::dropBefore(double moment) {
    if (m_keys.empty() || m_keys.front().at >= moment) {
        return;
    }
    const CameraPose there = at(moment);
    const auto first = std::ranges::lower_bound(m_keys, moment, {}, &Key::at);
    m_keys.erase(m_keys.begin(), first);
    put({moment, there});
}

}  // namespace shoal
