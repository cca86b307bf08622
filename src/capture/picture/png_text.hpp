#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// UTF-8 text inside a PNG, under the keyword "shoal-scene" in a compressed iTXt chunk. It changes no pixel,
/// and programs that do not know it ignore it.

/// Returns the data of such a chunk, without its length, name and checksum.
std::string pngTextData(std::string_view text);

/// Adds the chunk to a complete PNG or APNG, before its end chunk; nothing else moves.
Outcome appendPngText(const std::filesystem::path& file, std::string_view text);

/// Reads the text of a PNG or APNG; empty if there is none. A damaged file is a problem that names it.
Result<std::optional<std::string>> readPngText(const std::filesystem::path& file);

/// Reads the text of a PNG or APNG from a seekable stream; `fileName` is for the problem.
Result<std::optional<std::string>> readPngText(std::istream& stream, const std::string& fileName);

}  // namespace shoal
