#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/flock.hpp>

namespace shoal {

/// The boids of one instant in a balanced tree of tight boxes. It finds neighbours exactly, as all pairs in
/// double precision would. At any density it takes N log N; the worst known case, two faces only slightly
/// farther apart than the radius, takes N √N.
class BoidTree {
public:
    /// `period` [m]: the world's size along each axis on which opposite faces are joined, else 0. Distances
    /// there are to the nearest image.
    BoidTree(const FlockState& state, std::size_t count, const Vec3d& period = {});

    /// Returns the distance [m] from each boid to its nearest neighbour, by id. Needs at least two boids.
    std::vector<double> nearestDistances();

    struct Near {
        double distanceSq = 0.0;  ///< [m²]
        std::uint32_t id = 0;

        friend auto operator<=>(const Near&, const Near&) = default;
    };
    /// Finds the boids nearest to the one in this place of the tree, nearest first; of equally near ones, the
    /// lowest id first. `found` gets at most `count`.
    void findNearest(std::uint32_t place, std::size_t count, std::vector<Near>& found);

    /// Returns each boid's group, by id: the boids that chains of links shorter than `radius` [m] connect. 0
    /// is the largest; of equally large groups, the one with the lowest id comes first.
    std::vector<std::uint32_t> groups(double radius);

    /// Calls `visit(id, distanceSq)` for each other boid nearer than `radius` [m] to the one in this place of
    /// the tree, 0 .. count−1.
    template <class Visit>
    void visitNear(std::uint32_t place, double radius, const Visit& visit) {
        visitNear(place, 0, radius * radius, visit);
    }
    std::uint32_t idAt(std::uint32_t place) const { return m_places[place].id; }

    /// The work so far: number of distances computed between boids or boxes.
    std::size_t comparisons() const { return m_comparisons; }

private:
    struct Place {
        Vec3f position;
        std::uint32_t id;
    };
    struct Box {
        Vec3f low;
        Vec3f high;
    };
    /// Holds the places from `begin` to `end`. The first half is the next node, the second is `second`.
    struct Node {
        Box box;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t second;  ///< 0 in a leaf

        bool isLeaf() const { return second == 0; }
    };

    class Grouping;

    std::uint32_t grow(std::uint32_t begin, std::uint32_t end);
    Box boxAbout(std::uint32_t begin, std::uint32_t end) const;
    void seekNearer(std::uint32_t place, std::uint32_t nodeIndex, double& nearestSq);
    void seekNearest(std::uint32_t place, std::uint32_t nodeIndex, std::size_t count,
                     std::vector<Near>& found);
    double distanceSq(const Vec3f& a, const Vec3f& b) { return gapSq({a, a}, {b, b}); }
    double gapSq(const Box& a, const Box& b);
    double spanSq(const Box& a, const Box& b);

    template <class Visit>
    void visitNear(std::uint32_t place, std::uint32_t nodeIndex, double radiusSq, const Visit& visit) {
        const Node& node = m_nodes[nodeIndex];
        const Vec3f& at = m_places[place].position;
        if (gapSq(node.box, {at, at}) >= radiusSq) {
            return;
        }
        if (!node.isLeaf()) {
            visitNear(place, nodeIndex + 1, radiusSq, visit);
            visitNear(place, node.second, radiusSq, visit);
            return;
        }
        for (std::uint32_t other = node.begin; other < node.end; ++other) {
            const double between = distanceSq(m_places[other].position, at);
            if (other != place && between < radiusSq) {
                visit(m_places[other].id, between);
            }
        }
    }

    Vec3d m_period;
    std::vector<Place> m_places;
    std::vector<Node> m_nodes;
    std::size_t m_comparisons = 0;
};

}  // namespace shoal
