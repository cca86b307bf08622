#include "sim/rules/rule_registry.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/detail/require.hpp>
#include <shoal/detail/rule_abi.hpp>

#include "sim/rules/builtin_rules.hpp"
#include "sim/rules/rule_check.hpp"

namespace shoal {

namespace detail {
template <unsigned major, unsigned minor, unsigned patch, std::uint64_t layout>
void requireAbi() {}

template void requireAbi<SHOAL_VERSION_MAJOR, SHOAL_VERSION_MINOR, SHOAL_VERSION_PATCH, sharedLayout()>();
}  // namespace detail

namespace {

bool isBefore(const RegisteredRule& a, const RegisteredRule& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.info->key < b.info->key;
}

/// If set, the first wrong declaration is stored here instead of aborting.
std::optional<Problem>* g_refusal = nullptr;

void refuse(std::string_view sentence) {
    if (g_refusal == nullptr) {
        detail::abortWith(sentence);
    }
    if (!*g_refusal) {
        *g_refusal = Problem{std::string(sentence)};
    }
}

/// The registered rules, sorted; at first Shoal's own.
struct Registry {
    std::vector<RegisteredRule> rules;

    Registry() {
        for (const RegisteredRule& rule : builtinRules()) {
            add(rule);
        }
    }

    void add(const RegisteredRule& rule) {
        if (Outcome legal = checkRule(rule, rules); !legal) {
            refuse(legal.problem().text);
            return;
        }
        rules.insert(std::ranges::upper_bound(rules, rule, isBefore), rule);
    }
};

Registry& registry() {
    static Registry only;
    return only;
}

}  // namespace

void registerRule(const RegisteredRule& rule) {
    // It may run inside the dynamic linker, which no exception may leave.
    try {
        // The file of a built-in rule may also have SHOAL_REGISTER_RULE.
        const std::vector<RegisteredRule> own = builtinRules();
        if (std::ranges::find(own, rule.info, &RegisteredRule::info) == own.end()) {
            registry().add(rule);
        }
    } catch (const std::bad_alloc&) {
        // Nothing here may need memory before the program ends.
        refuse("a rule cannot be registered: there is not enough memory");
    }
}

Result<std::size_t> registerWhile(const std::function<void()>& load) {
    const std::vector<RegisteredRule> before(registeredRules().begin(), registeredRules().end());
    std::optional<Problem> refusal;
    g_refusal = &refusal;
    try {
        load();
    } catch (...) {
        registry().rules = before;
        g_refusal = nullptr;
        throw;
    }
    g_refusal = nullptr;
    if (refusal) {
        registry().rules = before;
        return *refusal;
    }
    return registry().rules.size() - before.size();
}

std::span<const RegisteredRule> registeredRules() {
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
