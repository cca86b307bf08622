#include <utility>

#include <shoal/flock.hpp>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Flock flockOf(const Layout& layout) {
    Flock flock;
    flock.resize(layout.count());
    flock.now() = stateOf(layout);
    flock.before() = stateOf(layout);
    return flock;
}

}  // namespace

TEST_CASE("a column that was moved from is empty, shares nothing with its heir and can be used again",
          "[sim][flock]") {
    AlignedArray<float> first(40);
    first[7] = 3.0f;
    const float* const storage = first.data();
    AlignedArray<float> second = std::move(first);
    CHECK(second.data() == storage);
    CHECK(second.size() == 40);
    const auto checkEmpty = [](const AlignedArray<float>& moved) {
        CHECK(moved.empty());
        CHECK(moved.data() == nullptr);
        CHECK(moved.bytes() == 0);
    };
    checkEmpty(first);
    AlignedArray<float> third;
    third = std::move(second);
    checkEmpty(second);
    second.resize(30);
    second[7] = 5.0f;
    CHECK(third[7] == 3.0f);
    first = second;
    CHECK(first[7] == 5.0f);
    CHECK(first.data() != second.data());
}

TEST_CASE("a flock that was moved from has no boids and can be used again", "[sim][flock]") {
    const Layout layout = uniformLayout(50, {3, 3, 3}, 4);
    Flock first = flockOf(layout);
    const Flock second = std::move(first);
    CHECK(second.count() == 50);
    CHECK(first.count() == 0);
    CHECK(first.slotOf(3) == 0);
    CHECK(first.bytes() == 0);
    first = flockOf(layout);
    CHECK(first.count() == 50);
    CHECK(first.now().position.at(7) == layout.positions[7]);
}
