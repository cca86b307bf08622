#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

/// Writes an image as PNG: to a temporary file beside it, checked, synced and renamed, so that the name never
/// refers to an incomplete file. Pipes and devices (/dev/stdout) are written directly. A problem names the
/// file and what the system said. `text`, if not empty, is stored inside; see png_text.hpp.
Outcome writePng(const std::filesystem::path& file, const Image& image, const std::string& text = {});

/// Writes an image as PNG into a file that the caller commits.
Outcome writePng(AtomicFile& file, const Image& image, const std::string& text = {});

/// Reads a PNG file of at most 4096 pixels a side. The problem names the file.
Result<Image> loadPng(const std::filesystem::path& file);

/// Decodes a PNG in memory as RGBA with eight bits per channel. Fails if it does not have this size [px],
/// before it allocates memory.
Result<Image> decodePng(std::string_view bytes, int width, int height);

}  // namespace shoal
