#pragma once

#include <deque>
#include <string>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Short messages at the bottom of the view that disappear after a few seconds.
class Messages {
public:
    /// `now` is the time of a monotonic clock [s].
    void post(const std::string& text, double now);
    void postProblem(const std::string& text, double now);

    /// Draws the current messages over the view, whose left edge is at `pictureLeft` [px].
    void build(const WidgetContext& context, float pictureLeft, double now, float coveredBelow = 0.0f);

    /// The newest still shown, or empty.
    std::string latest() const { return m_shown.empty() ? std::string{} : m_shown.back().text; }

private:
    struct Message {
        std::string text;
        double until = 0.0;
        bool isProblem = false;
    };
    void add(Message message);

    std::deque<Message> m_shown;
};

}  // namespace shoal
