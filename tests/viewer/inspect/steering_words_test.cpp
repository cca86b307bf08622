// Sentences about what steers an inspected boid.

#include "viewer/inspect/steering_words.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

struct Push {
    std::string_view rule;
    Vec3f steering;
    std::size_t observedIndex = 0;
};

/// A boid that swims along −z at 1 m/s, pushed by these.
Inspection pushedBy(const std::vector<Push>& pushes) {
    Inspection inspection;
    inspection.stepSeconds = 1.0f / 60.0f;
    inspection.velocity = {0.0f, 0.0f, -1.0f};
    for (const Push& push : pushes) {
        inspection.pushes.push_back({push.rule, push.observedIndex, push.steering});
        inspection.steering += push.steering;
    }
    return inspection;
}

std::string sentenceOf(const Inspection& inspection) {
    static const Scene kScene = builtinScene("bait-ball");
    return steeringSentence({inspection, kScene, 0});
}

}  // namespace

TEST_CASE("the sentence names the strongest push and its direction, and left is at the left",
          "[ui][inspector]") {
    // Swims along −z with +y up, so +x is at its right.
    CHECK(sentenceOf(pushedBy({{"alignment", {-1, 0, 0}}})) == "Alignment pushes hardest: to its left");
    CHECK(sentenceOf(pushedBy({{"alignment", {1, 0, 0}}})) == "Alignment pushes hardest: to its right");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 1, 0}}})) == "Alignment pushes hardest: upwards");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, -1, 0}}})) == "Alignment pushes hardest: downwards");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 0, -1}}})) == "Alignment pushes hardest: forwards");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 0, 1}}})) == "Alignment pushes hardest: backwards");
    CHECK(sentenceOf(pushedBy({{"separation", {0.4f, 0, 0}},
                               {"alignment", {-0.62f, 0.3f, 0}},
                               {"cohesion", {-0.31f, -0.3f, 0}}})) ==
          "Alignment pushes hardest: to its left");
    // Along +x, −z is at the left.
    Inspection turned = pushedBy({{"cohesion", {0, 0, -1}}});
    turned.velocity = {2, 0, 0};
    CHECK(sentenceOf(turned) == "Cohesion pushes hardest: to its left");
}

TEST_CASE("a boid that no rule pushes noticeably has no strongest rule", "[ui][inspector]") {
    CHECK(sentenceOf(pushedBy({{"alignment", {0.01f, 0, 0}}})) == "No rule pushes it noticeably");
    CHECK(sentenceOf(pushedBy({})) == "No rule steers it; only limits act on it");
    // A hundred times slower, the same push is noticeable.
    Inspection slow = pushedBy({{"alignment", {0.01f, 0, 0}}});
    slow.velocity = slow.velocity * 0.01f;
    CHECK(sentenceOf(slow) == "Alignment pushes hardest: to its right");
}

TEST_CASE("a push from another species names that species", "[ui][inspector]") {
    CHECK(sentenceOf(pushedBy({{"flee", {0, 0, -4}, 2}, {"alignment", {0, 0, -1}}})) ==
          "Flee (shark) pushes hardest: forwards");
}

TEST_CASE("a boid at rest and one that moves straight up still have six directions", "[ui][inspector]") {
    Inspection still = pushedBy({{"alignment", {-1, 0, 0}}});
    still.velocity = {};
    CHECK(sentenceOf(still) == "Alignment pushes hardest: to its left");
    Inspection climbing = pushedBy({{"alignment", {0, 1, 0}}});
    climbing.velocity = {0, 1, 0};
    CHECK(sentenceOf(climbing) == "Alignment pushes hardest: forwards");
    Inspection pushed = pushedBy({{"alignment", {1, 0, 0}}});
    pushed.velocity = {0, 1, 0};
    CHECK(sentenceOf(pushed) == "Alignment pushes hardest: to its right");
}

}  // namespace shoal::test
