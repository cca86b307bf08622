#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <shoal/result.hpp>

namespace shoal {

/// How a tunable is shown and stored.
enum class Form {
    number,   ///< a real number between min and max
    integer,  ///< a whole number between min and max
    toggle,   ///< on or off
    choice,   ///< one of a few named values, stored as their index
};

/// What a tunable changes.
enum class Affects {
    motion,   ///< how boids move, from the next step on
    start,    ///< where and how they start: takes effect on a restart
    picture,  ///< only how things look, or are measured
};

/// Where the useful values of a tunable end: its slider ends there too. Files and `--set` accept the whole
/// range.
enum class Extent {
    none,
    perception,  ///< the perception radius: a distance to neighbours
    halfWorld,   ///< half the world's largest extent: a margin before the walls
    world,       ///< the world's diagonal: any other length
    position,    ///< the walls on both sides: a coordinate
    fewTimes,    ///< a few times the preset's own value
    lastBoid,    ///< the number of the species' last boid
    stepRate,    ///< one in each step [1/s]
};

/// Another tunable of the same table, and the values of it for which this tunable has an effect.
struct Needs {
    std::string_view key = {};                    ///< if empty, this tunable always has an effect
    std::array<std::string_view, 6> values = {};  ///< of a choice; all empty: any value but 0
};

/// For a tunable that is the lower limit of something: the upper limit in the same table. Both are one range.
struct UpperLimit {
    std::string_view key = {};   ///< of the upper limit; if empty, this tunable is no lower limit
    std::string_view name = {};  ///< what both limit: "speed"
};

/// The declaration of a tunable, written once: sliders, preset keys, `--set`, `shoal list keys` and the
/// property tests all use it.
struct Declaration {
    std::string_view key;        ///< snake_case, as in presets
    std::string_view unit = {};  ///< SI, or "°", "°/s": kept in radians, shown in degrees
    double min = 0.0;            ///< smallest value a user can set, in the shown unit
    double max = 1.0;            ///< largest value a user can set, in the shown unit
    std::string_view help = {};  ///< one sentence: its effect, and the symptom of a wrong value
    std::span<const std::string_view> choices = {};  ///< names of the values of a choice
    /// Makes the slider logarithmic: for a range so wide that the usual values would all lie at its left end.
    /// `min` must be zero or above.
    bool isLogarithmic = false;
    Affects affects = Affects::motion;
    Extent extent = Extent::none;
    std::string_view noMoreThan = {};  ///< key of another tunable: no further effect above its value
    Needs needs = {};
    UpperLimit upperLimit = {};  ///< has the same unit and range; one slider with two knobs sets both
    /// Completes "No effect while …", for a tunable that sometimes makes no difference, such as a limit that
    /// no boid reaches. May be empty.
    std::string_view idleWhile = {};
};

/// A declaration bound to a member of a settings struct. Values cross this interface as double in the
/// *stored* unit (radians for an angle) and with the member's precision; `shown` and `stored` convert.
struct Parameter {
    Declaration declared;
    Form form = Form::number;
    double (*get)(const void* settings) = nullptr;
    void (*set)(void* settings, double stored) = nullptr;

    bool isAngle() const { return declared.unit.starts_with("°"); }

    /// Return the parameter with one more fact declared:
    ///   `parameter<&Flee::radius>("radius", …).upTo(Extent::perception)`
    constexpr Parameter affecting(Affects what) const;
    constexpr Parameter upTo(Extent extent) const;
    constexpr Parameter noMoreThan(std::string_view key) const;
    constexpr Parameter onlyWith(std::string_view key, const auto&... values) const;
    constexpr Parameter idleWhile(std::string_view condition) const;
    constexpr Parameter lowerLimitOf(std::string_view name, std::string_view upperKey) const;

    /// Converts a stored value to the unit that users see.
    double shown(double stored) const;
    /// Converts a value in the unit that users see to the stored unit, clamped to the range. NaN gives
    /// `min`.
    double stored(double shown) const;
    /// Returns the shortest decimal text that `parse` maps back to exactly this stored value (a choice's
    /// name, true/false). If no user can set the value, returns the text of the nearest settable one.
    std::string text(double storedValue) const;

