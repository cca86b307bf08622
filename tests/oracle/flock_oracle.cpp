#include "oracle/flock_oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace shoal::oracle {

namespace {

// Spacing of floats near 1.
constexpr double kFloatStep = 1.2e-7;

double imageOffset(double offset, double size) {
    while (offset > size / 2) {
        offset -= size;
    }
    while (offset < -size / 2) {
        offset += size;
    }
    return offset;
}

// Returns the error of an offset between two places, because coordinates are floats.
double coordinateError(const Boids& boids, std::size_t i, std::size_t j, const NeighbourQuery& query) {
    const auto largest = [](const Vec3d& a) {
        return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
    };
    double size = std::max(largest(boids[i].position), largest(boids[j].position));
    if (query.isWrapped) {
        size = std::max(size, largest(query.worldSize));
    }
    return size * kFloatStep;
}

// Returns the tolerance [m]: lengths that differ by less may compare otherwise in floats.
double toleranceOf(const Boids& boids, std::size_t i, std::size_t j, const NeighbourQuery& query) {
    return std::max(1e-5, 8.0 * coordinateError(boids, i, j, query));
}

bool hasTwoImages(const Vec3d& d, const NeighbourQuery& query, double tolerance) {
    return query.isWrapped && (query.worldSize.x / 2 - std::abs(d.x) < tolerance ||
                               query.worldSize.y / 2 - std::abs(d.y) < tolerance ||
                               query.worldSize.z / 2 - std::abs(d.z) < tolerance);
}

// Returns the angle between the heading and the offset to another boid; a boid at rest perceives all around.
double angleOff(const Vec3d& velocity, const Vec3d& d) {
    const double size = length(velocity) * length(d);
    return size > 0.0 ? std::acos(std::clamp(dot(velocity, d) / size, -1.0, 1.0)) : 0.0;
}

// Perceived boids, by distance.
using Seen = std::vector<std::pair<double, std::size_t>>;

// Keeps the closest, the second closest and the far one. Returns whether a difference below `tolerance` [m]
// decided.
bool keepSpread(Seen& seen, double spread, double tolerance) {
    std::sort(seen.begin(), seen.end());
    if (seen.size() < 3) {
        return false;
    }
    const double border = spread * seen[0].first;
    bool isAmbiguous = seen[2].first - seen[1].first < tolerance;
    Seen beyond;
    for (std::size_t k = 2; k < seen.size(); ++k) {
        isAmbiguous = isAmbiguous || std::abs(seen[k].first - border) < (spread + 1.0) * tolerance;
        if (seen[k].first > border) {
            beyond.push_back(seen[k]);
        }
    }
    seen.resize(2);
    if (!beyond.empty()) {
        isAmbiguous = isAmbiguous || (beyond.size() > 1 && beyond[1].first - beyond[0].first < tolerance);
        seen.push_back(beyond[0]);
    }
    return isAmbiguous;
}

// Returns the octant of an offset in three bits: ahead, left, above. A boid at rest faces x; the left of a
// vertical heading is that of x.
int octantOf(const Vec3d& velocity, const Vec3d& d, double& nearestBorder) {
    Vec3d ahead = velocity;
    if (length(ahead) == 0.0) {
        ahead = {1.0, 0.0, 0.0};
    }
    Vec3d level{ahead.x, 0.0, ahead.z};
    if (length(level) == 0.0) {
        level = {1.0, 0.0, 0.0};
    }
    const Vec3d left{level.z, 0.0, -level.x};
    const Vec3d upwards{ahead.y * left.z - ahead.z * left.y, ahead.z * left.x - ahead.x * left.z,
                        ahead.x * left.y - ahead.y * left.x};
    int octant = 0;
    for (const Vec3d& axis : {ahead, left, upwards}) {
        const double along = dot(d, axis) / length(axis);
        nearestBorder = std::min(nearestBorder, std::abs(along));
        octant = 2 * octant + (along >= 0.0 ? 1 : 0);
    }
    return octant;
}

// Keeps the nearest in each octant. Returns whether a difference below `tolerance` [m] decided.
bool keepBalanced(Seen& seen, const Boids& boids, std::size_t self, const NeighbourQuery& query,
                  double tolerance) {
    std::sort(seen.begin(), seen.end());
    bool isAmbiguous = false;
    std::array<double, 8> nearest;
    nearest.fill(-1.0);
    Seen kept;
    for (const auto& [distance, j] : seen) {
        double border = distance;
        const auto octant = static_cast<std::size_t>(
            octantOf(boids[self].velocity, offset(boids[self].position, boids[j].position, query), border));
        isAmbiguous = isAmbiguous || border < tolerance;
        if (nearest[octant] < 0.0) {
            nearest[octant] = distance;
            kept.emplace_back(distance, j);
        } else {
            isAmbiguous = isAmbiguous || distance - nearest[octant] < tolerance;
        }
    }
    seen = kept;
    return isAmbiguous;
}

// Returns whether the first of these points is a neighbour of the k-th in their Delaunay triangulation: both
// lie on a circle through a third that holds no other, or they are neighbours on the border of the convex
// hull.
bool isDelaunayEdge(const std::vector<Vec3d>& points, std::size_t k) {
    const Vec3d& a = points[0];
    const Vec3d& b = points[k];
    const auto sideOf = [&](const Vec3d& c) { return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x); };
    bool isAllLeft = true;
    bool isAllRight = true;
    for (std::size_t j = 1; j < points.size(); ++j) {
        if (j == k) {
            continue;
        }
        const Vec3d& c = points[j];
        isAllLeft = isAllLeft && sideOf(c) > 0.0;
        isAllRight = isAllRight && sideOf(c) < 0.0;
        // The centre of the circle through a, b and c, relative to a.
        const double twice = 2.0 * sideOf(c);
        const double bSq = (b.x - a.x) * (b.x - a.x) + (b.z - a.z) * (b.z - a.z);
        const double cSq = (c.x - a.x) * (c.x - a.x) + (c.z - a.z) * (c.z - a.z);
        const double x = ((c.z - a.z) * bSq - (b.z - a.z) * cSq) / twice;
        const double z = ((b.x - a.x) * cSq - (c.x - a.x) * bSq) / twice;
        bool isEmpty = std::isfinite(x) && std::isfinite(z);
        for (std::size_t i = 1; i < points.size() && isEmpty; ++i) {
            isEmpty = i == j || i == k ||
                      std::hypot(points[i].x - a.x - x, points[i].z - a.z - z) >= std::hypot(x, z);
        }
        if (isEmpty) {
            return true;
        }
    }
    return isAllLeft || isAllRight;
}

