#pragma once

#include <optional>
#include <string>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Makes the slider with this ID a field, whose text is selected. One slider at a time is one.
void beginTyping(ImGuiID id, const std::string& text);

/// Whether the slider with this ID is a field in this frame. Tab in one field opens that of the slider that
/// asks next; `text` is its value.
bool isTyped(ImGuiID id, const std::string& text);

/// A text that a user gave, by Enter, Tab or a click elsewhere.
struct TypedValue {
    std::string text;
    bool canGoOn = false;  ///< by Enter: refuseTyped() lets the user change it
};

/// Builds the field, in place of an item with the ID "##value", at the right of a row. It closes once a text
/// is given, and on Esc.
std::optional<TypedValue> buildValueField(const WidgetContext& context, const ImVec2& min, const ImVec2& max);

/// Opens the field again, because the text cannot be read.
void refuseTyped(ImGuiID id, const TypedValue& typed);

/// Says something about the slider with this ID beside its row: while it is typed, or for a few seconds.
void sayBeside(ImGuiID id, const std::string& text);

/// Shows what there is to say about the slider with this ID, the item just built. True if there is something.
bool showSaid(const WidgetContext& context, ImGuiID id);

}  // namespace shoal
