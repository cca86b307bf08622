#include "sim/rules/plugin.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <cxxabi.h>
#include <fmt/format.h>

#include <shoal/rule_set.hpp>

#include "sim/rules/rule_registry.hpp"
#include "sim/text/text_hash.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/shared_library.hpp"

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

/// Explains why the dynamic linker refuses a plugin. `reason` is its message, without the file's name.
std::string explanation(const std::string& reason) {
    constexpr std::string_view kUndefined = "undefined symbol: ";
    if (reason.starts_with(kUndefined)) {
        const std::string rest = reason.substr(kUndefined.size());
        const std::string name = demangled(rest.substr(0, rest.find_first_of(", ")));
        if (name.find("shoal::detail::requireAbi<") != std::string::npos) {
            return "built against other headers of Shoal, or with another standard library; build it again "
                   "with this Shoal's headers";
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
