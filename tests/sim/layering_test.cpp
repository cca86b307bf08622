#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace shoal::test;

namespace {

const std::filesystem::path kRoot = SHOAL_SOURCE_FOLDER;

struct Include {
    std::string file;    // relative to the project
    std::string target;  // as written, with its brackets or quotes
};

std::vector<Include> includesUnder(const std::string& folder) {
    std::vector<Include> includes;
    const std::regex pattern(R"re(^\s*#\s*include\s*([<"][^>"]+[>"]))re");
    const std::set<std::string> extensions{".hpp", ".cpp", ".h", ".inl"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
        if (!entry.is_regular_file() || !extensions.contains(entry.path().extension().string())) {
            continue;
        }
        std::ifstream stream(entry.path());
        for (std::string line; std::getline(stream, line);) {
            std::smatch match;
            if (std::regex_search(line, match, pattern)) {
                includes.push_back(
                    {std::filesystem::relative(entry.path(), kRoot).generic_string(), match[1]});
            }
        }
    }
    return includes;
}

bool startsWithAny(const std::string& text, const std::vector<std::string>& starts) {
    return std::ranges::any_of(starts, [&](const std::string& start) { return text.starts_with(start); });
}

// How include targets start, for each library that only a few layers may use.
const std::vector<std::string> kOpenGl{
    "<GL/", "<GLES", "<EGL/", "<glad/", "\"glad/", "<KHR/", "\"render/gl.hpp\""};
const std::vector<std::string> kWindow{"<GLFW/"};
const std::vector<std::string> kPanels{"<imgui", "\"imgui"};
const std::vector<std::string> kMatrices{"<glm/"};

std::vector<std::string> offences(const std::string& folder, const std::vector<std::string>& forbidden) {
    std::vector<std::string> found;
    for (const Include& include : includesUnder(folder)) {
        if (startsWithAny(include.target, forbidden)) {
            found.push_back(include.file + " includes " + include.target);
        }
    }
    return found;
}

void checkNone(const std::vector<std::string>& found) {
    for (const std::string& offence : found) {
        FAIL_CHECK(offence);
    }
    SUCCEED();
}

}  // namespace

TEST_CASE("the source tree is available for these checks", "[layering]") {
    CHECK(includesUnder("src/sim").size() > 50);
    CHECK(includesUnder("include/shoal").size() > 50);
}

TEST_CASE("each layer includes only those below it", "[layering]") {
    const std::map<std::string, std::vector<std::string>> mayInclude{
        {"sim", {"sim"}},
        {"capture", {"capture", "sim"}},
        // Pictures are passed as this one struct, whose header includes nothing else; see below.
        {"render", {"render", "capture/image.hpp"}},
        {"ui", {"ui"}},
        {"app", {"app", "ui", "capture", "render", "sim"}},
    };
    const std::vector<std::string> layers{"sim", "capture", "render", "ui", "app"};
    for (const auto& [layer, allowed] : mayInclude) {
        if (!std::filesystem::exists(kRoot / "src" / layer)) {
            continue;
        }
        for (const Include& include : includesUnder("src/" + layer)) {
            const bool isOfLayer = std::ranges::any_of(layers, [&](const std::string& other) {
                return include.target.starts_with("\"" + other + "/");
            });
            const bool isAllowed = std::ranges::any_of(allowed, [&](const std::string& target) {
                return include.target == "\"" + target + "\"" ||
                       include.target.starts_with("\"" + target + "/");
            });
            if (isOfLayer && !isAllowed) {
                FAIL_CHECK(include.file << " includes " << include.target);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("the struct in which render passes pictures includes nothing else", "[layering]") {
    for (const Include& include : includesUnder("src/capture")) {
        if (include.file == "src/capture/image.hpp") {
            INFO("includes " << include.target);
            CHECK((include.target.starts_with("<") && include.target.find('/') == std::string::npos));
        }
    }
}

TEST_CASE("the public headers need nothing but themselves and the standard library", "[layering]") {
    for (const Include& include : includesUnder("include/shoal")) {
        INFO(include.file << " includes " << include.target);
        const bool isOurs = include.target.starts_with("<shoal/");
        const bool isStandard =
            include.target.starts_with("<") && include.target.find('/') == std::string::npos;
        CHECK((isOurs || isStandard));
    }
}

TEST_CASE("the simulation includes no window, graphics or panel headers", "[layering]") {
    for (const auto& forbidden : {kOpenGl, kWindow, kPanels, kMatrices}) {
        checkNone(offences("src/sim", forbidden));
        checkNone(offences("include/shoal", forbidden));
    }
}

TEST_CASE("graphics calls are only in the render layer and the app's window", "[layering]") {
    for (const char* folder : {"src/capture", "src/ui"}) {
        if (std::filesystem::exists(kRoot / folder)) {
            checkNone(offences(folder, kOpenGl));
            checkNone(offences(folder, kWindow));
        }
    }
}

TEST_CASE("panels are only in the ui layer and the app's window", "[layering]") {
    for (const char* folder : {"src/capture", "src/render"}) {
        if (std::filesystem::exists(kRoot / folder)) {
            checkNone(offences(folder, kPanels));
        }
    }
}
