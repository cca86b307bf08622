#pragma once

#include <cstddef>

namespace shoal {

/// Limits on files that somebody else may have made: presets, takes, camera flights, pictures, films and the
/// records beside them. Each is checked before memory is spent on what it limits, so that no file can crash,
/// hang or fill a machine. The limits leave room for all that Shoal itself writes. What a scene may hold is
/// up to Scene::check, wherever the scene comes from.

/// Limits on one TOML text.
struct TomlBudget {
    std::size_t bytes;   ///< of the whole text
    std::size_t values;  ///< keys, tables and items of lists, all together; each takes some 100 bytes to hold
};

/// The largest scene that passes Scene::check, with every rule on, has 3.3 MB and 190,000 values.
inline constexpr TomlBudget kPresetBudget{.bytes = std::size_t{4} << 20, .values = 400'000};
/// Hundreds of keys are a long film.
inline constexpr TomlBudget kFlightBudget{.bytes = std::size_t{1} << 20, .values = 100'000};
/// An edit has 4 values, a key of the camera's path 11. Two hours in which a slider is dragged in every step
/// and the camera turned in every one have 6.5 million values and 60 MiB; held in memory they take 600 MB.
inline constexpr TomlBudget kTakeBudget{.bytes = std::size_t{64} << 20, .values = 8'000'000};
/// Changes of tunables in one take: a slider dragged for nine hours without a pause.
inline constexpr std::size_t kMostEdits = 2'000'000;

/// Lists and inline tables inside each other in TOML; brackets inside each other in JSON. Shoal writes 2.
inline constexpr std::size_t kMostNesting = 16;
/// Parts of a dotted key or of a table's name; Shoal writes up to 5: [species.fish.sees.shark.flee].
inline constexpr std::size_t kMostKeyParts = 16;
/// Length of one such part, of a thing's name, and of an edit's key.
inline constexpr std::size_t kMostNameBytes = 400;

/// Length of a preset's title and of what it says about itself.
inline constexpr std::size_t kMostTextBytes = std::size_t{64} << 10;

/// The record beside a capture: a take as a JSON text, whose line ends take two bytes, and a few numbers.
inline constexpr std::size_t kMostRecordBytes = std::size_t{80} << 20;
/// Items and objects in it; most are words of a command line.
inline constexpr std::size_t kMostRecordValues = 100'000;

/// What another program may write to its standard output. ffprobe writes a film's metadata, with a take among
/// them, ffmpeg a line for each frame.
inline constexpr std::size_t kMostOutputBytes = std::size_t{256} << 20;

/// Files listed in the folder of presets, and how much of them is read for the titles in the list.
inline constexpr std::size_t kMostListedPresets = 1'000;
inline constexpr std::size_t kMostListedBytes = std::size_t{8} << 20;

/// A problem's text is one line of at most so many bytes.
inline constexpr std::size_t kMostProblemBytes = 500;

}  // namespace shoal
