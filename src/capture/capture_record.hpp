#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "capture/frame_rate.hpp"

namespace shoal {

/// What the file beside a capture says of it, as JSON: `school.mp4.json`, and `capture.json` in a folder of
/// pictures, where it lets a stopped recording go on.
struct CaptureRecord {
    std::string file;  ///< the capture's name, without its folder
    int width = 0;     ///< [px] of a picture in it
    int height = 0;    ///< [px]
    FrameRate rate = {};
    long long frames = 0;       ///< in it
    long long framesAsked = 0;  ///< that were to be in it
    bool isTransparent = false;
    bool isComplete = false;
    std::vector<std::string> command;  ///< the words of the command line that made it; may be none
    std::string start;                 ///< what was recorded: FrameFormat::start
    std::string scene;                 ///< at its last picture, as text
    std::string graphics = {};         ///< what drew it, in words; may be unknown

    friend bool operator==(const CaptureRecord&, const CaptureRecord&) = default;
};

/// Where a capture's record is, whether there is one or not.
std::filesystem::path recordPathOf(const std::filesystem::path& capture);

/// Replaces what is there.
Outcome writeCaptureRecord(const std::filesystem::path& file, const CaptureRecord& record);

/// The same beside a capture that was given a free name; a file that has appeared there since is a problem.
Outcome writeNewCaptureRecord(const std::filesystem::path& file, const CaptureRecord& record);

/// A problem names the file and says what is wrong with it.
Result<CaptureRecord> readCaptureRecord(const std::filesystem::path& file);

/// The same from the text of such a file; `fileName` is for the problem.
Result<CaptureRecord> parseCaptureRecord(std::string_view text, const std::string& fileName);

}  // namespace shoal
