// The search among a block's candidates, with the ties that whole steps rarely meet and with a candidate
// limit.

#include "sim/neighbours/spread_trio.hpp"

#include <iterator>
#include <tuple>

#include "sim/neighbours/neighbour_finder.hpp"
#include "sim/one_cell.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Sorts every other boid within range and outside the blind cone; returns the first two and the first one
/// beyond.
std::vector<std::uint32_t> trioByFullSort(const FlockState& state, std::uint32_t count, std::uint32_t self,
                                          const NeighbourQuery& query) {
    std::vector<std::tuple<float, std::uint32_t, std::uint32_t>> seen =
        everyoneSeen(state, count, self, query);
    const float spread = query.perception.spread;
    std::vector<std::uint32_t> result;
    for (const auto& [distanceSq, id, k] : seen) {
        const bool isBeyond = distanceSq > std::get<0>(seen[0]) * (spread * spread);
        if (result.size() < 2 || (result.size() == 2 && isBeyond)) {
            result.push_back(k);
        }
    }
    return result;
}

void checkTrio(const std::vector<Vec3f>& positions) {
    OneCell cell(positions);
    const auto count = static_cast<std::uint32_t>(positions.size());
    for (const float spread : {2.0f, 3.0f, 10.0f}) {
        for (const float blindAngle : {0.0f, 2.0f}) {
            for (const float radius : {0.3f, 2.0f, 50.0f}) {
                for (const Isa isa : {Isa::baseline, bestIsa()}) {
                    Perception perception;
                    perception.kind = Perception::Kind::spread;
                    perception.spread = spread;
                    perception.radius = radius;
                    perception.blindAngle = blindAngle;
                    const NeighbourQuery query = NeighbourQuery::of(perception, 100.0f, {}, isa);
                    for (std::uint32_t self = 0; self < count; ++self) {
                        Few trio;
                        findSpreadTrio(cell.candidates, observerAt(cell.state, self), query, trio);
                        std::vector<std::uint32_t> found;
                        std::copy_if(trio.index.begin(), trio.index.begin() + 3, std::back_inserter(found),
                                     [&](std::uint32_t index) { return index < count; });
                        const std::vector<std::uint32_t> expected =
                            trioByFullSort(cell.state, count, self, query);
                        if (found != expected) {
                            INFO("of " << count << " within " << radius << " m, spread " << spread
                                       << ", blind angle " << blindAngle << ", " << isaName(isa) << ", boid "
                                       << self);
                            REQUIRE(found == expected);
                        }
                    }
                }
            }
        }
    }
    SUCCEED();
}

}  // namespace

TEST_CASE("the spread three match a full sort at any density", "[sim][spread]") {
    for (const std::uint64_t seed : {1, 2, 3}) {
        INFO("seed " << seed);
        checkTrio(mixedDensities(seed));
    }
}

TEST_CASE("of equally distant boids the spread three are those with smaller ids", "[sim][spread]") {
    checkTrio(lattice());
    checkTrio(std::vector<Vec3f>(100, Vec3f{1.0f, 2.0f, 3.0f}));
    std::vector<Vec3f> pairs(60, Vec3f{1.0f, 2.0f, 3.0f});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        pairs[k].x += 0.5f * static_cast<float>(k / 2);
    }
    checkTrio(pairs);
}

TEST_CASE("a boid with few others around has fewer than three", "[sim][spread]") {
    checkTrio({{0.0f, 0.0f, 0.0f}});
    checkTrio({{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
    checkTrio({{0.0f, 0.0f, 0.0f}, {0.1f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {40.0f, 1.0f, 0.0f}});
    // The second is already as far as the far one must be, so the third closest is the far one.
    checkTrio({{0.0f, 0.0f, 0.0f}, {0.125f, 0.0f, 0.0f}, {0.0f, 1.5f, 0.0f}, {0.0f, 0.0f, 1.5f}});
    // None is far enough, so there are only two.
    checkTrio({{0.0f, 0.0f, 0.0f}, {0.125f, 0.0f, 0.0f}, {0.0f, 0.125f, 0.0f}, {0.0f, 0.0f, 0.125f}});
}

TEST_CASE("a crowd between a boid and its far third displaces neither of its two closest", "[sim][spread]") {
    // With a spread of ten, some thousand boids lie nearer than the far ones: more than the limit admits.
    const std::size_t count = 12000;
    const Layout layout = uniformLayout(count, {6, 6, 6}, 3);
    Scene scene = sceneWith({"separation.enabled=on", "separation.radius=200", "perception.kind=spread",
                             "perception.spread=10", "perception.radius=20", "perception.max_candidates=64"});
    const std::vector<Vec3f> steering = stepOnce(scene, layout).steering;
    std::size_t compared = 0;
    for (std::size_t id = 0; id < count; id += 24) {
        std::vector<std::pair<float, std::size_t>> near;
        for (std::size_t other = 0; other < count; ++other) {
            if (other != id) {
                near.emplace_back(lengthSq(layout.positions[other] - layout.positions[id]), other);
            }
        }
        std::partial_sort(near.begin(), near.begin() + 2, near.end());
        Vec3d rest = asDouble(steering[id]);
        for (int k = 0; k < 2; ++k) {
            const Vec3d offset = asDouble(layout.positions[near[static_cast<std::size_t>(k)].second]) -
                                 asDouble(layout.positions[id]);
            rest += offset * (1.0 / lengthSq(offset));
        }
        // The remainder is the push of one boid, at least ten times as far as the closest.
        const double closest = std::sqrt(static_cast<double>(near[0].first));
        REQUIRE(lengthOf(rest) < 1.001 / (10.0 * closest));
        REQUIRE(lengthOf(rest) > 0.0);
        ++compared;
    }
    CHECK(compared == 500);
}
