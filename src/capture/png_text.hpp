#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// What a PNG says of itself: UTF-8 text under one keyword, "shoal-scene", in a compressed iTXt chunk. It
/// changes no pixel, and programs that do not know it pass it by.

/// The data of such a chunk, without its length, name and sum.
std::string pngTextData(std::string_view text);

/// Adds the chunk to a whole PNG or APNG, before its end; nothing else in it moves.
Outcome appendPngText(const std::filesystem::path& file, std::string_view text);

/// The text of a PNG or APNG; nothing where there is none. A damaged file is a problem that names it.
Result<std::optional<std::string>> readPngText(const std::filesystem::path& file);

/// The same from a stream that can be sought; `fileName` is for the problem.
Result<std::optional<std::string>> readPngText(std::istream& stream, const std::string& fileName);

}  // namespace shoal
