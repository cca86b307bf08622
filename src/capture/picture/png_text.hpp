#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// UTF-8 text inside a PNG, under the keyword "shoal-scene". It changes no pixel, and programs that do not
/// know it ignore it. It is written as a zTXt chunk before the pixels, the one form that ImageMagick,
/// GraphicsMagick, ffmpeg, exiftool, optipng, pngcrush and pngquant all keep; the first two drop iTXt. Read
/// in every form: tEXt, zTXt, and iTXt compressed or not, of any language.
///
/// The chunks are read here and not by libpng, which keeps every chunk of an untrusted file in memory,
/// inflated, and would have to decode an APNG's frames to add a chunk after them.

/// The name of the chunk, and its data without length, name and checksum.
inline constexpr std::string_view kPngTextChunk = "zTXt";
std::string pngTextData(std::string_view text);

/// Adds the chunk to a complete PNG or APNG, before its end chunk; nothing else moves.
Outcome appendPngText(const std::filesystem::path& file, std::string_view text);

/// Reads the text of a PNG or APNG; empty if there is none. A damaged file is a problem that names it.
Result<std::optional<std::string>> readPngText(const std::filesystem::path& file);

/// Reads the text of a PNG or APNG from a seekable stream; `fileName` is for the problem.
Result<std::optional<std::string>> readPngText(std::istream& stream, const std::string& fileName);

}  // namespace shoal
