#include "capture/capture_record.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <shoal/whole_file.hpp>

#ifndef SHOAL_VERSION
#error "the build defines SHOAL_VERSION"
#endif

namespace shoal {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFolderRecord = "capture.json";

/// 30/1: a fraction always, so that whoever reads it needs one rule.
std::string fractionOf(const FrameRate& rate) {
    return fmt::format("{}/{}", rate.pictures, rate.seconds);
}

}  // namespace

std::filesystem::path recordPathOf(const std::filesystem::path& capture) {
    std::error_code ignored;
    if (!capture.has_filename() || std::filesystem::is_directory(capture, ignored)) {
        return capture / kFolderRecord;
    }
    std::filesystem::path record = capture;
    record += ".json";
    return record;
}

Outcome writeCaptureRecord(const std::filesystem::path& file, const CaptureRecord& record) {
    const Json json{{"shoal", SHOAL_VERSION},
                    {"file", record.file},
                    {"width", record.width},
                    {"height", record.height},
                    {"rate", fractionOf(record.rate)},
                    {"frames", record.frames},
                    {"frames_asked", record.framesAsked},
                    {"transparent", record.isTransparent},
                    {"complete", record.isComplete},
                    {"command", record.command},
                    {"start", record.start},
                    {"scene", record.scene}};
    // A name or a text that is no UTF-8 is shown with marks in it, not refused.
    return writeWholeFile(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<CaptureRecord> readCaptureRecord(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        return Problem{fmt::format("{}: cannot be read", file.string())};
    }
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    try {
        const Json json = Json::parse(text);
        const auto rate = frameRateFrom(json.at("rate").get<std::string>());
        if (!rate) {
            return Problem{fmt::format("{}: has no such rate as \"{}\"", file.string(),
                                       json.at("rate").get<std::string>())};
        }
        return CaptureRecord{.file = json.at("file"),
                             .width = json.at("width"),
                             .height = json.at("height"),
                             .rate = *rate,
                             .frames = json.at("frames"),
                             .framesAsked = json.at("frames_asked"),
                             .isTransparent = json.at("transparent"),
                             .isComplete = json.at("complete"),
                             .command = json.at("command"),
                             .start = json.at("start"),
                             .scene = json.at("scene")};
    } catch (const Json::exception& error) {
        return Problem{
            fmt::format("{}: is not what Shoal writes beside a capture: {}", file.string(), error.what())};
    }
}

}  // namespace shoal
