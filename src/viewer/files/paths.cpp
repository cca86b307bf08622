#include "viewer/files/paths.hpp"

#include <cstdlib>

#include "system/process/process.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

fs::path folder(const std::string& base, const fs::path& home, const char* fallback) {
    // The specification says to ignore a relative path.
    if (fs::path(base).is_absolute()) {
        return fs::path(base) / "shoal";
    }
    return home.empty() ? fs::path{} : home / fallback / "shoal";
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

}  // namespace

UserPaths userPathsFrom(const std::function<std::string(const char*)>& variable) {
    const fs::path home = variable("HOME");
    return {.config = folder(variable("XDG_CONFIG_HOME"), home, ".config"),
            .data = folder(variable("XDG_DATA_HOME"), home, ".local/share"),
            .state = folder(variable("XDG_STATE_HOME"), home, ".local/state")};
}

UserPaths userPaths() {
    return userPathsFrom([](const char* name) {
        std::string value = environment(name);
        if (value.empty() && std::string_view(name) == "HOME") {
            value = accountHome();
        }
        return value;
    });
}

}  // namespace shoal
