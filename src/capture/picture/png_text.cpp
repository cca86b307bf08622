#include "capture/picture/png_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <istream>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "capture/picture/deflate.hpp"
#include "sim/text/budget.hpp"

namespace shoal {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kTextName = "iTXt";
constexpr std::string_view kEndName = "IEND";
constexpr std::string_view kKeyword = "shoal-scene";
// Compressed with method 0 (deflate), no language, no translated keyword; PNG 1.2, section 4.2.3.3.
constexpr std::string_view kAfterKeyword{"\0\1\0\0\0", 5};
constexpr std::size_t kMaxBytes = kTakeBudget.bytes;  // compressed or not
constexpr std::uint32_t kMaxChunk = 0x7fffffff;       // limit of the PNG specification

std::string bigEndian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(value >> shift & 0xff);
    }
    return bytes;
}

std::uint32_t fromBigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes.substr(0, 4)) {
        value = value << 8 | static_cast<std::uint8_t>(byte);
    }
    return value;
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string wholeChunk(std::string_view name, std::string_view data) {
    std::string body = std::string(name).append(data);
    const auto sum = crc32Of(body);
    return bigEndian(static_cast<std::uint32_t>(data.size())) + body + bigEndian(sum);
}

}  // namespace

std::string pngTextData(std::string_view text) {
    return std::string(kKeyword).append(kAfterKeyword).append(deflated(text));
}

Outcome appendPngText(const std::filesystem::path& file, std::string_view text) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const std::string end = wholeChunk(kEndName, {});
    const auto back = -static_cast<std::streamoff>(end.size());
    std::string last(end.size(), '\0');
    stream.seekg(back, std::ios::end).read(last.data(), static_cast<std::streamsize>(last.size()));
    if (!stream || last != end) {
        return Problem{fmt::format("{}: is not a complete PNG", file.string())};
    }
    stream.seekp(back, std::ios::end);
    stream << wholeChunk(kTextName, pngTextData(text)) << end << std::flush;
    if (!stream) {
        return Problem{fmt::format("cannot write {}: the disk is full or failing", file.string())};
    }
    return Done{};
}

Result<std::optional<std::string>> readPngText(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return readPngText(stream, file.string());
}

Result<std::optional<std::string>> readPngText(std::istream& stream, const std::string& fileName) {
    const auto problem = [&fileName] {
        return Problem{fmt::format("{}: is not a PNG, or is damaged", fileName)};
    };
    const std::streamoff fileBytes = stream.seekg(0, std::ios::end).tellg();
    stream.seekg(0);
    std::array<char, 8> head{};
    const auto read = [&] { return static_cast<bool>(stream.read(head.data(), head.size())); };
    if (!read() || std::string_view(head.data(), head.size()) != kSignature) {
        return problem();
    }
    const std::string start = std::string(kKeyword).append(kAfterKeyword);
    while (read()) {
        const std::uint32_t size = fromBigEndian({head.data(), 4});
        const std::string_view name(head.data() + 4, 4);
        // Refuses sparse files, whose endless zeros are not chunks.
        if (size > kMaxChunk || size > fileBytes || !std::ranges::all_of(name, isLetter)) {
            return problem();
        }
        if (name == kEndName) {
            return std::optional<std::string>();
        }
        if (name != kTextName || size > kMaxBytes) {
            stream.seekg(static_cast<std::streamoff>(size) + 4, std::ios::cur);
            continue;
        }
        std::string body = std::string(kTextName);
        body.resize(kTextName.size() + size);
        std::array<char, 4> sum{};
        if (!stream.read(body.data() + kTextName.size(), size) || !stream.read(sum.data(), sum.size()) ||
            fromBigEndian({sum.data(), sum.size()}) != crc32Of(body)) {
            return problem();
        }
        const std::string_view data = std::string_view(body).substr(kTextName.size());
        if (data.starts_with(start)) {
            auto text = inflated(data.substr(start.size()), kMaxBytes);
            if (text && text->size() > kMaxBytes) {
                return Problem{fmt::format("{}: holds a text of over {} MiB", fileName, kMaxBytes >> 20)};
            }
            return text ? Result<std::optional<std::string>>(std::move(text)) : problem();
        }
    }
    return problem();
}

}  // namespace shoal
