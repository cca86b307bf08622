#include "viewer/compare/compare_bar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/text/cut_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kMaxBarWidth = 880.0f;
constexpr float kBarButton = 28.0f;
constexpr float kBadgeSize = 22.0f;
constexpr float kBarEdge = 9.0f;
constexpr float kMinText = 90.0f;

constexpr ImGuiWindowFlags kBarFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                       ImGuiWindowFlags_NoFocusOnAppearing;

/// One half of the bar, filled from both of its ends.
struct Half {
    float left = 0.0f;  ///< [px] where the free part begins
    float right = 0.0f;
    float width() const { return right - left; }
};

class Bar {
public:
    Bar(const WidgetContext& context, const CompareInput& input, Commands& commands)
        : m_context(context), m_input(input), m_commands(commands) {}

    void build(const ImVec2& min, const ImVec2& max) {
        m_top = min.y;
        const float gap = m_context.px(theme::kGrid);
        const float swap = m_context.px(kBarButton);
        const float middle = 0.5f * (min.x + max.x);
        Half a{min.x + m_context.px(kBarEdge), middle - 0.5f * swap - gap};
        Half b{middle + 0.5f * swap + gap, max.x - m_context.px(kBarEdge)};

        buildBadgeOfA(a);
        if (!isWhatIf()) {
            place(middle - 0.5f * swap, kBarButton);
            if (iconButton(m_context, "compare.swap", Icon::swap, swap, {},
                           "A's settings become B's, and B's A's")) {
                m_commands.push_back(Run{"swap"});
            }
            if (buttonAt(a, "Keep A", "compare.keep_a",
                         "B takes A's settings, and the comparison ends. {undo} brings B's back")) {
                m_commands.push_back(Run{"keep_a"});
            }
        }
        drawBadge({b.left, badgeTop()}, "B", theme::colours().accent);
        b.left += m_context.px(kBadgeSize) + 2.0f * gap;
        b.right -= m_context.px(kBarButton) - gap;
        place(b.right, kBarButton);
        if (iconButton(m_context, "compare.close", Icon::close, m_context.px(kBarButton), {.isQuiet = true},
                       "End the comparison and keep B (Esc, {compare})")) {
            m_commands.push_back(Run{"compare"});
        }
        b.right -= gap;
        if (isWhatIf()) {
            return buildWhatIf(a, b);
        }
        if (buttonAt(b, "Keep B", "compare.keep_b", "End the comparison and keep B (Esc, {compare})")) {
            m_commands.push_back(Run{"compare"});
        }
        buildValues(a, true);
        buildValues(b, false);
    }

private:
    /// Whether A differs from B by one boid alone.
    bool isWhatIf() const { return !m_input.changed.empty() && m_input.differences.empty(); }

    /// Says which boid was changed, and how fast that spreads.
    void buildWhatIf(const Half& a, const Half& b) {
        const std::string but =
            fmt::format("the same, {} {}", m_input.isRemoved ? "without" : "but for", m_input.changed);
        const std::string how = m_input.isRemoved ? ". The boid with the highest number has its number in A"
                                                  : ", which was turned by 90° to the right";
        buildText(a, "compare.values_a", {.quiet = but}, but + how + ". The settings are B's");
        buildText(
            b, "compare.values_b",
            {.quiet = "Front  ",
             .value = m_input.front > 0.0 ? fmt::format("{:.3g} m/s", m_input.front) : "–"},
            "How fast the effect spreads: the distance, when the flock was copied, from the changed boid to "
            "the farthest boid reached, over the time until it was reached. A boid is reached once it "
            "is farther than a twentieth of a body length from itself in the other flock");
    }

    float badgeTop() const { return m_top + 0.5f * m_context.px(kCompareBarHeight - kBadgeSize); }

    /// Moves the cursor to an item of this height [px at scale 1].
    void place(float x, float height) const {
        ImGui::SetCursorScreenPos({std::floor(x), m_top + 0.5f * m_context.px(kCompareBarHeight - height)});
    }

