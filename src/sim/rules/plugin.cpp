#include "sim/rules/plugin.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <cxxabi.h>
#include <fmt/format.h>

#include <shoal/rule_set.hpp>
#include <shoal/version.hpp>

#include "sim/rules/rule_registry.hpp"
#include "sim/text/text_hash.hpp"
#include "system/files/atomic_file.hpp"
#include "system/library/shared_library.hpp"

namespace shoal {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPluginBytes = std::size_t{1} << 30;

Outcome checkFile(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) {
        return Problem{"there is no such file"};
    }
    // Opening a pipe or a device might never end.
    if (!fs::is_regular_file(status)) {
        return Problem{"not a regular file, but a plugin is a shared library"};
    }
    return Done{};
}

std::string demangled(const std::string& symbol) {
    int failed = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed), &std::free);
    return name == nullptr ? symbol : name.get();
}

/// If this is the symbol of another version or layout of Shoal (detail::requireAbi), returns how they differ.
std::optional<std::string> abiMismatch(const std::string& symbol) {
    constexpr std::string_view kAbi = "shoal::detail::requireAbi<";
    const std::size_t at = symbol.find(kAbi);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    // "0u, 2u, 0u, 123ul>()" becomes "0.2.0".
    std::string built = symbol.substr(at + kAbi.size());
    built = built.substr(0, built.rfind(','));
    std::erase_if(built, [](char c) { return c == 'u' || c == ' '; });
    std::ranges::replace(built, ',', '.');
    const std::string here =
        fmt::format("{}.{}.{}", SHOAL_VERSION_MAJOR, SHOAL_VERSION_MINOR, SHOAL_VERSION_PATCH);
    if (built != here) {
        return fmt::format(
            "built for Shoal {}, but this is Shoal {}; build it again with this Shoal's headers", built,
            here);
    }
    return "built with another standard library or other headers of Shoal; build it again with this Shoal's "
           "headers";
}

/// Explains why the dynamic linker refuses a plugin. `reason` is its message, without the file's name.
std::string explanation(const std::string& reason) {
    constexpr std::string_view kUndefined = "undefined symbol: ";
    if (reason.starts_with(kUndefined)) {
        const std::string rest = reason.substr(kUndefined.size());
        const std::string name = demangled(rest.substr(0, rest.find_first_of(", ")));
        if (const auto mismatch = abiMismatch(name)) {
            return *mismatch;
        }
        return fmt::format(
            "it needs \"{}\", which Shoal lacks; build it with this Shoal's headers, and link what else it "
            "needs",
            name);
    }
    for (const char* malformed : {"ELF", "ET_DYN", "file too short", "cannot dynamically load"}) {
        if (reason.find(malformed) != std::string::npos) {
            return fmt::format("not a plugin for this machine ({}); build one with shoal_add_plugin()",
                               reason);
        }
    }
    return "cannot be loaded: " + reason;
}

/// Libraries whose rules have been registered, with a hash of their contents.
std::map<void*, std::uint64_t>& loadedPlugins() {
    static std::map<void*, std::uint64_t> loaded;
    return loaded;
}

Outcome load(const fs::path& file) {
    if (Outcome legal = checkFile(file); !legal) {
        return legal;
    }
    const auto content = readWholeFile(file, kMaxPluginBytes);
    if (!content) {
        return content.problem();
    }
    // The plugin's rules find the registry, although Python may have loaded the library that holds it.
    exportSymbolsBeside(reinterpret_cast<const void*>(&registeredRules));
    Result<void*> library = nullptr;
    const auto registered = registerWhile([&] { library = loadSharedLibrary(file); });
    if (!library) {
        return Problem{explanation(library.problem().text)};
    }
    if (!registered) {
        return registered.problem();
    }
    if (!loadedPlugins().contains(*library) && *registered == 0) {
        return Problem{
            "it registers no new rule: a rule needs SHOAL_REGISTER_RULE and a struct with a name of its own; "
            "build with shoal_add_plugin(), because a plugin that links shoal::sim has a registry of its "
            "own"};
    }
    loadedPlugins().try_emplace(*library, textHash(*content));
    return Done{};
}

}  // namespace

std::set<std::uint64_t> loadedPluginHashes() {
    std::set<std::uint64_t> hashes;
    for (const auto& [library, hash] : loadedPlugins()) {
        hashes.insert(hash);
    }
    return hashes;
}

Outcome loadPlugin(const fs::path& file) {
    if (const Outcome outcome = load(file); !outcome) {
        return Problem{fmt::format("{}: {}", file.string(), outcome.problem().text)};
    }
    return Done{};
}

}  // namespace shoal
