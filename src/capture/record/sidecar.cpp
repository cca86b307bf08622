#include "capture/record/sidecar.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/format/untrusted_json.hpp"
#include "sim/text/budget.hpp"
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

/// Reads the members of a sidecar and keeps the first fault.
class Members {
public:
    explicit Members(const nlohmann::json& json) : m_json(json) {}

    const std::optional<Problem>& problem() const { return m_problem; }

    template <class Whole>
    Whole whole(const char* key) {
        const nlohmann::json* value = find(key);
        const bool isWhole = value != nullptr && value->is_number_integer();
        // Checks the range: nlohmann/json would narrow the number silently.
        const auto number = isWhole ? value->get<std::int64_t>() : -1;
        const bool isInRange = number >= 0 && number <= std::numeric_limits<Whole>::max();
        return require(isInRange, key, "a whole number of 0 or more") ? static_cast<Whole>(number) : Whole{};
    }

    std::string text(const char* key) {
        const nlohmann::json* value = find(key);
        return require(value != nullptr && value->is_string(), key, "a text") ? value->get<std::string>()
                                                                              : std::string();
    }

    bool flag(const char* key) {
        const nlohmann::json* value = find(key);
        return require(value != nullptr && value->is_boolean(), key, "true or false") && value->get<bool>();
    }

    std::vector<std::string> texts(const char* key) {
        const nlohmann::json* value = find(key);
        const bool isList =
            value != nullptr && value->is_array() &&
            std::all_of(value->begin(), value->end(), [](const auto& each) { return each.is_string(); });
        return require(isList, key, "a list of texts") ? value->get<std::vector<std::string>>()
                                                       : std::vector<std::string>();
    }

    FrameRate rate(const char* key) {
        const auto rate = frameRateFrom(text(key));
        return require(rate.has_value(), key, "a frame rate") ? *rate : FrameRate{};
    }

    bool has(const char* key) const { return m_json.contains(key); }

private:
    const nlohmann::json* find(const char* key) const {
        const auto found = m_json.find(key);
        return found != m_json.end() ? &*found : nullptr;
    }

    bool require(bool holds, const char* key, const char* wanted) {
        if (!holds && !m_problem) {
            m_problem = Problem{has(key) ? fmt::format("\"{}\" is not {}", key, wanted)
                                         : fmt::format("\"{}\" is missing", key)};
        }
        return holds;
    }

    const nlohmann::json& m_json;
    std::optional<Problem> m_problem;
};

Result<Sidecar> recordFrom(const nlohmann::json& json) {
    Members members(json);
    Sidecar record{.file = members.text("file"),
                   .width = members.whole<int>("width"),
                   .height = members.whole<int>("height"),
                   .rate = members.rate("rate"),
                   .frames = members.whole<long long>("frames"),
                   .framesAsked = members.whole<long long>("frames_asked"),
                   .isTransparent = members.flag("transparent"),
                   .isComplete = members.flag("complete"),
                   .command = members.texts("command"),
                   .start = members.text("start"),
                   .scene = members.text("scene"),
                   .graphics = members.text("graphics")};
    if (members.problem()) {
        return *members.problem();
    }
    return record;
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
    auto record = recordFrom(*json);
    return record ? std::move(record) : problem(record.problem().text);
}

}  // namespace shoal
