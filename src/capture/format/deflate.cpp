#include "capture/format/deflate.hpp"

#include <array>
#include <new>
#include <utility>

#include <zlib.h>

namespace shoal {

namespace {

const Bytef* zlibBytes(std::string_view bytes) {
    return reinterpret_cast<const Bytef*>(bytes.data());
}

}  // namespace

std::string deflated(std::string_view bytes, bool isFast) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string compressed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(compressed.data()), &size, zlibBytes(bytes),
                  static_cast<uLong>(bytes.size()), isFast ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION) != Z_OK) {
        throw std::bad_alloc();  // the only possible error with a buffer of this size
    }
    compressed.resize(size);
    return compressed;
}

std::optional<std::string> inflated(std::string_view compressed, std::size_t maxBytes) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = const_cast<Bytef*>(zlibBytes(compressed));  // zlib only reads it
    stream.avail_in = static_cast<uInt>(compressed.size());
    std::string bytes;
    std::array<char, 1 << 16> part{};
    int status = Z_OK;
    while (status == Z_OK && bytes.size() <= maxBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        status = inflate(&stream, Z_NO_FLUSH);
        bytes.append(part.data(), part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    const bool isWhole = status == Z_STREAM_END || bytes.size() > maxBytes;
    return isWhole ? std::optional(std::move(bytes)) : std::nullopt;
}

std::uint32_t crc32Of(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32(0, zlibBytes(bytes), static_cast<uInt>(bytes.size())));
}

}  // namespace shoal
