#include "ui/layout/card_places.hpp"

namespace shoal {

bool CardPlaces::isAtTop(const std::string& path, bool isOnInPreset, bool isOn) {
    Card& card = m_cards.try_emplace(path, Card{isOn, isOnInPreset || isOn}).first->second;
    if (card.isOn != isOn) {
        card.isAtTop = card.isSwitchedByHand ? card.isAtTop : isOnInPreset || isOn;
        card.isSwitchedByHand = false;
        card.isOn = isOn;
    }
    return card.isAtTop;
}

void CardPlaces::noteSwitch(const std::string& path) {
    if (const auto card = m_cards.find(path); card != m_cards.end()) {
        card->second.isSwitchedByHand = true;
    }
}

}  // namespace shoal
