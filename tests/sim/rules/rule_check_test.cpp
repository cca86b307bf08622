// Rule declarations that registration refuses.

#include "sim/rules/rule_check.hpp"

#include <shoal/rule.hpp>

#include "sim/rules/rule_registry.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A rule whose declaration each test replaces.
class TriedRule final : public Rule {
public:
    static inline RuleInfo tried;
    static inline std::array<Parameter, 2> parameters;

    struct Settings {
        float pull = 1.0f;
        float reach = 2.0f;
    } m_settings;

    const RuleInfo& info() const override { return tried; }
    RuleKind kind() const override { return RuleKind::field; }
    Tunables tunables() override { return {&m_settings, parameters}; }
    std::unique_ptr<Rule> clone() const override { return std::make_unique<TriedRule>(*this); }
    const void* settings() const override { return &m_settings; }
};

/// Returns the problem with registering a valid rule after this change.
template <class Change>
std::string ruleProblemAfter(const Change& change) {
    TriedRule::tried = {.key = "tried", .title = "Tried", .help = "A rule to try.", .source = {}};
    TriedRule::parameters = {parameter<&TriedRule::Settings::pull>("pull", linear(0, 9, "m/s²"), "A."),
                             parameter<&TriedRule::Settings::reach>("reach", linear(1, 5, "m"), "B.")};
    change(TriedRule::tried, TriedRule::parameters);
    const Outcome outcome =
        checkRule({&TriedRule::tried, RuleKind::field, [] { return std::unique_ptr<Rule>(new TriedRule); }},
                  registeredRules());
    return outcome ? "" : outcome.problem().text;
}

using Parameters = std::array<Parameter, 2>;

/// A pair rule with these sums.
template <template <class> class WantedSums>
struct SumsRule {
    template <class L>
    using Sums = WantedSums<L>;

    template <class L>
    void accumulate(const Neighbours<L>&, Sums<L>&) const {}
    template <class L>
    Vec3<L> steer(const Sums<L>&, const Self<L>&) const {
        return {};
    }
};

template <class L>
struct LaneSums {
    L count;
    Vec3<L> push;
};
template <class L>
struct CountedSums {
    Vec3<L> push;
    int count;
};
template <class L>
struct FlaggedSums {
    L count;
    bool isSeen;
};
template <class L>
struct TextSums {
    std::string text;
};

}  // namespace

TEST_CASE("a correctly declared rule can be registered", "[sim][registry]") {
    CHECK(ruleProblemAfter([](RuleInfo&, Parameters&) {}).empty());
}

TEST_CASE("a rule compiled with fused multiply-add is refused", "[sim][registry]") {
    TriedRule::tried = {.key = "tried", .title = "Tried", .help = "A rule to try.", .source = {}};
    const Outcome outcome = checkRule(
        {&TriedRule::tried, RuleKind::field, [] { return std::unique_ptr<Rule>(new TriedRule); }, true}, {});
    REQUIRE_FALSE(outcome);
    CHECK_THAT(outcome.problem().text, contains("-ffp-contract=off"));
    CHECK_FALSE(detail::isContracted());
}

TEST_CASE("a wrong rule in a plugin is reported, and none of the plugin's rules stays", "[sim][registry]") {
    TriedRule::tried = {.key = "tried", .title = "Tried", .help = "A rule to try.", .source = {}};
    TriedRule::parameters = {parameter<&TriedRule::Settings::pull>("pull", linear(0, 9, "m/s²"), "A."),
                             parameter<&TriedRule::Settings::reach>("reach", linear(1, 5, "m"), "B.")};
    const RegisteredRule rule{&TriedRule::tried, RuleKind::field,
                              [] { return std::unique_ptr<Rule>(new TriedRule); }};
    const std::size_t before = registeredRules().size();
    const auto registered = registerWhile([&] {
        registerRule(rule);
        CHECK(registeredRules().size() == before + 1);
        registerRule(rule);
    });
    REQUIRE_FALSE(registered);
    CHECK_THAT(registered.problem().text, contains("two rules are registered as \"tried\""));
    CHECK(registeredRules().size() == before);
    CHECK(RuleSet().find("tried") == nullptr);
}

