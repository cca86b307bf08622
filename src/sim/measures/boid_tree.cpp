#include "sim/measures/boid_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace shoal {
namespace {

/// Smaller leaves cost more in boxes than they save in distances.
constexpr std::uint32_t kMaxInLeaf = 8;

double difference(float a, float b) {
    return static_cast<double>(a) - static_cast<double>(b);
}

double span(float lowA, float highA, float lowB, float highB) {
    return std::max(difference(highB, lowA), difference(highA, lowB));
}

/// The gap between two intervals, 0 if they overlap. With a period above 0, the gap between the nearest
/// images.
double gap(float lowA, float highA, float lowB, float highB, double period) {
    const double direct = std::max({0.0, difference(lowB, highA), difference(lowA, highB)});
    return period > 0.0 ? std::min(direct, std::max(0.0, period - span(lowA, highA, lowB, highB))) : direct;
}

/// An upper bound of the distance between points of two intervals, or between their nearest images.
double maxDistance(float lowA, float highA, float lowB, float highB, double period) {
    const double direct = span(lowA, highA, lowB, highB);
    return period > 0.0 ? std::min(direct, period / 2) : direct;
}

}  // namespace

BoidTree::BoidTree(const FlockState& state, std::size_t count, const Vec3d& period)
    : m_period(period), m_places(count) {
    for (std::size_t slot = 0; slot < count; ++slot) {
        m_places[slot] = {state.position.at(slot), state.id[slot]};
    }
    if (count > 0) {
        m_nodes.reserve(4 * count / kMaxInLeaf + 1);
        grow(0, static_cast<std::uint32_t>(count));
    }
}

std::uint32_t BoidTree::grow(std::uint32_t begin, std::uint32_t end) {
    const auto index = static_cast<std::uint32_t>(m_nodes.size());
    const Box box = boxAbout(begin, end);
    m_nodes.push_back({box, begin, end, 0});
    if (end - begin > kMaxInLeaf) {
        const Vec3f size = box.high - box.low;
        float Vec3f::*axis = size.x >= size.y ? &Vec3f::x : &Vec3f::y;
        axis = size.*axis >= size.z ? axis : &Vec3f::z;
        const std::uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(
            m_places.begin() + begin, m_places.begin() + middle, m_places.begin() + end,
            [axis](const Place& a, const Place& b) { return a.position.*axis < b.position.*axis; });
        grow(begin, middle);
        const std::uint32_t second = grow(middle, end);
        m_nodes[index].second = second;
    }
    return index;
}

BoidTree::Box BoidTree::boxAbout(std::uint32_t begin, std::uint32_t end) const {
    Box box{m_places[begin].position, m_places[begin].position};
    for (std::uint32_t k = begin + 1; k < end; ++k) {
        const Vec3f& at = m_places[k].position;
        box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y), std::min(box.low.z, at.z)};
        box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y), std::max(box.high.z, at.z)};
    }
    return box;
}

// Rounding is monotonic: no pair is computed nearer than the gap of its boxes or farther than their span, so
// a bound never contradicts the pair itself. A boid is a box of size zero, whose gap is its distance.

double BoidTree::gapSq(const Box& a, const Box& b) {
    ++m_comparisons;
    return lengthSq(Vec3d{gap(a.low.x, a.high.x, b.low.x, b.high.x, m_period.x),
                          gap(a.low.y, a.high.y, b.low.y, b.high.y, m_period.y),
                          gap(a.low.z, a.high.z, b.low.z, b.high.z, m_period.z)});
}

double BoidTree::spanSq(const Box& a, const Box& b) {
    ++m_comparisons;
    return lengthSq(Vec3d{maxDistance(a.low.x, a.high.x, b.low.x, b.high.x, m_period.x),
                          maxDistance(a.low.y, a.high.y, b.low.y, b.high.y, m_period.y),
                          maxDistance(a.low.z, a.high.z, b.low.z, b.high.z, m_period.z)});
}

std::vector<double> BoidTree::nearestDistances() {
    std::vector<double> result(m_places.size());
    for (std::uint32_t place = 0; place < m_places.size(); ++place) {
        double nearestSq = std::numeric_limits<double>::infinity();
        seekNearer(place, 0, nearestSq);
        result[m_places[place].id] = std::sqrt(nearestSq);
    }
    return result;
}

void BoidTree::findNearest(std::uint32_t place, std::size_t count, std::vector<Near>& found) {
    found.clear();
    seekNearest(place, 0, count, found);
}

