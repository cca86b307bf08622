#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/ground.hpp>
#include <shoal/rule_inputs.hpp>
#include <shoal/rule_set.hpp>

#include "sim/neighbours/neighbour_query.hpp"

namespace shoal {

/// Rules as GLSL, recorded from their own files: the file "rules.glsl" of a shader of the step, with the
/// numbers that it reads. As long as only settings, the time or the state change, the text stays the same.
struct RuleText {
    std::string text;
    std::vector<float> numbers;        ///< four in each vec4 of the block Settings
    std::vector<std::uint32_t> words;  ///< after them, four in each uvec4

    /// Bytes of the block Settings.
    std::vector<std::byte> settings() const;
};

/// Binding of the uniform block Settings.
inline constexpr unsigned kSettingsBinding = 1;

/// Where rules have their columns and counters on the card.
struct RulePlaces {
    /// Column of a rule's memory among those of its species; kNone if it keeps none.
    std::function<std::size_t(const Rule&)> memory;
    /// Column of a rule's memory in the other species' shared memories; kNone if it has none there.
    std::function<std::size_t(const Rule&)> sharedMemory;
    /// Index of a rule's count of faults.
    std::function<std::size_t(const Rule&)> faults;

    static constexpr std::size_t kNone = ~std::size_t{0};
};

/// Boids of one species that look at those of another, or of their own.
struct PairSet {
    std::span<const Rule* const> rules;
    const NeighbourQuery& query;
    std::uint32_t species = 0;  ///< of the others
    bool isOwn = true;
};

/// For step_pairs.comp.
RuleText pairText(const PairSet& set, const Surroundings& around, const RulePlaces& places);

/// For step_move.comp: field rules, and limit rules in the order in which they act.
RuleText moveText(std::span<const Rule* const> fields, std::span<const Rule* const> limits,
                  const Surroundings& around, const RulePlaces& places);

/// For step_sums.comp: the place that a boid has found, if its species searches the ground for `target`.
RuleText sumsText(const Ground& ground, std::optional<Extremum> target);

}  // namespace shoal
