#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace shoal {

/// Records where controls are on the screen, for tests that move a real or simulated mouse.
class UiProbe {
public:
    struct Item {
        std::string key;         ///< a tunable's full key, or a control's name such as "button.pause"
        ImVec2 min;              ///< [px] top left
        ImVec2 max;              ///< [px] bottom right
        bool isVisible = false;  ///< not scrolled out of view
        bool isCutOff = false;   ///< its text does not fit
        std::string also = {};   ///< its second key: a range sets two tunables
    };

    void beginFrame() {
        m_items.clear();
        m_focused.clear();
    }

    /// Records the control that was just built.
    void add(std::string_view key, bool isCutOff = false, std::string_view also = {});

    const std::vector<Item>& items() const { return m_items; }
    const Item* find(std::string_view key) const;

    /// The control that shows the keyboard's mark; empty if none does.
    const std::string& focused() const { return m_focused; }

private:
    std::vector<Item> m_items;
    std::string m_focused;
};

}  // namespace shoal
