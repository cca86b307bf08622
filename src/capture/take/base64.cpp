#include "capture/take/base64.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace shoal {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kLine = 100;

constexpr std::array<std::int16_t, 256> kValues = [] {
    std::array<std::int16_t, 256> values{};
    values.fill(-1);
    for (std::size_t index = 0; index < kAlphabet.size(); ++index) {
        values[static_cast<unsigned char>(kAlphabet[index])] = static_cast<std::int16_t>(index);
    }
    return values;
}();

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() / 3 * 4 + bytes.size() / 60 + 8);
    std::size_t column = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t word = 0;
        for (std::size_t index = 0; index < 3; ++index) {
            word = word << 8U | (index < count ? static_cast<unsigned char>(bytes[at + index]) : 0U);
        }
        for (std::size_t index = 0; index < 4; ++index) {
            text += index <= count ? kAlphabet[word >> (18 - 6 * index) & 63U] : '=';
        }
        column += 4;
        if (column == kLine) {
            text += '\n';
            column = 0;
        }
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t word = 0;
    std::size_t count = 0;
    bool isOver = false;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            continue;
        }
        const int value = kValues[static_cast<unsigned char>(c)];
        if (c == '=') {
            isOver = true;
            continue;
        }
        if (value < 0 || isOver) {
            return std::nullopt;
        }
        word = word << 6U | static_cast<std::uint32_t>(value);
        if (++count % 4 == 0) {
            bytes += static_cast<char>(word >> 16U & 255U);
            bytes += static_cast<char>(word >> 8U & 255U);
            bytes += static_cast<char>(word & 255U);
        }
    }
    switch (count % 4) {
        case 0:
            return bytes;
        case 2:
            bytes += static_cast<char>(word >> 4U & 255U);
            return bytes;
        case 3:
            bytes += static_cast<char>(word >> 10U & 255U);
            bytes += static_cast<char>(word >> 2U & 255U);
            return bytes;
        default:
            return std::nullopt;
    }
}

}  // namespace shoal
