#include "capture/film/ffprobe.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/film/captured_scene.hpp"
#include "capture/film/ffmpeg_commands.hpp"
#include "capture/format/file_format.hpp"
#include "capture/format/untrusted_json.hpp"
#include "system/process/child_process.hpp"

namespace shoal {
namespace {

// [s] Even for the answer about a film's beginning, for which a user waits.
constexpr double kPatience = 10.0;

// The largest block that ffprobe may allocate [bytes]; an 8K frame has 133 MB.
constexpr const char* kMaxBlock = "400000000";

/// Runs ffprobe on a film and returns its output; empty if ffprobe is not installed.
Result<std::optional<std::string>> probe(const std::filesystem::path& film, const Arguments& wanted) {
    // The film may come from anyone: a playlist disguised as a film must not open other files or addresses.
    Arguments words{"ffprobe", "-v", "error", "-max_alloc", kMaxBlock};
    const Arguments& only = onlyFilms();
    words.insert(words.end(), only.begin(), only.end());
    words.insert(words.end(), wanted.begin(), wanted.end());
    words.push_back("file:" + film.string());
    auto child = ChildProcess::start(std::move(words), kPatience);
    if (!child && ChildProcess::isMissing(child.problem())) {
        return std::optional<std::string>();
    }
    if (!child) {
        return Problem{fmt::format("{}: ffprobe cannot be started: {}", film.string(), child.problem().text)};
    }
    const ChildEnd end = child->wait();
    if (!end.isGood()) {
        return Problem{fmt::format("{}: {}", film.string(), child->reason(end))};
    }
    return std::optional(child->output());
}

std::string lowered(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

}  // namespace

Result<std::optional<long long>> countFrames(const std::filesystem::path& film) {
    // A line for each frame, so that a long film on a slow disk shows progress.
    const auto answer =
        probe(film, {"-select_streams", "v:0", "-show_entries", "packet=size", "-of", "default=nk=1:nw=1"});
    if (!answer) {
        return answer.problem();
    }
    if (!*answer) {
        return std::optional<long long>();
    }
    return std::optional<long long>(std::ranges::count(**answer, '\n'));
}

std::optional<double> secondsOfWebp(const std::filesystem::path& film) {
    // RIFF: a header of 12 bytes, then chunks: a name, a size and that many bytes, padded to an even number.
    constexpr std::size_t kHeader = 12;
    constexpr std::size_t kDurationAt = 12;  // of an ANMF chunk: three bytes, in milliseconds
    const auto number = [](std::string_view bytes) {
        std::uint32_t value = 0;
        for (std::size_t i = bytes.size(); i-- > 0;) {
            value = (value << 8u) | static_cast<unsigned char>(bytes[i]);
        }
        return value;
    };
    std::error_code error;
    const std::uintmax_t end = std::filesystem::file_size(film, error);
    std::ifstream file(film, std::ios::binary);
    std::array<char, kHeader> header{};
    if (error || !file.read(header.data(), kHeader) ||
        fileFormatIn({header.data(), header.size()}) != findFileFormat(".webp")) {
        return std::nullopt;
    }
    bool hasPicture = false;
    std::uint64_t milliseconds = 0;
    std::array<char, 8> chunk{};
    for (std::uint64_t at = kHeader;
         file.seekg(static_cast<std::streamoff>(at)).read(chunk.data(), chunk.size());) {
        const std::string_view head(chunk.data(), chunk.size());
        const std::uint64_t size = number(head.substr(4));
        at += chunk.size() + size + (size & 1u);
        if (at > end) {
            return std::nullopt;  // cut off
        }
        const bool isFrame = head.starts_with("ANMF");
        hasPicture = hasPicture || isFrame || head.starts_with("VP8");
        if (std::array<char, kDurationAt + 3> begin{}; isFrame && file.read(begin.data(), begin.size())) {
            milliseconds += number(std::string_view(begin.data(), begin.size()).substr(kDurationAt));
        }
    }
    return hasPicture ? std::optional(static_cast<double>(milliseconds) / 1000.0) : std::nullopt;
}

bool hasEncoder(const std::string& name) {
    auto child = ChildProcess::start({"ffmpeg", "-hide_banner", "-v", "error", "-encoders"}, kPatience);
    return !child || !child->wait().isGood() || child->output().find(" " + name + " ") != std::string::npos;
}

Result<std::string> sceneInFilm(const std::filesystem::path& film) {
    const auto answer = probe(film, {"-show_entries", "format_tags", "-of", "json"});
    if (!answer) {
        return answer.problem();
    }
    if (!*answer) {
        return Problem{
            fmt::format("{}: reading a film needs the program ffprobe, which is not "
                        "installed (apt-get install ffmpeg)",
                        film.string())};
    }
    const auto parsed = parseUntrustedJson(**answer);
    if (!parsed) {
        return Problem{fmt::format("{}: the answer of ffprobe {}", film.string(), parsed.problem().text)};
    }
    const nlohmann::json& json = *parsed;
    const nlohmann::json::json_pointer tags("/format/tags");
    if (json.contains(tags)) {
        for (const auto& [name, value] : json[tags].items()) {
            if (!value.is_string() || lowered(name) != kSceneTag) {
                continue;
            }
            std::string text = fromMetadataTag(value.get<std::string>());
            if (isTakeText(text)) {  // any film may have a synopsis
                return text;
            }
        }
    }
    return std::string();
}

}  // namespace shoal