    /// Converts a value in the unit that users see to the stored unit, or says why it cannot be set: not
    /// finite, not whole, out of range.
    Result<double> checked(double shown) const;
    /// Parses what a user wrote: a number, true/false, on/off or a choice's name. Returns the value to store.
    Result<double> parse(std::string_view written) const;
    /// Describes the legal values for messages: "a number from 0.05 to 5 m", "one of metric, nearest".
    std::string expected() const;
    /// Describes the range of a number with its unit: "0.05 to 5 m", "20 to 100°", "0 to 10 per s".
    std::string range() const;
};

constexpr Parameter Parameter::affecting(Affects what) const {
    Parameter changed = *this;
    changed.declared.affects = what;
    return changed;
}

constexpr Parameter Parameter::upTo(Extent extent) const {
    Parameter changed = *this;
    changed.declared.extent = extent;
    return changed;
}

constexpr Parameter Parameter::noMoreThan(std::string_view key) const {
    Parameter changed = *this;
    changed.declared.noMoreThan = key;
    return changed;
}

constexpr Parameter Parameter::onlyWith(std::string_view key, const auto&... values) const {
    Parameter changed = *this;
    changed.declared.needs = {key, {values...}};
    return changed;
}

constexpr Parameter Parameter::idleWhile(std::string_view condition) const {
    Parameter changed = *this;
    changed.declared.idleWhile = condition;
    return changed;
}

constexpr Parameter Parameter::lowerLimitOf(std::string_view name, std::string_view upperKey) const {
    Parameter changed = *this;
    changed.declared.upperLimit = {upperKey, name};
    return changed;
}

/// Returns the parameters of a table, each declared to change the same thing.
template <std::size_t count>
constexpr std::array<Parameter, count> affecting(Affects what, std::array<Parameter, count> parameters) {
    for (Parameter& parameter : parameters) {
        parameter.declared.affects = what;
    }
    return parameters;
}

/// A settings object with its declarations, for panels, presets and command lines.
struct Tunables {
    void* settings = nullptr;
    std::span<const Parameter> parameters;

    /// Abort if there is no parameter with this index.
    double get(std::size_t index) const { return at(index).get(settings); }
    void set(std::size_t index, double stored) const { at(index).set(settings, stored); }
    std::optional<std::size_t> find(std::string_view key) const;

private:
    const Parameter& at(std::size_t index) const {
        detail::require(index < parameters.size(), "there is no tunable with this index");
        return parameters[index];
    }
};

namespace detail {
template <class C, class M>
std::type_identity<C> classOf(M C::*);  // C may be abstract
template <class C, class M>
M memberOf(M C::*);

template <auto Member>
constexpr Parameter bound(Form form, const Declaration& declared) {
    using Settings = typename decltype(classOf(Member))::type;
    using Value = decltype(memberOf(Member));
    return {declared, form,
            [](const void* settings) {
                return static_cast<double>(static_cast<const Settings*>(settings)->*Member);
            },
            [](void* settings, double stored) {
                static_cast<Settings*>(settings)->*Member = static_cast<Value>(stored);
            }};
}
}  // namespace detail

/// The values that a user can set, in the shown unit.
struct ParameterRange {
    double min;
    double max;
    std::string_view unit;
    bool isLogarithmic;
};

constexpr ParameterRange linear(double min, double max, std::string_view unit = {}) {
    return {min, max, unit, false};
}
/// For a range so wide that on a linear slider the usual values would all lie at its left end.
constexpr ParameterRange logarithmic(double min, double max, std::string_view unit = {}) {
    return {min, max, unit, true};
}

/// Binds a declaration to a float or an int:
///   `parameter<&Flee::radius>("radius", logarithmic(0.05, 200, "m"), "…")`
template <auto Member>
constexpr Parameter parameter(std::string_view key, const ParameterRange& range, std::string_view help = {}) {
    using Value = decltype(detail::memberOf(Member));
    static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, int>,
                  "a tunable with a range is a float or an int");
    return detail::bound<Member>(std::is_integral_v<Value> ? Form::integer : Form::number,
                                 {.key = key,
                                  .unit = range.unit,
                                  .min = range.min,
                                  .max = range.max,
                                  .help = help,
                                  .isLogarithmic = range.isLogarithmic});
}

/// Binds a declaration to an enum whose values are 0, 1, 2 …: `choices` names them.
template <auto Member>
constexpr Parameter parameter(std::string_view key, std::span<const std::string_view> choices,
                              std::string_view help = {}) {
    static_assert(std::is_enum_v<decltype(detail::memberOf(Member))>, "a tunable with choices is an enum");
    return detail::bound<Member>(
        Form::choice,
        {.key = key, .max = static_cast<double>(choices.size()) - 1.0, .help = help, .choices = choices});
}

/// Binds a declaration to a bool.
template <auto Member>
constexpr Parameter parameter(std::string_view key, std::string_view help = {}) {
    static_assert(std::is_same_v<decltype(detail::memberOf(Member)), bool>,
                  "a tunable without a range or choices is a bool");
    return detail::bound<Member>(Form::toggle, {.key = key, .help = help});
}

}  // namespace shoal
