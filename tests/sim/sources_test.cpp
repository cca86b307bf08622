// What the simulation's sources must not use, and whether the links in the documents resolve.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

const std::filesystem::path kRoot = SHOAL_SOURCE_FOLDER;

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Returns a source without its comments, which may mention anything; lines keep their numbers.
std::string withoutComments(const std::string& source) {
    std::string code;
    for (std::size_t k = 0; k < source.size();) {
        const bool isLine = source.compare(k, 2, "//") == 0;
        const bool isBlock = source.compare(k, 2, "/*") == 0;
        if (!isLine && !isBlock) {
            code += source[k++];
            continue;
        }
        const std::size_t close = isLine ? source.find('\n', k) : source.find("*/", k + 2);
        const std::size_t end = close == std::string::npos ? source.size() : close + (isLine ? 0 : 2);
        for (; k < end; ++k) {
            if (source[k] == '\n') {
                code += '\n';
            }
        }
    }
    return code;
}

/// Matches library functions that round differently between machines, sources of random numbers or random
/// order, and operations that round once where another machine rounds twice. Exact functions (sqrt, floor,
/// fmod, abs, …) are not among them.
const std::regex& unsteadyPattern() {
    static const std::regex pattern(
        R"re(\b(std::(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|[lt]gamma|erfc?|fma|hash|unordered_\w+|random_device|mt19937\w*|minstd_rand0?|default_random_engine|\w+_distribution|random_shuffle|shuffle|reduce|transform_reduce)\b)re"
        R"re(|(s?rand|drand48|fmaf?|fmal|sinf?|cosf?|tanf?|expf?|logf?|powf?|cbrtf?|hypotf?)\s*\()re"
        R"re(|_mm\w*_(fn?m(add|sub|addsub|subadd)|rcp|rsqrt)\w*))re");
    return pattern;
}

std::vector<std::string> unsteadyIn(const std::string& name, const std::string& source) {
    std::vector<std::string> found;
    std::istringstream lines(withoutComments(source));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, unsteadyPattern())) {
            found.push_back(name + ":" + std::to_string(number) + ": " + match.str());
        }
    }
    return found;
}

std::vector<std::filesystem::path> documents() {
    std::vector<std::filesystem::path> files{kRoot / "README.md", kRoot / "src" / "README.md"};
    for (const auto& folder : {kRoot / ".github", kRoot / "assets" / "manual"}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".md") {
                files.push_back(entry.path());
            }
        }
    }
    return files;
}

/// Returns the targets of links and pictures, in the forms of Markdown and HTML.
std::vector<std::string> targetsIn(const std::string& text) {
    static const std::regex pattern(
        R"re(\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*(\S+)|(?:src|href|srcset)\s*=\s*"([^"\s]+))re",
        std::regex::ECMAScript | std::regex::multiline);
    std::vector<std::string> targets;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern);
         match != std::sregex_iterator(); ++match) {
        for (std::size_t group = 1; group < match->size(); ++group) {
            if ((*match)[group].matched) {
                targets.push_back((*match)[group]);
            }
        }
    }
    return targets;
}

bool isElsewhere(const std::string& target) {
    return target.find("://") != std::string::npos || target.starts_with("mailto:") ||
           target.starts_with("#");
}

}  // namespace

TEST_CASE("the search for nondeterministic functions finds them and nothing else", "[sim][determinism]") {
    for (const char* bad :
         {"x = std::cbrt(y);", "std::sin (x)", "int k = rand();", "std::hash<int> h;",
          "std::unordered_map<int, int> m;", "std::mt19937_64 g;", "sinf(x)", "a = std::fma(a, b, c);",
          "_mm256_fmadd_ps(a, b, c)", "_mm_rsqrt_ps(a)", "std::atan2(y, x)", "std::reduce(a, b)"}) {
        INFO(bad);
        CHECK(unsteadyIn("", bad).size() == 1);
    }
    for (const char* good :
         {"// std::cbrt(y)", "/* rand() \n std::sin(x) */", "std::sqrt(x) + std::floor(x) + std::fmod(x, y)",
          "sine(x) + cosine(x)", "_mm256_sqrt_ps(a)", "stateHash(x)", "std::accumulate(a, b, 0.0)"}) {
        INFO(good);
        CHECK(unsteadyIn("", good).empty());
    }
}

TEST_CASE("the simulation uses nothing that differs between machines or runs", "[sim][determinism]") {
    const std::set<std::string> extensions{".hpp", ".cpp"};
    std::size_t files = 0;
    for (const char* folder : {"src/sim", "include/shoal"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
            if (extensions.contains(entry.path().extension().string())) {
                ++files;
                const std::string name = std::filesystem::relative(entry.path(), kRoot).generic_string();
                for (const std::string& found : unsteadyIn(name, textOf(entry.path()))) {
                    FAIL_CHECK(found);
                }
            }
        }
    }
    CHECK(files > 40);
}

TEST_CASE("only the console prints, so that printing neither fails nor controls a terminal",
          "[app][console]") {
    static const std::regex pattern(
        R"re(\bstd::(cout|cerr|clog)\b|\b(perror|f?puts|v?f?printf|fmt::print)\s*\(|[( ]stderr\b)re");
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "src")) {
        const std::string name = std::filesystem::relative(entry.path(), kRoot).generic_string();
        // require.cpp prints before it aborts on a programmer's mistake, in programs without a console too.
        if ((entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") ||
            name == "src/app/console.cpp" || name == "src/sim/require.cpp") {
            continue;
        }
        ++files;
        std::istringstream lines(withoutComments(textOf(entry.path())));
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            std::smatch match;
            if (std::regex_search(line, match, pattern)) {
                FAIL_CHECK(name << ":" << number << ": " << match.str());
            }
        }
    }
    CHECK(files > 100);
}

TEST_CASE("every link and picture of the documents exists", "[readme]") {
    std::size_t links = 0;
    for (const std::filesystem::path& document : documents()) {
        const std::string name = std::filesystem::relative(document, kRoot).generic_string();
        for (const std::string& target : targetsIn(textOf(document))) {
            const std::string file = target.substr(0, target.find('#'));
            if (!isElsewhere(target)) {
                INFO(name << " points at " << target);
                CHECK(std::filesystem::exists(document.parent_path() / file));
                ++links;
            }
        }
    }
    CHECK(links > 20);
}
