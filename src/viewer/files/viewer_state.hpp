#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "capture/format/quality.hpp"
#include "ui/layout/panel_layout.hpp"
#include "ui/widgets/command_table.hpp"
#include "viewer/command/capture_settings.hpp"
#include "viewer/files/window_place.hpp"

namespace shoal {

/// The last scene that the viewer showed, and its origin.
struct RememberedScene {
    std::string origin;       ///< a preset's name, or the absolute path of the opened file; empty if pasted
    std::string pasted = {};  ///< the pasted preset's text, if there is no origin
    /// The scene with its unsaved edits, as a preset's text; empty if it has none: a pasted scene that was
    /// only looked at is no edit.
    std::string edited;
    CameraSettings camera;  ///< of the viewer
    bool isCameraTouched = false;
};

/// The unsaved edits of a scene that was left for another, or that a second viewer or a scene named on the
/// command line replaced.
struct LeftEdits {
    std::string origin;  ///< a preset's name, or the absolute path of the opened file; empty if pasted
    std::string edited;  ///< the scene with its edits, as a preset's text

    bool operator==(const LeftEdits&) const = default;
};

/// The state that the viewer remembers from one run to the next.
struct ViewerState {
    static constexpr std::size_t kMaxRecent = 10;
    static constexpr std::size_t kMaxLeft = 10;
    static constexpr std::size_t kMaxLeftBytes = std::size_t{512} << 10;  ///< of all their texts together

    std::optional<WindowPlace> window;
    PanelLayout panel;
    CaptureSettings film;
    std::optional<Quality> quality;  ///< of the window's picture; if empty, what suits the graphics device
    bool shrinksWhenSlow = true;     ///< the window's picture
    CommandTable::Keys keys;         ///< that the user has given to commands, by hand, in the file
    std::optional<RememberedScene> scene;
    std::vector<std::string> recent;  ///< origins of recently opened scenes and takes, newest first

    std::vector<LeftEdits> left;  ///< newest first; several may be of one origin

    /// Moves an origin to the front of the recent ones.
    void noteOpened(const std::string& origin);

    /// Keeps the edits of a scene, beside others of the same origin. False if something is lost: the oldest
    /// if there are too many, or these if they alone are too large.
    bool noteLeft(LeftEdits edits);
    void forgetLeft(const LeftEdits& edits);

    /// Returns the text of a scene's latest edits; empty if it has none.
    std::string leftEdits(const std::string& origin) const;
};

/// Returns the state as TOML. Reading it back gives an equal state.
std::string stateText(const ViewerState& state);

/// Reads a state's text. Numbers out of range are clamped; unknown keys are ignored. `fileName` appears in
/// problems.
Result<ViewerState> parseState(std::string_view text, const std::string& fileName);

/// Reads the state from a file; the state of a first run if there is none.
Result<ViewerState> loadState(const std::filesystem::path& file);

/// Returns the state of the file, `theirs`, with the changes that this viewer made from `base` to `mine`.
ViewerState merged(const ViewerState& base, const ViewerState& mine, ViewerState theirs);

/// Copies an unusable state file to `FILE.unreadable`, or `FILE.unreadable-2` and so on, before it is
/// overwritten. Returns the copy; empty if it could not be made.
std::optional<std::filesystem::path> copyAside(const std::filesystem::path& file);

}  // namespace shoal
