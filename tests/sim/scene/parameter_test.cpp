#include <shoal/parameter.hpp>
#include <shoal/scene.hpp>

#include "property.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

struct Settings {
    enum class Mood { calm, wild };
    float radius = 0.5f;
    float angle = 1.0f;
    int count = 3;
    bool isOn = false;
    Mood mood = Mood::calm;
};

constexpr std::array<std::string_view, 2> kMoods{"calm", "wild"};
constexpr std::array kDeclared{
    parameter<&Settings::radius>("radius", linear(0.1, 5, "m")),
    parameter<&Settings::angle>("angle", linear(0, 85, "°")),
    parameter<&Settings::count>("count", linear(1, 32)),
    parameter<&Settings::isOn>("is_on"),
    parameter<&Settings::mood>("mood", kMoods),
};
const Parameter& kRadius = kDeclared[0];
const Parameter& kAngle = kDeclared[1];
const Parameter& kCount = kDeclared[2];
const Parameter& kIsOn = kDeclared[3];
const Parameter& kMood = kDeclared[4];

}  // namespace

TEST_CASE("a declaration takes its form from the member's type", "[sim][parameter]") {
    CHECK(kRadius.form == Form::number);
    CHECK(kCount.form == Form::integer);
    CHECK(kIsOn.form == Form::toggle);
    CHECK(kMood.form == Form::choice);
    CHECK(kMood.declared.max == 1.0);
}

TEST_CASE("a parameter reads and writes its member", "[sim][parameter]") {
    Settings settings;
    const Tunables tunables{&settings, kDeclared};
    CHECK(tunables.get(0) == 0.5);
    tunables.set(0, 2.5);
    CHECK(settings.radius == 2.5f);
    tunables.set(2, 7.0);
    CHECK(settings.count == 7);
    tunables.set(3, 1.0);
    CHECK(settings.isOn);
    tunables.set(4, 1.0);
    CHECK(settings.mood == Settings::Mood::wild);
    CHECK(tunables.find("angle") == 1u);
    CHECK_FALSE(tunables.find("angel").has_value());
}

TEST_CASE("a stored value is clamped to the range and never NaN", "[sim][parameter]") {
    CHECK(kRadius.stored(9.0) == 5.0);
    CHECK(kRadius.stored(-1.0) == static_cast<double>(0.1f));
    CHECK(kRadius.stored(kNan) == static_cast<double>(0.1f));
    CHECK(kRadius.stored(kInfinity) == 5.0);
    CHECK(kRadius.stored(-kInfinity) == static_cast<double>(0.1f));
    CHECK(kCount.stored(2.6) == 3.0);
    CHECK(kCount.stored(1e300) == 32.0);
    CHECK(kIsOn.stored(17.0) == 1.0);
    CHECK(kMood.stored(0.4) == 0.0);
    CHECK_FALSE(std::signbit(kAngle.stored(-0.0)));
}

TEST_CASE("angles are shown in degrees and stored in radians", "[sim][parameter]") {
    CHECK(kAngle.isAngle());
    CHECK(parameter<&Settings::angle>("turn", linear(0, 1, "°/s")).isAngle());
    CHECK_FALSE(kRadius.isAngle());
    CHECK(kAngle.stored(60.0) == approx(1.0471975512).epsilon(1e-7));
    CHECK(kAngle.shown(kAngle.stored(60.0)) == approx(60.0).epsilon(1e-7));
}

TEST_CASE("a value's text is as short as possible", "[sim][parameter]") {
    CHECK(kRadius.text(static_cast<double>(0.3f)) == "0.3");
    CHECK(kRadius.text(2.0) == "2");
    CHECK(kRadius.text(static_cast<double>(0.1f)) == "0.1");
    CHECK(kAngle.text(kAngle.stored(60.0)) == "60");
    CHECK(kAngle.text(kAngle.stored(85.0)) == "85");
    CHECK(kAngle.text(kAngle.stored(0.25)) == "0.25");
    CHECK(kCount.text(12.0) == "12");
    CHECK(kIsOn.text(1.0) == "true");
    CHECK(kMood.text(1.0) == "wild");
}

