// Any bytes as a preset: refused in one line, or read into a scene that survives being written.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <shoal/preset.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), count);
    const auto scene = shoal::parsePreset(text, "fuzz.toml");
    if (!scene) {
        const bool isOneLine = scene.problem().text.find('\n') == std::string::npos;
        if (!isOneLine || !scene.problem().text.starts_with("fuzz.toml:")) {
            std::abort();
        }
        return 0;
    }
    const std::string written = shoal::presetText(*scene);
    const auto back = shoal::parsePreset(written, "back.toml");
    if (!back || shoal::presetText(*back) != written) {
        std::abort();
    }
    return 0;
}