/// Updates the list of the `count` nearest with the boids of a node.
void BoidTree::seekNearest(std::uint32_t place, std::uint32_t nodeIndex, std::size_t count,
                           std::vector<Near>& found) {
    const Node& node = m_nodes[nodeIndex];
    const Vec3f& at = m_places[place].position;
    if (node.isLeaf()) {
        for (std::uint32_t other = node.begin; other < node.end; ++other) {
            const Near near{distanceSq(m_places[other].position, at), m_places[other].id};
            if (other == place || (found.size() == count && !(near < found.back()))) {
                continue;
            }
            if (found.size() == count) {
                found.pop_back();
            }
            found.insert(std::ranges::upper_bound(found, near), near);
        }
        return;
    }
    std::uint32_t nearer = nodeIndex + 1;
    std::uint32_t farther = node.second;
    double nearerSq = gapSq(m_nodes[nearer].box, {at, at});
    double fartherSq = gapSq(m_nodes[farther].box, {at, at});
    if (fartherSq < nearerSq) {
        std::swap(nearer, farther);
        std::swap(nearerSq, fartherSq);
    }
    for (const auto& [child, sq] : {std::pair{nearer, nearerSq}, std::pair{farther, fartherSq}}) {
        // A boid as far as the last one may have a lower id.
        if (found.size() < count || sq <= found.back().distanceSq) {
            seekNearest(place, child, count, found);
        }
    }
}

/// Lowers `nearestSq` to the squared distance of the nearest other boid in a node, if that is nearer.
void BoidTree::seekNearer(std::uint32_t place, std::uint32_t nodeIndex, double& nearestSq) {
    const Node& node = m_nodes[nodeIndex];
    const Vec3f& at = m_places[place].position;
    if (node.isLeaf()) {
        for (std::uint32_t other = node.begin; other < node.end; ++other) {
            if (other != place) {
                nearestSq = std::min(nearestSq, distanceSq(m_places[other].position, at));
            }
        }
        return;
    }
    std::uint32_t near = nodeIndex + 1;
    std::uint32_t far = node.second;
    double nearGapSq = gapSq(m_nodes[near].box, {at, at});
    double farGapSq = gapSq(m_nodes[far].box, {at, at});
    if (farGapSq < nearGapSq) {
        std::swap(near, far);
        std::swap(nearGapSq, farGapSq);
    }
    if (nearGapSq < nearestSq) {
        seekNearer(place, near, nearestSq);
    }
    if (farGapSq < nearestSq) {
        seekNearer(place, far, nearestSq);
    }
}

/// Joins boids into groups. Skips most of the work: boxes that lie entirely within the radius of each other
/// are joined at once, and boxes that are in one group already are not examined again.
class BoidTree::Grouping {
    /// Disjoint sets of places.
    class Sets {
    public:
        explicit Sets(std::size_t count) : m_parent(count), m_count(count) {
            std::iota(m_parent.begin(), m_parent.end(), 0U);
        }

        void join(std::uint32_t a, std::uint32_t b) {
            const std::uint32_t first = root(a);
            const std::uint32_t second = root(b);
            if (first != second) {
                m_parent[second] = first;
                --m_count;
            }
        }

        bool areJoined(std::uint32_t a, std::uint32_t b) { return root(a) == root(b); }
        std::size_t count() const { return m_count; }

        /// The representative of the place's set.
        std::uint32_t root(std::uint32_t place) {
            while (m_parent[place] != place) {
                m_parent[place] = m_parent[m_parent[place]];
                place = m_parent[place];
            }
            return place;
        }

    private:
        std::vector<std::uint32_t> m_parent;
        std::size_t m_count;
    };

public:
    Grouping(BoidTree& tree, double radius)
        : m_tree(tree),
          m_radiusSq(radius * radius),
          m_sets(tree.m_places.size()),
          m_isOne(tree.m_nodes.size()) {}

    std::size_t count() const { return m_sets.count(); }
    std::uint32_t root(std::uint32_t place) { return m_sets.root(place); }

    void joinWithin(std::uint32_t index) {
        const Node& node = m_tree.m_nodes[index];
        if (m_tree.spanSq(node.box, node.box) < m_radiusSq) {
            joinAll(index);
            return;
        }
        if (node.isLeaf()) {
            for (std::uint32_t place = node.begin + 1; place < node.end; ++place) {
                joinNear(place, node.begin, place);
            }
        } else {
            joinWithin(index + 1);
            joinWithin(node.second);
            joinAcross(index + 1, node.second);
        }
        note(index);
    }

private:
    /// Joins the boids of two nodes, neither of which contains the other.
    void joinAcross(std::uint32_t a, std::uint32_t b) {
        if ((m_isOne[a] && m_isOne[b] && m_sets.areJoined(begin(a), begin(b))) ||
            m_tree.gapSq(box(a), box(b)) >= m_radiusSq) {
            return;
        }
        if (m_tree.spanSq(box(a), box(b)) < m_radiusSq) {
            joinAll(a);
            joinAll(b);
            m_sets.join(begin(a), begin(b));
            return;
        }
        // Split the larger first: its parts soonest lie out of reach, or entirely within it.
        if (m_tree.spanSq(box(a), box(a)) < m_tree.spanSq(box(b), box(b))) {
            std::swap(a, b);
        }
        const Node& node = m_tree.m_nodes[a];
        if (node.isLeaf()) {
            for (std::uint32_t place = node.begin; place < node.end; ++place) {
                joinPlace(place, b);
            }
        } else {
            joinAcross(a + 1, b);
            joinAcross(node.second, b);
        }
        note(a);
        note(b);
    }

