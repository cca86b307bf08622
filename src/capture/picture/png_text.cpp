#include "capture/picture/png_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <istream>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "capture/format/deflate.hpp"
#include "sim/text/budget.hpp"

namespace shoal {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kEndName = "IEND";
constexpr std::string_view kKeyword{"shoal-scene\0", 12};  // with its end
constexpr std::size_t kMaxBytes = kTakeBudget.bytes;       // compressed or not
constexpr std::uint32_t kMaxChunk = 0x7fffffff;            // limit of the PNG specification

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

bool isTextChunk(std::string_view name) {
    return name == "tEXt" || name == "zTXt" || name == "iTXt";
}

/// Removes what precedes the first zero byte, and that byte. False if there is none.
bool skipField(std::string_view& data) {
    const std::size_t end = data.find('\0');
    data.remove_prefix(end == std::string_view::npos ? 0 : end + 1);
    return end != std::string_view::npos;
}

/// Whether bytes beyond ASCII come in sequences of UTF-8.
bool isUtf8(std::string_view text) {
    const auto onesAt = [text](std::size_t at) {
        return static_cast<std::size_t>(std::countl_one(static_cast<std::uint8_t>(text[at])));
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = at + std::max<std::size_t>(1, onesAt(at));
        if (onesAt(at) == 1 || onesAt(at) > 4 || end > text.size()) {
            return false;
        }
        while (++at < end) {
            if (onesAt(at) != 1) {
                return false;
            }
        }
    }
    return true;
}

std::string fromLatin1(std::string_view text) {
    std::string utf8;
    for (const char each : text) {
        const auto code = static_cast<std::uint8_t>(each);
        if (code < 0x80) {
            utf8 += each;
        } else {
            utf8 += static_cast<char>(0xC0 | code >> 6);
            utf8 += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return utf8;
}

/// Returns the text of a chunk, given its data after the keyword; empty if damaged. PNG 1.2, section 4.2.3.
std::optional<std::string> textIn(std::string_view chunk, std::string_view data) {
    bool isCompressed = chunk == "zTXt";
    if (chunk == "iTXt") {
        isCompressed = data.starts_with('\1');
        data.remove_prefix(std::min<std::size_t>(1, data.size()));
    }
    if (chunk != "tEXt") {
        if (!data.starts_with('\0')) {  // the compression method: 0 is deflate, the only one
            return std::nullopt;
        }
        data.remove_prefix(1);
    }
    if (chunk == "iTXt" && (!skipField(data) || !skipField(data))) {  // language and translated keyword
        return std::nullopt;
    }
    auto text = isCompressed ? inflated(data, kMaxBytes) : std::optional(std::string(data));
    // tEXt and zTXt hold Latin-1 by the standard. We and most programs store UTF-8; some convert.
    return text && chunk != "iTXt" && !isUtf8(*text) ? fromLatin1(*text) : text;
}

}  // namespace

std::string pngTextData(std::string_view text) {
    return std::string(kKeyword).append(1, '\0').append(deflated(text));  // method 0: deflate
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
    stream << wholeChunk(kPngTextChunk, pngTextData(text)) << end << std::flush;
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
        if (!isTextChunk(name) || size > kMaxBytes) {
            stream.seekg(static_cast<std::streamoff>(size) + 4, std::ios::cur);
            continue;
        }
        std::string body(name);
        body.resize(name.size() + size);
        std::array<char, 4> sum{};
        if (!stream.read(body.data() + name.size(), size) || !stream.read(sum.data(), sum.size()) ||
            fromBigEndian({sum.data(), sum.size()}) != crc32Of(body)) {
            return problem();
        }
        const std::string_view data = std::string_view(body).substr(name.size());
        if (data.starts_with(kKeyword)) {
            auto text = textIn(name, data.substr(kKeyword.size()));
            if (text && text->size() > kMaxBytes) {
                return Problem{fmt::format("{}: holds a text of over {} MiB", fileName, kMaxBytes >> 20)};
            }
            return text ? Result<std::optional<std::string>>(std::move(text)) : problem();
        }
    }
    return problem();
}

}  // namespace shoal
