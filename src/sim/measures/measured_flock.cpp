#include "sim/measures/measured_flock.hpp"

#include <algorithm>
#include <cmath>

#include <shoal/detail/require.hpp>
#include <shoal/rules/hunt/alarm.hpp>

namespace shoal {
namespace {

Vec3d wide(const Vec3f& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

double toNearestImage(double difference, double period) {
    return period > 0.0 ? difference - period * std::round(difference / period) : difference;
}

double mean(std::span<const Vec3d> points, double Vec3d::*axis) {
    double sum = 0.0;
    for (const Vec3d& point : points) {
        sum += point.*axis / static_cast<double>(points.size());
    }
    return sum;
}

/// The point of a circle of length `period` with the smallest sum of squared distances to the others. It is
/// their plain mean after the k lowest have been moved up by a period, for one of the k (Hotz & Huckemann
/// 2015).
double meanOnCircle(std::span<const Vec3d> points, double Vec3d::*axis, double period) {
    std::vector<double> sorted;
    for (const Vec3d& point : points) {
        sorted.push_back(point.*axis);
    }
    std::ranges::sort(sorted);
    const auto count = static_cast<double>(sorted.size());
    double sum = 0.0;
    double squares = 0.0;
    for (const double at : sorted) {
        sum += at;
        squares += at * at;
    }
    double best = sum;
    double bestSpread = squares - sum * sum / count;
    for (const double at : sorted) {
        sum += period;
        squares += period * (2.0 * at + period);
        if (const double spread = squares - sum * sum / count; spread < bestSpread) {
            bestSpread = spread;
            best = sum;
        }
    }
    return toNearestImage(best / count, period);
}

Vec3d meanOf(std::span<const Vec3d> vectors) {
    Vec3d sum;
    for (const Vec3d& each : vectors) {
        sum += each;
    }
    return sum * (1.0 / static_cast<double>(std::max<std::size_t>(vectors.size(), 1)));
}

std::vector<std::vector<std::uint32_t>> nearestIn(BoidTree& tree, std::size_t boids, std::size_t count) {
    std::vector<std::vector<std::uint32_t>> nearest(boids);
    std::vector<BoidTree::Near> found;
    for (std::uint32_t place = 0; place < boids; ++place) {
        tree.findNearest(place, count, found);
        for (const BoidTree::Near& near : found) {
            nearest[tree.idAt(place)].push_back(near.id);
        }
    }
    return nearest;
}

}  // namespace

Vec3d nearestImage(const Vec3d& offset, const Vec3d& period) {
    return {toNearestImage(offset.x, period.x), toNearestImage(offset.y, period.y),
            toNearestImage(offset.z, period.z)};
}

Vec3f asFloat(const Vec3d& a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

double vectorLength(const Vec3d& a) {
    return std::sqrt(lengthSq(a));
}

Vec3d unitVector(const Vec3d& a) {
    const double length = vectorLength(a);
    return length > 0.0 ? a * (1.0 / length) : Vec3d{};
}

std::vector<double> sinceAlarmOf(std::span<const Flock> flocks) {
    std::vector<double> seconds;
    bool isKept = false;
    for (const Flock& flock : flocks) {
        const std::size_t first = seconds.size();
        seconds.resize(first + flock.count());
        if (const RuleMemory* memory = flock.memoryOf(Alarm::info.key)) {
            isKept = true;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                seconds[first + flock.now().id[slot]] = static_cast<double>(memory->values.x[slot]);
            }
        }
    }
    return isKept ? seconds : std::vector<double>();
}

std::vector<std::size_t> sampleOf(std::size_t count, std::size_t max) {
    const std::size_t size = std::min(count, max);
    std::vector<std::size_t> sample(size);
    for (std::size_t k = 0; k < size; ++k) {
        sample[k] = k * count / size;
    }
    return sample;
}

MeasuredFlock::MeasuredFlock(const FlockState& state, std::size_t count, const MeasureSpace& space)
    : m_space(space), m_state(state) {
    detail::require(state.position.holds(count) && state.velocity.holds(count) && state.id.size() >= count,
                    "measured more boids than the state has");
    for (std::vector<Vec3d>* column : {&m_position, &m_velocity, &m_heading}) {
        column->resize(count);
    }
    for (std::size_t slot = 0; slot < count; ++slot) {
        const std::uint32_t id = state.id[slot];
        detail::require(id < count, "measured boids whose ids are not 0 .. count - 1");
        m_position[id] = wide(state.position.at(slot));
        m_velocity[id] = wide(state.velocity.at(slot));
        m_heading[id] = unitVector(m_velocity[id]);
    }
}

void MeasuredFlock::setVelocityBefore(const FlockState& state, const Column3& velocity) {
    m_velocityBefore = state.byId([&](std::size_t slot) { return wide(velocity.at(slot)); });
}

Vec3d MeasuredFlock::meanVelocity() const {
    return meanOf(m_velocity);
}

MeasuredFlock::Drift MeasuredFlock::drift() const {
    Drift drift{{}, m_velocity};
    for (std::size_t id = 0; id < m_earlier.size(); ++id) {
        drift.displacement.push_back(offset(m_earlier[id], m_position[id]));
    }
    for (std::vector<Vec3d>* vectors : {&drift.displacement, &drift.velocity}) {
        const Vec3d mean = meanOf(*vectors);
        for (Vec3d& each : *vectors) {
            each -= mean;
        }
    }
    return drift;
}

std::vector<std::vector<std::uint32_t>> MeasuredFlock::nearestEarlier(std::size_t count) const {
    FlockState state;
    state.resize(m_earlier.size());
    for (std::size_t id = 0; id < m_earlier.size(); ++id) {
        const Vec3d& at = m_earlier[id];
        state.position.put(id,
                           {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
        state.id[id] = static_cast<std::uint32_t>(id);
    }
    BoidTree tree(state, m_earlier.size(), m_space.period);
    return nearestIn(tree, m_earlier.size(), count);
}

std::vector<std::vector<std::uint32_t>> MeasuredFlock::nearestNow(std::size_t count) {
    return nearestIn(tree(), m_position.size(), count);
}

const Vec3d& MeasuredFlock::centre() {
    if (!m_centre) {
        const auto along = [this](double Vec3d::*axis) {
            const double period = m_space.period.*axis;
            return period > 0.0 && count() > 0 ? meanOnCircle(m_position, axis, period)
                                               : mean(m_position, axis);
        };
        m_centre = Vec3d{along(&Vec3d::x), along(&Vec3d::y), along(&Vec3d::z)};
    }
    return *m_centre;
}

BoidTree& MeasuredFlock::tree() {
    if (!m_tree) {
        m_tree.emplace(m_state, count(), m_space.period);
    }
    return *m_tree;
}

std::span<const double> MeasuredFlock::nearestDistances() {
    if (m_nearest.empty()) {
        m_nearest = tree().nearestDistances();
    }
    return m_nearest;
}

std::span<const std::uint32_t> MeasuredFlock::groupSizes() {
    if (m_groupSizes.empty()) {
        for (const std::uint32_t group : tree().groups(m_space.linkingDistance)) {
            m_groupSizes.resize(std::max<std::size_t>(m_groupSizes.size(), group + 1));
            ++m_groupSizes[group];
        }
    }
    return m_groupSizes;
}

}  // namespace shoal
