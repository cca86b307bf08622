// Part of Panel: the objects in the world.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ui/text/cut_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/panel/panel.hpp"

namespace shoal {

namespace {

constexpr std::ptrdiff_t kMaxUnfolded = 8;

const char* groupName(LookSettings::Place place) {
    switch (place) {
        case LookSettings::Place::water:
            return "Objects in the water";
        case LookSettings::Place::sky:
            return "Objects in the sky";
        case LookSettings::Place::plain:
            return "Objects on the plain";
        case LookSettings::Place::lab:
            break;
    }
    return "Objects in the lab";
}

/// Returns an object's shape or effect: "ball", "attracts".
std::string_view kindOf(const Section& section) {
    const auto value = [&](std::string_view key) {
        return section.tunables.get(*section.tunables.find(key));
    };
    if (section.path.starts_with("attractor.")) {
        const double pull = value("pull");
        return pull < 0.0 ? "scares" : pull > 0.0 ? "attracts" : "does nothing";
    }
    if (section.path.starts_with("goal.")) {
        return "goal";
    }
    return Obstacle::shapes[static_cast<std::size_t>(value("shape"))];
}

/// "Stone 1 · sphere", "Lure 1"
std::string titleOf(const Section& section) {
    std::string name = section.title;
    std::ranges::replace(name, '-', ' ');
    const std::string_view kind = kindOf(section);
    const bool isTwice = section.path.starts_with("goal.goal") ||
                         (kind == "attracts" && section.path.starts_with("attractor.lure")) ||
                         (kind == "scares" && (section.path.starts_with("attractor.scare") ||
                                               section.path.starts_with("attractor.hunter")));
    return isTwice ? name : fmt::format("{} · {}", name, kind);
}

void buildDelete(PanelFrame& frame, const Section& section) {
    const std::string key = section.path + ".present";
    ImGui::PushID(key.c_str());
    if (ImGui::Button("Delete", {ImGui::GetContentRegionAvail().x - resetColumn(frame.context), 0.0f})) {
        frame.commands.push_back(Run{"remove_object"});
    }
    frame.context.note(key);
    tooltip(frame.context, "{remove_object} removes the selected object, too. {undo} brings it back.");
    ImGui::PopID();
}

void buildObject(PanelFrame& frame, std::size_t index, bool isNewlySelected) {
    const Section& section = frame.view.sections()[index];
    const bool isSelected = frame.input.selectedObject == section.path;
    // Only the selection is stored: it determines which fold is open.
    Folds folds{{section.path, isSelected}};
    WidgetContext context = frame.context;
    context.folds = &folds;
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const HeadingState heading = foldingHeading(context, section.path.c_str(), titleOf(section), false,
                                                frame.view.isAnyChanged(index));
    if (heading.resets) {
        const std::vector<Edit> resets = frame.view.resetsOf(index);
        frame.edits.insert(frame.edits.end(), resets.begin(), resets.end());
    }
    if (heading.isOpen != isSelected) {
        frame.commands.push_back(Run{"select", {.text = heading.isOpen ? section.path : std::string()}});
    }
    if (!isSelected || !frame.place.isCompact) {
        return;  // elsewhere, its sliders are at the right of the picture
    }
    buildAllRows(frame, index);
    buildDelete(frame, section);
    const ImVec2 end = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({top.x, top.y},
                                              {top.x + context.px(2.0f), end.y - context.px(2.0f)},
                                              theme::packed(theme::colours().accent));
    if (isNewlySelected) {
        scrollIntoView(top.y, end.y);
    }
}

}  // namespace

void Panel::buildObjects(PanelFrame& frame) {
    const auto count =
        std::ranges::count_if(m_view.sections(), [](const Section& each) { return each.isRemovable; });
    if (count > 0) {
        groupTitle(frame.context, groupName(m_view.scene().look.place));
    }
    // A long list would hide the rules below it.
    const bool isListed =
        count <= kMaxUnfolded ||
        foldingHeading(frame.context, "objects", fmt::format("All {}", count), false, false).isOpen;
    // Scroll to an object that was selected in the picture once its rows exist.
    const std::string& selected = frame.input.selectedObject;
    const bool isNew = selected != m_selectedObject;
    bool isFound = selected.empty();
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        const bool isSelected = section.isRemovable && section.path == selected;
        if (isSelected || (section.isRemovable && isListed)) {
            isFound = isFound || isSelected;
            buildObject(frame, index, isNew);
        }
    }
    if (isFound) {
        m_selectedObject = selected;
    }
}

/// Builds what belongs to one thing in the picture, at its right: an object's sliders, or the inspector of a
/// boid.
void Panel::buildSide(PanelFrame& frame) {
    constexpr float kPadding = 12.0f;
    const auto object = std::ranges::find_if(m_view.sections(), [&](const Section& each) {
        return each.isRemovable && each.path == frame.input.selectedObject;
    });
    const bool isObject = object != m_view.sections().end();
    if (frame.place.isCompact || (!isObject && !frame.input.chosenBoid)) {
        return;
    }
    const WidgetContext& context = frame.context;
    const float right = frame.input.freeRight > 0.0f ? frame.input.freeRight : ImGui::GetIO().DisplaySize.x;
    const float width = context.px(kSideWidth);
    // Below what lies on the picture's upper edge.
    const float top =
        frame.place.margin +
        (frame.other.barHeight > 0.0f ? context.px(frame.other.barHeight) + frame.place.margin : 0.0f);
    const float height = ImGui::GetIO().DisplaySize.y - frame.input.coveredBelow -
                         frame.place.coveredBelow(ImGui::GetIO().DisplaySize.y) - top;
    const float left = right - frame.place.margin - width;
    frame.shown.sideLeft = left;
    ImGui::SetNextWindowPos({left, top});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(height, 1.0f)});
    pushCardStyle(context, kPadding);
    ImGui::Begin("side", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    popCardStyle();
    if (isObject) {
        const auto index = static_cast<std::size_t>(object - m_view.sections().begin());
        constexpr float kCross = 24.0f;
        const float cross = context.px(kCross);
        ImGui::PushFont(titleFont());
        ImGui::TextUnformatted(
            cutToFit(titleOf(*object), width - context.px(2.0f * kPadding) - cross).c_str());
        ImGui::PopFont();
        ImGui::SameLine(width - context.px(kPadding) - cross);
        if (iconButton(context, "button.unselect", Icon::close, cross, {.isQuiet = true},
                       "Let go of this object (Esc)")) {
            frame.commands.push_back(Run{"select"});
        }
        ImGui::TextDisabled("Drag it in the picture");
        buildAllRows(frame, index);
        buildDelete(frame, *object);
    } else {
        buildFollowing(frame);
    }
    ImGui::End();
}

}  // namespace shoal
