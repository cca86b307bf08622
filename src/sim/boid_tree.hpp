#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/flock.hpp>

namespace shoal {

/// The boids of one instant in a balanced tree of tight boxes. It answers who is near whom exactly, as all
/// pairs in double precision would. A crowd of any density takes N log N; the worst known, two faces a hair
/// farther apart than the radius, N √N.
class BoidTree {
public:
    BoidTree(const FlockState& state, std::size_t count);

    /// [m] from each boid to the nearest other, by id; of two boids at least.
    std::vector<double> nearestDistances();

    /// How many groups there are of boids that chains of steps shorter than `radius` [m] connect.
    std::size_t countGroups(double radius);

    /// The work so far: distances taken between boids or boxes.
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
    /// Of the places from `begin` to `end`. The first half is the next node, the second is `second`.
    struct Node {
        Box box;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t second;  ///< 0 when these boids are not parted further

        bool isLeaf() const { return second == 0; }
    };

    class Grouping;

    std::uint32_t grow(std::uint32_t begin, std::uint32_t end);
    Box boxAbout(std::uint32_t begin, std::uint32_t end) const;
    void seekNearer(std::uint32_t place, std::uint32_t nodeIndex, double& nearestSq);
    double distanceSq(const Vec3f& a, const Vec3f& b);
    double gapSq(const Box& a, const Box& b);
    double spanSq(const Box& a, const Box& b);

    std::vector<Place> m_places;
    std::vector<Node> m_nodes;
    std::size_t m_comparisons = 0;
};

}  // namespace shoal
