#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "capture/format/quality.hpp"
#include "ui/layout/panel_layout.hpp"
#include "ui/widgets/command_table.hpp"
#include "viewer/settings/picture_settings.hpp"
#include "viewer/settings/unsaved_scene.hpp"
#include "viewer/settings/window_place.hpp"

namespace shoal {

/// The last scene that the viewer showed, and its origin.
struct RememberedScene {
    std::string origin;     ///< a preset's name, or the absolute path of a file
    std::string edits;      ///< file of its unsaved edits among the unsaved scenes; empty if it has none
    CameraSettings camera;  ///< of the viewer
    bool isCameraTouched = false;

    static constexpr std::array parameters{parameter<&RememberedScene::isCameraTouched>("touched")};
};

/// The state that the viewer remembers from one run to the next.
struct ViewerState {
    static constexpr std::size_t kMaxRecent = 10;

    std::optional<WindowPlace> window;
    PanelLayout panel;
    std::map<std::string, std::string> tables;  ///< of features, by name, as text: see settings_table.hpp
    std::optional<Quality> quality;  ///< of the window's picture; if empty, what suits the graphics device
    PictureSettings picture;
    CommandTable::Keys keys;  ///< that the user has given to commands, by hand, in the file
    std::optional<RememberedScene> scene;
    std::vector<std::string> recent;    ///< origins of recently opened scenes and takes, newest first
    std::vector<UnsavedScene> unsaved;  ///< newest first; in files of their own

    /// Moves an origin to the front of the recent ones.
    void noteOpened(const std::string& origin);
};

/// Returns the state without the unsaved scenes as TOML. Reading it back gives an equal state.
std::string stateText(const ViewerState& state);

/// Reads a state's text. A value that is out of range or of another type is passed over, as is an unknown
/// key. `fileName` appears in problems.
Result<ViewerState> parseState(std::string_view text, const std::string& fileName);

/// Reads the state from a file, and the unsaved scenes beside it; the state of a first run if there is none.
/// Unsaved scenes that an earlier version kept in the file itself get files of their own.
Result<ViewerState> loadState(const std::filesystem::path& file);

/// Writes what changed from `base` to `state` into the file, key by key. What another viewer or another
/// version wrote there stays.
Outcome writeState(const std::filesystem::path& file, const ViewerState& base, const ViewerState& state);

/// Copies an unusable state file to `FILE.unreadable`, or `FILE.unreadable-2` and so on, before it is
/// overwritten. Returns the copy; empty if it could not be made.
std::optional<std::filesystem::path> copyAside(const std::filesystem::path& file);

}  // namespace shoal
