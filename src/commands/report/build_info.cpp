#include "commands/report/build_info.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "picture_sources.hpp"
#include "sim/rules/model_version.hpp"

#ifndef SHOAL_FLAGS
#error "the build defines SHOAL_FLAGS"
#endif

namespace shoal {

namespace {

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view kKey = "model name";
        const std::size_t colon = line.find(": ");
        if (line.starts_with(kKey) && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown";
}

std::string compilerName() {
#if defined(__clang__)
    return fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

}  // namespace

std::string pictureVersion() {
    return fmt::format("{}, pictures {}", modelVersion(), kPictureSources);
}

BuildInfo buildInfo() {
    return {cpuName(), static_cast<int>(std::thread::hardware_concurrency()), compilerName(), SHOAL_FLAGS};
}

}  // namespace shoal
