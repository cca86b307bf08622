// Part of App: the gallery of presets over the picture.

#include <algorithm>

#include "app/viewer/app.hpp"

namespace shoal {

void App::toggleGallery() {
    if (m_gallery.isOpen()) {
        m_gallery.close();
        return;
    }
    refreshPresets();  // presets may have been added or changed
    refreshRecent();
    m_gallery.open();
}

void App::buildGallery(const WidgetContext& context, Commands& commands) {
    m_gallery.build(context,
                    {.presets = m_presets,
                     .favourites = m_state.favourites,
                     .recent = m_recentItems,
                     .shown = m_presetIndex},
                    {.left = m_layout.panelRight,
                     .right = m_layout.filmPanelLeft,
                     .below = m_layout.coveredBelow,
                     .hasKeys = !m_isHelpShown && !m_keyboard.hasKeys()},
                    commands);
}

void App::carryOut(const ToggleFavourite& command) {
    if (!m_state.toggleFavourite(m_presets[command.index].name)) {
        m_messages.post("There are no more places for favourites: remove one first");
    }
}

void App::showFileDialog() {
    if (const Outcome shown = m_fileDialog.show(); !shown) {
        m_messages.postProblem(shown.problem().text);
    }
}

/// Opens the file that the user chose in the dialog.
void App::takeChosenFile() {
    const auto chosen = m_fileDialog.poll();
    if (!chosen) {
        return;
    }
    if (!*chosen) {
        m_messages.postProblem(chosen->problem().text);
    } else if (!(*chosen)->empty()) {
        loadFiles({**chosen});
    }
}

void App::carryOut(const OpenAddress& command) {
    if (const Outcome opened = m_desktop.openAddress(command.address); !opened) {
        m_messages.postProblem(opened.problem().text);
    }
}

}  // namespace shoal
