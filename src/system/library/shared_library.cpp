#include "system/library/shared_library.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <dlfcn.h>

namespace shoal {
namespace {

constexpr int kWrongUsage = 2;  ///< the exit status for an argument that cannot be used

[[noreturn]] void endWith(const char* name, const char* reason) {
    std::fprintf(stderr, "%s: its code threw an exception as it was loaded: %s\n", name, reason);
    std::_Exit(kWrongUsage);
}

/// dlopen. An exception of an initialiser ends the program, because it leaves the linker's lock held.
void* open(const char* name) {
    // Volatile: the compiler takes dlopen for a function that never throws, and would leave out the handlers.
    void* (*volatile const linker)(const char*, int) = ::dlopen;
    try {
        return linker(name, RTLD_NOW | RTLD_LOCAL);
    } catch (const std::exception& thrown) {
        endWith(name, thrown.what());
    } catch (...) {
        endWith(name, "not a std::exception");
    }
}

}  // namespace

Result<void*> loadSharedLibrary(const std::filesystem::path& file) {
    // Absolute, because the linker would search the system's folders for a bare name. RTLD_NOW, so that a
    // missing symbol is found here and not in the middle of a step.
    const std::string name = std::filesystem::absolute(file).string();
    if (void* const library = open(name.c_str())) {
        return library;
    }
    const char* const error = ::dlerror();
    const std::string reason = error == nullptr ? "unknown reason" : error;
    const std::string prefix = name + ": ";
    return Problem{reason.starts_with(prefix) ? reason.substr(prefix.size()) : reason};
}

void exportSymbolsBeside(const void* symbol) {
    Dl_info info;
    if (::dladdr(symbol, &info) != 0) {
        ::dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
        ::dlerror();  // clears the message about a program, which cannot be opened like a library
    }
}

}  // namespace shoal
