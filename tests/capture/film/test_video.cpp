#include <random>

#include <fmt/format.h>

#include "capture/film/ffprobe.hpp"
#include "capture/film/open_sink.hpp"
#include "capture/film_tools.hpp"
#include "capture/record/sidecar.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

struct Times {
    std::vector<double> seconds;
    std::vector<long long> ticks;
    long long ticksNumerator = 0;  ///< the tick length [s] is ticksNumerator / ticksDenominator
    long long ticksDenominator = 1;
};

/// Returns when each frame is shown, in order.
Times timesOf(const fs::path& file) {
    Times times;
    char slash = '/';
    std::istringstream(probe(file, "time_base")) >> times.ticksNumerator >> slash >> times.ticksDenominator;
    std::istringstream lines(outputOf(std::string(SHOAL_FFPROBE) +
                                      " -v error -select_streams v:0 -show_entries packet=pts,pts_time -of "
                                      "csv=p=0 '" +
                                      file.string() + "' | sort -n"));
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t comma = line.find(',');
        times.ticks.push_back(std::strtoll(line.c_str(), nullptr, 10));
        times.seconds.push_back(std::strtod(line.c_str() + comma + 1, nullptr));
    }
    return times;
}

/// Returns how long each frame of an APNG lasts, from its frame control chunks.
std::vector<std::pair<int, int>> delaysOf(const fs::path& file) {
    const std::string bytes = bytesOf(file);
    const auto byte = [&](std::size_t at) { return static_cast<int>(static_cast<unsigned char>(bytes[at])); };
    std::vector<std::pair<int, int>> delays;
    for (std::size_t at = bytes.find("fcTL"); at != std::string::npos; at = bytes.find("fcTL", at + 4)) {
        delays.emplace_back(byte(at + 24) * 256 + byte(at + 25), byte(at + 26) * 256 + byte(at + 27));
    }
    return delays;
}

TEST_CASE("a film has exactly the frames that were written, at their times", "[capture][video][slow]") {
    const ScratchFolder folder;
    struct Trial {
        FrameRate rate;
        int frames;
    };
    for (const std::string ending : {"mp4", "mkv", "webm"}) {
        for (const auto& [rate, frames] :
             {Trial{{25, 1}, 17}, Trial{{30000, 1001}, 1}, Trial{{30000, 1001}, 2}, Trial{{30000, 1001}, 17},
              Trial{{60, 7}, 5}}) {
            CAPTURE(ending, frameRateText(rate), frames);
            const fs::path file = folder.path() / ("film." + ending);
            record(file, {.film = {.size = {64, 48}, .rate = rate, .frames = frames}, .mayOverwrite = true});
            CHECK(probe(file, "width,height,nb_read_frames") == "64,48," + std::to_string(frames));
            CHECK(probe(file, "r_frame_rate") ==
                  std::to_string(rate.pictures) + "/" + std::to_string(rate.seconds));
            const Times times = timesOf(file);
            REQUIRE(times.seconds.size() == static_cast<std::size_t>(frames));
            for (int frame = 0; frame < frames; ++frame) {
                const auto index = static_cast<std::size_t>(frame);
                // Matroska rounds to milliseconds.
                CHECK(std::abs(times.seconds[index] - frame * rate.frameSeconds()) <= 0.000501);
                if (ending == "mp4") {
                    CHECK(times.ticks[index] * times.ticksNumerator * rate.pictures ==
                          static_cast<long long>(frame) * rate.seconds * times.ticksDenominator);
                }
            }
        }
    }
    CHECK(countFiles(folder.path()) == 6);
}

