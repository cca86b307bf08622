#include "viewer/wish/pad.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/measures/plot_parts.hpp"
#include "viewer/wish/choice_row.hpp"

namespace shoal {

namespace {

constexpr float kPadSide = 260.0f;  // [px] at scale 1
constexpr std::string_view kWeight = ".weight";

double padValueAt(const RuleSlider& slider, double part) {
    return roundedForDrag(slider.parameter, slider.travel.at(part));
}

/// Draws a dot with cross-hairs at the settings in force.
void drawSettingsDot(const WidgetContext& context, const Rect& plane, const ImVec2& dot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 line = packedWith(theme::colours().text, 0.25f);
    list.AddLine({dot.x, plane.min.y}, {dot.x, plane.max.y}, line);
    list.AddLine({plane.min.x, dot.y}, {plane.max.x, dot.y}, line);
    list.AddCircleFilled(dot, context.px(7.0f), theme::packed({0.0f, 0.03f, 0.05f, 0.85f}));
    list.AddCircleFilled(dot, context.px(5.0f), theme::packed({1.0f, 1.0f, 1.0f, 1.0f}));
}

}  // namespace

const RuleSlider* Pad::find(const std::string& key) const {
    const auto found = std::ranges::find(m_sliders, key, &RuleSlider::key);
    return found == m_sliders.end() ? nullptr : &*found;
}

void Pad::note(std::span<const Edit> edits) {
    for (const Edit& edit : edits) {
        if (!std::string_view(edit.key).ends_with(kWeight)) {
            continue;
        }
        std::erase(m_lastWeights, edit.key);
        m_lastWeights.push_back(edit.key);
        if (m_lastWeights.size() > 2) {
            m_lastWeights.erase(m_lastWeights.begin());
        }
    }
}

/// Chooses the two sliders unless the user chose both and they still exist.
void Pad::chooseAxes() {
    const bool hasBoth = find(m_keyX) != nullptr && find(m_keyY) != nullptr;
    if (m_isChosen && hasBoth) {
        return;
    }
    if (m_lastWeights.size() == 2 && find(m_lastWeights[0]) != nullptr && find(m_lastWeights[1]) != nullptr) {
        // Keep the axes if they are the same two sliders: edits must not swap them.
        if (!hasBoth || std::ranges::find(m_lastWeights, m_keyX) == m_lastWeights.end() ||
            std::ranges::find(m_lastWeights, m_keyY) == m_lastWeights.end()) {
            m_keyX = m_lastWeights[0];
            m_keyY = m_lastWeights[1];
        }
        return;
    }
    if (hasBoth) {
        return;
    }
    const auto ending = [&](std::string_view end) {
        const auto found = std::ranges::find_if(
            m_sliders, [&](const RuleSlider& each) { return std::string_view(each.key).ends_with(end); });
        return found == m_sliders.end() ? std::string() : found->key;
    };
    m_keyX = ending(".alignment.weight");
    m_keyY = ending(".cohesion.weight");
    for (std::string* key : {&m_keyX, &m_keyY}) {
        for (const RuleSlider& each : m_sliders) {
            if (key->empty() && each.key != m_keyX && each.key != m_keyY) {
                *key = each.key;
            }
        }
    }
}

void Pad::build(const WidgetContext& context, const SceneView& view, const Scene& loaded,
                std::uint64_t revision, std::vector<Edit>& edits) {
    if (!foldingHeading(context, "pad", "Pad: two sliders at once", false, false).isOpen) {
        return;
    }
    if (m_revision != revision) {
        m_revision = revision;
        Scene scene = view.scene();
        m_sliders = ruleSlidersOf(scene, loaded);
    }
    if (m_sliders.size() < 2) {
        ImGui::TextDisabled("The rules that are on have no two sliders");
        return;
    }
    chooseAxes();
    ImGui::PushID("pad");
    buildAxis(context, "pad.up", "Up", m_keyY);
    const RuleSlider& across = *find(m_keyX);
    const RuleSlider& up = *find(m_keyY);
    buildPlane(context, across, up, edits);
    buildAxis(context, "pad.across", "Across", m_keyX);
    ImGui::PopID();
}

/// Builds the list that chooses the slider of an axis.
void Pad::buildAxis(const WidgetContext& context, const char* id, const char* label, std::string& key) {
    const RuleSlider* now = find(key);
    std::vector<ChoiceItem> items;
    for (const RuleSlider& each : m_sliders) {
        items.push_back({each.key, each.name, each.key == key});
    }
    const auto chosen = buildChoiceRow(context,
                                       {.id = id,
                                        .label = label,
                                        .chosen = now != nullptr ? now->name : std::string(),
                                        .hint = "Which slider of a rule this axis moves"},
                                       items);
    if (chosen && m_sliders[*chosen].key != key) {
        const std::string& slider = m_sliders[*chosen].key;
        std::string& other = &key == &m_keyX ? m_keyY : m_keyX;
        if (slider == other) {
            other = key;
        }
        key = slider;
        m_isChosen = true;
    }
}

void Pad::buildPlane(const WidgetContext& context, const RuleSlider& across, const RuleSlider& up,
                     std::vector<Edit>& edits) {
    const float side =
        std::floor(std::min(context.px(kPadSide), ImGui::GetContentRegionAvail().x - resetColumn(context)));
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const Rect plane{min, {min.x + side, min.y + side}};
    bareButton("plane", {side, side});
    context.note("pad.plane");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(plane.min, plane.max, theme::packed(theme::colours().frame));
    list.AddRect(plane.min, plane.max, packedWith(theme::colours().text, 0.25f));
    const auto partAt = [&](float distance) {
        return std::clamp(static_cast<double>(distance / side), 0.0, 1.0);
    };
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double partX = partAt(mouse.x - plane.min.x);
    const double partY = partAt(plane.max.y - mouse.y);
    double shownX = across.travel.partOf(across.shown);
    double shownY = up.travel.partOf(up.shown);
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        shownX = partX;
        shownY = partY;
        for (const auto& [slider, part] : {std::pair(&across, partX), std::pair(&up, partY)}) {
            if (const double value = padValueAt(*slider, part); value != slider->shown) {
                edits.push_back({slider->key, value});
            }
        }
    } else if (ImGui::IsItemHovered()) {
        tooltip(context, fmt::format("{} {}, {} {}\nDrag to set both sliders", across.name,
                                     valueText(across.parameter, padValueAt(across, partX)), up.name,
                                     valueText(up.parameter, padValueAt(up, partY))));
    }
    drawSettingsDot(
        context, plane,
        {plane.min.x + static_cast<float>(shownX) * side, plane.max.y - static_cast<float>(shownY) * side});
}

}  // namespace shoal
