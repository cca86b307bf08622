#include "system/process/shared_library.hpp"

#include <string>

#include <dlfcn.h>

namespace shoal {

Result<void*> loadSharedLibrary(const std::filesystem::path& file) {
    // Absolute, because the linker would search the system's folders for a bare name. RTLD_NOW, so that a
    // missing symbol is found here and not in the middle of a step.
    const std::string name = std::filesystem::absolute(file).string();
    if (void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
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
