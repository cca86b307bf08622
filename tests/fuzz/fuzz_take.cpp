// Any bytes as a take: refused in one line, or read into a take that survives being written.
#include "capture/take/take.hpp"
#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto take = parseTake(textOf(bytes, count), "fuzz.take");
    if (!take) {
        requireOneLine(take.problem(), "fuzz.take:");
        return 0;
    }
    const std::string written = takeText(*take);
    const auto back = parseTake(written, "back.take");
    require(static_cast<bool>(back), "not read back", written);
    require(takeText(*back) == written, "read back differently", written);
    if (!take->camera.isEmpty()) {
        [[maybe_unused]] const CameraPose pose = take->camera.at(1.5);
    }
    return 0;
}
