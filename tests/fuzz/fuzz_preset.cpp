// Any bytes as a preset: refused in one line, or read into a scene that survives being written.
#include <shoal/preset.hpp>

#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto scene = parsePreset(textOf(bytes, count), "fuzz.toml");
    if (!scene) {
        requireOneLine(scene.problem(), "fuzz.toml:");
        return 0;
    }
    const std::string written = presetText(*scene);
    const auto back = parsePreset(written, "back.toml");
    require(static_cast<bool>(back), "not read back", written);
    require(presetText(*back) == written, "read back differently", written);
    return 0;
}
