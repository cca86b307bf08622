// The gallery's groups, its filter and its layout.

#include "viewer/scenes/gallery.hpp"

#include "ui/text/value_text.hpp"
#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

PresetItem itemNamed(const std::string& name, const std::string& title) {
    PresetItem item;
    item.name = name;
    item.title = title;
    return item;
}

std::vector<PresetItem> someItems() {
    std::vector<PresetItem> items{itemNamed("reef", "Reef"), itemNamed("vicsek", "Vicsek"),
                                  itemNamed("vicsek-groups", "Vicsek: groups"),
                                  itemNamed("vicsek-ordered", "Vicsek: order"), itemNamed("mine", "My reef")};
    items[0].watch = "The school turns as one";
    items[0].words = "cohesion";
    items[1].words = "T. Vicsek and others";
    items[2].isVariant = items[3].isVariant = true;
    items[4].isOwn = true;
    items[1].place = items[2].place = items[3].place = LookSettings::Place::lab;
    return items;
}

std::vector<std::string> idsOf(const std::vector<GalleryGroup>& groups) {
    std::vector<std::string> ids;
    for (const GalleryGroup& group : groups) {
        ids.push_back("# " + group.title);
        for (const GalleryCell& cell : group.cells) {
            ids.push_back(cell.id);
        }
    }
    return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("the gallery groups recent ones, the user's own, models and variants", "[ui][gallery]") {
    const auto items = someItems();
    const std::vector<ImTextureID> pictures(items.size());
    const std::vector<RecentItem> recent{
        {.origin = "vicsek", .title = "Vicsek", .hint = {}, .preset = 1, .isShown = true},
        {.origin = "mine", .title = "My reef", .hint = {}, .preset = 4},
        {.origin = "/tmp/a.take", .title = "a.take", .hint = "/tmp/a.take"},
        {.origin = "reef", .title = "Reef", .hint = {}, .preset = 0}};
    const GalleryInput input{.presets = items, .pictures = pictures, .recent = recent};
    CHECK(idsOf(galleryGroups(input, "", 2)) == Ids{"# Recent", "recent.0", "recent.1", "# Yours", "own.mine",
                                                    "# Models", "model.reef", "model.vicsek", "# Variants",
                                                    "model.vicsek-groups", "model.vicsek-ordered"});
    CHECK(galleryGroups(input, "", 2)[0].cells[1].isFile);
    CHECK(idsOf(galleryGroups(input, "", 2, LookSettings::Place::lab)) ==
          Ids{"# Models", "model.vicsek", "# Variants", "model.vicsek-groups", "model.vicsek-ordered"});
    CHECK(idsOf(galleryGroups(input, "reef", 2, LookSettings::Place::water)) ==
          Ids{"# Models", "model.reef", "# Yours", "own.mine"});
    CHECK(galleryGroups(input, "", 2, LookSettings::Place::plain).empty());
}

TEST_CASE("the gallery's filter leaves what the finder finds, the best first", "[ui][gallery]") {
    const auto items = someItems();
    const std::vector<ImTextureID> pictures(items.size());
    const std::vector<RecentItem> recent{{.origin = "reef", .title = "Reef", .hint = {}, .preset = 0}};
    const GalleryInput input{.presets = items, .pictures = pictures, .recent = recent};
    const auto find = [&](const char* text) { return idsOf(galleryGroups(input, text, 4)); };
    CHECK(find("REEF") == Ids{"# Models", "model.reef", "# Yours", "own.mine"});
    CHECK(find("order vic") == Ids{"# Variants", "model.vicsek-ordered"});
    CHECK(find("others") == Ids{"# Models", "model.vicsek"});
    CHECK(find("cohesion") == Ids{"# Models", "model.reef"});
    CHECK(find("school one") == Ids{"# Models", "model.reef"});
    CHECK(find("no such model").empty());
}

TEST_CASE("a user's preset with the name of a built-in one has its own key and card", "[ui][gallery]") {
    std::vector<PresetItem> items{itemNamed("reef", "Reef"), itemNamed("reef", "My reef")};
    items[1].isOwn = true;
    CHECK(items[0].key() != items[1].key());
    const std::vector<ImTextureID> pictures(items.size());
    CHECK(idsOf(galleryGroups({.presets = items, .pictures = pictures}, "", 4)) ==
          Ids{"# Yours", "own.reef", "# Models", "model.reef"});
}

TEST_CASE("cards fill the width at any size of window and text", "[ui][gallery]") {
    for (const float scale : {1.0f, 2.0f}) {
        PanelHarness panel(builtinScene(), scale);
        const WidgetContext context{scale, nullptr};
        ImGui::NewFrame();
        for (const float width : {100.0f, 280.0f, 900.0f, 2200.0f}) {
            CAPTURE(width, scale);
            const CardSizes sizes = CardSizes::of(context, width * scale);
            const auto columns = static_cast<float>(sizes.columns);
            CHECK(columns * sizes.picture.x + (columns - 1.0f) * sizes.gap <= width * scale);
            CHECK(sizes.picture.x > 90.0f * scale);
            CHECK(sizes.picture.x < 290.0f * scale);
        }
        CHECK(CardSizes::of(context, 280.0f * scale).columns == 2);
        ImGui::EndFrame();
    }
}

TEST_CASE("the gallery ends beside the capture panel, or lies over it if there is no space",
          "[ui][gallery]") {
    PanelHarness panel(builtinScene(), 1.0f, {1280.0f, 720.0f});
    const auto items = someItems();
    const std::vector<ImTextureID> pictures(items.size());
    const auto closeIn = [&](const std::optional<float>& right) {
        Gallery gallery;
        UiProbe probe;
        gallery.open();
        ImGui::NewFrame();
        probe.beginFrame();
        Commands commands;
        gallery.build(WidgetContext{1.0f, &probe},
                      {.presets = items, .pictures = pictures, .left = 320.0f, .right = right}, commands);
        ImGui::EndFrame();
        const UiProbe::Item* item = probe.find("gallery.close");
        REQUIRE(item != nullptr);
        return item->max.x;
    };
    CHECK(closeIn(std::nullopt) > 1200.0f);
    CHECK(closeIn(960.0f) < 960.0f);
    CHECK(closeIn(960.0f) > 900.0f);
    CHECK(closeIn(400.0f) > 1200.0f);
}

TEST_CASE("a card names its source briefly, and only web addresses open", "[ui][gallery]") {
    PresetSource source;
    CHECK(shortOrigin(source).empty());
    source.title = "On fish";
    CHECK(shortOrigin(source) == "On fish");
    source.year = 1986;
    CHECK(shortOrigin(source) == "On fish, 1986");
    source.author = "A. Fisher, B. Boat";
    CHECK(shortOrigin(source) == "A. Fisher, B. Boat, 1986");
    source.author = "A. Fisher, B. Boat, C. Net";
    CHECK(shortOrigin(source) == "A. Fisher and others, 1986");
    CHECK(isWebAddress("https://doi.org/10.1006/jtbi.2002.3065"));
    for (const char* address : {"", "--help", "file:///etc/passwd", "/bin/sh", "https://a b", "http://a\n"}) {
        CAPTURE(address);
        CHECK_FALSE(isWebAddress(address));
    }
}

}  // namespace shoal::test
