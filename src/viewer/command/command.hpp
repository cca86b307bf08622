#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <shoal/scene.hpp>

#include "capture/format/quality.hpp"
#include "viewer/command/capture_settings.hpp"

namespace shoal {

/// A command of the table, by its id.
struct Run {
    std::string_view id;
    bool operator==(const Run&) const = default;
};

/// Objects that a user can add to the world.
enum class NewObject { stone, goal, lure, scare };

struct SetTunables {
    std::vector<Edit> edits;
    bool joinsLast = false;  ///< one undo step with the edits before, if they set the same value
};

/// Selects the object with this key: "obstacle.stone-1"; none if empty.
struct Select {
    std::string key;
    bool operator==(const Select&) const = default;
};

struct Add {
    NewObject kind;
    bool operator==(const Add&) const = default;
};

/// Opens a preset, by its index in the viewer's list.
struct OpenPreset {
    std::size_t index;
    bool operator==(const OpenPreset&) const = default;
};

/// Compares with the settings of this preset, or with the settings as loaded if the name is empty.
struct CompareWith {
    std::string preset = {};
    bool operator==(const CompareWith&) const = default;
};

/// Opens a recent scene, by its index in the viewer's list.
struct OpenRecent {
    std::size_t index;
    bool operator==(const OpenRecent&) const = default;
};

/// Plays a saved take, by its index in the viewer's list.
struct OpenTake {
    std::size_t index;
};

/// Opens a web address in the browser.
struct OpenAddress {
    std::string address;
};

/// Saves the scene as a preset of the user's.
struct SaveAs {
    std::string title;
    bool isOverwriteConfirmed = false;
    bool operator==(const SaveAs&) const = default;
};

/// Restarts the scene with another seed.
struct Restart {
    std::uint64_t seed;
    bool operator==(const Restart&) const = default;
};

struct SetTimeScale {
    double scale;  ///< simulated seconds per real second
};

/// Looks from a view, by its index in the camera's list.
struct SetView {
    std::size_t index;
};

/// Draws the window's picture with this quality; if empty, with what suits the graphics device.
struct SetQuality {
    std::optional<Quality> quality;
    bool operator==(const SetQuality&) const = default;
};

/// Whether the window's picture is drawn smaller while that is slow.
struct ShrinkWhenSlow {
    bool isOn;
    bool operator==(const ShrinkWhenSlow&) const = default;
};

/// Shows another moment of the take that is played.
struct Seek {
    double seconds;  ///< from the first step
};

/// Changes the settings of films.
struct SetFilm {
    CaptureSettings settings;
};

/// Searches for settings that meet wishes as openWishes() reads them; if empty, the targets that the flock is
/// compared with.
struct FindSettings {
    std::vector<std::string> wishes;
    bool operator==(const FindSettings&) const = default;
};

/// Takes one of the settings found, by its index in the list.
struct TakeSuggestion {
    std::size_t index;
    bool operator==(const TakeSuggestion&) const = default;
};

/// A request of the user's. Panels append them to a list, which the viewer carries out once the panels of the
/// frame are built.
using Command = std::variant<Run, SetTunables, Select, Add, OpenPreset, CompareWith, OpenRecent, OpenTake,
                             OpenAddress, SaveAs, Restart, SetTimeScale, SetView, SetQuality, ShrinkWhenSlow,
                             Seek, SetFilm, FindSettings, TakeSuggestion>;
using Commands = std::vector<Command>;

}  // namespace shoal
