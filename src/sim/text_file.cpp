#include "sim/text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/format.h>

namespace shoal {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<std::string> readTextFile(const std::filesystem::path& file, std::string_view kind) {
    const auto unreadable = [&file](std::string_view why) {
        return Problem{fmt::format("{}: cannot be read: {}", file.string(), why)};
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        return unreadable("it is a folder");
    }
    const std::unique_ptr<std::FILE, CloseFile> handle(std::fopen(file.c_str(), "rb"));
    if (handle == nullptr) {
        return unreadable(std::generic_category().message(errno));
    }
    // Such a file has a few kilobytes; a film opened by mistake should not fill the memory.
    constexpr std::size_t kMostBytes = 1 << 20;
    std::string text(kMostBytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), handle.get()));
    if (std::ferror(handle.get()) != 0) {
        return unreadable(std::generic_category().message(errno));
    }
    if (text.size() > kMostBytes) {
        return unreadable(fmt::format("it has over 1 MiB, too much for a {}", kind));
    }
    return text;
}

}  // namespace shoal
