#pragma once

#include <span>

#include "app/window/input_event.hpp"

namespace shoal {

/// Whether the keyboard belongs to the panel or to the picture. Tab gives it to the panel; Esc, or a click in
/// the picture, gives it back.
class PanelKeyboard {
public:
    /// Call before ImGui's frame, with what the window reported. `isGalleryInFront`: it is open, and no help
    /// lies over it.
    void update(std::span<const InputEvent> events, bool isPanelShown, bool isPointerOverPanel,
                bool isGalleryInFront);

    /// Whether the panel or the gallery takes this event of the frame from the picture: they take all keys
    /// but function keys and those with Ctrl. The panel leaves Delete, which removes the selected object,
    /// unless text is being typed.
    bool takes(const InputEvent& event) const;

    bool isInPanel() const { return m_isInPanel; }

    /// Whether the keys of this frame belong to the panel or an open list.
    bool hasKeys() const { return m_isInPanel || m_wasInPanel || m_isListOpen; }

    bool isInGallery() const { return m_isGalleryInFront && !m_isInPanel; }

private:
    bool m_isInPanel = false;
    bool m_wasInPanel = false;  ///< when this frame began
    bool m_isListOpen = false;  ///< a list or a menu, which takes keys even if the mouse opened it
    bool m_isGalleryInFront = false;
};

}  // namespace shoal
