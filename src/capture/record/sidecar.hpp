#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/frame_rate.hpp"
#include "system/files/overwrite.hpp"

namespace shoal {

/// The sidecar of a capture, in JSON: `school.mp4.json` beside a film, `capture.json` inside a folder of
/// frames, where it allows a stopped recording to resume.
struct Sidecar {
    std::string file;  ///< the capture's name, without its folder
    int width = 0;     ///< [px] of a frame
    int height = 0;    ///< [px]
    FrameRate rate = {};
    long long frames = 0;       ///< in the capture
    long long framesAsked = 0;  ///< requested; 0 if unknown
    bool isTransparent = false;
    bool isComplete = false;
    std::vector<std::string> command;  ///< see Recording::command; may be empty
    std::string start;                 ///< see Recording::start
    std::string scene;                 ///< at its last frame, as text
    std::string graphics = {};         ///< description of the GPU; empty if unknown

    friend bool operator==(const Sidecar&, const Sidecar&) = default;
};

/// How the text of every sidecar begins.
inline constexpr std::string_view kSidecarBeginning = "{\n  \"shoal\": ";

/// Returns the path of a capture's sidecar, whether or not it exists.
std::filesystem::path sidecarPathOf(const std::filesystem::path& capture);

/// Writes a sidecar.
Outcome writeSidecar(const std::filesystem::path& file, const Sidecar& record, Overwrite overwrite);

/// Reads a sidecar. A problem names the file and the fault.
Result<Sidecar> readSidecar(const std::filesystem::path& file);

/// Parses the text of a sidecar; `fileName` is for the problem.
Result<Sidecar> parseSidecar(std::string_view text, const std::string& fileName);

}  // namespace shoal
