// Any bytes as a PNG: refused in one line, or its text found.
#include <sstream>
#include <string>

#include "capture/picture/png_text.hpp"
#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    std::istringstream stream{std::string(textOf(bytes, count))};
    const auto text = readPngText(stream, "fuzz.png");
    if (!text) {
        requireOneLine(text.problem(), "fuzz.png:");
    }
    return 0;
}
