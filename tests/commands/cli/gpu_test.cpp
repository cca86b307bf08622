#include <tuple>

#include <nlohmann/json.hpp>

#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

}  // namespace

TEST_CASE("the version names the device that draws", "[app][gpu]") {
    const ScratchFolder scratch;
    const ProgramResult version = runShoal(scratch, {"--version"});
    CHECK(version.status == 0);
    CHECK_THAT(version.out, startsWith("shoal ") && contains("\ngraphics: ") && contains(", OpenGL "));
}

TEST_CASE("a driver without a needed function is refused in one line that names it", "[app][gpu]") {
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
        for (const auto& arguments : {render, {"--version"}}) {
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

TEST_CASE("a capture's metadata name the device, and --gpu chooses software", "[app][gpu]") {
    const ScratchFolder scratch;
    const auto rendered = [&](const std::string& gpu) {
        const std::string file = gpu + ".png";
        return runShoal(scratch,
                        {"render", "reef", "--boids", "3", "--size", "32x24", "--gpu", gpu, "-o", file});
    };
    REQUIRE(rendered("software").status == 0);
    const Json record = Json::parse(readText(scratch.path() / "software.png.json"));
    CHECK_THAT(record.at("graphics").get<std::string>(), contains(", OpenGL "));
}

TEST_CASE("a device that --gpu does not know is refused in one line", "[app][gpu]") {
    const ScratchFolder scratch;
    for (const char* wrong : {"1", "fast", ""}) {
        const ProgramResult result = runShoal(scratch, {"render", "-o", "none.png", "--gpu", wrong});
        CHECK(result.status == 2);
        CHECK_THAT(result.err, contains("best or software"));
        CHECK(std::ranges::count(result.err, '\n') == 1);
    }
    CHECK_FALSE(std::filesystem::exists(scratch.path() / "none.png"));
}

}  // namespace shoal::test
