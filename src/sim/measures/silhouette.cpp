#include "sim/measures/silhouette.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <tuple>

namespace shoal {
namespace {

/// Twice the area of the triangle, positive if it turns left.
double turn(const ProjectedBody& a, const ProjectedBody& b, const ProjectedBody& c) {
    return (b.across - a.across) * (c.up - a.up) - (b.up - a.up) * (c.across - a.across);
}

double distance(const ProjectedBody& a, const ProjectedBody& b) {
    const double across = b.across - a.across;
    const double up = b.up - a.up;
    return std::sqrt(across * across + up * up);
}

/// Appends the lower chain of the hull of sorted points, without its last corner, by Andrew's algorithm; of
/// reversed points, the upper chain.
template <class Points>
void appendChain(const Points& sorted, std::vector<ProjectedBody>& hull) {
    const std::size_t begin = hull.size();
    for (const ProjectedBody& each : sorted) {
        while (hull.size() >= begin + 2 && turn(hull[hull.size() - 2], hull.back(), each) <= 0.0) {
            hull.pop_back();
        }
        hull.push_back(each);
    }
    hull.pop_back();
}

struct Interval {
    double low = 0.0;
    double high = 0.0;
    double size() const { return high - low; }
};

/// Returns the extent of the discs along one axis.
Interval extentOf(std::span<const ProjectedBody> bodies, double ProjectedBody::*axis, double radius) {
    const auto [low, high] = std::ranges::minmax(bodies, {}, axis);
    return {low.*axis - radius, high.*axis + radius};
}

/// Cells of equal size along an axis; a disc covers those whose middle it holds.
struct Cells {
    Interval extent;
    std::ptrdiff_t count = 0;

    double size() const { return extent.size() / static_cast<double>(count); }
    double middle(std::ptrdiff_t cell) const {
        return extent.low + (static_cast<double>(cell) + 0.5) * size();
    }
    /// The first cell whose middle is at or beyond a place, from 0 to `count`.
    std::ptrdiff_t firstFrom(double place) const {
        const auto cell = static_cast<std::ptrdiff_t>(std::ceil((place - extent.low) / size() - 0.5));
        return std::clamp<std::ptrdiff_t>(cell, 0, count);
    }
};

}  // namespace

double hullArea(std::vector<ProjectedBody> bodies, double radius) {
    std::ranges::sort(bodies, {}, [](const ProjectedBody& body) { return std::tuple(body.across, body.up); });
    std::vector<ProjectedBody> hull;
    appendChain(bodies, hull);
    std::ranges::reverse(bodies);
    appendChain(bodies, hull);
    double doubled = 0.0;
    double perimeter = 0.0;
    for (std::size_t k = 0; k < hull.size(); ++k) {
        const ProjectedBody& from = hull[k];
        const ProjectedBody& to = hull[(k + 1) % hull.size()];
        doubled += turn(hull.front(), from, to);
        perimeter += distance(from, to);
    }
    // A strip as wide as the radius along every edge, and the sectors at the corners, which make up a disc.
    return doubled / 2.0 + perimeter * radius + std::numbers::pi * radius * radius;
}

double coveredArea(std::span<const ProjectedBody> bodies, double radius) {
    if (bodies.empty() || !(radius > 0.0)) {
        return 0.0;
    }
    constexpr double kPoints = 65536.0;
    constexpr double kMinRows = 16.0;  // of a box that is very long or very high, too
    Cells columns{extentOf(bodies, &ProjectedBody::across, radius)};
    Cells rows{extentOf(bodies, &ProjectedBody::up, radius)};
    const double square = std::sqrt(kPoints * rows.extent.size() / columns.extent.size());
    rows.count = static_cast<std::ptrdiff_t>(std::clamp(square, kMinRows, kPoints / kMinRows));
    columns.count = static_cast<std::ptrdiff_t>(kPoints) / rows.count;
    // Each row of a disc is an interval: +1 where it begins, −1 where it ends.
    const std::ptrdiff_t stride = columns.count + 1;
    std::vector<int> change(static_cast<std::size_t>(rows.count * stride));
    for (const ProjectedBody& body : bodies) {
        const std::ptrdiff_t end = rows.firstFrom(body.up + radius);
        for (std::ptrdiff_t row = rows.firstFrom(body.up - radius); row < end; ++row) {
            const double height = rows.middle(row) - body.up;
            const double half = std::sqrt(std::max(0.0, radius * radius - height * height));
            ++change[static_cast<std::size_t>(row * stride + columns.firstFrom(body.across - half))];
            --change[static_cast<std::size_t>(row * stride + columns.firstFrom(body.across + half))];
        }
    }
    std::size_t covered = 0;
    int depth = 0;  // every interval ends in its row, so it is 0 where a row begins
    for (const int each : change) {
        depth += each;
        covered += depth > 0 ? 1 : 0;
    }
    return static_cast<double>(covered) * rows.size() * columns.size();
}

}  // namespace shoal