TEST_CASE("a gif and an apng have exactly the frames that were written, at their times",
          "[capture][video][slow]") {
    const ScratchFolder folder;
    for (const int frames : {1, 2, 17}) {
        for (const FrameRate rate : {FrameRate{25, 1}, FrameRate{100, 3}}) {
            CAPTURE(frameRateText(rate), frames);
            const fs::path gif = folder.path() / "film.gif";
            record(gif, {.film = {.size = {65, 47}, .rate = rate, .frames = frames}, .mayOverwrite = true});
            CHECK(probe(gif, "width,height,nb_read_frames") == "65,47," + std::to_string(frames));
            const Times times = timesOf(gif);
            for (std::size_t frame = 0; frame < times.ticks.size(); ++frame) {
                CHECK(times.ticks[frame] * rate.pictures ==
                      static_cast<long long>(frame) * 100 * rate.seconds);
            }
        }
        for (const FrameRate rate : {FrameRate{25, 1}, FrameRate{30000, 1001}}) {
            CAPTURE(frameRateText(rate), frames);
            const fs::path apng = folder.path() / "film.apng";
            record(apng, {.film = {.size = {65, 47}, .rate = rate, .frames = frames}, .mayOverwrite = true});
            CHECK(probe(apng, "width,height,nb_read_frames") == "65,47," + std::to_string(frames));
            for (const auto& [numerator, denominator] : delaysOf(apng)) {
                CHECK(numerator * rate.pictures == denominator * rate.seconds);
            }
            CHECK(delaysOf(apng).size() == static_cast<std::size_t>(frames == 1 ? 0 : frames));
        }
    }
}

TEST_CASE("identical frames are all kept", "[capture][video]") {
    const ScratchFolder folder;
    for (const std::string ending : {"mp4", "mkv", "webm", "gif", "apng"}) {
        CAPTURE(ending);
        const fs::path file = folder.path() / ("film." + ending);
        const auto sink = opened(file, {.film = {.size = {64, 48}, .rate = {25, 1}, .frames = 9}});
        for (int frame = 0; frame < 9; ++frame) {
            REQUIRE(sink->write(gradient(64, 48)));
        }
        REQUIRE(sink->finish());
        CHECK(playableFrames(file) == 9);
    }
}

TEST_CASE("no file has the film's name before the film is complete", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.mp4";
    const auto sink = opened(file, {.film = {.size = {64, 48}, .frames = 3}});
    REQUIRE(sink->write(gradient(64, 48)));
    CHECK_FALSE(fs::exists(file));
    CHECK(fs::exists(folder.path() / "film.partial.mkv"));
    REQUIRE(sink->finish());
    CHECK(fs::exists(file));
    CHECK_FALSE(fs::exists(folder.path() / "film.partial.mkv"));
    const auto read = readSidecar(folder.path() / "film.mp4.json");
    REQUIRE(read);
    CHECK(read->frames == 1);
    CHECK(read->framesAsked == 3);
    CHECK_FALSE(read->isComplete);
}

TEST_CASE("an mp4 plays everywhere: 4:2:0, its index first, even sizes as stated", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a film: with a 'name'.mp4";
    const auto sink = opened(file, {.film = {.size = {65, 47}, .frames = 2}});
    CHECK_THAT(sink->remark(), contains("name'.mp4") && contains("from 65x47 to 64x46"));
    REQUIRE(sink->write(gradient(65, 47, 0, true)));
    REQUIRE(sink->write(gradient(65, 47, 1, true)));
    REQUIRE(sink->finish());
    const fs::path plain = folder.path() / "plain.mp4";
    fs::rename(file, plain);
    CHECK(probe(plain, "codec_name,width,height,pix_fmt") == "h264,64,46,yuv420p");
    const std::string bytes = bytesOf(plain);
    CHECK(bytes.find("moov") < bytes.find("mdat"));
    CHECK(opened(folder.path() / "even.mp4", {.film = {.size = {64, 46}}})->remark().empty());
}

TEST_CASE("a webm and an apng keep transparency", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path webm = folder.path() / "film.webm";
    record(webm, {.film = {.size = {64, 48}, .frames = 3, .isTransparent = true}});
    CHECK_THAT(probe(webm, "nb_read_frames:stream_tags=alpha_mode"), endsWith("1"));
    const auto films = decoded(webm, 64, 48, "-c:v libvpx-vp9");
    REQUIRE(films.size() == 3);
    double difference = 0.0;
    for (std::size_t index = 3; index < films[2].rgba.size(); index += 4) {
        difference += std::abs(films[2].rgba[index] - gradient(64, 48, 2).rgba[index]);
    }
    CHECK(difference / (64 * 48) < 4.0);

    const fs::path apng = folder.path() / "film.apng";
    record(apng, {.film = {.size = {64, 48}, .frames = 3, .isTransparent = true}});
    const auto exact = decoded(apng, 64, 48);
    REQUIRE(exact.size() == 3);
    for (int frame = 0; frame < 3; ++frame) {
        CHECK(exact[static_cast<std::size_t>(frame)].rgba == gradient(64, 48, frame).rgba);
    }
    // Loops for ever: after acTL and the number of frames, the number of plays is 0.
    const std::string bytes = bytesOf(apng);
    CHECK(bytes.substr(bytes.find("acTL") + 4, 8) == std::string("\0\0\0\3\0\0\0\0", 8));
}

