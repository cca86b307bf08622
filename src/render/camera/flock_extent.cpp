#include "render/camera/flock_extent.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "render/camera/glm_vec3.hpp"

namespace shoal {
namespace {

constexpr std::size_t kSamples = 4096;
constexpr double kBulk = 0.8;
constexpr std::size_t kSeeds = 24;        // places tried to find the largest part
constexpr std::size_t kLostDivisor = 50;  // a part with at most one sample in this many is lost
constexpr int kShifts = 4;                // a part's centre hardly moves after these

struct Sample {
    glm::dvec3 position;
    std::size_t slot;
};

/// Moves the samples of the bulk, those with the smallest measure, to the front. Returns the largest measure
/// in the bulk.
template <class Measure>
double gatherBulk(std::vector<Sample>& samples, std::size_t bulk, const Measure& measure) {
    const auto last = samples.begin() + static_cast<std::ptrdiff_t>(bulk - 1);
    std::nth_element(samples.begin(), last, samples.end(),
                     [&](const Sample& a, const Sample& b) { return measure(a) < measure(b); });
    return measure(*last);
}

std::vector<Sample> samplesOf(const Flock& flock) {
    const Column3& position = flock.now().position;
    const std::size_t stride = std::max<std::size_t>(1, flock.count() / kSamples);
    std::vector<Sample> samples;
    samples.reserve(kSamples + kSamples / 2);
    for (std::size_t slot = 0; slot < flock.count(); slot += stride) {
        if (const Vec3f at = position.at(slot); isUsable(at)) {
            samples.push_back({{at.x, at.y, at.z}, slot});
        }
    }
    return samples;
}

FlockExtent extentOf(std::vector<Sample>& samples, const Flock& flock) {
    if (samples.empty()) {
        return {};
    }
    // Stragglers pull the mean of all points, but hardly that of the points nearest to it.
    std::size_t bulk = samples.size();
    glm::dvec3 centre{0.0};
    double radiusSq = 0.0;
    for (int pass = 0; pass < 3; ++pass) {
        centre = glm::dvec3{0.0};
        for (std::size_t i = 0; i < bulk; ++i) {
            centre += samples[i].position / static_cast<double>(bulk);
        }
        bulk =
            std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(samples.size()) * kBulk));
        radiusSq = gatherBulk(samples, bulk, [&centre](const Sample& sample) {
            return glm::dot(sample.position - centre, sample.position - centre);
        });
    }
    glm::dvec3 velocity{0.0};
    for (std::size_t i = 0; i < bulk; ++i) {
        if (const Vec3f v = flock.now().velocity.at(samples[i].slot); isUsable(v)) {
            velocity += glm::dvec3{v.x, v.y, v.z} / static_cast<double>(bulk);
        }
    }
    const double widthSq = gatherBulk(samples, bulk, [&centre](const Sample& sample) {
        const double x = sample.position.x - centre.x;
        const double z = sample.position.z - centre.z;
        return x * x + z * z;
    });
    const double height = gatherBulk(
        samples, bulk, [&centre](const Sample& sample) { return std::abs(sample.position.y - centre.y); });
    return {.centre = fromGlm(glm::vec3(centre)),
            .radius = static_cast<float>(std::sqrt(radiusSq)),
            .halfWidth = static_cast<float>(std::sqrt(widthSq)),
            .halfHeight = static_cast<float>(height),
            .velocity = fromGlm(glm::vec3(velocity))};
}

/// Returns the samples within `reach` of their own centre, which it finds by moving `centre` there in a few
/// shifts.
std::vector<Sample> partAround(const std::vector<Sample>& samples, glm::dvec3 centre, double reach) {
    std::vector<Sample> part;
    for (int shift = 0; shift < kShifts; ++shift) {
        part.clear();
        std::ranges::copy_if(samples, std::back_inserter(part), [&](const Sample& sample) {
            return glm::dot(sample.position - centre, sample.position - centre) <= reach * reach;
        });
        if (part.empty()) {
            break;
        }
        centre = glm::dvec3{0.0};
        for (const Sample& sample : part) {
            centre += sample.position / static_cast<double>(part.size());
        }
    }
    return part;
}

}  // namespace

FlockExtent flockExtent(const Flock& flock) {
    std::vector<Sample> samples = samplesOf(flock);
    return extentOf(samples, flock);
}

FlockExtent flockPart(const Flock& flock, float reach, const std::optional<Vec3f>& near) {
    const std::vector<Sample> samples = samplesOf(flock);
    std::vector<Sample> part;
    if (near) {
        part = partAround(samples, {near->x, near->y, near->z}, static_cast<double>(reach));
    }
    if (part.size() <= samples.size() / kLostDivisor) {
        const std::size_t stride = samples.size() / kSeeds + 1;
        for (std::size_t seed = 0; seed < samples.size(); seed += stride) {
            std::vector<Sample> other =
                partAround(samples, samples[seed].position, static_cast<double>(reach));
            if (other.size() > part.size()) {
                part = std::move(other);
            }
        }
    }
    return extentOf(part, flock);
}

FlockExtent ballExtent(const Vec3f& centre, float radius) {
    return {.centre = centre, .radius = radius, .halfWidth = radius, .halfHeight = radius};
}

}  // namespace shoal
