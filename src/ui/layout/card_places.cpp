#include "ui/layout/card_places.hpp"

namespace shoal {

bool CardPlaces::isAtTop(const std::string& path, bool isOnInPreset, bool isOn) {
    const Card usual{.isOnInPreset = isOnInPreset, .isOn = isOn, .isAtTop = isOnInPreset || isOn};
    Card& card = m_cards.try_emplace(path, usual).first->second;
    if (card.isOnInPreset != isOnInPreset) {
        card = usual;
    } else if (card.isOn != isOn) {
        const bool isAtTop = card.isSwitchedByHand ? card.isAtTop : usual.isAtTop;
        card = usual;
        card.isAtTop = isAtTop;
    }
    return card.isAtTop;
}

void CardPlaces::noteSwitch(const std::string& path) {
    if (const auto card = m_cards.find(path); card != m_cards.end()) {
        card->second.isSwitchedByHand = true;
    }
}

}  // namespace shoal