    void drawBadge(const ImVec2& at, const char* letter, const theme::Colour& colour) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float size = m_context.px(kBadgeSize);
        list.AddRectFilled(at, {at.x + size, at.y + size}, theme::packed(colour),
                           m_context.px(theme::kCorner));
        const ImVec2 text = ImGui::CalcTextSize(letter);
        // Dark on the bright colours of dark themes, light on those of the light one.
        list.AddText({std::floor(at.x + 0.5f * (size - text.x)), std::floor(at.y + 0.5f * (size - text.y))},
                     theme::packed(theme::withAlpha(theme::colours().panel, 1.0f)), letter);
    }

    /// Builds the badge of A, whose list chooses what A is.
    void buildBadgeOfA(Half& a) {
        place(a.left, kBarButton);
        const float size = m_context.px(kBadgeSize);
        if (bareButton("a", {size, m_context.px(kBarButton)})) {
            ImGui::OpenPopup("a");
        }
        m_context.note("compare.a");
        tooltip(m_context, "What A is: the preset as loaded, settings that you keep, or another preset");
        drawBadge({a.left, badgeTop()}, "A", theme::colours().other);
        buildChoiceOfA();
        a.left += size + 2.0f * m_context.px(theme::kGrid);
    }

    void buildChoiceOfA() {
        if (!ImGui::BeginPopup("a", ImGuiWindowFlags_NoMove)) {
            return;
        }
        if (m_context.takeEscape()) {
            ImGui::CloseCurrentPopup();
        }
        if (ImGui::Selectable("The preset as loaded")) {
            m_commands.push_back(Run{"compare_with"});
        }
        m_context.note("compare.as_loaded");
        const std::string key = m_context.keyOf("keep_settings");
        const std::string keepsB = "B as it is now" + (key.empty() ? "" : fmt::format(" ({})", key));
        if (ImGui::Selectable(keepsB.c_str())) {
            m_commands.push_back(Run{"keep_settings"});
        }
        m_context.note("compare.b_as_a");
        ImGui::Separator();
        for (std::size_t index = 0; index < m_input.presets.size(); ++index) {
            const PresetItem& preset = m_input.presets[index];
            if (!preset.problem.empty()) {
                continue;
            }
            ImGui::PushID(preset.name.c_str());
            if (ImGui::Selectable(preset.title.c_str())) {
                m_commands.push_back(Run{"compare_with", {.text = preset.name}});
            }
            ImGui::PopID();
            m_context.note("compare." + preset.name);
            tooltip(m_context, preset.watch);
        }
        ImGui::EndPopup();
    }

    /// Builds a button at the right end of a half.
    bool buttonAt(Half& half, const char* label, const char* key, const char* hint) {
        const float width = ImGui::CalcTextSize(label).x + m_context.px(20.0f);
        half.right -= width;
        place(half.right, kBarButton);
        const bool isPressed = ImGui::Button(label, {width, m_context.px(kBarButton)});
        m_context.note(key);
        tooltip(m_context, hint);
        half.right -= m_context.px(theme::kGrid);
        return isPressed;
    }

    /// Builds the values in which a half differs; all of them in the tip.
    void buildValues(const Half& half, bool isA) {
        const auto& all = m_input.differences;
        const auto valueOf = [&](const SplitDifference& each) { return isA ? each.a : each.b; };
        std::string quiet = isA ? m_input.nameOfA : "the same: change a slider";
        std::string value;
        std::string more;
        std::string list;
        if (!all.empty()) {
            quiet = all.front().name + "  ";
            value = valueOf(all.front());
            more = all.size() > 1 ? fmt::format("  and {} more", all.size() - 1) : std::string();
            list = isA ? "A: " + m_input.nameOfA : "B";
            for (const SplitDifference& each : all) {
                list += fmt::format("\n{}: {}", each.name, valueOf(each));
            }
        }
        if (wide(quiet + value + more) > half.width() && !more.empty()) {
            more = fmt::format("  +{}", all.size() - 1);
        }
        buildText(half, isA ? "compare.values_a" : "compare.values_b",
                  {.quiet = std::move(quiet), .value = std::move(value), .more = std::move(more)}, list);
    }

    /// The parts of a text, of which the first is cut if there is little room.
    struct Text {
        std::string quiet;
        std::string value = {};
        std::string more = {};
    };

    static float wide(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

    void buildText(const Half& half, const char* key, const Text& text, const std::string& hint) {
        if (half.width() < m_context.px(kMinText)) {
            return;
        }
        const std::string quiet =
            cutToFit(text.quiet, std::max(1.0f, half.width() - wide(text.value) - wide(text.more)));
        const float top = m_top + std::floor(0.5f * (m_context.px(kCompareBarHeight) - ImGui::GetFontSize()));
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        float x = half.left;
        const auto put = [&](const std::string& part, const theme::Colour& colour) {
            draw.AddText({std::floor(x), top}, theme::packed(colour), part.c_str());
            x += wide(part);
        };
        const theme::Palette& palette = theme::colours();
        put(quiet, palette.quietText);
        put(text.value, palette.text);
        put(text.more, palette.quietText);
        place(half.left, kBarButton);
        ImGui::Dummy({std::max(1.0f, std::min(x, half.right) - half.left), m_context.px(kBarButton)});
        m_context.note(key, x > half.right + 0.5f);
        tooltip(m_context, hint);
    }

    const WidgetContext& m_context;
    const CompareInput& m_input;
    Commands& m_commands;
    float m_top = 0.0f;
};

}  // namespace

void buildCompareBar(const WidgetContext& context, const CompareInput& input, const PanelPlace& place,
                     Commands& commands) {
    const float left = place.isCompact ? std::max(place.free, place.margin) : place.free + place.margin;
    const float right = ImGui::GetIO().DisplaySize.x - (place.isCompact ? 1.0f : 2.0f) * place.margin;
    const float half = std::min({input.middle - left, right - input.middle, context.px(0.5f * kMaxBarWidth)});
    if (half <= 0.0f) {
        return;
    }
    const ImVec2 min{std::round(input.middle - half), place.margin};
    const ImVec2 size{2.0f * half, context.px(kCompareBarHeight)};
    drawCardShadow(context, min, size);
    ImGui::SetNextWindowPos(min);
    ImGui::SetNextWindowSize(size);
    pushCardStyle(context, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::colours().popup);
    ImGui::Begin("compare bar", nullptr, kBarFlags);
    ImGui::PopStyleColor();
    popCardStyle();
    Bar(context, input, commands).build(min, {min.x + size.x, min.y + size.y});
    ImGui::End();
}

}  // namespace shoal
