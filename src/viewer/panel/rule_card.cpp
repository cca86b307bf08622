#include <string>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal {

namespace {

/// The tunables that a card always shows, weight and distances to neighbours, and those under "More".
struct CardRows {
    std::vector<std::size_t> first;
    std::vector<std::size_t> rest;
};

constexpr std::size_t kFewest = 2;
constexpr std::size_t kFewestWithoutWeight = 3;

CardRows rowsOf(const Section& section) {
    CardRows rows;
    const auto& parameters = section.tunables.parameters;
    for (std::size_t index = 0; index < parameters.size(); ++index) {
        const std::string_view key = parameters[index].declared.key;
        const bool isFirst =
            key == "weight" || key.ends_with("radius") || endsAtPerception(section, parameters[index]);
        (isFirst ? rows.first : rows.rest).push_back(index);
    }
    // A card shows at least two rows, or three without a weight; folding a single row saves nothing.
    const std::size_t minRows = section.tunables.find("weight") ? kFewest : kFewestWithoutWeight;
    while (!rows.rest.empty() && (rows.first.size() < minRows || rows.rest.size() == 1)) {
        rows.first.push_back(rows.rest.front());
        rows.rest.erase(rows.rest.begin());
    }
    return rows;
}

std::string describe(const RuleInfo& info) {
    std::string text(info.help);
    if (!info.source.empty()) {
        text += (text.empty() ? "" : "\n\n") + std::string(info.source);
    }
    return text;
}

/// Builds the card's first line. True while the card is unfolded.
bool buildCardHead(PanelFrame& frame, std::size_t index) {
    const WidgetContext& context = frame.context;
    const Section& section = frame.view.sections()[index];
    // A card is open while its rule is on, until it is folded by hand.
    const Fold open(context.folds, "card." + section.path, section.rule->isEnabled);
    bool isOn = section.rule->isEnabled;
    if (toggleSwitch(context, "enabled", isOn)) {
        frame.edits.push_back({section.path + ".enabled", isOn ? 1.0 : 0.0});
        frame.cards.noteSwitch(section.path);
        open.reset();
    }
    context.note(section.path + ".enabled");
    if (frame.highlight.isNew && frame.highlight.key == section.path + ".enabled") {
        frame.highlight.isNew = false;
        scrollIntoView(ImGui::GetItemRectMin().y, ImGui::GetItemRectMax().y);
    }
    ImGui::SameLine(0.0f, context.px(2 * theme::kGrid));
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    if (bareButton("fold", {width, ImGui::GetFrameHeight()})) {
        open.set(!open.isOpen());
    }
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    const bool isWhole = drawLabelAndValue(context, {min.x - context.px(8.0f), min.y},
                                           {max.x - context.px(12.0f), max.y}, section.title, "", !isOn);
    drawFoldArrow(context, {max.x - context.px(12.0f), (min.y + max.y) * 0.5f}, open.isOpen());
    context.note("card." + section.path, !isWhole);
    tooltip(context, describe(section.rule->info()));
    ImGui::SameLine(0.0f, 0.0f);
    if (resetMark(context, "reset", frame.view.isAnyChanged(index), "Back to the preset's values")) {
        const std::vector<Edit> resets = frame.view.resetsOf(index);
        frame.edits.insert(frame.edits.end(), resets.begin(), resets.end());
    }
    return open.isOpen();
}

void buildCardRows(PanelFrame& frame, std::size_t index) {
    const Section& section = frame.view.sections()[index];
    const CardRows rows = rowsOf(section);
    // The sliders of a disabled rule remain, so that they can be set before it is switched on.
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, section.rule->isEnabled ? 1.0f : 0.55f);
    buildRows(frame, index, rows.first);
    if (!rows.rest.empty()) {
        const std::string id = section.path + ".more";
        if (foldingHeading(frame.context, id.c_str(), "More", false, false).isOpen) {
            buildRows(frame, index, rows.rest);
        }
    }
    ImGui::PopStyleVar();
}

}  // namespace

void buildRuleCard(PanelFrame& frame, std::size_t index) {
    const WidgetContext& context = frame.context;
    ImGui::PushID(frame.view.sections()[index].path.c_str());
    // The background must be drawn behind the content, but its height is known only afterwards.
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float padding = context.px(theme::kGrid);
    ImGui::SetCursorScreenPos({start.x + padding, start.y + padding});
    ImGui::BeginGroup();
    if (buildCardHead(frame, index)) {
        buildCardRows(frame, index);
    }
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(start, {start.x + width, bottom}, theme::packed(theme::colours().card),
                       context.px(theme::kCorner));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({start.x, bottom});
    ImGui::Dummy({width, 0.0f});
    ImGui::PopID();
}

}  // namespace shoal
