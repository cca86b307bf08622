#include "capture/film/ffprobe.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/film/captured_scene.hpp"
#include "capture/film/ffmpeg_commands.hpp"
#include "capture/format/untrusted_json.hpp"
#include "system/process/child_process.hpp"

namespace shoal {
namespace {

// [s] that ffprobe may be idle: while it reads a long film, and while it reads the beginning of one and a
// user waits.
constexpr double kPatience = 30.0;
constexpr double kPatienceAtBeginning = 10.0;

// The largest block that ffprobe may allocate [bytes]; an 8K frame has 133 MB.
constexpr const char* kMaxBlock = "400000000";

/// Runs ffprobe on a film and returns its output; empty if ffprobe is not installed.
Result<std::optional<std::string>> probe(const std::filesystem::path& film, const Arguments& wanted,
                                         double patience, const ChildProcess::Progress& progress = {}) {
    // The film may come from anyone: a playlist disguised as a film must not open other files or addresses.
    Arguments words{"ffprobe", "-v", "error", "-max_alloc", kMaxBlock};
    const Arguments& only = onlyFilms();
    words.insert(words.end(), only.begin(), only.end());
    words.insert(words.end(), wanted.begin(), wanted.end());
    words.push_back("file:" + film.string());
    auto child = ChildProcess::start(std::move(words), patience);
    if (!child && ChildProcess::isMissing(child.problem())) {
        return std::optional<std::string>();
    }
    if (!child) {
        return Problem{fmt::format("{}: ffprobe cannot be started: {}", film.string(), child.problem().text)};
    }
    const ChildEnd end = child->wait(progress);
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
    // Unknown: a long film may take any time on a slow disk.
    const auto progress = [] { return std::optional<long long>(); };
    const auto answer = probe(film,
                              {"-count_packets", "-select_streams", "v:0", "-show_entries",
                               "stream=nb_read_packets", "-of", "csv=p=0"},
                              kPatience, progress);
    if (!answer) {
        return answer.problem();
    }
    if (!*answer) {
        return std::optional<long long>();
    }
    return std::optional(std::strtoll((*answer)->c_str(), nullptr, 10));
}

Result<FilmScene> sceneInFilm(const std::filesystem::path& film) {
    // Never advances: a user is waiting, so even a busy ffprobe must end.
    const auto noProgress = [] { return std::optional<long long>(0); };
    const auto answer =
        probe(film, {"-show_entries", "format_tags", "-of", "json"}, kPatienceAtBeginning, noProgress);
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
    FilmScene scene;
    const nlohmann::json::json_pointer tags("/format/tags");
    if (json.contains(tags)) {
        for (const auto& [name, value] : json[tags].items()) {
            if (!value.is_string() || lowered(name) != kSceneTag) {
                continue;
            }
            std::string text = fromMetadataTag(value.get<std::string>());
            if (!isTakeText(text)) {
                continue;  // any film may have a synopsis
            }
            const bool isMarked = text.starts_with(kBeginningMark);
            text.erase(0, isMarked ? kBeginningMark.size() : 0);
            (isMarked ? scene.beginning : scene.whole) = std::move(text);
        }
    }
    return scene;
}

}  // namespace shoal
