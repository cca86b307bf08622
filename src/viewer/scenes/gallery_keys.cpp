// Part of Gallery: what typed text and keys do.

#include <algorithm>
#include <cmath>

#include "ui/widgets/keyboard.hpp"
#include "viewer/scenes/gallery.hpp"

namespace shoal {

/// Opens the chosen card, or the first one that the filter leaves.
void Gallery::openChosen(Commands& commands) {
    const bool isFirst = m_selected.empty() && !m_filter.empty() && !m_placed.empty();
    if (const Placed* chosen = isFirst ? &m_placed.front() : selected()) {
        openCell(chosen->cell, commands);
    }
}

/// Moves the selection with the arrow keys. From the filter field they lead to the first card.
void Gallery::moveByKeys() {
    const bool isSearching = m_isFieldActive || m_wantsField;
    const bool canLeaveSideways = !isSearching || m_filter.empty();
    const int columns = canLeaveSideways ? static_cast<int>(isKeyPressed(ImGuiKey_RightArrow)) -
                                               static_cast<int>(isKeyPressed(ImGuiKey_LeftArrow))
                                         : 0;
    const int rows =
        static_cast<int>(isKeyPressed(ImGuiKey_DownArrow)) - static_cast<int>(isKeyPressed(ImGuiKey_UpArrow));
    const bool isTabbed = isSearching && isKeyPressed(ImGuiKey_Tab, false);
    if (m_placed.empty() || (columns == 0 && rows == 0 && !isTabbed)) {
        return;
    }
    if (isSearching || selected() == nullptr) {
        releaseKeyboard();
        m_isFieldActive = m_wantsField = false;
        m_selected = m_placed.front().cell.id;
    } else {
        moveBy(columns, rows);
    }
    m_isRevealDue = true;
}

/// Moves the selection to a neighbouring card; up from the first row, to the filter field.
void Gallery::moveBy(int columns, int rows) {
    const Placed& from = *selected();
    const auto index = static_cast<int>(&from - m_placed.data());
    if (columns != 0) {
        const int last = static_cast<int>(m_placed.size()) - 1;
        m_selected = m_placed[static_cast<std::size_t>(std::clamp(index + columns, 0, last))].cell.id;
        return;
    }
    // The next row may belong to another group: select its nearest card.
    const Placed* best = nullptr;
    const auto distance = [&](const Placed& placed) {
        return ImVec2{std::abs(placed.at.x - from.at.x), std::abs(placed.at.y - from.at.y)};
    };
    for (const Placed& placed : m_placed) {
        if ((placed.at.y - from.at.y) * static_cast<float>(rows) <= 0.0f) {
            continue;
        }
        const ImVec2 here = distance(placed);
        if (best == nullptr || here.y < distance(*best).y ||
            (here.y == distance(*best).y && here.x < distance(*best).x)) {
            best = &placed;
        }
    }
    if (best != nullptr) {
        m_selected = best->cell.id;
    } else if (rows < 0) {
        m_selected.clear();
        m_wantsField = true;
    }
}

const Gallery::Placed* Gallery::selected() const {
    const auto found =
        std::ranges::find_if(m_placed, [&](const Placed& placed) { return placed.cell.id == m_selected; });
    return found == m_placed.end() ? nullptr : &*found;
}

/// Scrolls until the chosen card is in view.
void Gallery::reveal(const WidgetContext& context) {
    m_isRevealDue = false;
    const Placed* chosen = selected();
    if (chosen == nullptr) {
        return;
    }
    const float heading = context.px(theme::kTitleSize + 3 * theme::kGrid);
    const float top = chosen->at.y - heading;
    const float bottom = chosen->at.y + m_sizes.height + m_sizes.gap;
    const float height = ImGui::GetWindowHeight();
    if (top < ImGui::GetScrollY()) {
        ImGui::SetScrollY(std::max(0.0f, top));
    } else if (bottom > ImGui::GetScrollY() + height) {
        ImGui::SetScrollY(bottom - height);
    }
}

}  // namespace shoal
