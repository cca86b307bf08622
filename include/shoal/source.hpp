#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace shoal {

/// Says where a value of a preset comes from.
struct SourceMark {
    enum class Kind {
        given,    ///< the source states it
        derived,  ///< computed from what the source states, such as a value per frame turned into one per
                  ///< second
        chosen,   ///< ours: the source does not state it
    };

    Kind kind = Kind::chosen;
    std::string text = {};  ///< the sentence or equation, the arithmetic, or the reason; never empty
    std::string unit = {};  ///< the source's own unit, such as "a frame"; empty if there is none to show
    /// The shown value times this is the value in the source's unit. Finite and not zero.
    double scale = 1.0;

    static constexpr std::array<std::string_view, 3> kinds{"given", "derived", "chosen"};
    bool operator==(const SourceMark&) const = default;
};

/// The document behind a preset, and where each of the preset's values comes from. Has no effect on the
/// flock. Each text has at most kMaxSourceBytes.
struct PresetSource {
    std::string title;
    std::string author;
    int year = 0;         ///< 1 .. kMaxSourceYear, or 0 if unknown
    std::string address;  ///< where to read it: a web address or a DOI
    std::string note;     ///< how the preset differs from the document
    /// The key is a tunable's ("species.fish.zones.repulsion") or the start of several tunables' keys
    /// ("camera", "species.fish.contain"). At most kMaxMarks.
    std::map<std::string, SourceMark, std::less<>> marks;

    /// Returns the mark of a tunable's full key, or else of the longest marked start of that key; null if
    /// there is none. "species.fish.contain" is a start of "species.fish.contain.weight", but not of
    /// "species.fish.containment".
    const SourceMark* markOf(std::string_view key) const;

    bool isEmpty() const { return *this == PresetSource(); }
    bool operator==(const PresetSource&) const = default;
};

/// Maximum number of marks in a scene.
inline constexpr std::size_t kMaxMarks = 1000;

/// Maximum length of each text of a source.
inline constexpr std::size_t kMaxSourceBytes = 1000;

/// Latest year of a source.
inline constexpr int kMaxSourceYear = 9999;

}  // namespace shoal
