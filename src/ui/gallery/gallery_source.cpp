#include "ui/gallery/gallery_source.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/gallery/gallery_card.hpp"
#include "ui/sliders/tunable_row.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

constexpr float kMaxTextWidth = 620.0f;  // [px] at scale 1: longer lines are hard to read
constexpr float kPictureWidth = 240.0f;  // [px] at scale 1
constexpr std::array<const char*, 3> kMarkTitles{"The source states", "Follows from what the source states",
                                                 "Chosen for Shoal"};

void paragraph(const std::string& text, const theme::Colour& colour) {
    if (!text.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopStyleColor();
    }
}

/// Returns the line for a mark: on one tunable, or on all tunables whose keys begin with `key`.
SourceLine lineOf(const std::vector<Section>& sections, const std::string& key, const SourceMark& mark) {
    SourceLine line{.label = key, .value = {}, .kind = mark.kind, .text = mark.text};
    for (const Section& section : sections) {
        if (key == section.path) {
            line.label = section.title;
            return line;
        }
        if (!key.starts_with(section.path + ".")) {
            continue;
        }
        const auto index = section.tunables.find(std::string_view(key).substr(section.path.size() + 1));
        if (!index) {
            continue;
        }
        const Parameter& parameter = section.tunables.parameters[*index];
        const double shown = parameter.shown(section.tunables.get(*index));
        const std::string inBoth = inSourceUnit(parameter, shown, mark);
        line.label = fmt::format("{}: {}", section.title, labelOf(parameter.declared.key));
        line.value = inBoth.empty() ? valueText(parameter, shown) : inBoth;
        return line;
    }
    return line;
}

}  // namespace

std::vector<SourceLine> sourceLines(Scene scene) {
    const std::vector<Section> sections = scene.sections();
    std::vector<SourceLine> lines;
    for (const auto& [key, mark] : scene.source.marks) {
        lines.push_back(lineOf(sections, key, mark));
    }
    std::ranges::stable_sort(lines, {}, &SourceLine::kind);
    return lines;
}

std::string shortOrigin(const PresetSource& source) {
    const std::size_t comma = source.author.find(", ");
    const bool areMany =
        comma != std::string::npos && source.author.find(", ", comma + 1) != std::string::npos;
    const std::string author = areMany ? source.author.substr(0, comma) + " and others" : source.author;
    if (source.year == 0) {
        return author.empty() ? source.title : author;
    }
    return author.empty() ? fmt::format("{}, {}", source.title, source.year)
                          : fmt::format("{}, {}", author, source.year);
}

bool isWebAddress(const std::string& address) {
    const bool isWeb = address.starts_with("https://") || address.starts_with("http://");
    return isWeb && std::ranges::none_of(address, [](unsigned char c) { return c <= ' ' || c == 0x7F; });
}

SourcePageAct buildSourcePage(const WidgetContext& context, const GalleryInput& input, std::size_t index,
                              const std::vector<SourceLine>& lines, Commands& commands) {
    SourcePageAct act = SourcePageAct::none;
    const GalleryItem& item = input.items[index];
    const float gap = context.px(3 * theme::kGrid);
    const float room = ImGui::GetContentRegionAvail().x;
    const float width = std::min(room, context.px(kMaxTextWidth));
    const theme::Palette& colours = theme::colours();
    if (ImGui::Button("Back")) {
        act = SourcePageAct::back;
    }
    context.note("gallery.back");
    tooltip(context, "Back to all presets (Esc)");
    ImGui::SameLine();
    if (ImGui::Button("Open")) {
        act = SourcePageAct::open;
    }
    context.note("gallery.open");
    tooltip(context, "Show this preset (Enter); Ctrl+Z brings the current scene back");
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});

    const float pictureWidth = std::min(width, context.px(kPictureWidth));
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size{pictureWidth, pictureWidth * 9.0f / 16.0f};
    ImGui::Dummy(size);
    drawCardPicture(context, min, {min.x + size.x, min.y + size.y}, input.pictures[index]);
    const bool isBeside = width >= 2.0f * pictureWidth;
    if (isBeside) {
        ImGui::SameLine(0.0f, gap);
    }
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + (isBeside ? width - pictureWidth - gap : width));
    ImGui::PushFont(titleFont());
    paragraph(item.title, colours.text);
    ImGui::PopFont();
    paragraph(item.watch, colours.quietText);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    if (input.explained == nullptr) {
        return act;
    }

    const PresetSource& source = input.explained->source;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    groupTitle(context, "Source");
    ImGui::BeginGroup();
    paragraph(source.title, colours.text);
    paragraph(source.author.empty() || source.year == 0 ? source.author
                                                        : fmt::format("{}, {}", source.author, source.year),
              colours.text);
    paragraph(source.author.empty() && source.year != 0 ? fmt::format("{}", source.year) : std::string(),
              colours.text);
    paragraph(source.address, colours.accent);
    ImGui::EndGroup();
    context.note("gallery.source");
    if (isWebAddress(source.address)) {
        if (ImGui::Button("Read it in the browser")) {
            commands.push_back(OpenAddress{source.address});
        }
        context.note("gallery.address");
        tooltip(context, "Open " + source.address);
    }
    paragraph(source.note, colours.quietText);
    const SourceLine* before = nullptr;
    for (const SourceLine& line : lines) {
        if (before == nullptr || before->kind != line.kind) {
            groupTitle(context, kMarkTitles[static_cast<std::size_t>(line.kind)]);
        }
        before = &line;
        paragraph(line.value.empty() ? line.label : fmt::format("{}  {}", line.label, line.value),
                  colourOf(line.kind));
        paragraph(line.text, colours.quietText);
        ImGui::Dummy({0.0f, 0.5f * context.px(theme::kGrid)});
    }
    ImGui::PopTextWrapPos();
    return act;
}

}  // namespace shoal
