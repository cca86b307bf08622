#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/command/command.hpp"
#include "ui/gallery/gallery_card.hpp"
#include "ui/gallery/gallery_sections.hpp"
#include "ui/gallery/gallery_types.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// All presets as cards over the picture. Typed text searches; the arrow keys move from card to card. Like
/// the panel it only appends commands.
class Gallery {
public:
    /// Starts with all presets and an empty search.
    void open();
    void close() { m_isOpen = false; }
    bool isOpen() const { return m_isOpen; }

    /// Returns the items whose cards are in view, by index: their pictures are needed.
    std::vector<std::size_t> build(const WidgetContext& context, const GalleryInput& input,
                                   Commands& commands);

private:
    struct Placed {
        GalleryCell cell;
        ImVec2 at;  ///< [px] in the scrolled area
    };

    void buildHeader(const WidgetContext& context, Commands& commands);
    void buildSearch(const WidgetContext& context, float width);
    void takeText();
    std::vector<std::size_t> buildCards(const WidgetContext& context, const GalleryInput& input,
                                        Commands& commands);
    void place(const WidgetContext& context, const std::vector<GallerySection>& sections);
    bool buildCard(const WidgetContext& context, const GalleryInput& input, const Placed& placed,
                   Commands& commands);
    void openChosen(const GalleryInput& input, Commands& commands);
    void moveByKeys();
    void moveBy(int columns, int rows);
    void act(CardAct act, const GalleryCell& cell, const GalleryInput& input, Commands& commands);
    const Placed* selected() const;
    void reveal(const WidgetContext& context);

    bool m_isOpen = false;
    std::string m_search;
    bool m_wantsField = false;         ///< give the keyboard to the search field
    bool m_isFieldActive = false;      ///< the search field has the keyboard
    bool m_hasKeys = false;            ///< keys belong to the gallery in this frame
    std::string m_selected;            ///< id of the card that the keys act on; empty: none
    std::string m_typed;               ///< typed in this frame outside the search field
    CardAct m_keyAct = CardAct::none;  ///< requested by a letter in this frame
    bool m_isScrollDue = false;        ///< to the top
    bool m_isRevealDue = false;        ///< of the chosen card
    std::string m_held;                ///< id of the card to keep at its place on the screen
    std::set<std::string> m_unfolded;
    std::vector<Placed> m_placed;
    CardSizes m_sizes;
    float m_bottom = 0.0f;  ///< [px] end of the cards, in the scrolled area
};

}  // namespace shoal