TEST_CASE("a value that users cannot set is written as the nearest one that they can", "[sim][parameter]") {
    CHECK(kRadius.text(100.0) == "5");
    CHECK(kRadius.text(kNan) == "0.1");
    CHECK(kMood.text(99.0) == "wild");
}

TEST_CASE("every tunable of a scene survives a round trip through text bit for bit", "[sim][parameter]") {
    checkProperty("text then parse gives the same stored value", [] {
        Scene scene;
        scene.species.emplace_back();
        for (const Section& section : scene.sections()) {
            for (const Parameter& parameter : section.tunables.parameters) {
                const double smallest = parameter.declared.min;
                const double share = *rc::gen::inRange(0, 1000001) / 1e6;
                const double stored =
                    parameter.stored(smallest + share * (parameter.declared.max - smallest));
                const auto back = parameter.parse(parameter.text(stored));
                RC_TAG(section.path);
                RC_ASSERT(static_cast<bool>(back));
                RC_ASSERT(*back == stored);
                RC_ASSERT(parameter.stored(parameter.shown(stored)) == stored);
            }
        }
    });
}

TEST_CASE("user input is read, or refused with the range", "[sim][parameter]") {
    CHECK(*kRadius.parse("0.25") == 0.25);
    CHECK(*kRadius.parse("+2") == 2.0);
    CHECK(*kRadius.parse("1e0") == 1.0);
    CHECK(*kIsOn.parse("on") == 1.0);
    CHECK(*kIsOn.parse("false") == 0.0);
    CHECK(*kMood.parse("wild") == 1.0);
    CHECK(kRadius.parse("12").problem().text == "radius is 12, but must be a number from 0.1 to 5 m");
    CHECK(kRadius.parse("0.5m").problem().text == "radius is \"0.5m\", but must be a number from 0.1 to 5 m");
    CHECK(kRadius.parse("").problem().text == "radius is \"\", but must be a number from 0.1 to 5 m");
    CHECK(kRadius.parse("nan").problem().text ==
          "radius is not finite, but must be a number from 0.1 to 5 m");
    CHECK(kAngle.parse("90").problem().text == "angle is 90, but must be a number from 0 to 85°");
    CHECK(kCount.parse("2.5").problem().text == "count is 2.5, but must be a whole number from 1 to 32");
    CHECK(kIsOn.parse("maybe").problem().text == "is_on is \"maybe\", but must be true or false");
    CHECK(kMood.parse("wlid").problem().text ==
          "mood is \"wlid\", but must be one of calm, wild (did you mean \"wild\"?)");
}

TEST_CASE("a range reads well with every unit", "[sim][parameter]") {
    const auto rangeIn = [](std::string_view unit) {
        return parameter<&Settings::radius>("x", linear(0.5, 10, unit)).range();
    };
    CHECK(rangeIn("") == "0.5 to 10");
    CHECK(rangeIn("m/s") == "0.5 to 10 m/s");
    CHECK(rangeIn("°/s") == "0.5 to 10°/s");
    CHECK(rangeIn("1/s") == "0.5 to 10 per s");
    CHECK(rangeIn("1/s²") == "0.5 to 10 per s²");
}

TEST_CASE("both ends of a range can be written", "[sim][parameter]") {
    Scene scene;
    scene.species.emplace_back();
    for (const Section& section : scene.sections()) {
        for (const Parameter& parameter : section.tunables.parameters) {
            INFO(section.path << "." << parameter.declared.key);
            for (const double end : {parameter.declared.min, parameter.declared.max}) {
                const double stored = parameter.stored(end);
                const auto back = parameter.parse(parameter.text(stored));
                REQUIRE(back);
                CHECK(*back == stored);
            }
        }
    }
}
