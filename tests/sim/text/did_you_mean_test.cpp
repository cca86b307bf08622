// Which known name a misspelt one probably means.

#include "sim/text/did_you_mean.hpp"

namespace shoal::test {

TEST_CASE("the nearest known name is suggested, and none if all are far", "[sim][text]") {
    const std::vector<std::string> known{"reef", "reed", "starlings", "a"};
    CHECK(nearestName("starlngs", known) == "starlings");
    CHECK(nearestName("satrlings", known) == "starlings");
    CHECK(nearestName("reex", known) == "reef");  // the first of two equally near ones
    CHECK(nearestName("b", known) == "a");
    CHECK_FALSE(nearestName("zebra", known));
    CHECK_FALSE(nearestName("reef", {}));
    CHECK_FALSE(nearestName(std::string(1000, 'x'), known));
}

}  // namespace shoal::test
