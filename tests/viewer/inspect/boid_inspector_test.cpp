// When the followed boid is inspected, and how often its display is updated.

#include "viewer/inspect/boid_inspector.hpp"

#include <shoal/preset.hpp>

#include "play/session/session.hpp"

namespace shoal::test {

namespace {

/// A session with a simulated clock. Each reading of the clock advances it, as a slow inspection would.
class Watching {
public:
    Watching() : m_session(*openPreset("reef"), {.threads = 1, .isa = {}}) {}

    void update(const std::optional<BoidName>& boid) {
        const Instant shown = m_session.instant();
        m_inspector.update(shown, {shown.stateRevision, shown.revision, shown.beginning}, boid,
                           [this] { return m_now += m_perLook; });
    }
    void passSeconds(double seconds) { m_now += seconds; }
    void setInspectionSeconds(double seconds) { m_perLook = seconds; }
    void step() { m_session.stepOnce(); }
    void apply(const Edit& edit) { REQUIRE(m_session.apply(edit)); }
    Inspection expected() const { return *m_session.simulation().inspect(0, 7); }

    const BoidInspector& inspector() const { return m_inspector; }

private:
    Session m_session;
    BoidInspector m_inspector;
    double m_now = 100.0;
    double m_perLook = 0.0;
};

const BoidName kBoid{0, 7};

}  // namespace

TEST_CASE("only the followed boid is inspected", "[app][inspector]") {
    Watching watching;
    watching.update({});
    CHECK_FALSE(watching.inspector().now());
    watching.update(kBoid);
    REQUIRE(watching.inspector().now());
    CHECK(watching.inspector().now()->position == watching.expected().position);
    CHECK(watching.inspector().read()->position == watching.expected().position);
    watching.update(BoidName{0, 8});
    CHECK_FALSE(watching.inspector().now()->position == watching.expected().position);
    watching.update(BoidName{0, 1000000});
    CHECK_FALSE(watching.inspector().now());
    watching.update({});
    CHECK_FALSE(watching.inspector().read());
}

TEST_CASE("neighbours are updated at every step, pushes twice a second", "[app][inspector]") {
    Watching watching;
    watching.update(kBoid);
    const Vec3f first = watching.inspector().read()->position;
    watching.step();
    watching.passSeconds(0.1);
    watching.update(kBoid);
    CHECK(watching.inspector().now()->position == watching.expected().position);
    CHECK(watching.inspector().read()->position == first);
    watching.passSeconds(0.5);
    watching.update(kBoid);
    CHECK(watching.inspector().read()->position == watching.expected().position);
}

TEST_CASE("an edit of a paused flock shows at once", "[app][inspector]") {
    Watching watching;
    watching.update(kBoid);
    const Vec3f before = watching.inspector().read()->steering;
    watching.apply({"species.sardine.alignment.weight", 9.0});
    watching.update(kBoid);
    CHECK_FALSE(watching.inspector().read()->steering == before);
    CHECK(watching.inspector().read()->steering == watching.expected().steering);
}

TEST_CASE("a slow inspection is repeated only after nine times its duration", "[app][inspector]") {
    Watching watching;
    watching.setInspectionSeconds(0.02);
    watching.update(kBoid);
    const Vec3f first = watching.inspector().now()->position;
    watching.step();
    watching.passSeconds(0.1);
    watching.update(kBoid);
    CHECK(watching.inspector().now()->position == first);
    watching.passSeconds(0.1);
    watching.update(kBoid);
    CHECK(watching.inspector().now()->position == watching.expected().position);
}

TEST_CASE("the scale fits the longest push and does not follow small changes", "[app][inspector]") {
    Watching watching;
    watching.apply({"cohesion.weight", 2.0});  // gentle enough that pushes change little from step to step
    float scale = 0.0f;
    int changes = 0;
    for (int step = 0; step < 120; ++step) {
        watching.update(kBoid);
        float longest = std::sqrt(lengthSq(watching.inspector().read()->steering));
        for (const Inspection::Push& push : watching.inspector().read()->pushes) {
            longest = std::max(longest, std::sqrt(lengthSq(push.steering)));
        }
        CHECK(watching.inspector().fullScale() >= longest);
        CHECK(watching.inspector().fullScale() <= 3.0f * longest);
        changes += watching.inspector().fullScale() == scale ? 0 : 1;
        scale = watching.inspector().fullScale();
        watching.step();
        watching.passSeconds(0.5);
    }
    CHECK(changes < 20);
}

}  // namespace shoal::test
