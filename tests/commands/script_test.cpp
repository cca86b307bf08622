// shoal render with a film script, and shoal film, which proposes one.

#include <fmt/format.h>

#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
}

constexpr const char* kHead = "film = 1\nsize = [96, 54]\nfps = 10\nquality = \"low\"\n";

ProgramResult render(const ScratchFolder& scratch, const std::string& script, const std::string& output,
                     std::vector<std::string> more = {}) {
    write(scratch.path() / "demo.toml", kHead + script);
    more.insert(more.begin(), {"render", "demo.toml", "-o", output, "-q", "--gpu", "software"});
    return runShoal({.arguments = std::move(more), .folder = scratch.path(), .home = {}});
}

Image frame(const ScratchFolder& scratch, const std::string& folder, int number) {
    auto image = readPng(scratch.path() / folder / fmt::format("frame_{:05}.png", number));
    REQUIRE(image);
    return *image;
}

double brightness(const Image& image) {
    double sum = 0.0;
    for (std::size_t index = 0; index < image.rgba.size(); ++index) {
        sum += index % 4 == 3 ? 0.0 : static_cast<double>(image.rgba[index]);
    }
    return sum / static_cast<double>(image.rgba.size());
}

double difference(const Image& a, const Image& b) {
    double sum = 0.0;
    for (std::size_t index = 0; index < a.rgba.size(); ++index) {
        sum += std::abs(static_cast<double>(a.rgba[index]) - static_cast<double>(b.rgba[index]));
    }
    return sum / static_cast<double>(a.rgba.size());
}

std::size_t framesIn(const ScratchFolder& scratch, const std::string& folder) {
    const auto files = filesIn(scratch.path() / folder);
    return static_cast<std::size_t>(
        std::ranges::count_if(files, [](const std::string& name) { return name.starts_with("frame_"); }));
}

}  // namespace

TEST_CASE("a script's shots follow one another, and a dissolve belongs to two", "[script]") {
    const ScratchFolder scratch;
    const std::string two =
        "[[shot]]\npreset = \"reef\"\nboids = 50\nseconds = 1\n"
        "[[shot]]\npreset = \"vicsek\"\nseconds = 0.8\n";
    REQUIRE(render(scratch, two, "cut").status == 0);
    CHECK(framesIn(scratch, "cut") == 18);
    REQUIRE(render(scratch, two + "dissolve = 0.4\nfade_out = 0.3\n", "mixed").status == 0);
    CHECK(framesIn(scratch, "mixed") == 14);
    // Until the dissolve, and behind it, frames are those of the cut; within it they lie between both shots.
    CHECK(difference(frame(scratch, "cut", 5), frame(scratch, "mixed", 5)) == 0.0);
    CHECK(difference(frame(scratch, "cut", 14), frame(scratch, "mixed", 10)) == 0.0);
    for (int number = 6; number < 10; ++number) {
        const double share = (number - 5) / 5.0;
        const Image before = frame(scratch, "cut", number);
        const Image after = frame(scratch, "cut", number + 4);
        const Image mixed = frame(scratch, "mixed", number);
        CAPTURE(number);
        CHECK(brightness(mixed) ==
              approx((1.0 - share) * brightness(before) + share * brightness(after)).margin(1.0));
    }
    // To black.
    CHECK(brightness(frame(scratch, "mixed", 13)) < 0.4 * brightness(frame(scratch, "mixed", 10)));
}

TEST_CASE("one frame, or a part of a film, is as in the whole", "[script]") {
    const ScratchFolder scratch;
    const std::string film =
        "max_size = \"3M\"\nloop = true\n"
        "[[shot]]\npreset = \"reef\"\nboids = 50\nseconds = 0.7\ncamera = \"follow\"\n"
        "[[shot]]\npreset = \"vicsek\"\nseconds = 0.8\ndissolve = 0.3\nplot = \"polarisation\"\n"
        "set = { \"vicsek.noise\" = [[0.1, 100], [0.6, 300]] }\n";
    REQUIRE(render(scratch, film, "whole").status == 0);
    REQUIRE(framesIn(scratch, "whole") == 12);
    for (const int number : {0, 3, 5, 6, 8, 11}) {
        const std::string second = fmt::format("{}", number / 10.0);
        REQUIRE(render(scratch, film, "one.png", {"--at", second, "--overwrite"}).status == 0);
        const auto one = readPng(scratch.path() / "one.png");
        CAPTURE(number);
        REQUIRE(one);
        CHECK(difference(*one, frame(scratch, "whole", number)) == 0.0);
    }
    int next = 0;
    for (const char* part : {"1/5", "2/5", "3/5", "4/5", "5/5"}) {
        const std::string folder = std::string("part") + part[0];
        REQUIRE(render(scratch, film, folder, {"--part", part}).status == 0);
        const int count = static_cast<int>(framesIn(scratch, folder));
        for (int number = 0; number < count; ++number, ++next) {
            CAPTURE(part, number);
            CHECK(difference(frame(scratch, folder, number), frame(scratch, "whole", next)) == 0.0);
        }
    }
    CHECK(next == 12);
    CHECK_THAT(render(scratch, film, "x.png", {"--at", "1.2"}).err, contains("the film lasts 1.2 s"));
    CHECK(render(scratch, film, "x.mp4", {"--part", "6/5"}).status == 2);
    CHECK(render(scratch, film, "x.webp", {"--part", "1/2", "--loop"}).status == 2);
}

