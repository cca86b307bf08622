// A part of what audit_sliders tries, so that it stays true.

#include "audit/slider_audit.hpp"

#include <string>

#include <shoal/preset.hpp>

#include "catch.hpp"

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

TEST_CASE("every slider of these presets acts along its whole length or says why not", "[audit]") {
    for (const char* name : {"reef", "zones", "seb-lague"}) {
        CAPTURE(name);
        checkExplained(auditSliders(presetNamed(name), quick()));
    }
}

}  // namespace shoal::test
