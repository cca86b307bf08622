#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <shoal/rule_set.hpp>

#include "sim/fused_sets.hpp"

namespace shoal {

/// Which passes make up a step of one species: derived from the rules that are switched on, each step anew.
class StepPlan {
public:
    /// Keeps its memory from one call to the next.
    void derive(const RuleSet& rules, float stepSeconds, bool isFused);

    bool hasPairs() const { return !m_pairs.empty(); }
    /// How far the farthest-looking pair rule looks [m].
    float reach() const { return m_reach; }
    bool wrapsWorld() const { return m_wrapsWorld; }
    /// Whether a rule keeps boids inside the world.
    bool isWalled() const { return m_isWalled; }

    /// All pair rules over one block: the fused ones in one pass, the others each in its own.
    void steerPairs(const PairBlock& block, Isa isa) const;

    const std::vector<const Rule*>& fields() const { return m_fields; }
    const std::vector<const Rule*>& limits() const { return m_limits; }
    /// Keys of those limits that keep something of each boid, in their order.
    const std::vector<std::string_view>& memories() const { return m_memories; }
    /// Whether a rule wants to know the whole flock's sums.
    bool seesFlock() const { return m_seesFlock; }
    /// Key of the rule that wants to know the best place that the flock has found, or nothing.
    std::string_view searching() const { return m_searching; }
    /// The id of the boid that a rule wants to be told of.
    std::optional<std::uint32_t> leaderId() const { return m_leaderId; }

private:
    void orderPairs();

    std::vector<const Rule*> m_pairs;  ///< the rules of m_fused first, in its order
    std::vector<const Rule*> m_fields;
    std::vector<const Rule*> m_limits;
    std::vector<std::string_view> m_memories;
    const FusedSet* m_fused = nullptr;         ///< the largest that is switched on whole
    std::vector<const void*> m_fusedSettings;  ///< of its rules, in its order
    bool m_isFused = true;
    bool m_wrapsWorld = false;
    bool m_isWalled = false;
    bool m_seesFlock = false;
    std::string_view m_searching;
    std::optional<std::uint32_t> m_leaderId;
    float m_reach = 0.0f;
};

}  // namespace shoal