TEST_CASE("a script gives the same bytes twice, and one flock goes on from shot to shot", "[script]") {
    const ScratchFolder scratch;
    const std::string one = "[[shot]]\npreset = \"reef\"\nboids = 50\nseconds = 1.2\ncamera = \"above\"\n";
    const std::string cut =
        "[[shot]]\npreset = \"reef\"\nboids = 50\nseconds = 0.6\ncamera = \"above\"\n[[shot]]\nseconds = "
        "0.6\n";
    REQUIRE(render(scratch, one, "one").status == 0);
    REQUIRE(render(scratch, one, "again").status == 0);
    REQUIRE(render(scratch, cut, "two").status == 0);
    for (int number = 0; number < 12; ++number) {
        CAPTURE(number);
        CHECK(difference(frame(scratch, "one", number), frame(scratch, "again", number)) == 0.0);
    }
    // A cut leaves no moment out, and repeats none; in slow motion, too.
    for (const int number : {5, 6, 7, 11}) {
        CAPTURE(number);
        CHECK(difference(frame(scratch, "one", number), frame(scratch, "two", number)) < 0.01);
    }
    std::string slow = one + "speed = 0.07\n";
    std::string slowCut = cut + "speed = 0.07\n";
    slowCut.insert(slowCut.find("[[shot]]\nseconds"), "speed = 0.07\n");
    REQUIRE(render(scratch, slow, "slow").status == 0);
    REQUIRE(render(scratch, slowCut, "slow-cut").status == 0);
    for (const int number : {5, 6, 11}) {
        CAPTURE(number);
        CHECK(difference(frame(scratch, "slow", number), frame(scratch, "slow-cut", number)) < 0.01);
    }
}

TEST_CASE("a setting that moves changes the flock and is shown, and slow motion slows it", "[script]") {
    const ScratchFolder scratch;
    const std::string shot = "[[shot]]\npreset = \"vicsek\"\nseconds = 1\n";
    REQUIRE(render(scratch, shot, "still").status == 0);
    REQUIRE(render(scratch, shot + "set = { \"look.hue\" = [[0.5, 120]] }\n", "moved").status == 0);
    REQUIRE(render(scratch, shot + "speed = [[0, 0.5], [0.6, 0.5], [0.8, 1]]\n", "slow").status == 0);
    CHECK(difference(frame(scratch, "still", 0), frame(scratch, "moved", 0)) == 0.0);
    // Its name and value lie in the upper part.
    const Image still = frame(scratch, "still", 8);
    const Image moved = frame(scratch, "moved", 8);
    int changed = 0;
    for (int x = 0; x < still.width; ++x) {
        changed += std::equal(still.at(x, 4), still.at(x, 4) + 3, moved.at(x, 4)) ? 0 : 1;
    }
    CHECK(changed > still.width / 2);
    for (const int number : {0, 1, 2, 3}) {
        CHECK(difference(frame(scratch, "still", number), frame(scratch, "slow", 2 * number)) == 0.0);
    }
}

TEST_CASE("a script's logo stands in the upper left corner of all its shots", "[script]") {
    const ScratchFolder scratch;
    Image logo(5, 3);
    for (int pixel = 0; pixel < 15; ++pixel) {
        std::ranges::copy(std::array<std::uint8_t, 4>{255, 0, 255, 255}, logo.rgba.begin() + 4 * pixel);
    }
    REQUIRE(writePng(scratch.path() / "logo.png", logo));
    const std::string shots =
        "[[shot]]\npreset = \"reef\"\nboids = 20\nseconds = 0.2\n[[shot]]\nseconds = 0.2\n";
    REQUIRE(render(scratch, "logo = \"logo.png\"\n" + shots, "marked").status == 0);
    for (const int number : {0, 3}) {
        const Image picture = frame(scratch, "marked", number);
        CAPTURE(number);
        CHECK(picture.at(3, 2)[0] > 240);
        CHECK(picture.at(3, 2)[1] < 15);
        CHECK(picture.at(20, 20)[0] < 200);
    }
    const ProgramResult missing = render(scratch, "logo = \"lego.png\"\n" + shots, "x");
    CHECK(missing.status == 4);
    CHECK_THAT(missing.err, contains("demo.toml:5:8: lego.png"));
}

