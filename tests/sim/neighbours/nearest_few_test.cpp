// The search among a block's candidates, with ties and densities that whole steps rarely meet.

#include "sim/neighbours/nearest_few.hpp"

#include "sim/neighbours/neighbour_finder.hpp"
#include "sim/neighbours/spread_trio.hpp"
#include "sim/one_cell.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns the first few of all other boids perceived.
std::vector<std::uint32_t> fewByFullSort(const FlockState& state, std::uint32_t count, std::uint32_t self,
                                         const NeighbourQuery& query) {
    std::vector<std::uint32_t> result;
    for (const auto& [distanceSq, id, k] : everyoneSeen(state, count, self, query)) {
        if (result.size() < static_cast<std::size_t>(query.perception.count)) {
            result.push_back(k);
        }
    }
    return result;
}

void checkFew(const std::vector<Vec3f>& positions) {
    OneCell cell(positions);
    const auto count = static_cast<std::uint32_t>(positions.size());
    for (const int few : {1, 7, 8, 19, 32}) {
        for (const float blindAngle : {0.0f, 2.0f}) {
            for (const float radius : {0.3f, 2.0f, 50.0f}) {
                for (const Isa isa : {Isa::baseline, bestIsa()}) {
                    Perception perception;
                    perception.kind = Perception::Kind::nearest;
                    perception.count = few;
                    perception.radius = radius;
                    perception.blindAngle = blindAngle;
                    const NeighbourQuery query = NeighbourQuery::of(perception, 100.0f, {}, isa);
                    NearestFew search;  // shared by all: one boid's search must not affect the next
                    for (std::uint32_t self = 0; self < count; ++self) {
                        Few chosen;
                        search.find(cell.candidates, observerAt(cell.state, self), query, chosen);
                        const std::vector<std::uint32_t> found(chosen.index.begin(),
                                                               chosen.index.begin() + chosen.count);
                        const std::vector<std::uint32_t> expected =
                            fewByFullSort(cell.state, count, self, query);
                        if (found != expected) {
                            INFO(few << " nearest of " << count << " within " << radius << " m, blind angle "
                                     << blindAngle << ", " << isaName(isa) << ", boid " << self);
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

TEST_CASE("the nearest few match a full sort at any density", "[sim][nearest]") {
    for (const std::uint64_t seed : {1, 2, 3}) {
        INFO("seed " << seed);
        checkFew(mixedDensities(seed));
    }
}

TEST_CASE("of equally distant boids the nearest few are those with smaller ids", "[sim][nearest]") {
    checkFew(lattice());
    checkFew(std::vector<Vec3f>(100, Vec3f{1.0f, 2.0f, 3.0f}));
}

TEST_CASE("a boid with few others around finds them all", "[sim][nearest]") {
    checkFew({{0.0f, 0.0f, 0.0f}});
    checkFew({{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
    checkFew({{0.0f, 0.0f, 0.0f}, {0.1f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {40.0f, 1.0f, 0.0f}});
}

TEST_CASE("a selection of the nearest does not depend on an earlier one", "[sim][nearest]") {
    OneCell cell({{0.0f, 0.0f, 0.0f}, {0.1f, 0.0f, 0.0f}, {0.2f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}});
    Perception perception;
    perception.radius = 50.0f;
    const NeighbourQuery query = NeighbourQuery::of(perception, 100.0f, {}, bestIsa());
    Few few;
    findSpreadTrio(cell.candidates, observerAt(cell.state, 0), query, few);
    REQUIRE(few.secondSq < 1.0f);
    NearestFew().find(cell.candidates, observerAt(cell.state, 0), query, few);
    CHECK(few.count == 3);
    CHECK(std::isinf(few.closestSq));
    CHECK(std::isinf(few.secondSq));
}