    /// Joins one boid with those of a node that does not contain it.
    void joinPlace(std::uint32_t place, std::uint32_t index) {
        const Vec3f& at = m_tree.m_places[place].position;
        const Box point{at, at};
        if ((m_isOne[index] && m_sets.areJoined(place, begin(index))) ||
            m_tree.gapSq(point, box(index)) >= m_radiusSq) {
            return;
        }
        const Node& node = m_tree.m_nodes[index];
        if (m_tree.spanSq(point, node.box) < m_radiusSq) {
            joinAll(index);
            m_sets.join(place, node.begin);
            return;
        }
        if (node.isLeaf()) {
            joinNear(place, node.begin, node.end);
        } else {
            joinPlace(place, index + 1);
            joinPlace(place, node.second);
        }
        note(index);
    }

    void joinNear(std::uint32_t place, std::uint32_t begin, std::uint32_t end) {
        const Vec3f& at = m_tree.m_places[place].position;
        for (std::uint32_t other = begin; other < end; ++other) {
            if (m_tree.distanceSq(m_tree.m_places[other].position, at) < m_radiusSq) {
                m_sets.join(place, other);
            }
        }
    }

    void joinAll(std::uint32_t index) {
        if (m_isOne[index]) {
            return;
        }
        const Node& node = m_tree.m_nodes[index];
        if (node.isLeaf()) {
            for (std::uint32_t place = node.begin; place < node.end; ++place) {
                m_sets.join(node.begin, place);
            }
        } else {
            joinAll(index + 1);
            joinAll(node.second);
            m_sets.join(node.begin, begin(node.second));
        }
        m_isOne[index] = true;
    }

    /// Notes whether the boids of a node have become one group.
    void note(std::uint32_t index) {
        if (m_isOne[index]) {
            return;
        }
        const Node& node = m_tree.m_nodes[index];
        bool isOne = true;
        if (node.isLeaf()) {
            for (std::uint32_t place = node.begin; place < node.end && isOne; ++place) {
                isOne = m_sets.areJoined(node.begin, place);
            }
        } else {
            isOne = m_isOne[index + 1] && m_isOne[node.second] &&
                    m_sets.areJoined(node.begin, begin(node.second));
        }
        m_isOne[index] = isOne;
    }

    const Box& box(std::uint32_t index) const { return m_tree.m_nodes[index].box; }
    std::uint32_t begin(std::uint32_t index) const { return m_tree.m_nodes[index].begin; }

    BoidTree& m_tree;
    double m_radiusSq;
    Sets m_sets;
    std::vector<bool> m_isOne;  ///< for each node, whether its boids are known to be one group
};

std::vector<std::uint32_t> BoidTree::groups(double radius) {
    if (m_places.empty()) {
        return {};
    }
    Grouping grouping(*this, radius);
    grouping.joinWithin(0);
    struct Group {
        std::uint32_t root = 0;
        std::uint32_t size = 0;
        std::uint32_t lowestId = std::numeric_limits<std::uint32_t>::max();
    };
    std::vector<Group> groups(m_places.size());  // by root; of size 0 at all other places
    for (std::uint32_t place = 0; place < m_places.size(); ++place) {
        const std::uint32_t root = grouping.root(place);
        Group& group = groups[root];
        group = {root, group.size + 1, std::min(group.lowestId, m_places[place].id)};
    }
    std::ranges::sort(groups, [](const Group& a, const Group& b) {
        return a.size != b.size ? a.size > b.size : a.lowestId < b.lowestId;
    });
    std::vector<std::uint32_t> rankOfRoot(m_places.size());
    for (std::uint32_t rank = 0; rank < grouping.count(); ++rank) {
        rankOfRoot[groups[rank].root] = rank;
    }
    std::vector<std::uint32_t> byId(m_places.size());
    for (std::uint32_t place = 0; place < m_places.size(); ++place) {
        byId[m_places[place].id] = rankOfRoot[grouping.root(place)];
    }
    return byId;
}

}  // namespace shoal
