#include "ui/overlay/messages.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/text/printable_text.hpp"
#include "ui/widgets/command_table.hpp"
#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kSeconds = 4.0f;
constexpr float kProblemSeconds = 8.0f;
constexpr float kSavedSeconds = 8.0f;
constexpr float kFadeSeconds = 0.5f;
// [s] A longer frame is a slow start, file or machine, and must not use up a message's time: it counts as …
constexpr float kLongestFrame = 1.0f;
constexpr float kStall = 0.1f;
constexpr std::size_t kMaxShown = 3;
constexpr std::size_t kMaxBytes = 1000;
constexpr float kMessageWidth = 560.0f;
constexpr float kFromBottom = 8.0f;

/// Builds a link below a message. True when clicked.
bool linkToFolder(const WidgetContext& context, const std::string& message) {
    constexpr const char* kWords = "Open the folder";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(message.c_str());
    const bool isClicked = bareButton("folder", ImGui::CalcTextSize(kWords));
    ImGui::PopID();
    context.note("message.folder");
    const bool isHovered = ImGui::IsItemHovered();
    const theme::Colour& colour = isHovered ? theme::colours().text : theme::colours().accent;
    ImGui::GetWindowDrawList()->AddText(
        at, theme::packed(theme::withAlpha(colour, colour.alpha * ImGui::GetStyle().Alpha)), kWords);
    return isClicked;
}

}  // namespace

void Messages::post(const std::string& text, std::string_view topic) {
    add({text, std::string(topic), kSeconds, false});
}

void Messages::postProblem(const std::string& text, std::string_view topic) {
    add({text, std::string(topic), kProblemSeconds, true});
}

void Messages::postLasting(const std::string& text, std::string_view topic) {
    add({text, std::string(topic), std::numeric_limits<float>::infinity(), true});
}

void Messages::postSaved(const std::filesystem::path& file, std::string_view more, std::string_view topic) {
    add({.text = fmt::format("Saved {}{}", file.string(), more),
         .topic = std::string(topic),
         .secondsLeft = kSavedSeconds,
         .folder = file.parent_path()});
}

void Messages::dismiss(std::string_view topic) {
    std::erase_if(m_shown, [&](const Message& shown) { return shown.topic == topic; });
}

void Messages::add(Message message) {
    message.text =
        printableText(m_commands != nullptr ? m_commands->withKeys(message.text) : message.text, kMaxBytes);
    noteLetters(message.text);
    // A repeated message renews the old one instead of piling up.
    std::erase_if(m_shown, [&](const Message& shown) {
        return shown.text == message.text || (!message.topic.empty() && shown.topic == message.topic);
    });
    // One remark at a time; problems and links stay for their time.
    const auto isRemark = [](const Message& each) { return !each.isProblem && each.folder.empty(); };
    if (isRemark(message)) {
        std::erase_if(m_shown, isRemark);
    }
    m_shown.push_back(std::move(message));
    if (m_shown.size() > kMaxShown) {
        m_shown.pop_front();
    }
}

std::optional<std::filesystem::path> Messages::build(const WidgetContext& context, const Place& place) {
    if (m_shown.empty()) {
        m_links.clear();
        return std::nullopt;
    }
    const bool isOnLink = std::ranges::any_of(
        m_links, [](const Link& link) { return ImGui::IsMouseHoveringRect(link.min, link.max, false); });
    m_links.clear();
    const float room = std::max(context.px(160.0f), place.right - place.left - context.px(3 * kFromBottom));
    const float wrap = std::min(context.px(kMessageWidth), room);
    ImGui::SetNextWindowPos(
        {std::max(place.left, context.px(kFromBottom)), place.bottom - context.px(kFromBottom)},
        ImGuiCond_Always, {0.0f, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha,
                        std::clamp(m_shown.back().secondsLeft / kFadeSeconds, 0.02f, 1.0f));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    // Elsewhere than on a link, clicks go through to the picture.
    ImGui::Begin("messages", nullptr, isOnLink ? kFlags : kFlags | ImGuiWindowFlags_NoMouseInputs);
    std::optional<std::filesystem::path> clicked;
    for (const Message& message : m_shown) {
        // Wrap to the text's own width: ImGui would wrap to the window, whose width is unknown in its first
        // frame.
        const float width = std::min(wrap, ImGui::CalcTextSize(message.text.c_str()).x + 1.0f);
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        ImGui::PushStyleColor(ImGuiCol_Text,
                              message.isProblem ? theme::colours().warning : theme::colours().text);
        ImGui::TextUnformatted(message.text.c_str());
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
        if (!message.folder.empty()) {
            if (linkToFolder(context, message.text)) {
                clicked = message.folder;
            }
            m_links.push_back({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
        }
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    const float frame = ImGui::GetIO().DeltaTime;
    const float passed = frame > kLongestFrame ? kStall : frame;
    std::erase_if(m_shown, [&](Message& shown) {
        const bool isUsed = isOnLink && !shown.folder.empty();
        return !isUsed && (shown.secondsLeft -= passed) <= 0.0f;
    });
    return clicked;
}

}  // namespace shoal
