#include "sim/step/step_plan.hpp"

#include <algorithm>

#include <shoal/detail/blocks.hpp>

namespace shoal {
namespace {

/// Copies what a rule keeps for each of a block's candidates beside them: once a block, not once a boid.
void copyMemories(const RuleMemory* from, PairBlock& block) {
    // Everything in locals: the compiler must assume that a store changes any member.
    const auto [x, y, z] = block.candidateMemory;
    const std::uint32_t* const id = block.id;
    const std::uint32_t count = (block.candidateCount() + kLanes - 1) / kLanes * kLanes;
    if (from == nullptr) {
        for (float* axis : {x, y, z}) {
            std::fill_n(axis, count, 0.0f);
        }
        return;
    }
    const float* const fromX = from->shared.x.data();
    const float* const fromY = from->shared.y.data();
    const float* const fromZ = from->shared.z.data();
    for (std::uint32_t k = 0; k < count; ++k) {
        x[k] = fromX[id[k]];  // padding has the id 0
        y[k] = fromY[id[k]];
        z[k] = fromZ[id[k]];
    }
}

}  // namespace

void StepPlan::derive(RuleSet& rules, float stepSeconds, bool isFused) {
    m_pairs.clear();
    m_fields.clear();
    m_limits.clear();
    m_rates.clear();
    m_isFused = isFused;
    m_wrapsWorld = false;
    m_isWalled = false;
    m_seesFlock = false;
    m_searching = {};
    m_leaderId.reset();
    m_reach = 0.0f;
    for (auto& rule : rules) {
        if (!rule->isEnabled) {
            continue;
        }
        rule->prepare(stepSeconds);
        m_wrapsWorld |= rule->info().wrapsWorld;
        m_isWalled |= rule->info().isWall;
        m_seesFlock |= rule->info().seesFlock;
        if (rule->info().seesBest && m_searching.empty()) {
            m_searching = rule->info().key;
            m_extremum = rule->extremum();
        }
        m_leaderId = m_leaderId ? m_leaderId : rule->leaderId();
        if (rule->kind() != RuleKind::limit) {
            addRates(rule->tunables());
        }
        if (rule->kind() == RuleKind::pair) {
            m_pairs.push_back(rule.get());
            m_reach = std::max(m_reach, rule->reach());
        } else if (rule->kind() == RuleKind::field) {
            m_fields.push_back(rule.get());
        }
        if (rule->hasLimit()) {
            m_limits.push_back(rule.get());
        }
    }
    const auto actsBefore = [](const Rule* a, const Rule* b) {
        const RuleInfo& first = a->info();
        const RuleInfo& second = b->info();
        return first.order != second.order ? first.order < second.order : first.key < second.key;
    };
    std::sort(m_limits.begin(), m_limits.end(), actsBefore);
    m_memories.clear();
    for (const Rule* rule : m_limits) {
        if (rule->hasMemory()) {
            m_memories.push_back(rule->info().key);
        }
    }
    orderPairs();
}

void StepPlan::addRates(const Tunables& tunables) {
    for (const Parameter& parameter : tunables.parameters) {
        if (parameter.declared.unit == "1/s") {
            m_rates.push_back(static_cast<float>(parameter.get(tunables.settings)));
        }
    }
}

StepPlan StepPlan::of(const Rule& rule) {
    StepPlan plan;
    (rule.kind() == RuleKind::pair ? plan.m_pairs : plan.m_fields).push_back(&rule);
    return plan;
}

void StepPlan::orderPairs() {
    const auto find = [&](std::string_view key) {
        return std::find_if(m_pairs.begin(), m_pairs.end(),
                            [&](const Rule* rule) { return rule->info().key == key; });
    };
    m_fused = nullptr;
    m_fusedSettings.clear();
    for (const FusedSet& set : fusedSets()) {
        const auto first = set.isFirst ? m_pairs.begin() : find(set.keys.front());
        const auto applies = [&](const std::string_view& key) {
            const auto rule = find(key);
            return rule != m_pairs.end() && (set.isFirst || &key - set.keys.data() == rule - first);
        };
        if (std::ranges::all_of(set.keys, applies)) {
            m_fused = &set;
            m_fusedAt = static_cast<std::size_t>(first - m_pairs.begin());
            break;
        }
    }
    if (m_fused == nullptr) {
        return;
    }
    // Steering is added in this order whether the set runs fused or not, so that the bits are the same.
    auto at = m_pairs.begin() + static_cast<std::ptrdiff_t>(m_fusedAt);
    for (const std::string_view key : m_fused->keys) {
        const auto from = find(key);
        std::rotate(at, from, from + 1);
        m_fusedSettings.push_back((*at)->settings());
        ++at;
    }
}

void StepPlan::steerPairs(PairBlock& block, Isa isa, Flock& boids, const Flock& candidates) const {
    if (block.count == 0 &&
        std::ranges::all_of(m_pairs, [&](const Rule* rule) { return rule->isIdle(block); })) {
        return;
    }
    for (std::size_t k = 0; k < m_pairs.size(); ++k) {
        if (m_fused != nullptr && m_isFused && k == m_fusedAt) {
            const auto faults = m_fused->steer(block, isa, m_fusedSettings.data());
            for (std::size_t rule = 0; rule < m_fused->keys.size(); ++rule) {
                m_pairs[k + rule]->noteFaults(faults[rule]);
            }
            k += m_fused->keys.size() - 1;
            continue;
        }
        if (m_pairs[k]->sharesMemory()) {
            const std::string_view key = m_pairs[k]->info().key;
            block.memory = &boids.memoryOf(key)->values;
            copyMemories(candidates.memoryOf(key), block);
            if (m_pairs[k]->isIdle(block)) {
                continue;
            }
        }
        m_pairs[k]->steerPairs(block, isa);
    }
}

}  // namespace shoal
