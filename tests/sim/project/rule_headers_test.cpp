// A compiled rule holds code from the public headers, so it carries a hash of them.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <shoal/detail/rule_abi.hpp>

#include "catch.hpp"

using namespace shoal::test;

namespace {

std::string headerText(const std::string& name) {
    std::ifstream file(std::string(SHOAL_SOURCE_FOLDER) + "/include/" + name);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Removes comments and white space. No header has a string with // in it.
std::string codeOf(std::string_view text) {
    std::string code;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at).starts_with("//")) {
            at = std::min(text.find('\n', at), text.size());
        } else if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
            code += text[at];
        }
    }
    return code;
}

/// Adds this header and, recursively, Shoal's headers that it includes.
void addHeaders(const std::string& name, std::set<std::string>& names) {
    if (!names.insert(name).second) {
        return;
    }
    constexpr std::string_view kInclude = "#include <shoal/";
    const std::string text = headerText(name);
    for (std::size_t at = text.find(kInclude); at != std::string::npos; at = text.find(kInclude, at + 1)) {
        const std::size_t begin = text.find("shoal/", at);
        addHeaders(text.substr(begin, text.find('>', begin) - begin), names);
    }
}

}  // namespace

TEST_CASE("rules carry the hash of the headers that they are compiled with", "[sim][project]") {
    std::set<std::string> names;
    addHeaders("shoal/rule.hpp", names);
    addHeaders("shoal/random.hpp", names);
    CHECK(names.contains("shoal/detail/pair_pass.hpp"));
    names.erase("shoal/detail/rule_abi.hpp");  // which holds the hash
    std::uint64_t hash = 0xcbf29ce484222325;   // FNV-1a
    for (const std::string& name : names) {
        for (const char letter : name + "\n" + codeOf(headerText(name))) {
            hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
        }
    }
    INFO(
        fmt::format("the headers have changed; in include/shoal/detail/rule_abi.hpp write\n"
                    "inline constexpr std::uint64_t kRuleHeaders = 0x{:016x};",
                    hash));
    CHECK(shoal::detail::kRuleHeaders == hash);
}
