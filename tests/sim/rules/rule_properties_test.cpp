// The properties hold for every built-in rule; tests/install checks them for an external rule.
#include "sim/rule_properties.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("rules that spread alarm idle among the calm, and not where one is alarmed or a threat is near",
          "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.info->key != "alarm" && registered.info->key != "contagion") {
            continue;
        }
        INFO("rule " << registered.info->key);
        const std::unique_ptr<Rule> rule = registered.make();
        rule->prepare(kStepSeconds);
        Meeting meeting(20, 1.0f, 1);
        CHECK(rule->isIdle(meeting.block));
        meeting.block.candidateMemory.x[19] = 0.5f;
        CHECK_FALSE(rule->isIdle(meeting.block));
        Meeting threat(20, 1.0f, 1);
        threat.block.isOwnSpecies = false;
        CHECK_FALSE(rule->isIdle(threat.block));
    }
}
