#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

#include "capture/format/frame_sink.hpp"

namespace shoal {

/// Opens a stream of frames for another program, such as an encoder, as YUV4MPEG2: 4:4:4 with eight bits a
/// channel. The format names no colour matrix; this is BT.601 with limited range, which readers take for
/// granted (https://wiki.multimedia.cx/index.php/YUV4MPEG2). Without alpha.
Result<std::unique_ptr<FrameSink>> openY4m(const std::filesystem::path& path, const Recording& recording);

/// The line that begins a YUV4MPEG2 stream, and the bytes of each frame in it, with the line before its
/// pixels.
std::string y4mHeader(const ImageSize& size, const FrameRate& rate);
std::size_t y4mFrameBytes(const ImageSize& size);

/// Decodes a frame with its line, opaque.
Image imageFromY4m(std::string_view frame, const ImageSize& size);

}  // namespace shoal
