#include "sim/text/number.hpp"

using namespace shoal;

TEST_CASE("a text is a number only as a whole", "[sim][text]") {
    CHECK(numberFrom<int>("17") == 17);
    CHECK(numberFrom<int>("-17") == -17);
    CHECK(numberFrom<double>("1e3") == 1000.0);
    for (const char* text : {"", "+1", " 1", "1 ", "1x", "x", "-", "0x10", "1,5"}) {
        INFO(text);
        CHECK(!numberFrom<int>(text));
        CHECK(!numberFrom<double>(text));
    }
    CHECK(!numberFrom<int>("1.5"));
}

TEST_CASE("a number that does not fit its type is none", "[sim][text]") {
    CHECK(numberFrom<std::uint64_t>("18446744073709551615") == UINT64_MAX);
    CHECK(!numberFrom<std::uint64_t>("18446744073709551616"));
    CHECK(!numberFrom<std::uint64_t>("-1"));
    CHECK(!numberFrom<int>("2147483648"));
    CHECK(!numberFrom<double>("1e999"));
}

TEST_CASE("inf and nan are numbers, but not finite ones", "[sim][text]") {
    CHECK(std::isinf(numberFrom<double>("inf").value()));
    CHECK(std::isnan(numberFrom<double>("nan").value()));
    for (const char* text : {"inf", "-inf", "nan", "1e999", ""}) {
        INFO(text);
        CHECK(!finiteNumberFrom(text));
    }
    CHECK(finiteNumberFrom("-0.25") == -0.25);
}
