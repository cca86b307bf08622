// Texts cut to a width.

#include "ui/text/cut_text.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

float cutTextWidth(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x;
}

}  // namespace

TEST_CASE("a text is cut to the longest start that fits with an ellipsis", "[ui][text]") {
    PanelHarness panel(builtinScene());
    ImGui::NewFrame();
    const std::string text = "Fünf äußerst schöne Fische";
    CHECK(cutToFit("", 10.0f).empty());
    CHECK(cutToFit(text, cutTextWidth(text)) == text);
    for (float width = 20.0f; width < cutTextWidth(text) - 1.0f; width += 7.0f) {
        CAPTURE(width);
        // Every start of the text that ends between letters.
        std::string longest;
        for (std::size_t end = 0; end <= text.size(); ++end) {
            const bool isWhole = end == text.size() || (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
            const std::string part = text.substr(0, end) + "…";
            if (isWhole && cutTextWidth(part) <= width) {
                longest = part;
            }
        }
        const std::string cut = cutToFit(text, width);
        CHECK(cut.ends_with("…"));
        CHECK(cutTextWidth(cut) <= width + 1.0f);
        CHECK(cut.size() >= longest.size());
    }
    ImGui::EndFrame();
}

TEST_CASE("as many whole sentences as fit are shown, else the first clauses", "[ui][text]") {
    PanelHarness panel(builtinScene());
    ImGui::NewFrame();
    const std::string text = "It mills (Fig. 3), at 2.5 m/s. Then it bursts: look.";
    const float whole = cutTextWidth(text) + 1.0f;
    const auto fitting = [&](const char* start) { return cutTextWidth(start) + 1.0f; };
    CHECK(sentencesThatFit(text, whole, 1) == text);
    CHECK(sentencesThatFit(text, whole / 2.0f + 60.0f, 2) == text);
    CHECK(sentencesThatFit(text, fitting("It mills (Fig. 3), at 2.5 m/s."), 1) ==
          "It mills (Fig. 3), at 2.5 m/s.");
    CHECK(sentencesThatFit(text, fitting("It mills (Fig. 3), at"), 1) == "It mills (Fig. 3).");
    CHECK(sentencesThatFit(text, 30.0f, 1).empty());
    CHECK(sentencesThatFit("Fish swim. They turn", whole, 1) == "Fish swim. They turn");
    ImGui::EndFrame();
}

TEST_CASE("a text of 64 KiB is cut in one pass", "[ui][text]") {
    PanelHarness panel(builtinScene());
    ImGui::NewFrame();
    const std::string start(1000, 'w');
    const std::string text(std::size_t{64} << 10, 'w');
    // A pass for each letter would take minutes.
    for (int time = 0; time < 200; ++time) {
        REQUIRE(cutToFit(text, 300.0f) == cutToFit(start, 300.0f));
    }
    ImGui::EndFrame();
}

}  // namespace shoal::test
