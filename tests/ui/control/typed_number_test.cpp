// What can be typed as the value of a slider.

#include "ui/control/typed_number.hpp"

namespace shoal::test {

namespace {

struct Typed {
    float number = 0.0f;
    int whole = 0;
};

Parameter numberIn(std::string_view unit, double max = 10.0) {
    return parameter<&Typed::number>("value", linear(0.5, max, unit));
}

const Parameter kWhole = parameter<&Typed::whole>("count", linear(0, 5000));

/// Returns the value of a text where the preset has 3; −999 if it cannot be read.
double valueOf(const Parameter& parameter, std::string_view text) {
    const auto value = typedNumber(parameter, text, 3.0);
    return value ? *value : -999.0;
}

}  // namespace

TEST_CASE("a typed number may have a comma, spaces between thousands and a unit", "[ui][typing]") {
    struct Case {
        std::string_view unit;
        std::string_view text;
        double value;
    };
    const Case cases[] = {
        {"m", "1.5", 1.5},         {"m", "1,5", 1.5},
        {"m", " 1 500 ", 1500.0},  {"m", "1 500,25", 1500.25},
        {"m", "1 500 000", 1.5e6}, {"m", "1 500 m", 1500.0},
        {"m", "-2", -2.0},         {"m", "−2", -2.0},
        {"m", "1e3", 1000.0},      {"m", "2.5e-1 m", 0.25},
        {"m", "1e+3", 1000.0},     {"m", "20 cm", 0.2},
        {"m", "20cm", 0.2},        {"m", "3 m", 3.0},
        {"m", "1.2 km", 1200.0},   {"m", "min", 0.5},
        {"m", "MAX", 10.0},        {"m", " preset ", 3.0},
        {"m", "٢٫٥", 2.5},         {"°", "140°", 140.0},
        {"°", "140 deg", 140.0},   {"°", "3.14159265 rad", 180.0},
        {"", "1.5×", 1.5},         {"", "1.5 x", 1.5},
        {"°/s", "90°/s", 90.0},    {"m/s", "36 km/h", 10.0},
        {"m/s", "50 cm/s", 0.5},   {"s", "1.5 min", 90.0},
        {"s", "200 ms", 0.2},      {"1/s", "3 1/s", 3.0},
        {"1/s", "3 Hz", 3.0},      {"m²/s²", "2 m²/s²", 2.0},
        {"m²/s²", "2 m2/s2", 2.0}, {"×", "1.5×", 1.5},
        {"×", "1.5x", 1.5},
    };
    for (const Case& each : cases) {
        CAPTURE(each.text);
        CHECK(valueOf(numberIn(each.unit), each.text) == approx(each.value).margin(1e-6));
    }
}

TEST_CASE("in a whole number a comma is ignored, and a fraction rounded", "[ui][typing]") {
    CHECK(valueOf(kWhole, "1,234") == 1234.0);
    CHECK(valueOf(kWhole, "1 500") == 1500.0);
    CHECK(valueOf(kWhole, "1.6") == 2.0);
}

TEST_CASE("text that is not a number is refused with a message that gives an example", "[ui][typing]") {
    for (const std::string text :
         {"",   " ",   "abc",   "1.2.3",   "1,2,3",  "2 kg", "20 °", "(1)", "1 + 2", "*2",   "--1",
          "+1", "1/2", "1e999", "max max", "1 5000", ".",    "nan",  "inf", "1 2",   "0x10", "m"}) {
        CAPTURE(text);
        const auto value = typedNumber(numberIn("m"), text, 3.0);
        REQUIRE_FALSE(value);
        CHECK(value.problem().text.ends_with("is not a number from 0.5 to 10 m"));
    }
}

}  // namespace shoal::test
