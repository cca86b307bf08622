#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Short messages at the bottom of the view that disappear after a few seconds.
class Messages {
public:
    /// From now on, "{pause}" in a message stands for the keys of that command. `commands` must outlive this.
    void useKeysOf(const CommandTable& commands) { m_commands = &commands; }

    /// Replaces the message shown about the same topic; an empty topic replaces nothing.
    void post(const std::string& text, std::string_view topic = {});
    /// A problem that may end has a topic: dismiss it then.
    void postProblem(const std::string& text, std::string_view topic = {});
    /// The same, but stays until it is dismissed.
    void postLasting(const std::string& text, std::string_view topic);
    /// Tells where a file was saved, with a link to its folder. `more` follows its name.
    void postSaved(const std::filesystem::path& file, std::string_view more = {},
                   std::string_view topic = {});

    /// Removes the message about this topic, if it is shown.
    void dismiss(std::string_view topic);

    /// The part of the window that messages may cover [px].
    struct Place {
        float left = 0.0f;
        float right = 0.0f;
        float bottom = 0.0f;
    };

    /// Draws the current messages. A message's time starts with the first frame that shows it, and stands
    /// still while the mouse is on a link. Returns the folder whose link was clicked.
    std::optional<std::filesystem::path> build(const WidgetContext& context, const Place& place);

    /// How many are shown.
    std::size_t count() const { return m_shown.size(); }

    /// The newest still shown, or empty.
    std::string latest() const { return m_shown.empty() ? std::string{} : m_shown.back().text; }

private:
    struct Message {
        std::string text;
        std::string topic;
        float secondsLeft = 0.0f;
        bool isProblem = false;
        std::filesystem::path folder = {};  ///< shown as a link if not empty
    };
    /// Where a link was in the last frame [px].
    struct Link {
        ImVec2 min;
        ImVec2 max;
    };
    void add(Message message);

    const CommandTable* m_commands = nullptr;
    std::deque<Message> m_shown;
    std::vector<Link> m_links;
};

}  // namespace shoal
