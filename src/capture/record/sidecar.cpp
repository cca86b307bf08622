#include "capture/record/sidecar.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/record/untrusted_json.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"

#ifndef SHOAL_VERSION
#error "the build defines SHOAL_VERSION"
#endif

namespace shoal {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFolderSidecarName = "capture.json";

/// Always a fraction, such as 30/1, so that readers need one rule.
std::string fractionOf(const FrameRate& rate) {
    return fmt::format("{}/{}", rate.pictures, rate.seconds);
}

/// Rejects numbers out of range, which nlohmann/json would narrow silently.
template <class Whole>
Whole wholeNumber(const nlohmann::json& json, const char* key) {
    const nlohmann::json& value = json.at(key);
    const bool isWhole = value.is_number_integer() || value.is_number_unsigned();
    const auto number = isWhole ? value.get<std::int64_t>() : -1;
    if (number < 0 || number > std::numeric_limits<Whole>::max()) {
        throw std::range_error(fmt::format("{} is not a whole number of 0 or more", key));
    }
    return static_cast<Whole>(number);
}

/// Throws if a key is missing or has another type.
Sidecar recordFrom(const nlohmann::json& json) {
    const auto& written = json.at("rate").get_ref<const std::string&>();
    const auto rate = frameRateFrom(written);
    if (!rate) {
        throw std::range_error(fmt::format("there is no rate \"{}\"", written));
    }
    return {.file = json.at("file").get<std::string>(),
            .width = wholeNumber<int>(json, "width"),
            .height = wholeNumber<int>(json, "height"),
            .rate = *rate,
            .frames = wholeNumber<long long>(json, "frames"),
            .framesAsked = wholeNumber<long long>(json, "frames_asked"),
            .isTransparent = json.at("transparent").get<bool>(),
            .isComplete = json.at("complete").get<bool>(),
            .command = json.at("command").get<std::vector<std::string>>(),
            .start = json.at("start").get<std::string>(),
            .scene = json.at("scene").get<std::string>(),
            .graphics = json.value("graphics", std::string())};
}

/// Replaces bytes that are not UTF-8 instead of refusing the text.
std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string listOf(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += fmt::format("{}\n    {}", list.empty() ? "" : ",", quoted(word));
    }
    return words.empty() ? "[]" : "[" + list + "\n  ]";
}

/// Not built as one Json object: its destructor allocates, and ends the program when memory is short.
std::string textOf(const Sidecar& record) {
    const std::pair<const char*, std::string> members[] = {
        {"shoal", quoted(SHOAL_VERSION)},
        {"file", quoted(record.file)},
        {"width", std::to_string(record.width)},
        {"height", std::to_string(record.height)},
        {"rate", quoted(fractionOf(record.rate))},
        {"frames", std::to_string(record.frames)},
        {"frames_asked", std::to_string(record.framesAsked)},
        {"transparent", record.isTransparent ? "true" : "false"},
        {"complete", record.isComplete ? "true" : "false"},
        {"graphics", quoted(record.graphics)},
        {"command", listOf(record.command)},
        {"start", quoted(record.start)},
        {"scene", quoted(record.scene)}};
    std::string text;
    for (const auto& [name, value] : members) {
        text += fmt::format("{}\n  \"{}\": {}", text.empty() ? "{" : ",", name, value);
    }
    return text + "\n}\n";
}

}  // namespace

std::filesystem::path sidecarPathOf(const std::filesystem::path& capture) {
    std::error_code ignored;
    if (!capture.has_filename() || std::filesystem::is_directory(capture, ignored)) {
        return capture / kFolderSidecarName;
    }
    std::filesystem::path record = capture;
    record += ".json";
    return record;
}

Outcome writeSidecar(const std::filesystem::path& file, const Sidecar& record, Overwrite overwrite) {
    const Outcome written = writeFileAtomically(file, textOf(record), std::move(overwrite));
    return written || !record.isComplete
               ? written
               : Problem{fmt::format("{}; {} is complete", written.problem().text, record.file)};
}

Result<Sidecar> readSidecar(const std::filesystem::path& file) {
    const auto text = readWholeFile(file, kMaxSidecarBytes);
    if (!text) {
        return text.problem();
    }
    return parseSidecar(*text, file.string());
}

Result<Sidecar> parseSidecar(std::string_view text, const std::string& fileName) {
    const auto problem = [&fileName](std::string_view what) {
        return Problem{fmt::format("{}: is not the sidecar of a Shoal capture: {}", fileName, what)};
    };
    const auto json = parseUntrustedJson(text);
    if (!json) {
        return problem(json.problem().text);
    }
    try {
        return recordFrom(*json);
    } catch (const std::exception& error) {
        return problem(oneLine(error.what()));
    }
}

}  // namespace shoal