// Keeps those whose Voronoi cells share an edge with the observer's, seen from above. Returns whether moving
// the boids by `tolerance` [m] could decide.
bool keepVoronoi(Seen& seen, const Boids& boids, std::size_t self, const NeighbourQuery& query,
                 double tolerance) {
    std::vector<Vec3d> points{{}};
    for (const auto& [distance, j] : seen) {
        points.push_back(offset(boids[self].position, boids[j].position, query));
    }
    const auto edges = [&seen](const std::vector<Vec3d>& places) {
        std::vector<bool> are;
        for (std::size_t k = 0; k < seen.size(); ++k) {
            are.push_back(isDelaunayEdge(places, k + 1));
        }
        return are;
    };
    const std::vector<bool> plain = edges(points);
    bool isAmbiguous = false;
    for (int trial = 1; trial <= 4; ++trial) {
        std::vector<Vec3d> moved = points;
        for (std::size_t k = 0; k < moved.size(); ++k) {
            const double angle = 2.4 * static_cast<double>(k) * trial + trial;
            moved[k].x += tolerance * std::cos(angle);
            moved[k].z += tolerance * std::sin(angle);
        }
        isAmbiguous = isAmbiguous || edges(moved) != plain;
    }
    Seen kept;
    for (std::size_t k = 0; k < seen.size(); ++k) {
        if (plain[k]) {
            kept.push_back(seen[k]);
        }
    }
    seen = kept;
    return isAmbiguous;
}

// Returns the boids that a rule with its own radius acts on.
View within(const Boids& boids, std::size_t self, const NeighbourQuery& query, double radius) {
    View seen = look(boids, self, query);
    std::vector<std::size_t> near;
    for (const std::size_t j : seen.neighbours) {
        const double d = length(offset(boids[self].position, boids[j].position, query));
        if (d < radius) {
            near.push_back(j);
        }
        seen.isAmbiguous = seen.isAmbiguous || std::abs(d - radius) < toleranceOf(boids, self, j, query);
    }
    seen.neighbours = near;
    return seen;
}

}  // namespace

double length(const Vec3d& a) {
    return std::sqrt(dot(a, a));
}

