#include "capture/film/growing_film.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace shoal {
namespace {

// Element IDs of RFC 8794 (EBML) and RFC 9559 (Matroska). The first two are containers, whose contents are
// read too.
constexpr std::uint64_t kSegment = 0x18538067;
constexpr std::uint64_t kCluster = 0x1F43B675;
constexpr std::uint64_t kSimpleBlock = 0xA3;
constexpr std::uint64_t kBlockGroup = 0xA0;

constexpr std::size_t kLongestId = 4;
constexpr std::size_t kLongestSize = 8;

struct Number {
    std::uint64_t value;
    std::size_t length;  ///< [bytes]
};

/// Reads a variable-length number: as many bytes follow the first as it has leading zero bits. Empty if
/// truncated or longer than `longest`.
std::optional<Number> readNumber(std::span<const std::uint8_t> bytes, std::size_t longest, bool keepsMarker) {
    if (bytes.empty()) {
        return std::nullopt;
    }
    const auto length = static_cast<std::size_t>(std::countl_zero(bytes[0])) + 1;
    if (length > longest || length > bytes.size()) {
        return std::nullopt;
    }
    std::uint64_t value = keepsMarker ? bytes[0] : bytes[0] & (0xFFu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        value = value << 8 | bytes[i];
    }
    return Number{value, length};
}

struct Element {
    std::uint64_t id;
    std::size_t headerLength;     ///< [bytes]
    std::uint64_t contentLength;  ///< [bytes]

    bool isContainer() const { return id == kSegment || id == kCluster; }
    bool isFrame() const { return id == kSimpleBlock || id == kBlockGroup; }
};

std::optional<Element> readElement(int file, std::uint64_t at) {
    std::array<std::uint8_t, kLongestId + kLongestSize> buffer{};
    const std::span<const std::uint8_t> bytes(buffer.data(), readAt(file, buffer, at));
    const auto id = readNumber(bytes, kLongestId, true);
    const auto size = id ? readNumber(bytes.subspan(id->length), kLongestSize, false) : std::nullopt;
    if (!size) {
        return std::nullopt;
    }
    return Element{id->value, id->length + size->length, size->value};
}

}  // namespace

GrowingFilm::GrowingFilm(const std::filesystem::path& film) : m_file(openToRead(film)) {}

long long GrowingFilm::frames() {
    const std::uint64_t size = sizeOf(m_file.number()).value_or(0);
    while (const auto element = readElement(m_file.number(), m_next)) {
        const std::uint64_t content = m_next + element->headerLength;
        if (element->isContainer()) {
            m_next = content;
            continue;
        }
        if (content > size || element->contentLength > size - content) {
            break;
        }
        m_next = content + element->contentLength;
        m_frames += element->isFrame() ? 1 : 0;
    }
    return m_frames;
}

}  // namespace shoal
