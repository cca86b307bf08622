#pragma once

#include <string>
#include <unordered_map>

namespace shoal {

/// Decides which rules' cards stand at the top of their group; the others are folded under More. A card must
/// not move while the mouse that switched it is over it, but a card that something else switches on, such as
/// a new stone, must be visible.
class CardPlaces {
public:
    /// Call in each frame that shows the card of `path`. True if it belongs at the top.
    bool isAtTop(const std::string& path, bool isOnInPreset, bool isOn);

    /// The switch on the card itself was pressed: the card stays where it is.
    void noteSwitch(const std::string& path);

private:
    struct Card {
        bool isOnInPreset = false;
        bool isOn = false;
        bool isAtTop = false;
        bool isSwitchedByHand = false;  ///< since `isOn` last changed
    };
    std::unordered_map<std::string, Card> m_cards;
};

}  // namespace shoal
