#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// `text` with a question mark in place of each character that could steer a terminal or disguise a name:
/// control characters, marks of text direction and bytes that are not UTF-8. Tabs and carriage returns become
/// spaces; newlines stay. Text over `maxBytes` loses its middle.
std::string printableText(std::string_view text, std::size_t maxBytes = std::string_view::npos);

}  // namespace shoal
