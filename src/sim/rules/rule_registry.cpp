#include <algorithm>
#include <utility>
#include <vector>

#include <shoal/detail/require.hpp>
#include <shoal/rule_set.hpp>

#include "sim/rules/rule_check.hpp"

namespace shoal {

namespace detail {
/// Defined beside the built-in rules: a reference to it keeps them when a program links the static library.
void linkBuiltinRules();
}  // namespace detail

namespace {

std::vector<RegisteredRule>& registry() {
    static std::vector<RegisteredRule> rules;
    return rules;
}

bool isBefore(const RegisteredRule& a, const RegisteredRule& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.info->key < b.info->key;
}

}  // namespace

void registerRule(const RegisteredRule& rule) {
    std::vector<RegisteredRule>& rules = registry();
    if (const Outcome legal = checkRule(rule, rules); !legal) {
        detail::abortWith(legal.problem().text);
    }
    // Sorted when inserted, because the linker decides the order in which files register.
    rules.insert(std::upper_bound(rules.begin(), rules.end(), rule, isBefore), rule);
}

std::span<const RegisteredRule> registeredRules() {
    detail::linkBuiltinRules();
    return registry();
}

RuleSet::RuleSet() {
    for (const RegisteredRule& registered : registeredRules()) {
        m_rules.push_back(registered.make());
    }
}

RuleSet::RuleSet(const RuleSet& other) {
    for (const auto& rule : other) {
        m_rules.emplace_back(rule->clone());
    }
}

RuleSet& RuleSet::operator=(const RuleSet& other) {
    return *this = RuleSet(other);
}

Rule* RuleSet::find(std::string_view key) {
    return const_cast<Rule*>(std::as_const(*this).find(key));
}

const Rule* RuleSet::find(std::string_view key) const {
    const auto found = std::ranges::find(*this, key, [](const auto& rule) { return rule->info().key; });
    return found == end() ? nullptr : found->get();
}

}  // namespace shoal
