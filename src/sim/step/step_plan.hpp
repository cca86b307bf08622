#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/rule_set.hpp>

#include "sim/step/fused_sets.hpp"

namespace shoal {

/// The passes of one species' step, derived at every step from the rules that are on.
class StepPlan {
public:
    /// Reuses its memory from call to call.
    void derive(RuleSet& rules, float stepSeconds, bool isFused);

    /// Returns a plan of this pair or field rule alone; another plan must have prepared the rule.
    static StepPlan of(const Rule& rule);

    bool hasPairs() const { return !m_pairs.empty(); }
    /// The pair rules, in the order in which they steer.
    const std::vector<const Rule*>& pairs() const { return m_pairs; }
    /// The longest reach of a pair rule [m].
    float reach() const { return m_reach; }
    bool wrapsWorld() const { return m_wrapsWorld; }
    /// Whether a rule keeps boids inside the world.
    bool isWalled() const { return m_isWalled; }

    /// Runs all pair rules over one block: the fused ones in one pass, each of the others in its own. `boids`
    /// and `candidates` are the flocks of the block's boids and candidates.
    void steerPairs(PairBlock& block, Isa isa, Flock& boids, const Flock& candidates) const;

    const std::vector<const Rule*>& fields() const { return m_fields; }
    const std::vector<const Rule*>& limits() const { return m_limits; }
    /// Keys of the limits that keep vectors of each boid, in their order.
    const std::vector<std::string_view>& memories() const { return m_memories; }
    /// Whether a rule needs the sums over the whole flock.
    bool seesFlock() const { return m_seesFlock; }
    /// Key of the rule that needs the flock's best place; empty if there is none.
    std::string_view searching() const { return m_searching; }
    Extremum extremum() const { return m_extremum; }
    /// The rates [1/s] at which the pair and field rules take on a velocity: their settings in that unit.
    const std::vector<float>& rates() const { return m_rates; }
    /// The id that a rule asks for as its leader.
    std::optional<std::uint32_t> leaderId() const { return m_leaderId; }

private:
    void addRates(const Tunables& tunables);
    void orderPairs();

    std::vector<const Rule*> m_pairs;  ///< the rules of m_fused one after another, in its order
    std::vector<const Rule*> m_fields;
    std::vector<const Rule*> m_limits;
    std::vector<std::string_view> m_memories;
    std::vector<float> m_rates;
    const FusedSet* m_fused = nullptr;         ///< the largest set that applies
    std::size_t m_fusedAt = 0;                 ///< index of its first rule in m_pairs
    std::vector<const void*> m_fusedSettings;  ///< of its rules, in its order
    bool m_isFused = true;
    bool m_wrapsWorld = false;
    bool m_isWalled = false;
    bool m_seesFlock = false;
    std::string_view m_searching;
    Extremum m_extremum = Extremum::lowest;
    std::optional<std::uint32_t> m_leaderId;
    float m_reach = 0.0f;
};

}  // namespace shoal
