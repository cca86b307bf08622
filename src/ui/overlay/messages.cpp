#include "ui/overlay/messages.hpp"

#include <algorithm>
#include <utility>

#include "ui/text/printable_text.hpp"
#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kSeconds = 4.0f;
constexpr float kProblemSeconds = 8.0f;
constexpr float kFadeSeconds = 0.5f;
// [s] A frame counts for at most this long, so that a slow start, file or machine does not use up a message's
// time.
constexpr float kLongestFrame = 0.1f;
constexpr std::size_t kMaxShown = 3;
constexpr std::size_t kMaxBytes = 1000;
constexpr float kMessageWidth = 560.0f;
constexpr float kFromBottom = 24.0f;

}  // namespace

void Messages::post(const std::string& text, std::string_view topic) {
    add({text, std::string(topic), kSeconds, false});
}

void Messages::postProblem(const std::string& text) {
    add({text, {}, kProblemSeconds, true});
}

void Messages::dismiss(std::string_view topic) {
    std::erase_if(m_shown, [&](const Message& shown) { return shown.topic == topic; });
}

void Messages::add(Message message) {
    message.text = printableText(message.text, kMaxBytes);
    noteLetters(message.text);
    // A repeated message renews the old one instead of piling up.
    std::erase_if(m_shown, [&](const Message& shown) {
        return shown.text == message.text || (!message.topic.empty() && shown.topic == message.topic);
    });
    m_shown.push_back(std::move(message));
    if (m_shown.size() > kMaxShown) {
        m_shown.pop_front();
    }
}

void Messages::build(const WidgetContext& context, const Place& place) {
    if (m_shown.empty()) {
        return;
    }
    const float room = std::max(context.px(160.0f), place.right - place.left - context.px(2 * kFromBottom));
    const float wrap = std::min(context.px(kMessageWidth), room);
    ImGui::SetNextWindowPos({0.5f * (place.left + place.right), place.bottom - context.px(kFromBottom)},
                            ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha,
                        std::clamp(m_shown.back().secondsLeft / kFadeSeconds, 0.02f, 1.0f));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    ImGui::Begin("messages", nullptr, kFlags);
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
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    const float passed = std::min(ImGui::GetIO().DeltaTime, kLongestFrame);
    std::erase_if(m_shown, [&](Message& shown) { return (shown.secondsLeft -= passed) <= 0.0f; });
}

}  // namespace shoal
