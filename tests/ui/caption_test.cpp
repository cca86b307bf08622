// Captions drawn on pictures.

#include "ui/overlay/caption.hpp"

#include <shoal/preset.hpp>

#include "ui/drawn.hpp"

namespace shoal::test {

namespace {

Caption captionWith(const std::string& preset, const std::vector<std::string>& assignments) {
    const auto loaded = openPreset(preset);
    REQUIRE(loaded);
    Scene scene = *loaded;
    for (const std::string& each : assignments) {
        REQUIRE(scene.applyText(each));
    }
    return captionOf(scene, *loaded, 12.34);
}

Drawn draw(const Caption& caption, float width, float height, float left = 0.0f) {
    return drawnIn(width, height,
                   [&] { drawCaption(caption, {.left = left, .width = width, .height = height}); });
}

}  // namespace

TEST_CASE("a caption states the preset, seed, number of boids and time", "[ui][caption]") {
    const Caption caption = captionWith("reef", {});
    CHECK(caption.title == "Turning as one");
    CHECK_THAT(caption.facts, contains("seed 7") && contains("3,000 boids") && contains("12.3 s"));
    CHECK(caption.changes.empty());
}

TEST_CASE("a caption names every change, with its unit", "[ui][caption]") {
    const Caption caption = captionWith(
        "reef", {"alignment.weight=2", "separation.radius=0.8", "cohesion.enabled=off", "wind.enabled=on"});
    const auto has = [&](const char* text) {
        return std::ranges::find(caption.changes, text) != caption.changes.end();
    };
    CHECK(caption.changes.size() == 4);
    CHECK(has("alignment weight 2.00 1/s"));
    CHECK(has("separation radius 0.80 m"));
    CHECK(has("cohesion off"));
    CHECK(has("wind on"));
}

TEST_CASE("with several species a caption says which one a change belongs to", "[ui][caption]") {
    const Caption caption = captionWith("stampede", {"gnu.alignment.weight=1", "lion.body_length=3"});
    REQUIRE(caption.changes.size() == 2);
    CHECK(caption.changes[0] == "gnu alignment weight 1.00 1/s");
    CHECK(caption.changes[1] == "lion body length 3.00 m");
}

TEST_CASE("a caption gives the number of boids once, and never the camera", "[ui][caption]") {
    const Caption caption = captionWith("reef", {"sardine.count=250", "camera.distance=30"});
    CHECK_THAT(caption.facts, contains("250 boids"));
    CHECK(caption.changes.empty());
}

TEST_CASE("a caption stays at the lower left and scales with the picture", "[ui][caption]") {
    Caption caption = captionWith("reef", {});
    for (int each = 0; each < 60; ++each) {
        caption.changes.push_back("separation radius 0.80 m");
    }
    const Drawn usual = draw(caption, 1280.0f, 720.0f);
    CHECK(usual.left > 5.0f);
    CHECK(usual.left < 40.0f);
    CHECK(usual.right < 1280.0f * 0.75f);
    CHECK(usual.top > 720.0f * 0.75f);
    CHECK(usual.bottom < 720.0f);
    const Drawn large = draw(caption, 3840.0f, 2160.0f);
    CHECK(large.top / 2160.0f == approx(usual.top / 720.0f).epsilon(0.02));
    CHECK(large.right < 3840.0f * 0.75f);
    CHECK(draw(caption, 1280.0f, 720.0f, 320.0f).left > 320.0f);
    CHECK(captionSize(2160.0f) == approx(3.0 * captionSize(720.0f)));
    CHECK(captionSize(10.0f) >= 8.0f);
}

}  // namespace shoal::test
