#include "capture/format/file_format.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

#include "system/files/atomic_file.hpp"

namespace shoal {

std::string endingOf(const std::filesystem::path& path) {
    std::string text = path.extension().string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

const FileFormat* findFileFormat(std::string_view ending) {
    const auto* const found = std::ranges::find(kFileFormats, ending, &FileFormat::ending);
    return ending.empty() || found == kFileFormats.end() ? nullptr : found;
}

const FileFormat* fileFormatIn(std::string_view head) {
    constexpr std::size_t kBoxName = 4;   // after the size of an MP4's first box
    constexpr std::size_t kRiffName = 8;  // after "RIFF" and the file's size
    const auto has = [head](std::size_t at, std::string_view name) {
        return head.substr(std::min(at, head.size())).starts_with(name);
    };
    return head.starts_with("\x89PNG\r\n\x1a\n")                ? findFileFormat(".png")
           : head.starts_with("\x1a\x45\xdf\xa3")               ? findFileFormat(".mkv")  // EBML: WebM too
           : head.starts_with("GIF8")                           ? findFileFormat(".gif")
           : head.starts_with("RIFF") && has(kRiffName, "WEBP") ? findFileFormat(".webp")
           : has(kBoxName, "ftypqt")                            ? findFileFormat(".mov")
           : has(kBoxName, "ftyp")                              ? findFileFormat(".mp4")
                                                                : nullptr;
}

const FileFormat* fileFormatOf(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::string ending = endingOf(path);
    if (path == kStandardOutput) {
        return findFileFormat(".png");
    }
    if (!path.has_filename() || ending.empty() || std::filesystem::is_directory(path, ignored)) {
        return std::ranges::find(kFileFormats, FileFormat::Output::folder, &FileFormat::output);
    }
    return findFileFormat(ending);
}

bool hasOutput(const std::filesystem::path& path, FileFormat::Output output) {
    const FileFormat* const fileFormat = fileFormatOf(path);
    return fileFormat != nullptr && fileFormat->output == output;
}

}  // namespace shoal
