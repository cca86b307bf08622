#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shoal {

/// An entry of a film script with a time, as its text has it.
struct ScriptMark {
    enum class Kind {
        view,     ///< of the camera: a name
        key,      ///< of the camera's flight: lines such as "distance = 12"; empty if it was read
        speed,    ///< of time: a number
        setting,  ///< a value of `name`
        words,    ///< from `seconds` to `until`
    };

    Kind kind = Kind::view;
    std::size_t shot = 0;
    std::size_t index = 0;   ///< among those of its kind, shot and name
    std::string name = {};   ///< of a setting, as written
    double seconds = 0.0;    ///< from the shot's start
    double until = 0.0;      ///< of words: when they end
    std::string value = {};  ///< as TOML; of words, the text itself
    bool isTitle = false;    ///< of words
    bool canMove = true;     ///< false if it has no moment of its own: it holds for the whole shot

    /// Whether both are the same thing of a script, perhaps before and after a change.
    bool isSame(const ScriptMark& other) const {
        return kind == other.kind && shot == other.shot && index == other.index && name == other.name;
    }
};

/// A shot as the text has it.
struct ScriptBlock {
    std::string title;      ///< its preset or take; empty if the flock goes on
    double seconds = 5.0;   ///< its length
    double dissolve = 0.0;  ///< [s] shared with the shot before
    double fadeIn = 0.0;    ///< [s]
    double fadeOut = 0.0;   ///< [s]
    double start = 0.0;     ///< [s] of the film
};

/// What a timeline shows of a script: its shots, and what moves within them.
struct ScriptOutline {
    std::vector<ScriptBlock> shots;
    std::vector<ScriptMark> marks;  ///< in the order of shots and kinds; within those, of moments
    std::vector<std::string> keys;  ///< before the first shot: "film", "size"
    std::string size;               ///< as TOML; may be empty

    bool has(std::string_view key) const;
    double seconds() const { return shots.empty() ? 0.0 : shots.back().start + shots.back().seconds; }
    /// The shot that the film shows at this moment: of two that dissolve, the second.
    std::size_t shotAt(double filmSeconds) const;
};

/// Reads as much of a script as a timeline shows. Empty if the text is not valid TOML. Whether the script is
/// right is for parseFilmScript() to say.
std::optional<ScriptOutline> outlineOf(std::string_view text);

// These change a script's text in one place and leave all else as it was written, comments included. `value`
// is TOML, as in ScriptMark. They return the text unchanged if it has no such shot or mark, or
// if that is written in a way that they do not change: shots in braces, [shot.text], dotted words.

/// Sets a key of the film, such as `size`.
std::string withHeadKey(const std::string& text, std::string_view key, std::string_view value);

/// Sets a key of a shot, such as `seconds`; removes it if the value is empty.
std::string withShotKey(const std::string& text, std::size_t shot, std::string_view key,
                        std::string_view value);

/// Gives the same mark the moments and the value of `mark`.
std::string withMark(const std::string& text, const ScriptMark& mark);
/// Adds a mark, whose index has no meaning. A view, key, speed or value takes its place among the others by
/// its moment, and replaces one at the same moment. The first key takes the place of a shot's only view.
std::string withNewMark(const std::string& text, const ScriptMark& mark);
std::string withoutMark(const std::string& text, const ScriptMark& mark);

/// Adds a shot of a preset, or of the flock that goes on if that is empty, behind another one.
std::string withNewShot(const std::string& text, std::size_t after, std::string_view preset, double seconds);
std::string withoutShot(const std::string& text, std::size_t shot);

/// A number of seconds, or another value, as a script has it: "2.5".
std::string scriptNumber(double value);

}  // namespace shoal
