#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "app/window/screens.hpp"
#include "ui/layout/panel_layout.hpp"

namespace shoal {

/// The scene that the viewer showed last, and from where.
struct RememberedScene {
    std::string origin;       ///< a preset's name, or the absolute path of what was opened; empty if pasted
    std::string pasted = {};  ///< as a preset's text, what was pasted, if there is no origin
    std::string edited;       ///< the scene with its unsaved edits, as a preset's text; empty if it has none
    CameraSettings camera;    ///< of the viewer
    bool isCameraTouched = false;
};

/// What the viewer remembers from one run to the next.
struct ViewerState {
    static constexpr std::size_t kMaxRecent = 10;
    static constexpr std::size_t kMaxFavourites = 100;

    std::optional<WindowPlace> window;
    PanelLayout panel;
    std::optional<RememberedScene> scene;
    std::vector<std::string> recent;  ///< origins of the scenes and takes opened last, the latest first

    std::vector<std::string> favourites;  ///< names of presets, the latest last

    /// Adds a preset to the favourites, or removes it. False if there are too many.
    bool toggleFavourite(const std::string& name);

    /// Puts an origin first among the recent ones.
    void noteOpened(const std::string& origin);
};

/// Returns the state as TOML. Reading it back gives an equal state.
std::string stateText(const ViewerState& state);

/// Reads such a text. Numbers out of range are clamped; unknown keys are ignored. `fileName` appears in
/// problems.
Result<ViewerState> parseState(std::string_view text, const std::string& fileName);

/// Reads the state from a file; the state of a first run if there is none.
Result<ViewerState> loadState(const std::filesystem::path& file);

/// Copies a state that cannot be used to `FILE.unreadable`, or `FILE.unreadable-2` and so on, before it is
/// overwritten. Returns the copy; empty if it could not be made.
std::optional<std::filesystem::path> copyAside(const std::filesystem::path& file);

}  // namespace shoal
