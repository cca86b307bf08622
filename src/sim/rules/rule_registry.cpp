#include "sim/rules/rule_registry.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <shoal/detail/require.hpp>
#include <shoal/detail/rule_abi.hpp>
#include <shoal/rule_set.hpp>

#include "sim/rules/rule_check.hpp"

namespace shoal {

namespace detail {
/// Defined beside the built-in rules: a reference to it keeps them when a program links the static library.
void linkBuiltinRules();

template <std::uint64_t abi>
void requireAbi() {}

template void requireAbi<ruleAbi()>();
}  // namespace detail

namespace {

struct Registry {
    std::vector<RegisteredRule> rules;
    /// If set, the first wrong declaration is stored here instead of aborting.
    std::optional<Problem>* refusal = nullptr;
};

Registry& registry() {
    static Registry only;
    return only;
}

bool isBefore(const RegisteredRule& a, const RegisteredRule& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.info->key < b.info->key;
}

}  // namespace

void registerRule(const RegisteredRule& rule) {
    auto& [rules, refusal] = registry();
    if (Outcome legal = checkRule(rule, rules); !legal) {
        if (refusal == nullptr) {
            detail::abortWith(legal.problem().text);
        }
        if (!*refusal) {
            *refusal = legal.problem();
        }
        return;
    }
    // Sorted when inserted, because the linker decides the order in which files register.
    rules.insert(std::upper_bound(rules.begin(), rules.end(), rule, isBefore), rule);
}

Result<std::size_t> registerWhile(const std::function<void()>& load) {
    const std::vector<RegisteredRule> before(registeredRules().begin(), registeredRules().end());
    std::optional<Problem> refusal;
    registry().refusal = &refusal;
    try {
        load();
    } catch (...) {
        registry() = {before, nullptr};
        throw;
    }
    registry().refusal = nullptr;
    if (refusal) {
        registry().rules = before;
        return *refusal;
    }
    return registry().rules.size() - before.size();
}

std::span<const RegisteredRule> registeredRules() {
    detail::linkBuiltinRules();
    return registry().rules;
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
