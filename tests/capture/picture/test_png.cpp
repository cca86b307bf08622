#include <iterator>

#include "capture/gradient.hpp"
#include "capture/picture/png.hpp"
#include "png_file.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::gradient;
using test::readPng;
using test::ScratchFolder;

std::ptrdiff_t filesIn(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST_CASE("a picture survives a PNG round trip", "[capture][png]") {
    const ScratchFolder folder;
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{37, 21}, std::pair{320, 3}}) {
        const Image image = gradient(width, height);
        const fs::path file = folder.path() / "picture.png";
        REQUIRE(writePng(file, image));
        const Result<Image> read = readPng(file);
        REQUIRE(read);
        CHECK(read->width == width);
        CHECK(read->height == height);
        CHECK(read->rgba == image.rgba);
    }
    CHECK(filesIn(folder.path()) == 1);
}

TEST_CASE("a PNG says that its colours are sRGB", "[capture][png]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "picture.png";
    REQUIRE(writePng(file, gradient(4, 4)));
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    CHECK_THAT(bytes, contains("sRGB"));
}

TEST_CASE("a full disk is reported as such", "[capture][png]") {
    if (!fs::exists("/dev/full")) {
        return;
    }
    const Outcome written = writePng("/dev/full", gradient(64, 64));
    REQUIRE_FALSE(written);
    CHECK_THAT(written.problem().text, contains("/dev/full"));
    CHECK_THAT(written.problem().text, contains("No space left on device"));
    CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("a missing folder is a problem that names the file", "[capture][png]") {
    const ScratchFolder folder;
    const Outcome written = writePng(folder.path() / "nowhere" / "picture.png", gradient(4, 4));
    REQUIRE_FALSE(written);
    CHECK_THAT(written.problem().text, contains("picture.png"));
    CHECK(filesIn(folder.path()) == 0);
}

TEST_CASE("a failed write leaves the existing picture", "[capture][png]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "picture.png";
    REQUIRE(writePng(file, gradient(8, 8)));
    REQUIRE_FALSE(writePng(file, Image()));
    const Result<Image> read = readPng(file);
    REQUIRE(read);
    CHECK(read->rgba == gradient(8, 8).rgba);
    CHECK(filesIn(folder.path()) == 1);
}

}  // namespace
}  // namespace shoal
