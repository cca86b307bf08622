#include "viewer/panel/panel_look.hpp"

#include <algorithm>
#include <array>

#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

float nextSize(float size, bool isLarger) {
    constexpr std::array kSizes{0.75f, 0.9f, 1.0f, 1.1f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};
    constexpr float kSame = 0.01f;
    if (isLarger) {
        const auto* next = std::ranges::find_if(kSizes, [&](float each) { return each > size + kSame; });
        return next == kSizes.end() ? kSizes.back() : *next;
    }
    const auto next =
        std::find_if(kSizes.rbegin(), kSizes.rend(), [&](float each) { return each < size - kSame; });
    return next == kSizes.rend() ? kSizes.front() : *next;
}

void buildPanelLook(const WidgetContext& context, PanelLook& look, std::optional<PanelLook>& held) {
    PanelLook usual;
    const HeadingState heading = foldingHeading(context, "panel", "This panel", false, look != usual);
    if (heading.resets) {
        look = usual;
        held.reset();
    }
    if (!heading.isOpen) {
        return;
    }
    PanelLook shown = held.value_or(look);
    const Tunables now{&shown, PanelLook::parameters};
    const Tunables atFirst{&usual, PanelLook::parameters};
    bool isHeld = false;
    for (std::size_t index = 0; index < now.parameters.size(); ++index) {
        const Parameter& parameter = now.parameters[index];
        const TunableChange change = tunableRow(context, settingRow("panel", now, atFirst, index));
        if (change.shown) {
            now.set(index, parameter.stored(*change.shown));
        }
        isHeld = isHeld || change.isHeld;
    }
    if (isHeld) {
        held = shown;
    } else {
        look = shown;
        held.reset();
    }
}

}  // namespace shoal