TEST_CASE("a script that waits in vain, or that a command line contradicts, ends in one line", "[script]") {
    const ScratchFolder scratch;
    const std::string shot = "[[shot]]\npreset = \"vicsek\"\nseconds = 1\n";
    const ProgramResult vain =
        render(scratch, shot + "wait = \"polarisation > 2\"\nwait_at_most = 0.5\n", "vain.mkv");
    CHECK(vain.status == 4);
    CHECK_THAT(vain.err, contains("demo.toml:8:8: waited 0.5 s for polarisation > 2, and it is 0."));
    // The frames of the shots before stay.
    const ProgramResult late =
        render(scratch,
               shot + "[[shot]]\npreset = \"reef\"\nboids = 20\nseconds = 1\nwait = \"polarisation > 2\"\n" +
                   "wait_at_most = 0.5\n",
               "late.mkv");
    CHECK(late.status == 4);
    CHECK_THAT(late.err,
               contains("demo.toml:12:8: waited 0.5 s") && contains("stopped after 10 of 20 frames"));
    CHECK(filesIn(scratch.path()) ==
          std::vector<std::string>{"demo.toml", "late.partial.mkv", "late.partial.mkv.json"});
    std::filesystem::remove(scratch.path() / "late.partial.mkv");
    std::filesystem::remove(scratch.path() / "late.partial.mkv.json");
    const ProgramResult contradicted = render(scratch, shot, "x", {"--camera", "above"});
    CHECK(contradicted.status == 2);
    CHECK_THAT(contradicted.err, contains("omit --camera"));
    const ProgramResult wrong = render(scratch, shot + "speeed = 2\n", "x");
    CHECK(wrong.status == 4);
    CHECK_THAT(wrong.err, contains("demo.toml:8:1: ") && contains("did you mean \"speed\"?"));
    const ProgramResult opened =
        runShoal({.arguments = {"simulate", "demo.toml"}, .folder = scratch.path(), .home = {}});
    CHECK(opened.status == 4);
    CHECK_THAT(opened.err, contains("shoal render demo.toml -o film.mp4"));
    CHECK(render(scratch, shot + "fade_out = 0.2\n", "x.webp", {"--loop"}).status == 2);
    CHECK_THAT(
        render(scratch,
               shot + "[[shot]]\nseconds = 1.04\ndissolve = 0.46\n[[shot]]\nseconds = 1\ndissolve = 0.55\n",
               "x")
            .err,
        contains("the dissolve into shot 3 is longer"));
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"demo.toml"});
}

TEST_CASE("the film proposed from a take has a shot for what was done, and can be made", "[script]") {
    const ScratchFolder scratch;
    // A capture holds the take of what it shows, with the edits of its script.
    REQUIRE(render(scratch,
                   "[[shot]]\npreset = \"vicsek\"\nseconds = 9\n"
                   "set = { \"vicsek.noise\" = [[4, 100], [5, 200]] }\n",
                   "x.mkv")
                .status == 0);
    const auto film = [&](const std::string& output) {
        return runShoal({.arguments = {"film", "x.mkv", "-o", output}, .folder = scratch.path(), .home = {}});
    };
    const ProgramResult proposed = film("-");
    CAPTURE(proposed.err);
    REQUIRE(proposed.status == 0);
    CHECK_THAT(proposed.out,
               contains("take = \"x.mkv\"") && contains("Vicsek noise: ") && contains("to 200°"));
    REQUIRE(film("proposed.toml").status == 0);
    CHECK(readText(scratch.path() / "proposed.toml") == proposed.out);
    CHECK(film("proposed.toml").status == 1);  // never over a file
    const ProgramResult made = runShoal({.arguments = {"render", "proposed.toml", "-o", "frames", "--size",
                                                       "32x18", "--fps", "2", "-q", "--quality", "low"},
                                         .folder = scratch.path(),
                                         .home = {}});
    CAPTURE(made.err);
    CHECK(made.status == 0);
    CHECK(framesIn(scratch, "frames") > 8);
    // The camera reaches the take's own, and stays there.
    std::vector<Image> seen;
    for (const char* camera : {"\"played\"", "[[0, \"above\"], [0.5, \"played\"]]"}) {
        REQUIRE(render(scratch, fmt::format("[[shot]]\ntake = \"x.mkv\"\nseconds = 4\ncamera = {}\n", camera),
                       "seen.png", {"--at", "3", "--overwrite"})
                    .status == 0);
        const auto image = readPng(scratch.path() / "seen.png");
        REQUIRE(image);
        seen.push_back(*image);
    }
    CHECK(difference(seen[0], seen[1]) < 0.5);
    CHECK(runShoal({.arguments = {"film", "reef", "-o", "-"}, .folder = scratch.path(), .home = {}}).status ==
          4);
}

}  // namespace shoal::test