TEST_CASE("a rule needs a unique key, a title and a help text", "[sim][registry]") {
    CHECK(ruleProblemAfter([](RuleInfo& info, Parameters&) { info.key = "separation"; }) ==
          "two rules are registered as \"separation\"; give one of them another key");
    for (const char* key : {"", "Tried", "tried-out", "9tried", "séparation"}) {
        CHECK(
            ruleProblemAfter([key](RuleInfo& info, Parameters&) { info.key = key; }) ==
            "the rule \"" + std::string(key) +
                "\" cannot be registered: its key must be snake_case: a letter, then letters, digits and _");
    }
    for (const char* key : {"perception", "start", "sees", "count"}) {
        CHECK(ruleProblemAfter([key](RuleInfo& info, Parameters&) { info.key = key; }) ==
              "the rule \"" + std::string(key) +
                  "\" cannot be registered: a species already has something with this key; give the rule "
                  "another "
                  "key");
    }
    CHECK(ruleProblemAfter([](RuleInfo& info, Parameters&) { info.title = ""; }) ==
          "the rule \"tried\" cannot be registered: it has no title");
    CHECK(ruleProblemAfter([](RuleInfo& info, Parameters&) { info.help = ""; }) ==
          "the rule \"tried\" cannot be registered: it has no help");
}

TEST_CASE("the tunables of a rule need valid keys, ranges, units and help texts", "[sim][registry]") {
    const auto problemWith = [](const auto& change) {
        const std::string whole =
            ruleProblemAfter([&](RuleInfo&, Parameters& parameters) { change(parameters[1].declared); });
        const std::string begin = "the rule \"tried\" cannot be registered: ";
        REQUIRE(whole.starts_with(begin));
        return whole.substr(begin.size());
    };
    CHECK(problemWith([](Declaration& reach) { reach.key = "Reach"; }) ==
          "a parameter has the key \"Reach\", but keys are snake_case, and not \"enabled\"");
    CHECK(problemWith([](Declaration& reach) { reach.key = "enabled"; }) ==
          "a parameter has the key \"enabled\", but keys are snake_case, and not \"enabled\"");
    CHECK(problemWith([](Declaration& reach) { reach.key = "pull"; }) ==
          "two parameters have the key \"pull\"");
    CHECK(problemWith([](Declaration& reach) { reach.help = ""; }) == "reach has no help");
    CHECK(problemWith([](Declaration& reach) { reach.unit = "deg"; }) ==
          "reach has the unit \"deg\", but units are °, °/s, or powers of m and s such as m/s²");
    CHECK(problemWith([](Declaration& reach) {
              static constexpr std::string_view kChoices[] = {"near", "far"};
              reach.choices = kChoices;
          }) == "reach has choices but is no choice");
    CHECK(problemWith([](Declaration& reach) { reach.max = 1; }) ==
          "reach ranges from 1 to 1, but min must be below max");
    CHECK(problemWith([](Declaration& reach) { reach.min = -1, reach.isLogarithmic = true; }) ==
          "reach is logarithmic from -1, but min must be 0 or above");
    CHECK(problemWith([](Declaration& reach) { reach.min = 3; }) ==
          "reach is 2, but must be a number from 3 to 5 m");
}

TEST_CASE("units are powers of metre and second, or degrees", "[sim][registry]") {
    for (const char* unit :
         {"", "m", "s", "m/s", "m/s²", "m²/s²", "m³/s²", "1/s", "1/s²", "1/m", "°", "°/s"}) {
        INFO(unit);
        CHECK(isLegalUnit(unit));
    }
    for (const char* unit : {"rad", "deg", "km", "m2", "m/s^2", "/s", "1", "m/", "m//s", "%", "°/m", " m"}) {
        INFO(unit);
        CHECK_FALSE(isLegalUnit(unit));
    }
}

TEST_CASE("the sums of a pair rule are lanes only", "[sim][registry]") {
    STATIC_REQUIRE(detail::hasLaneSums<SumsRule<LaneSums>>());
    STATIC_REQUIRE_FALSE(detail::hasLaneSums<SumsRule<CountedSums>>());
    STATIC_REQUIRE_FALSE(detail::hasLaneSums<SumsRule<FlaggedSums>>());
    STATIC_REQUIRE_FALSE(detail::hasLaneSums<SumsRule<TextSums>>());
}
