// Sentences about what steers an inspected boid.

#include "ui/inspector/steering_words.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ui/panel_harness.hpp"

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
    std::string sentence = steeringSentence({inspection, kScene, 0});
    // No line may end between a number and its %.
    CHECK(sentence.find(" %") == std::string::npos);
    constexpr std::string_view kUnbroken = "\u00a0%";
    for (auto at = sentence.find(kUnbroken); at != std::string::npos; at = sentence.find(kUnbroken)) {
        sentence.replace(at, kUnbroken.size(), " %");
    }
    return sentence;
}

}  // namespace

TEST_CASE("the sentence names the strongest direction, and left is at the left", "[ui][inspector]") {
    // Swims along −z with +y up, so +x is at its right.
    CHECK(sentenceOf(pushedBy({{"alignment", {-1, 0, 0}}})) == "Turning left: 100 % alignment");
    CHECK(sentenceOf(pushedBy({{"alignment", {1, 0, 0}}})) == "Turning right: 100 % alignment");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 1, 0}}})) == "Turning upwards: 100 % alignment");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, -1, 0}}})) == "Turning downwards: 100 % alignment");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 0, -1}}})) == "Speeding up: 100 % alignment");
    CHECK(sentenceOf(pushedBy({{"alignment", {0, 0, 1}}})) == "Slowing down: 100 % alignment");
    // Along +x, −z is at the left.
    Inspection turned = pushedBy({{"cohesion", {0, 0, -1}}});
    turned.velocity = {2, 0, 0};
    CHECK(sentenceOf(turned) == "Turning left: 100 % cohesion");
}

TEST_CASE("percentages are of the pushes in that direction, and opposing rules are named apart",
          "[ui][inspector]") {
    CHECK(sentenceOf(pushedBy({{"separation", {0.4f, 0, 0}},
                               {"alignment", {-0.62f, 0.3f, 0}},
                               {"cohesion", {-0.31f, -0.3f, 0}},
                               {"wander", {-0.07f, 0, 0.1f}}})) ==
          "Turning left: 62 % alignment, 31 % cohesion, 7 % wander; separation pushes against it");
    CHECK(sentenceOf(pushedBy(
              {{"separation", {0.2f, 0, 0}}, {"alignment", {-1, 0, 0}}, {"cohesion", {0.1f, 0, 0}}})) ==
          "Turning left: 100 % alignment; separation and cohesion push against it");
    // A share of one hundredth is not mentioned.
    CHECK(sentenceOf(pushedBy({{"alignment", {-0.99f, 0, 0}}, {"cohesion", {-0.01f, 0, 0}}})) ==
          "Turning left: 99 % alignment");
}

TEST_CASE("a boid that hardly steers goes straight on", "[ui][inspector]") {
    CHECK(sentenceOf(pushedBy({{"alignment", {0.01f, 0, 0}}})) == "Going straight on");
    CHECK(sentenceOf(pushedBy({{"alignment", {0.5f, 0, 0}}, {"cohesion", {-0.5f, 0, 0}}})) ==
          "Going straight on: the pushes cancel");
    CHECK(sentenceOf(pushedBy({})) == "No rule steers it; only limits act on it");
    // A hundred times slower, the same push is a turn.
    Inspection slow = pushedBy({{"alignment", {0.01f, 0, 0}}});
    slow.velocity = slow.velocity * 0.01f;
    CHECK(sentenceOf(slow) == "Turning right: 100 % alignment");
}

TEST_CASE("a push from another species names that species", "[ui][inspector]") {
    CHECK(sentenceOf(pushedBy({{"flee", {0, 0, -4}, 2}, {"alignment", {0, 0, -1}}})) ==
          "Speeding up: 80 % flee (shark), 20 % alignment");
}

TEST_CASE("a boid at rest and one that moves straight up still have six directions", "[ui][inspector]") {
    Inspection still = pushedBy({{"alignment", {-1, 0, 0}}});
    still.velocity = {};
    CHECK(sentenceOf(still) == "Turning left: 100 % alignment");
    Inspection climbing = pushedBy({{"alignment", {0, 1, 0}}});
    climbing.velocity = {0, 1, 0};
    CHECK(sentenceOf(climbing) == "Speeding up: 100 % alignment");
    CHECK(directionOf(climbing, {1, 0, 0}) == "right");
}

}  // namespace shoal::test