TEST_CASE("rates that a gif or an apng cannot hold are refused", "[capture][video]") {
    for (const FrameRate rate :
         {FrameRate{30, 1}, FrameRate{60, 1}, FrameRate{100, 1}, FrameRate{30000, 1001}}) {
        const Outcome checked = checkRecording("film.gif", {.rate = rate});
        REQUIRE_FALSE(checked);
        CHECK_THAT(checked.problem().text,
                   contains("film.gif") && contains(frameRateText(rate)) && contains("25"));
    }
    CHECK(checkRecording("film.gif", {.rate = {50, 1}}));
    CHECK(checkRecording("film.gif", {.rate = defaultRate("film.gif")}));
    CHECK(defaultRate("film.mp4") == FrameRate{30, 1});
    CHECK_FALSE(checkRecording("film.apng", {.rate = {120000, 1001}}));
}

TEST_CASE("a frame of another size is refused", "[capture][video]") {
    const ScratchFolder folder;
    const auto sink = opened(folder.path() / "film.mkv", {.film = {.size = {64, 48}}});
    const Outcome written = sink->write(gradient(48, 64));
    REQUIRE_FALSE(written);
    CHECK_THAT(written.problem().text, contains("48x64"));
}

TEST_CASE("a mov holds its frames as ProRes, a webp as long as they last", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path mov = folder.path() / "film.mov";
    record(mov, {.film = {.size = {65, 47}, .rate = {30000, 1001}, .frames = 7}});
    CHECK(probe(mov, "codec_name,width,height,r_frame_rate,nb_read_frames") == "prores,65,47,30000/1001,7");
    const fs::path webp = folder.path() / "film.webp";
    record(webp, {.film = {.size = {65, 47}, .rate = {15, 1}, .frames = 7}});
    const std::string bytes = bytesOf(webp);
    std::size_t frames = 0;
    for (std::size_t at = bytes.find("ANMF"); at != std::string::npos; at = bytes.find("ANMF", at + 4)) {
        ++frames;
    }
    CHECK(frames > 1);  // equal ones are one
    const auto seconds = secondsOfWebp(webp);
    REQUIRE(seconds);
    CHECK(*seconds == test::approx(7.0 / 15.0).margin(0.002));
}

TEST_CASE("a film with a largest size never exceeds it, and says how it was made", "[capture][video]") {
    constexpr int kFrames = 20;
    const ScratchFolder folder;
    std::mt19937 random(5);
    std::vector<Image> noise(kFrames, Image(160, 120));
    for (Image& image : noise) {
        std::ranges::generate(image.rgba, [&] { return static_cast<std::uint8_t>(random() | 1u); });
    }
    for (const std::string ending : {"gif", "webp", "mp4", "mkv", "webm", "apng", "mov"}) {
        CAPTURE(ending);
        const fs::path file = folder.path() / ("film." + ending);
        const auto recorded = [&](long long maxBytes) {
            Recording recording{.film = {.size = {160, 120}, .rate = {20, 1}, .frames = kFrames},
                                .mayOverwrite = true};
            recording.film.maxBytes = maxBytes;
            auto sink = opened(file, recording);
            for (const Image& image : noise) {
                REQUIRE(sink->write(image));
            }
            return sink;
        };
        const auto whole = recorded(0);
        REQUIRE(whole->finish());
        CHECK(whole->made().empty());
        const auto limit = static_cast<long long>(fs::file_size(file) / 3);
        const auto smaller = recorded(limit);
        REQUIRE(smaller->finish());
        CAPTURE(limit, smaller->made());
        CHECK(static_cast<long long>(fs::file_size(file)) <= limit);
        // Not far smaller than it must be.
        CHECK(static_cast<long long>(fs::file_size(file)) > limit / 4);
        const auto record = readSidecar(sidecarPathOf(file));
        REQUIRE(record);
        CHECK(smaller->made().starts_with(fmt::format("{}x{}, {} frames a second, ", record->width,
                                                      record->height, frameRateText(record->rate))));
        CHECK(record->isComplete);
        const auto tiny = recorded(100);
        const Outcome refused = tiny->finish();
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.problem().text, contains("make it shorter") && contains("20 frames are in"));
    }
}

