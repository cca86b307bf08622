#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/command/items.hpp"
#include "viewer/scenes/gallery_card.hpp"

namespace shoal {

/// Data for the gallery.
struct GalleryInput {
    std::span<const PresetItem> presets;
    std::span<const ImTextureID> pictures;  ///< of the presets; null while there is none
    std::span<const RecentItem> recent = {};
    std::size_t shown = 0;            ///< index of the preset that the viewer shows; presets.size() if none
    bool hasKeys = true;              ///< no other part of the window has the keyboard
    float left = 0.0f;                ///< [px] width of the panel at the left; 0 if it is hidden
    std::optional<float> right = {};  ///< [px] left edge of the capture panel if it is open
    float below = 0.0f;               ///< [px] covered at the picture's bottom
};

/// The preset or file that a card of the gallery stands for.
struct GalleryCell {
    std::string id;         ///< "own.mine", "recent.0" or "model.reef"
    std::size_t index = 0;  ///< of the preset; of the recent file if isFile
    bool isFile = false;
};

/// Cards under one heading.
struct GalleryGroup {
    std::string title;
    std::vector<GalleryCell> cells;
};

/// Groups the cards: recent ones (at most `maxRecent`), the user's own, the built-in models and their
/// variants. With a filter, only presets that the finder would find by it, and the best first. With a place,
/// only presets there.
std::vector<GalleryGroup> galleryGroups(const GalleryInput& input, std::string_view filter,
                                        std::size_t maxRecent, std::optional<LookSettings::Place> place = {});

/// All presets as cards over the picture. Typed text filters; the arrow keys move from card to card. Like the
/// panel it only appends commands.
class Gallery {
public:
    /// Starts with all presets, or those in a place, and an empty filter.
    void open(std::optional<LookSettings::Place> place = {});
    void close() { m_isOpen = false; }
    bool isOpen() const { return m_isOpen; }

    /// Returns the presets whose cards are in view, by index: their pictures are needed.
    std::vector<std::size_t> build(const WidgetContext& context, const GalleryInput& input,
                                   Commands& commands);

private:
    struct Placed {
        GalleryCell cell;
        ImVec2 at;  ///< [px] in the scrolled area
    };

    void buildHeader(const WidgetContext& context, Commands& commands);
    void buildFilter(const WidgetContext& context, float width);
    void buildKinds(const WidgetContext& context);
    std::vector<std::size_t> buildCards(const WidgetContext& context, const GalleryInput& input,
                                        Commands& commands);
    void place(const WidgetContext& context, const std::vector<GalleryGroup>& groups);
    bool buildCard(const WidgetContext& context, const GalleryInput& input, const Placed& placed,
                   Commands& commands);
    void openChosen(Commands& commands);
    void moveByKeys();
    void moveBy(int columns, int rows);
    void openCell(const GalleryCell& cell, Commands& commands);
    const Placed* selected() const;
    void reveal(const WidgetContext& context);

    bool m_isOpen = false;
    std::string m_filter;
    std::optional<LookSettings::Place> m_place;  ///< of the presets shown; all if empty
    bool m_wantsField = false;                   ///< give the keyboard to the filter field
    bool m_isFieldActive = false;                ///< the filter field has the keyboard
    bool m_hasKeys = false;                      ///< keys belong to the gallery in this frame
    std::string m_selected;                      ///< id of the card that the keys act on; empty: none
    bool m_isScrollDue = false;                  ///< to the top
    bool m_isRevealDue = false;                  ///< of the chosen card
    std::vector<Placed> m_placed;
    CardSizes m_sizes;
    float m_bottom = 0.0f;  ///< [px] end of the cards, in the scrolled area
};

}  // namespace shoal
