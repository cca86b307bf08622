#pragma once

#include <cstddef>

namespace shoal {

/// Limits on untrusted files: presets, takes, camera flights, images, films and the sidecars beside them.
/// Each is checked before memory is allocated for the contents, so that no file can crash or hang the program
/// or fill the memory. The limits admit everything that Shoal itself writes. Scene::check limits the contents
/// of a scene, wherever it comes from.

/// Limits on one TOML text.
struct TomlBudget {
    std::size_t bytes;   ///< of the whole text
    std::size_t values;  ///< keys, tables and list items together; each takes about 100 bytes in memory
};

/// The largest scene that passes Scene::check, with every rule on, has 5.4 MB and 190,000 values.
inline constexpr TomlBudget kPresetBudget{.bytes = std::size_t{8} << 20, .values = 400'000};
/// A long film has hundreds of keys.
inline constexpr TomlBudget kFlightBudget{.bytes = std::size_t{1} << 20, .values = 100'000};
/// The viewer's saved state: a few hundred keys. An earlier version kept unsaved scenes in it, too.
inline constexpr TomlBudget kStateBudget{.bytes = std::size_t{12} << 20, .values = 20'000};
/// An edit has 4 values, a key of the camera path 11. Two hours in which every step drags a slider and turns
/// the camera have 6.5 million values and 60 MiB; in memory they take 600 MB. The scene inside a PNG has the
/// same limit of bytes (png_text.cpp).
inline constexpr TomlBudget kTakeBudget{.bytes = std::size_t{64} << 20, .values = 8'000'000};
/// Maximum number of edits in a take: a slider dragged for nine hours without a pause.
inline constexpr std::size_t kMaxEdits = 2'000'000;

/// Nesting of lists and inline tables in TOML, and of brackets in JSON. Shoal writes 2.
inline constexpr std::size_t kMaxNesting = 16;
/// Parts of a dotted key or of a table name; Shoal writes up to 5: [species.fish.sees.shark.flee].
inline constexpr std::size_t kMaxKeyParts = 16;
/// Length of one such part, of an object's name, and of an edit's key.
inline constexpr std::size_t kMaxNameBytes = 400;

/// Length of a preset's title and of each of its descriptions.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 10;

/// The sidecar of a capture: a take as JSON text, whose line ends take two bytes, and a few numbers.
inline constexpr std::size_t kMaxSidecarBytes = std::size_t{80} << 20;
/// Items and objects in it; most are words of a command line.
inline constexpr std::size_t kMaxSidecarValues = 100'000;

/// The table of a sweep. Each row of all measures takes about 600 bytes.
inline constexpr std::size_t kMaxSweepBytes = std::size_t{256} << 20;
/// Columns of it; all measures of 64 species have 2,500.
inline constexpr std::size_t kMaxSweepColumns = 10'000;

/// A preset, a take or a picture from a pipe.
inline constexpr std::size_t kMaxPipeBytes = std::size_t{256} << 20;

/// Files listed in the preset folder, and how much of them is read for the titles in the list.
inline constexpr std::size_t kMaxListedPresets = 1'000;
inline constexpr std::size_t kMaxListedBytes = std::size_t{16} << 20;

/// A problem's text is one line of at most this many bytes.
inline constexpr std::size_t kMaxProblemBytes = 500;

}  // namespace shoal