TEST_CASE(
    "every kind of film at every fidelity: all frames, larger as it is more faithful, and lossless to the "
    "bit",
    "[capture][video]") {
    constexpr int kFrames = 6;
    const ScratchFolder folder;
    std::mt19937 random(7);
    std::vector<Image> frames;
    for (int frame = 0; frame < kFrames; ++frame) {
        frames.push_back(gradient(65, 47, frame));
        for (std::size_t i = 0; i < frames.back().rgba.size(); ++i) {
            std::uint8_t& value = frames.back().rgba[i];
            value = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(value ^ (random() & 15U));
        }
    }
    for (const FileFormat& fileFormat : kFileFormats) {
        std::uintmax_t before = 0;
        for (std::size_t at = 0; at < kFidelityNames.size() && fileFormat.isFilm(); ++at) {
            CAPTURE(fileFormat.ending, kFidelityNames[at]);
            const fs::path file = folder.path() / fmt::format("{}{}", kFidelityNames[at], fileFormat.ending);
            Recording recording{.film = {.size = {65, 47}, .rate = {20, 1}, .frames = kFrames}};
            recording.film.fidelity = static_cast<Fidelity>(at);
            const bool isLossless = recording.film.fidelity == Fidelity::lossless;
            if (isLossless && !fileFormat.canBeLossless()) {
                const Outcome refused = checkRecording(file, recording.film);
                REQUIRE_FALSE(refused);
                CHECK_THAT(refused.problem().text, contains("cannot be lossless; use .mkv"));
                continue;
            }
            const auto sink = opened(file, recording);
            for (const Image& image : frames) {
                REQUIRE(sink->write(image));
            }
            REQUIRE(sink->finish());
            CHECK(fs::file_size(file) >= before);
            before = fs::file_size(file);
            if (fileFormat.ending == ".webp") {  // ffmpeg cannot read it back
                CHECK(*secondsOfWebp(file) == test::approx(kFrames / 20.0).margin(0.002));
                CHECK((bytesOf(file).find("VP8L") != std::string::npos) == isLossless);
                continue;
            }
            CHECK(playableFrames(file) == kFrames);
            if (isLossless) {
                const auto images = decoded(file, 65, 47);
                for (std::size_t i = 0; i < images.size(); ++i) {
                    CHECK(images[i].rgba == frames[i].rgba);
                }
            }
        }
    }
}

TEST_CASE("a transparent film stays transparent when it is made smaller", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.webm";
    std::mt19937 random(6);
    Recording recording{.film = {.size = {96, 64}, .rate = {20, 1}, .frames = 8, .isTransparent = true}};
    recording.film.maxBytes = 20000;
    const auto sink = opened(file, recording);
    for (int frame = 0; frame < 8; ++frame) {
        Image noise(96, 64);
        std::ranges::generate(noise.rgba, [&] { return static_cast<std::uint8_t>(random()); });
        for (std::size_t i = 3; i < noise.rgba.size(); i += 4) {
            noise.rgba[i] = 0;
        }
        REQUIRE(sink->write(noise));
    }
    REQUIRE(sink->finish());
    CHECK_FALSE(sink->made().empty());
    const auto record = readSidecar(sidecarPathOf(file));
    REQUIRE(record);
    const auto frames = decoded(file, record->width, record->height, "-c:v libvpx-vp9");
    REQUIRE_FALSE(frames.empty());
    CHECK(frames[0].at(record->width / 2, record->height / 2)[3] < 40);
}

TEST_CASE("films that share a stem do not replace each other", "[capture][video]") {
    const ScratchFolder folder;
    const Recording recording{.film = {.size = {64, 48}, .frames = 2}};
    const auto first = opened(folder.path() / "film.mp4", recording);
    const auto second = opened(folder.path() / "film.mkv", recording);
    for (FrameSink* each : {first.get(), second.get()}) {
        REQUIRE(each->write(gradient(64, 48, 0)));
        REQUIRE(each->write(gradient(64, 48, 1)));
    }
    REQUIRE(second->finish());
    REQUIRE(first->finish());
    CHECK(playableFrames(folder.path() / "film.mp4") == 2);
    CHECK(playableFrames(folder.path() / "film.mkv") == 2);
    CHECK(countFiles(folder.path()) == 4);
}

}  // namespace
}  // namespace shoal
