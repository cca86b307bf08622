#include "ui/widgets/ui_probe.hpp"

#include <algorithm>

namespace shoal {

void UiProbe::add(std::string_view key, bool isCutOff, std::string_view also) {
    m_items.push_back({std::string(key), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                       ImGui::IsItemVisible(), isCutOff, std::string(also)});
    if (ImGui::GetIO().NavVisible && ImGui::IsItemFocused()) {
        m_focused = key;
    }
}

const UiProbe::Item* UiProbe::find(std::string_view key) const {
    const auto found = std::find_if(m_items.begin(), m_items.end(), [&](const Item& item) {
        return item.key == key || (!item.also.empty() && item.also == key);
    });
    return found == m_items.end() ? nullptr : &*found;
}

}  // namespace shoal
