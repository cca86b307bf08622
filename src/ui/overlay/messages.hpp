#pragma once

#include <deque>
#include <string>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Short messages at the bottom of the view that disappear after a few seconds.
class Messages {
public:
    void post(const std::string& text);
    void postProblem(const std::string& text);

    /// Draws the current messages over the view, whose left edge is at `pictureLeft` [px]. A message's time
    /// starts with the first frame that shows it.
    void build(const WidgetContext& context, float pictureLeft, float coveredBelow = 0.0f);

    /// The newest still shown, or empty.
    std::string latest() const { return m_shown.empty() ? std::string{} : m_shown.back().text; }

private:
    struct Message {
        std::string text;
        float secondsLeft = 0.0f;
        bool isProblem = false;
    };
    void add(Message message);

    std::deque<Message> m_shown;
};

}  // namespace shoal
