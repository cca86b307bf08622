#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "capture/film/open_sink.hpp"
#include "capture/format/frame_sink.hpp"
#include "capture/gradient.hpp"
#include "catch.hpp"

namespace shoal::test {

/// Returns the output of a command; fails the test if the command fails.
inline std::string outputOf(const std::string& command) {
    CAPTURE(command);
    std::FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    char part[4096];
    for (std::size_t count = 0; (count = std::fread(part, 1, sizeof part, pipe)) > 0;) {
        text.append(part, count);
    }
    REQUIRE(pclose(pipe) == 0);
    return text;
}

/// Returns what ffprobe reports about the video stream after decoding and counting its frames.
inline std::string probe(const std::filesystem::path& file, const std::string& entries) {
    std::string text =
        outputOf(std::string(SHOAL_FFPROBE) +
                 " -v error -count_frames -select_streams v:0 -of csv=p=0 -show_entries stream=" + entries +
                 " '" + file.string() + "'");
    while (!text.empty() && (text.back() == '\n' || text.back() == ',')) {
        text.pop_back();
    }
    return text;
}

/// Returns how many frames of a file can be decoded.
inline long long playableFrames(const std::filesystem::path& file) {
    return std::strtoll(probe(file, "nb_read_frames").c_str(), nullptr, 10);
}

/// Decodes a film's frames according to its colour tags.
inline std::vector<Image> decoded(const std::filesystem::path& file, int width, int height,
                                  const std::string& decoder = {}) {
    const std::string bytes =
        outputOf(std::string(SHOAL_FFMPEG) + " -v error " + decoder + " -i '" + file.string() +
                 "' -vf scale=flags=accurate_rnd+full_chroma_inp+full_chroma_int "
                 "-pix_fmt rgba -fps_mode passthrough -f rawvideo -");
    std::vector<Image> images;
    const std::size_t size = Image(width, height).rgba.size();
    REQUIRE(bytes.size() % size == 0);
    for (std::size_t start = 0; start < bytes.size(); start += size) {
        Image image(width, height);
        image.rgba.assign(bytes.begin() + static_cast<std::ptrdiff_t>(start),
                          bytes.begin() + static_cast<std::ptrdiff_t>(start + size));
        images.push_back(std::move(image));
    }
    return images;
}

inline std::ptrdiff_t countFiles(const std::filesystem::path& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

inline std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Sets PATH for the length of a test.
class PathOverride {
public:
    explicit PathOverride(const std::string& path) : m_old(std::getenv("PATH")) {
        setenv("PATH", path.c_str(), 1);
    }
    ~PathOverride() { setenv("PATH", m_old.c_str(), 1); }
    PathOverride(const PathOverride&) = delete;
    PathOverride& operator=(const PathOverride&) = delete;

private:
    std::string m_old;
};

inline void makeProgram(const std::filesystem::path& file, const std::string& script) {
    std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

inline std::unique_ptr<FrameSink> opened(const std::filesystem::path& file, const Recording& recording) {
    auto sink = openFrameSink(file, recording);
    INFO((sink ? std::string() : sink.problem().text));
    REQUIRE(sink);
    return std::move(*sink);
}

inline std::string textOf(const Outcome& outcome) {
    return outcome ? std::string() : outcome.problem().text;
}

/// Records a film of `recording.film.frames` moving frames.
inline void record(const std::filesystem::path& file, const Recording& recording,
                   const std::string& scene = {}) {
    const auto sink = opened(file, recording);
    for (int frame = 0; frame < recording.film.frames; ++frame) {
        const Outcome written = sink->write(gradient(recording.film.size.width, recording.film.size.height,
                                                     frame, !recording.film.isTransparent));
        INFO(textOf(written));
        REQUIRE(written);
    }
    const Outcome finished = sink->finish(scene);
    INFO(textOf(finished));
    REQUIRE(finished);
}

}  // namespace shoal::test
