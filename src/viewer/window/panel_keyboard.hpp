#pragma once

#include <span>

#include "viewer/window/input_event.hpp"

namespace shoal {

/// The places that can have the keyboard.
enum class KeyboardPlace { picture, panel, strip, capturePanel, timeline };

/// Tracks which place has the keyboard. Tab gives it to the panel, F6 to the next one that is shown; Esc, or
/// a click elsewhere, returns it to the picture.
class PanelKeyboard {
public:
    /// Call before ImGui's frame, with the window's events. `shown`: in the order of F6, without the picture.
    /// `isGalleryInFront`: it is open, and no help lies over it.
    void update(std::span<const InputEvent> events, std::span<const KeyboardPlace> shown,
                bool isPointerOverPanel, bool isGalleryInFront);

    /// Whether the panel, the timeline or the gallery takes this event of the frame from the picture: they
    /// take all keys except function keys and those with Ctrl. The panel leaves Delete, which removes the
    /// selected object, to the picture unless text is being typed. A list that the mouse opened over the
    /// picture leaves it letters, such as X to compare.
    bool takes(const InputEvent& event) const;

    bool isIn(KeyboardPlace place) const { return m_place == place; }

    /// Whether the keys of this frame belong to a panel, the timeline or an open list.
    bool hasKeys() const { return !isIn(KeyboardPlace::picture) || m_wasElsewhere || m_isListOpen; }

    bool isInGallery() const { return m_isGalleryInFront && isIn(KeyboardPlace::picture); }

private:
    KeyboardPlace m_place = KeyboardPlace::picture;
    bool m_wasElsewhere = false;  ///< this frame began with the keyboard outside the picture
    bool m_isListOpen = false;    ///< a list or a menu, which takes keys even if the mouse opened it
    bool m_isGalleryInFront = false;
};

}  // namespace shoal
