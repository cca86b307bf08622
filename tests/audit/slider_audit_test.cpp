// A short version of audit_sliders, run with the tests.

#include "audit/slider_audit.hpp"

#include <shoal/preset.hpp>

namespace shoal::test {

namespace {

AuditOptions quick() {
    return {.positions = 8, .warmSteps = 60, .firstSteps = 8, .lastSteps = 120, .maxBoids = 300};
}

Scene presetNamed(const std::string& name) {
    auto scene = openPreset(name);
    REQUIRE(scene);
    return *scene;
}

void checkExplained(const Audit& audit) {
    CHECK(audit.sliders > 0);
    for (const std::string& wrong : audit.wrong) {
        FAIL_CHECK(wrong);
    }
    for (const DeadStretch& stretch : audit.stretches) {
        CAPTURE(stretch.key, stretch.from, stretch.to);
        CHECK_FALSE(stretch.reason.empty());
    }
}

}  // namespace

TEST_CASE("every slider of these presets acts along its whole length or says why not", "[audit][slow]") {
    for (const char* name : {"reef", "zones"}) {
        CAPTURE(name);
        checkExplained(auditSliders(presetNamed(name), quick()));
    }
}

TEST_CASE("the audit finds the sliders that do nothing", "[audit]") {
    AuditOptions options = quick();
    options.only = "perception.count";
    const Audit dead = auditSliders(presetNamed("reef"), options);
    REQUIRE(dead.stretches.size() == 1);
    CHECK(dead.stretches[0].reason == "kind is metric");
    CHECK(dead.stretches[0].part == 1.0);
    CHECK(dead.live == 0);

    options.only = "alignment.weight";
    const Audit live = auditSliders(presetNamed("reef"), options);
    CHECK(live.stretches.empty());
    CHECK(live.live == 1);
}

TEST_CASE("reef's alignment radius acts along its whole length", "[audit]") {
    AuditOptions options = quick();
    options.maxBoids = 3000;
    options.only = "sardine.alignment.radius";
    const Audit audit = auditSliders(presetNamed("reef"), options);
    CHECK(audit.sliders == 1);
    CHECK(audit.live == 1);
}

}  // namespace shoal::test
