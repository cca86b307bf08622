#pragma once

#include <string>
#include <string_view>

#include "viewer/panel/section_rows.hpp"

namespace shoal {

/// A line of a popover.
struct MenuRow {
    const char* key;  ///< names it in tests
    std::string label;
    const char* shortcut = "";
    std::string hint = {};
    bool isChosen = false;
    bool isPossible = true;
    bool staysOpen = false;  ///< the popover, so that it can be chosen again
};

/// Builds a line to choose, with its keys at the right. True when it was chosen: that usually closes the
/// popover.
bool menuRow(const WidgetContext& context, const MenuRow& row);

/// Builds a line for a command of the table, if it has that.
void actionRow(PanelFrame& frame, std::string_view command, MenuRow row);

}  // namespace shoal
