#pragma once

#include <cstdio>
#include <string_view>

namespace shoal {

/// Puts a command's results on standard output; whether they got there is asked once, at the end.
inline void printResult(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Delivers what is still buffered. False when any of it was lost, to a full disk say.
inline bool areResultsDelivered() {
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace shoal
