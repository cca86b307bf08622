#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// A row of a plane's settings: a quiet label, and a list to choose from.
struct ChoiceRow {
    const char* id = nullptr;  ///< also names it in tests
    const char* label = nullptr;
    std::string chosen;  ///< text of the closed list
    std::string hint;
};

/// An entry of the list.
struct ChoiceItem {
    std::string id;  ///< names it in tests, after the row's id and a dot
    std::string text;
    bool isChosen = false;
};

/// Returns the index of the entry clicked.
std::optional<std::size_t> buildChoiceRow(const WidgetContext& context, const ChoiceRow& row,
                                          std::span<const ChoiceItem> items);

}  // namespace shoal