Vec3d offset(const Vec3d& from, const Vec3d& to, const NeighbourQuery& query) {
    const Vec3d d = to - from;
    if (!query.isWrapped) {
        return d;
    }
    return {imageOffset(d.x, query.worldSize.x), imageOffset(d.y, query.worldSize.y),
            imageOffset(d.z, query.worldSize.z)};
}

View look(const Boids& boids, std::size_t self, const NeighbourQuery& query) {
    View view;
    double largestTolerance = 0.0;
    Seen seen;
    const double openAngle = std::numbers::pi - query.blindAngle / 2;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == self) {
            continue;
        }
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double distance = length(d);
        const double tolerance = toleranceOf(boids, self, j, query);
        if (distance > query.radius + tolerance) {
            continue;
        }
        largestTolerance = std::max(largestTolerance, tolerance);
        view.isAmbiguous = view.isAmbiguous || std::abs(distance - query.radius) < tolerance ||
                           distance < tolerance || hasTwoImages(d, query, tolerance);
        if (query.blindAngle > 0.0) {
            const double angle = angleOff(boids[self].velocity, d);
            constexpr double kAngleTolerance = 1e-4;
            const double off = std::abs(angle - openAngle);
            view.isAmbiguous = view.isAmbiguous || off < kAngleTolerance || off * distance < tolerance;
            if (angle > openAngle) {
                continue;
            }
        }
        if (distance < query.radius) {
            seen.emplace_back(distance, j);
        }
    }
    if (query.nearest > 0 && seen.size() > query.nearest) {
        std::sort(seen.begin(), seen.end());
        view.isAmbiguous =
            view.isAmbiguous || seen[query.nearest].first - seen[query.nearest - 1].first < largestTolerance;
        seen.resize(query.nearest);
    }
    if (query.spread > 0.0 && keepSpread(seen, query.spread, largestTolerance)) {
        view.isAmbiguous = true;
    }
    if (query.isBalanced && keepBalanced(seen, boids, self, query, largestTolerance)) {
        view.isAmbiguous = true;
    }
    if (query.isVoronoi && keepVoronoi(seen, boids, self, query, largestTolerance)) {
        view.isAmbiguous = true;
    }
    for (const auto& [distance, j] : seen) {
        view.neighbours.push_back(j);
    }
    std::sort(view.neighbours.begin(), view.neighbours.end());
    return view;
}

Steering separation(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                    double radius) {
    const View view = within(boids, self, query, radius);
    Steering result{{}, 0.0, view.isAmbiguous};
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double distanceSq = dot(d, d);
        result.value -= d * (weight / distanceSq);
        // The push weight/|d| carries the relative error of |d|, and each sum adds some rounding errors.
        const double push = weight / std::sqrt(distanceSq);
        const double count = static_cast<double>(view.neighbours.size());
        result.error += push * (3.0 * coordinateError(boids, self, j, query) / std::sqrt(distanceSq) +
                                (4.0 + 0.5 * count) * kFloatStep);
    }
    return result;
}

Steering alignment(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                   double radius) {
    const View view = within(boids, self, query, radius);
    Steering result{{}, 0.0, view.isAmbiguous};
    if (view.neighbours.empty()) {
        return result;
    }
    Vec3d total;
    double size = length(boids[self].velocity);
    for (const std::size_t j : view.neighbours) {
        total += boids[j].velocity;
        size += length(boids[j].velocity);
    }
    const double count = static_cast<double>(view.neighbours.size());
    result.value = (total * (1.0 / count) - boids[self].velocity) * weight;
    result.error = weight * size * (4.0 + 0.5 * count) * kFloatStep;
    return result;
}

Steering cohesion(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                  double radius) {
    const View view = within(boids, self, query, radius);
    Steering result{{}, 0.0, view.isAmbiguous};
    if (view.neighbours.empty()) {
        return result;
    }
    Vec3d total;
    double error = 0.0;
    double size = 0.0;
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        total += d;
        size += length(d);
        error += coordinateError(boids, self, j, query);
    }
    const double count = static_cast<double>(view.neighbours.size());
    result.value = total * (weight / count);
    result.error = weight * (error / count * 3.0 + size / count * (4.0 + 0.5 * count) * kFloatStep);
    return result;
}

Steering operator+(const Steering& a, const Steering& b) {
    return {a.value + b.value, a.error + b.error, a.isAmbiguous || b.isAmbiguous};
}

}  // namespace shoal::oracle
