#pragma once

#include <array>
#include <string_view>

namespace shoal::test {

/// Returns the control that opens the popover with this control in it; empty if it is in none.
inline std::string_view openerOf(std::string_view control) {
    struct Row {
        std::string_view start;
        std::string_view opener;
    };
    constexpr std::array kRows{
        Row{"button.add_", "strip.add"},   Row{"view.", "strip.view"},
        Row{"button.frame", "strip.view"}, Row{"button.lens", "strip.view"},
        Row{"hero.look.", "strip.colour"}, Row{"button.look", "strip.colour"},
        Row{"button.help", "strip.more"},  Row{"more.", "strip.more"},
        Row{"time", "strip.time"},         Row{"button.step", "strip.time"},
        Row{"button.take", "strip.time"},  Row{"button.keep_take", "strip.time"},
        Row{"take.", "strip.time"},
    };
    for (const Row& row : kRows) {
        if (control.starts_with(row.start) && !control.starts_with("timeline")) {
            return row.opener;
        }
    }
    return {};
}

}  // namespace shoal::test
