#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/program_run.hpp"
#include "app/window/window_gpu.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("list gpus numbers the devices that can draw", "[app][list][gpu]") {
    const ScratchFolder scratch;
    const ProgramResult listed = runShoal(scratch, {"list", "gpus", "--json"});
    REQUIRE(listed.status == 0);
    const Json gpus = Json::parse(listed.out);
    REQUIRE_FALSE(gpus.empty());
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        CHECK(gpus[i].at("number") == i + 1);
        CHECK_FALSE(gpus[i].at("renderer").get<std::string>().empty());
    }
    const ProgramResult told = runShoal(scratch, {"list", "gpus"});
    CHECK(told.status == 0);
    CHECK_THAT(told.out, contains(gpus[0].at("renderer").get<std::string>()));
}

TEST_CASE("the version names the device that draws", "[app][gpu]") {
    const ScratchFolder scratch;
    const ProgramResult version = runShoal(scratch, {"--version"});
    CHECK(version.status == 0);
    CHECK_THAT(version.out, startsWith("shoal ") && contains("\ngraphics: ") && contains(", OpenGL "));
}

TEST_CASE("a driver that offers too little is refused in one line that says what it lacks", "[app][gpu]") {
    const ScratchFolder scratch;
    using Environment = std::map<std::string, std::string>;
    const std::vector<std::string> render{"render", "reef", "--boids", "3", "--size", "32x24", "-o", "x.png"};
    for (const auto& [environment, found, lacks] :
         std::vector<std::tuple<Environment, std::string, std::string>>{
             {{{"MESA_GL_VERSION_OVERRIDE", "4.2"}}, "OpenGL 4.2", "Shoal needs OpenGL 4.3"},
             {{{"GALLIUM_DRIVER", "softpipe"}}, "softpipe, OpenGL 3.3", "Shoal needs OpenGL 4.3"},
             {{{"MESA_EXTENSION_OVERRIDE", "-GL_ARB_buffer_storage"}},
              "llvmpipe",
              "without GL_ARB_buffer_storage"}}) {
        for (const auto& arguments : {render, {"list", "gpus"}, {"--version"}}) {
            CAPTURE(arguments, found, lacks);
            const ProgramResult refused = runShoal(
                {.arguments = arguments, .folder = scratch.path(), .home = {}, .environment = environment});
            const bool isVersion = arguments.front() == "--version";
            CHECK(refused.status == (isVersion ? 0 : 3));
            const std::string& said = isVersion ? refused.out : refused.err;
            CHECK_THAT(said, contains(found) && contains(lacks));
            CHECK_THAT(said, !contains("install a driver"));
            CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == (isVersion ? 0 : 1));
        }
    }
}

TEST_CASE("a capture's metadata name the device, and --gpu chooses it", "[app][gpu]") {
    const ScratchFolder scratch;
    const auto rendered = [&](const std::string& gpu) {
        const std::string file = gpu + ".png";
        return runShoal(scratch,
                        {"render", "reef", "--boids", "3", "--size", "32x24", "--gpu", gpu, "-o", file});
    };
    REQUIRE(rendered("software").status == 0);
    const Json record = Json::parse(readText(scratch.path() / "software.png.json"));
    CHECK_THAT(record.at("graphics").get<std::string>(), contains(", OpenGL "));

    const Json gpus = Json::parse(runShoal(scratch, {"list", "gpus", "--json"}).out);
    const std::string last = std::to_string(gpus.size());
    REQUIRE(rendered(last).status == 0);
    const Json numbered = Json::parse(readText(scratch.path() / (last + ".png.json")));
    CHECK_THAT(numbered.at("graphics").get<std::string>(),
               startsWith(gpus.back().at("renderer").get<std::string>()));
}

TEST_CASE("an unknown device is refused in one line that names the available ones", "[app][gpu]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        runShoal(scratch, {"render", "reef", "--size", "32x24", "--gpu", "99", "-o", "none.png"});
    CHECK(result.status == 2);
    CHECK_THAT(result.err, contains("no graphics device 99, only 1 ("));
    CHECK(firstLine(result.err) + "\n" == result.err);
    CHECK_FALSE(std::filesystem::exists(scratch.path() / "none.png"));
    for (const char* wrong : {"0", "-1", "fast", ""}) {
        CHECK(runShoal(scratch, {"render", "-o", "none.png", "--gpu", wrong}).status == 2);
    }
}

TEST_CASE("a window on a device other than the chosen one is reported", "[app][gpu]") {
    const Gpu card{.renderer = "AMD Radeon", .version = "4.6 Mesa"};
    const Gpu software{.renderer = "llvmpipe", .version = "4.5 Mesa", .isSoftware = true};
    CHECK(remarkOnGpu(std::nullopt, card).empty());
    CHECK(remarkOnGpu(card, card).empty());
    CHECK(remarkOnGpu(Gpu{.renderer = "software", .version = {}, .isSoftware = true}, software).empty());
    CHECK_THAT(remarkOnGpu(card, software), contains("draws with llvmpipe instead of AMD Radeon"));
}

}  // namespace shoal::test
