#include "render/import/polygon.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace shoal {
namespace {

/// Twice the area of a triangle; above 0 if it turns to the left.
double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A polygon seen against the direction that it faces, so that it turns to the left.
class FlatPolygon {
public:
    explicit FlatPolygon(std::span<const glm::vec3> corners) : m_places(corners.size()) {
        const glm::dvec3 origin(corners[0]);
        glm::dvec3 area(0.0);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const glm::dvec3 a = glm::dvec3(corners[i]) - origin;
            area += glm::cross(a, glm::dvec3(corners[(i + 1) % corners.size()]) - origin);
        }
        const glm::dvec3 steep = glm::abs(area);
        const int axis = steep.x > steep.y ? (steep.x > steep.z ? 0 : 2) : (steep.y > steep.z ? 1 : 2);
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        glm::dvec2 extent(0.0);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const glm::dvec3 at = glm::dvec3(corners[i]) - origin;
            m_places[i] = area[axis] < 0.0 ? glm::dvec2(at[v], at[u]) : glm::dvec2(at[u], at[v]);
            extent = glm::max(extent, glm::abs(m_places[i]));
        }
        m_tolerance = 1e-9 * glm::dot(extent, extent);
        m_hasArea = steep[axis] > m_tolerance;
    }

    bool hasArea() const { return m_hasArea; }
    bool isLine() const {
        for (std::size_t i = 2; i < m_places.size(); ++i) {
            if (std::abs(turn(m_places[0], m_places[i - 1], m_places[i])) > m_tolerance) {
                return false;
            }
        }
        return true;
    }

    bool isConvex() const {
        const std::size_t count = m_places.size();
        int reversals = 0;
        double before = 0.0;
        for (std::size_t i = 0; i < 2 * count; ++i) {
            const glm::dvec2& at = m_places[i % count];
            const glm::dvec2& next = m_places[(i + 1) % count];
            if (turn(at, next, m_places[(i + 2) % count]) < -m_tolerance) {
                return false;
            }
            // Round once, it reverses along x twice; round twice, as a star does, four times.
            const double along = next.x - at.x;
            reversals += i >= count && along * before < 0.0 ? 1 : 0;
            before = along != 0.0 ? along : before;
        }
        return reversals <= 2;
    }

    std::string_view cutEars(std::vector<PolygonTriangle>& triangles, std::size_t& workLeft);

private:
    bool isEar(std::size_t tip, std::size_t& workLeft) const;

    std::vector<glm::dvec2> m_places;
    std::vector<std::size_t> m_next;  ///< of the corners that are left
    std::vector<std::size_t> m_before;
    double m_tolerance = 0.0;  ///< areas below it are rounding
    bool m_hasArea = false;
};

/// Whether no other corner lies in the triangle of a corner and its neighbours.
bool FlatPolygon::isEar(std::size_t tip, std::size_t& workLeft) const {
    const glm::dvec2& a = m_places[m_before[tip]];
    const glm::dvec2& b = m_places[tip];
    const glm::dvec2& c = m_places[m_next[tip]];
    for (std::size_t i = m_next[m_next[tip]]; i != m_before[tip]; i = m_next[i]) {
        if (workLeft == 0) {
            return false;
        }
        --workLeft;
        const glm::dvec2& at = m_places[i];
        // Corners of a line to a hole occur twice.
        const bool isShared = at == a || at == b || at == c;
        if (!isShared && turn(a, b, at) >= 0.0 && turn(b, c, at) >= 0.0 && turn(c, a, at) >= 0.0) {
            return false;
        }
    }
    return true;
}

std::string_view FlatPolygon::cutEars(std::vector<PolygonTriangle>& triangles, std::size_t& workLeft) {
    const std::size_t count = m_places.size();
    m_next.resize(count);
    m_before.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_next[i] = (i + 1) % count;
        m_before[m_next[i]] = i;
    }
    std::size_t tip = 0;
    std::size_t left = count;
    for (std::size_t tried = 0; left > 2; ++tried) {
        if (workLeft == 0) {
            return "it is too intricate; triangulate it";
        }
        --workLeft;
        if (tried > left) {
            return "it crosses itself; triangulate it";
        }
        const double size = turn(m_places[m_before[tip]], m_places[tip], m_places[m_next[tip]]);
        const bool isFlat = std::abs(size) <= m_tolerance;
        if (isFlat || (size > 0.0 && isEar(tip, workLeft))) {
            if (!isFlat) {
                triangles.push_back({m_before[tip], tip, m_next[tip]});
            }
            m_next[m_before[tip]] = m_next[tip];
            m_before[m_next[tip]] = m_before[tip];
            --left;
            tried = 0;
        }
        tip = m_next[tip];
    }
    return {};
}

}  // namespace

std::string_view cutIntoTriangles(std::span<const glm::vec3> corners, std::vector<PolygonTriangle>& triangles,
                                  std::size_t& workLeft) {
    if (corners.size() > 3) {
        FlatPolygon flat(corners);
        if (!flat.hasArea()) {
            return flat.isLine() ? "" : "it crosses itself; triangulate it";
        }
        if (!flat.isConvex()) {
            return flat.cutEars(triangles, workLeft);
        }
    }
    for (std::size_t i = 2; i < corners.size(); ++i) {
        triangles.push_back({0, i - 1, i});
    }
    return {};
}

}  // namespace shoal
