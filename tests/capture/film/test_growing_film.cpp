#include <fstream>
#include <string>

#include "capture/film/growing_film.hpp"
#include "capture/film_tools.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

constexpr int kGrowingFrames = 30;

TEST_CASE("the frames of a growing film are counted, wherever its data are split", "[capture][growing]") {
    for (const std::string name : {"film.mkv", "film.webm"}) {
        for (const std::size_t piece : {1000u, 7u}) {
            CAPTURE(name, piece);
            const ScratchFolder folder;
            record(folder.path() / name, {.film = {.size = {64, 48},
                                                   .rate = {25, 1},
                                                   .frames = kGrowingFrames,
                                                   .isTransparent = name == "film.webm"}});
            const std::string bytes = bytesOf(folder.path() / name);
            std::ofstream growing(folder.path() / "growing.mkv", std::ios::binary);
            GrowingFilm film(folder.path() / "growing.mkv");
            CHECK(film.frames() == 0);
            long long before = 0;
            bool isSteady = true;
            for (std::size_t at = 0; at < bytes.size(); at += piece) {
                growing << bytes.substr(at, piece) << std::flush;
                const long long now = film.frames();
                isSteady = isSteady && now >= before;
                before = now;
            }
            CHECK(isSteady);
            CHECK(before == kGrowingFrames);
        }
    }
}

TEST_CASE("a frame counts once all of it is in the file", "[capture][growing]") {
    const ScratchFolder folder;
    record(folder.path() / "film.mkv",
           {.film = {.size = {64, 48}, .rate = {25, 1}, .frames = kGrowingFrames}});
    const std::string bytes = bytesOf(folder.path() / "film.mkv");
    for (const double part : {0.6, 0.7, 0.8, 0.9}) {
        CAPTURE(part);
        const fs::path cut = folder.path() / "cut.mkv";
        std::ofstream(cut, std::ios::binary)
            << bytes.substr(0, static_cast<std::size_t>(part * static_cast<double>(bytes.size())));
        const long long counted = GrowingFilm(cut).frames();
        CHECK(counted > 0);
        CHECK(counted < kGrowingFrames);
        CHECK(counted <= playableFrames(cut));
    }
}

TEST_CASE("a file that is not Matroska holds no frames", "[capture][growing]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "file";
    for (const std::string text :
         {"", "plain text, longer than any header", "\x1A\x45\xDF\xA3", "\xA3\xFF"}) {
        std::ofstream(file, std::ios::binary) << text;
        CHECK(GrowingFilm(file).frames() == 0);
    }
    std::ofstream(file, std::ios::binary) << std::string(100, '\0');
    CHECK(GrowingFilm(file).frames() == 0);
}

}  // namespace
}  // namespace shoal
