#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace shoal {

/// Remembers what is where on the screen, for tests that move a real or pretended mouse.
class UiProbe {
public:
    struct Item {
        std::string key;         ///< a tunable's full key, or a control's name such as "button.pause"
        ImVec2 least;            ///< [px] top left
        ImVec2 most;             ///< [px] bottom right
        bool isVisible = false;  ///< not scrolled away
        bool isCutOff = false;   ///< its words do not fit
    };

    void beginFrame() { m_items.clear(); }

    /// The control that was just built.
    void add(std::string_view key, bool isCutOff = false);

    const std::vector<Item>& items() const { return m_items; }
    const Item* find(std::string_view key) const;

private:
    std::vector<Item> m_items;
};

}  // namespace shoal
