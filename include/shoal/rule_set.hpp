#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <shoal/rule_base.hpp>

namespace shoal {

/// One instance of every registered rule, in the registry's order. Copying it copies the rules.
class RuleSet {
public:
    RuleSet();
    RuleSet(const RuleSet& other);
    RuleSet& operator=(const RuleSet& other);
    RuleSet(RuleSet&&) noexcept = default;
    RuleSet& operator=(RuleSet&&) noexcept = default;

    auto begin() const { return m_rules.begin(); }
    auto end() const { return m_rules.end(); }

    /// Null if no rule has this key.
    Rule* find(std::string_view key) const;

private:
    std::vector<std::unique_ptr<Rule>> m_rules;
};

}  // namespace shoal
