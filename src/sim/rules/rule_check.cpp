#include "sim/rules/rule_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "sim/scene/scene_check.hpp"

namespace shoal {
namespace {

bool isSnakeCase(std::string_view key) {
    const auto isLegal = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    return !key.empty() && key[0] >= 'a' && key[0] <= 'z' && std::ranges::all_of(key, isLegal);
}

/// Whether a species' preset table already uses this key for something else.
bool isTakenBySpecies(std::string_view key) {
    constexpr std::array<std::string_view, 4> kTables{"perception", "start", "boid", "sees"};
    return std::ranges::find(kTables, key) != kTables.end() ||
           std::ranges::any_of(Species::parameters,
                               [&](const Parameter& parameter) { return parameter.declared.key == key; });
}

Outcome checkRange(const Declaration& declared, Form form) {
    if ((form == Form::choice) == declared.choices.empty()) {
        return Problem{fmt::format(
            "{} {}", declared.key,
            declared.choices.empty() ? "is a choice without choices" : "has choices but is no choice")};
    }
    const bool isNumber = form == Form::number || form == Form::integer;
    if (isNumber &&
        !(std::isfinite(declared.min) && std::isfinite(declared.max) && declared.min < declared.max)) {
        return Problem{fmt::format("{} ranges from {} to {}, but min must be below max", declared.key,
                                   declared.min, declared.max)};
    }
    if (declared.isLogarithmic && declared.min < 0.0) {
        return Problem{
            fmt::format("{} is logarithmic from {}, but min must be 0 or above", declared.key, declared.min)};
    }
    return Done{};
}

Outcome checkParameter(const Parameter& parameter, double value) {
    const Declaration& declared = parameter.declared;
    const bool isSwitch = std::ranges::any_of(
        Rule::switches, [&](const Parameter& each) { return each.declared.key == declared.key; });
    if (!isSnakeCase(declared.key) || isSwitch) {
        return Problem{fmt::format(
            "a parameter has the key \"{}\", but keys are snake_case, and not \"enabled\"", declared.key)};
    }
    if (declared.help.empty()) {
        return Problem{fmt::format("{} has no help", declared.key)};
    }
    if (!isLegalUnit(declared.unit)) {
        return Problem{
            fmt::format("{} has the unit \"{}\", but units are °, °/s, or powers of m and s such as m/s²",
                        declared.key, declared.unit)};
    }
    if (Outcome legal = checkRange(declared, parameter.form); !legal) {
        return legal;
    }
    return checkStored(parameter, value);
}

Outcome checkParameters(const Tunables& tunables) {
    for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
        const Parameter& parameter = tunables.parameters[index];
        if (Outcome legal = checkParameter(parameter, tunables.get(index)); !legal) {
            return legal;
        }
        if (tunables.find(parameter.declared.key) != index) {
            return Problem{fmt::format("two parameters have the key \"{}\"", parameter.declared.key)};
        }
    }
    return Done{};
}

Outcome checkInfo(const RuleInfo& info) {
    if (!isSnakeCase(info.key)) {
        return Problem{"its key must be snake_case: a letter, then letters, digits and _"};
    }
    if (isTakenBySpecies(info.key)) {
        return Problem{"a species already has something with this key; give the rule another key"};
    }
    if (info.title.empty() || info.help.empty()) {
        return Problem{info.title.empty() ? "it has no title" : "it has no help"};
    }
    return Done{};
}

/// Whether this is a factor of a unit: m or s, with an exponent of 2 or 3 or none.
bool isUnitFactor(std::string_view factor) {
    for (const std::string_view base : {"m", "s"}) {
        for (const std::string_view exponent : {"", "²", "³"}) {
            if (factor.starts_with(base) && factor.substr(base.size()) == exponent) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

bool isLegalUnit(std::string_view unit) {
    if (unit.empty() || unit == "°" || unit == "°/s") {
        return true;
    }
    const std::size_t slash = unit.find('/');
    if (slash == std::string_view::npos) {
        return isUnitFactor(unit);
    }
    const std::string_view above = unit.substr(0, slash);
    return (above == "1" || isUnitFactor(above)) && isUnitFactor(unit.substr(slash + 1));
}

Outcome checkRule(const RegisteredRule& rule, std::span<const RegisteredRule> others) {
    const RuleInfo& info = *rule.info;
    const auto hasItsKey = [&](const RegisteredRule& other) { return other.info->key == info.key; };
    if (std::ranges::any_of(others, hasItsKey)) {
        return Problem{
            fmt::format("two rules are registered as \"{}\"; give one of them another key", info.key)};
    }
    Outcome legal = checkInfo(info);
    if (legal && rule.isContracted) {
        legal = Problem{
            "it is compiled with fused multiply-add, so results differ between machines; compile it "
            "with -ffp-contract=off"};
    }
    if (legal) {
        // Registering may run inside the dynamic linker, which no exception may leave.
        try {
            legal = checkParameters(rule.make()->tunables());
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& thrown) {
            legal = Problem{fmt::format("its constructor threw an exception: {}", thrown.what())};
        } catch (...) {
            legal = Problem{"its constructor threw an exception"};
        }
    }
    if (!legal) {
        return Problem{
            fmt::format("the rule \"{}\" cannot be registered: {}", info.key, legal.problem().text)};
    }
    return Done{};
}

}  // namespace shoal
