// Any bytes as a capture's sidecar: refused in one line, or read.
#include "capture/record/sidecar.hpp"
#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto record = parseSidecar(textOf(bytes, count), "fuzz.json");
    if (!record) {
        requireOneLine(record.problem(), "fuzz.json:");
        return 0;
    }
    require(record->frames >= 0 && record->width >= 0, "a negative number");
    return 0;
}
