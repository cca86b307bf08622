// Part of Panel: the objects in the world.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ui/panel/panel.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr std::ptrdiff_t kMaxUnfolded = 8;

struct AddButton {
    NewObject kind;
    const char* label;
    const char* key;
    const char* help;
};

constexpr std::array kButtons{
    AddButton{NewObject::stone, "+ Stone", "button.add_stone",
              "Add an obstacle ahead of the flock. Drag it in the picture; boids swim round it."},
    AddButton{NewObject::goal, "+ Goal", "button.add_goal",
              "Add a place that the boids seek. Drag it in the picture to lead them."},
    AddButton{
        NewObject::lure, "+ Lure", "button.add_lure",
        "Add a point that attracts the boids within its reach. Ctrl + click in the picture does it, too."},
    AddButton{
        NewObject::scare, "+ Scare", "button.add_scare",
        "Add a point that scares the boids within its reach. Ctrl + Shift + click in the picture does it, "
        "too."},
};

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

/// "Stone 1 · sphere"
std::string titleOf(const Section& section) {
    std::string name = section.title;
    std::ranges::replace(name, '-', ' ');
    const std::string_view kind = kindOf(section);
    const bool isTwice = section.path.starts_with("goal.goal");
    return isTwice ? name : fmt::format("{} · {}", name, kind);
}

void buildAddButtons(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const float gap = context.px(theme::kGrid);
    const float room = ImGui::GetContentRegionAvail().x - resetColumn(context);
    float widest = 0.0f;
    for (const AddButton& button : kButtons) {
        widest = std::max(widest, ImGui::CalcTextSize(button.label).x);
    }
    const float least = widest + context.px(2 * theme::kGrid);
    const std::size_t columns = 4.0f * least + 3.0f * gap <= room ? 4 : 2;
    const float width = (room - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    for (std::size_t index = 0; index < kButtons.size(); ++index) {
        const AddButton& button = kButtons[index];
        if (index % columns != 0) {
            ImGui::SameLine(0.0f, gap);
        }
        if (ImGui::Button(button.label, {width, 0.0f})) {
            frame.commands.push_back(Add{button.kind});
        }
        context.note(button.key);
        tooltip(context, button.help);
    }
}

void buildDelete(PanelFrame& frame, const Section& section) {
    const std::string key = section.path + ".present";
    ImGui::PushID(key.c_str());
    if (ImGui::Button("Delete", {ImGui::GetContentRegionAvail().x - resetColumn(frame.context), 0.0f})) {
        frame.commands.push_back(Action::removeObject);
    }
    frame.context.note(key);
    tooltip(frame.context, "Delete removes the selected object, too. Ctrl + Z brings it back.");
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
        frame.commands.push_back(Select{heading.isOpen ? section.path : std::string()});
    }
    if (!isSelected) {
        return;
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
    groupTitle(frame.context, groupName(m_view.scene().look.place));
    buildAddButtons(frame);
    const auto count =
        std::ranges::count_if(m_view.sections(), [](const Section& each) { return each.isRemovable; });
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

}  // namespace shoal
