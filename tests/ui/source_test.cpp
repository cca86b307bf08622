// The source of a preset in the panel: its document, and a letter beside each marked value.

#include <string>
#include <vector>

#include "catch.hpp"
#include "ui/panel_harness.hpp"
#include "ui/sliders/tunable_row.hpp"
#include "ui/text/value_text.hpp"

namespace shoal::test {

namespace {

const std::string kMarked = "species.sardine.alignment.weight";

struct Holder {
    float value = 0.0f;
};

Scene markedScene() {
    Scene scene = builtinScene();
    scene.source.title = "On fish";
    scene.source.author = "A. Fisher";
    scene.source.year = 1986;
    scene.source.marks[kMarked] = {
        .kind = SourceMark::Kind::given, .text = "a = 1/200", .unit = "% a frame", .scale = 0.5};
    scene.source.marks["world"] = {
        .kind = SourceMark::Kind::chosen, .text = "wide enough", .unit = {}, .scale = 1.0};
    return scene;
}

}  // namespace

TEST_CASE("a preset without a source shows no source and no letters", "[ui][source]") {
    Scene scene = builtinScene();
    scene.source = {};
    PanelHarness panel(scene);
    panel.openAll();
    CHECK_FALSE(panel.has("heading.source"));
    for (const UiProbe::Item& item : panel.probe().items()) {
        CHECK_FALSE(item.key.ends_with(".mark"));
    }
}

TEST_CASE("one click on a preset's source opens its document", "[ui][source]") {
    PanelHarness panel(markedScene());
    CHECK_FALSE(panel.has("preset.source"));
    panel.click("heading.source");
    CHECK(panel.has("preset.source"));
    panel.click("heading.source");
    CHECK_FALSE(panel.has("preset.source"));
}

TEST_CASE("one click on the letter beside a value opens where it comes from", "[ui][source]") {
    PanelHarness panel(markedScene());
    REQUIRE(panel.has(kMarked + ".mark"));
    CHECK_FALSE(panel.has(kMarked + ".mark.text"));
    CHECK(panel.click(kMarked + ".mark").edits().empty());
    CHECK(panel.has(kMarked + ".mark.text"));
    panel.click(kMarked + ".mark");
    CHECK_FALSE(panel.has(kMarked + ".mark.text"));
}

TEST_CASE("a mark for a whole section stands beside each of its values", "[ui][source]") {
    PanelHarness panel(markedScene());
    panel.click("heading.world");
    CHECK(panel.has("world.width.mark"));
    CHECK(panel.has("world.shape.mark"));
    CHECK_FALSE(panel.has("species.sardine.alignment.radius.mark"));
}

TEST_CASE("a changed value has a reset mark in the place of its letter", "[ui][source]") {
    PanelHarness panel(markedScene());
    panel.click(kMarked + ".mark");
    panel.drag(kMarked, 0.5f, 0.9f);
    CHECK_FALSE(panel.has(kMarked + ".mark"));
    CHECK(panel.has(kMarked + ".mark.text"));
    panel.click(kMarked + ".reset");
    CHECK(panel.has(kMarked + ".mark"));
}

TEST_CASE("texts of a source lie on no other control at any scale", "[ui][source]") {
    for (const float scale : {1.0f, 1.5f, 3.0f}) {
        Scene scene = markedScene();
        scene.source.note = scene.source.address = std::string(kMaxSourceBytes, 'w');
        scene.source.marks[kMarked].text = std::string(kMaxSourceBytes, 'w');
        PanelHarness panel(scene, scale, {1280.0f * scale, 14000.0f * scale});
        panel.click("heading.source");
        panel.click(kMarked + ".mark");
        const std::vector<UiProbe::Item>& items = panel.probe().items();
        CAPTURE(scale);
        for (const char* key : {"preset.source", "species.sardine.alignment.weight.mark.text"}) {
            const UiProbe::Item text = panel.item(key);
            CAPTURE(key);
            CHECK(text.max.x <= panel.panel().place(scale, ImGui::GetIO().DisplaySize).free);
            for (const UiProbe::Item& item : items) {
                if (item.key != key && item.key != "panel.edge" && item.key != "panel.list" &&
                    item.max.y > text.min.y + 0.5f && item.min.y < text.max.y - 0.5f) {
                    FAIL_CHECK(item.key + " lies on it");
                }
            }
        }
    }
}

TEST_CASE("a value is shown in the unit of its source beside ours", "[ui][source]") {
    const Parameter weight = parameter<&Holder::value>("weight", {0.0, 100.0, "1/s²", true});
    SourceMark mark{.kind = SourceMark::Kind::derived, .text = "x", .unit = "% a frame", .scale = 0.5 / 18.0};
    CHECK(inSourceUnit(weight, 18.0, mark) == "18.0 1/s² = 0.5 % a frame");
    mark.scale = 1.0 / 3600.0;
    mark.unit = "a frame²";
    CHECK(inSourceUnit(weight, 18.0, mark) == "18.0 1/s² = 0.005 a frame²");
    mark.unit.clear();
    CHECK(inSourceUnit(weight, 18.0, mark).empty());
}

}  // namespace shoal::test
