#pragma once

#include <filesystem>
#include <string>

#include <shoal/result.hpp>
#include <shoal/whole_file.hpp>

#include "capture/image.hpp"

namespace shoal {

/// Writes a picture as PNG: to a temporary beside it, checked, synced and renamed, so that the name never
/// holds half a picture. What is not a plain file (a pipe, /dev/stdout) is written straight into. The problem
/// names the file and what the system said. `text` is kept inside, where there is any; see png_text.hpp.
Outcome writePng(const std::filesystem::path& file, const Image& image, const std::string& text = {});

/// The same into a file that the caller commits.
Outcome writePng(WholeFile& file, const Image& image, const std::string& text = {});

/// Reads any PNG as eight bits of red, green, blue and alpha.
Result<Image> readPng(const std::filesystem::path& file);

}  // namespace shoal
