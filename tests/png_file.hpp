#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "capture/picture/png.hpp"

namespace shoal::test {

/// Reads a PNG file of any size. Its dimensions follow the signature and the header's length and name.
inline Result<Image> readPng(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (bytes.size() < 24) {
        return Problem{file.string() + ": no PNG"};
    }
    const auto numberAt = [&](std::size_t at) {
        int number = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            number = number << 8 | static_cast<std::uint8_t>(bytes[at + i]);
        }
        return number;
    };
    return decodePng(bytes, numberAt(16), numberAt(20));
}

}  // namespace shoal::test
