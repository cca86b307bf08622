// Any bytes as a sweep file: refused in one line, or a sweep whose rows have as many cells as its header. The
// same bytes as the table of a sweep: refused in one line, or a row.
#include <algorithm>

#include <shoal/preset.hpp>

#include "checks.hpp"
#include "lab/sweep.hpp"
#include "lab/sweep_row.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    if (const auto row = findSweepRow(textOf(bytes, count), 1, "fuzz.csv"); !row) {
        requireOneLine(row.problem(), "fuzz.csv");
    }
    const auto request = parseSweep(textOf(bytes, count), "fuzz.toml");
    if (!request) {
        requireOneLine(request.problem(), "fuzz.toml");
        return 0;
    }
    static const Scene scene = *openPreset("zones");
    const auto sweep = Sweep::create(*request, scene);
    if (!sweep) {
        requireOneLine(sweep.problem(), "");
        return 0;
    }
    require(sweep->runs() <= kMaxRuns, "more runs than allowed");
    for (const std::uint64_t run : {std::uint64_t{0}, sweep->runs() / 2, sweep->runs() - 1}) {
        if (const auto each = sweep->scene(run); !each) {
            requireOneLine(each.problem(), "");
        }
        require(sweep->rowBeginning(run).find('\n') == std::string::npos ||
                    sweep->rowBeginning(run).find('"') != std::string::npos,
                "a row that is two lines");
    }
    return 0;
}
