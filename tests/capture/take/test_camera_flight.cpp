#include "capture/take/camera_flight.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr float kDegree = 0.0174532925f;

struct Flown {
    CameraFlight::Aim aim;
    CameraPath path;
};

Flown flown(const std::string& text, const CameraPose& start = {}) {
    const auto flight = parseCameraFlight(text, "flight.toml");
    INFO((flight ? "" : flight.problem().text));
    REQUIRE(flight);
    return {flight->aim, flight->path(start)};
}

std::string flightProblem(const std::string& text) {
    const auto flight = parseCameraFlight(text, "flight.toml");
    REQUIRE_FALSE(flight);
    CHECK(flight.problem().text.find('\n') == std::string::npos);
    return flight.problem().text;
}

}  // namespace

TEST_CASE("a flight passes through its keys at their times", "[sim][camera]") {
    const Flown flight = flown(R"(
aim = "boid"
[[key]]
seconds = 1
target = [1, 2.5, -3]
distance = 8
azimuth = 350
elevation = -20
field_of_view = 60
[[key]]
seconds = 3.5
target = [0, 0, 0]
distance = 4
azimuth = 500
[[key]]
seconds = 4
elevation = 30
)");
    CHECK(flight.aim == CameraFlight::Aim::boid);
    CHECK(flight.path.course() == CameraPath::Course::smooth);
    const CameraPose first = flight.path.at(1.0);
    CHECK(first.target == Vec3f{1.0f, 2.5f, -3.0f});
    CHECK(first.distance == approx(8.0));
    CHECK(first.azimuth == approx(350.0 * kDegree));
    CHECK(first.elevation == approx(-20.0 * kDegree));
    CHECK(first.fieldOfView == approx(60.0 * kDegree));
    const CameraPose second = flight.path.at(3.5);
    CHECK(second.target == Vec3f{});
    CHECK(second.distance == approx(4.0));
    CHECK(second.azimuth == approx(500.0 * kDegree));
    // Values that a key omits keep their previous values.
    CHECK(second.elevation == approx(-20.0 * kDegree));
    const CameraPose last = flight.path.at(99.0);
    CHECK(last.distance == approx(4.0));
    CHECK(last.elevation == approx(30.0 * kDegree));
    CHECK(last.fieldOfView == approx(60.0 * kDegree));
}

TEST_CASE("a flight never overshoots between two keys", "[sim][camera]") {
    const Flown flight = flown(R"(
key = [{seconds = 0, distance = 5, azimuth = 0}, {seconds = 1, distance = 50, azimuth = 200},
       {seconds = 1.2, distance = 49}, {seconds = 6, distance = 2, azimuth = 210}]
)");
    for (std::size_t key = 0; key + 1 < flight.path.keys().size(); ++key) {
        const CameraPath::Key& from = flight.path.keys()[key];
        const CameraPath::Key& to = flight.path.keys()[key + 1];
        for (int part = 0; part <= 100; ++part) {
            const CameraPose pose = flight.path.at(from.at + (to.at - from.at) * part / 100.0);
            const auto isBetween = [](float value, float a, float b) {
                return value >= std::min(a, b) - 1e-4f && value <= std::max(a, b) + 1e-4f;
            };
            CHECK(isBetween(pose.distance, from.pose.distance, to.pose.distance));
            CHECK(isBetween(pose.azimuth, from.pose.azimuth, to.pose.azimuth));
        }
    }
}

TEST_CASE("a flight's first key takes omitted values from the scene, with no offset", "[sim][camera]") {
    const CameraPose start{.target = {7.0f, 8.0f, 9.0f},
                           .distance = 33.0f,
                           .azimuth = 0.4f,
                           .elevation = 0.2f,
                           .fieldOfView = 1.1f};
    const CameraPose pose = flown("[[key]]\nseconds = 0\n", start).path.at(0.0);
    CHECK(pose.target == Vec3f{});
    CHECK(pose.distance == approx(33.0));
    CHECK(pose.azimuth == approx(0.4));
    CHECK(pose.elevation == approx(0.2));
    CHECK(pose.fieldOfView == approx(1.1));
    CHECK(flown("[[key]]\nseconds = 0\n").aim == CameraFlight::Aim::flock);
}

TEST_CASE("an error in a flight is reported in one line that says where it is", "[sim][camera]") {
    CHECK_THAT(flightProblem(""), startsWith("flight.toml:1:1:") && contains("[[key]]"));
    CHECK_THAT(flightProblem("key = []\n"), startsWith("flight.toml:1:"));
    CHECK_THAT(flightProblem("key = 3\n"), startsWith("flight.toml:1:") && contains("[[key]]"));
    CHECK_THAT(flightProblem("[[key]]\nseconds = 0\nazimut = 3\n"),
               startsWith("flight.toml:3:1:") && contains("did you mean \"azimuth\"?"));
    CHECK_THAT(flightProblem("aims = 3\n[[key]]\nseconds = 0\n"),
               startsWith("flight.toml:1:1:") && contains("did you mean \"aim\"?"));
    CHECK_THAT(flightProblem("aim = \"fish\"\n[[key]]\nseconds = 0\n"),
               startsWith("flight.toml:1:7:") && contains("flock"));
    CHECK_THAT(flightProblem("[[key]]\ndistance = 4\n"), startsWith("flight.toml:1:") && contains("seconds"));
    CHECK_THAT(flightProblem("[[key]]\nseconds = 2\n[[key]]\nseconds = 2\n"),
               startsWith("flight.toml:4:11:") && contains("greater"));
    CHECK_THAT(flightProblem("[[key]]\nseconds = 0\nelevation = 95\n"),
               startsWith("flight.toml:3:13:") && contains("90"));
    CHECK_THAT(flightProblem("[[key]]\nseconds = 0\ndistance = \"far\"\n"), startsWith("flight.toml:3:12:"));
    for (const char* target :
         {"[1, 2]", "[1, 2, 3, 4]", "[1, 2, \"x\"]", "5", "[1, 2, nan]", "[1, 2, inf]"}) {
        CHECK_THAT(flightProblem(std::string("[[key]]\nseconds = 0\ntarget = ") + target + "\n"),
                   startsWith("flight.toml:3:10:") && contains("three numbers"));
    }
    CHECK_THAT(flightProblem("[[key]\n"), startsWith("flight.toml:1:"));
}
