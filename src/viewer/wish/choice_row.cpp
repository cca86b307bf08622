#include "viewer/wish/choice_row.hpp"

namespace shoal {

namespace {

constexpr float kLabelWidth = 64.0f;  // [px] at scale 1

}  // namespace

std::optional<std::size_t> buildChoiceRow(const WidgetContext& context, const ChoiceRow& row,
                                          std::span<const ChoiceItem> items) {
    std::optional<std::size_t> chosen;
    ImGui::PushID(row.id);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", row.label);
    ImGui::SameLine(context.px(kLabelWidth));
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - resetColumn(context));
    if (ImGui::BeginCombo("##choice", row.chosen.c_str())) {
        for (std::size_t index = 0; index < items.size(); ++index) {
            ImGui::PushID(static_cast<int>(index));
            if (ImGui::Selectable(items[index].text.c_str(), items[index].isChosen)) {
                chosen = index;
            }
            ImGui::PopID();
            context.note(std::string(row.id) + "." + items[index].id);
        }
        if (context.takeEscape()) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndCombo();
    } else {
        context.note(row.id);
        tooltip(context, row.hint);
    }
    ImGui::PopID();
    return chosen;
}

}  // namespace shoal
