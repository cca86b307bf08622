#pragma once

#include <sstream>
#include <string>
#include <utility>

#include <rapidcheck.h>

#include "catch.hpp"

namespace shoal::test {

/// Checks a rapidcheck property inside a Catch2 test case. A failure shows the shrunk counterexample and the
/// seed that reproduces it: RC_PARAMS="reproduce=…". (rapidcheck's own adapter is for Catch2 2 only.)
template <class Testable>
void checkProperty(const std::string& sentence, Testable&& testable) {
    const auto result = rc::detail::checkTestable(std::forward<Testable>(testable));
    std::ostringstream message;
    message << sentence << '\n';
    rc::detail::printResultMessage(result, message);
    INFO(message.str());
    CHECK(result.template is<rc::detail::SuccessResult>());
}

}  // namespace shoal::test
