#include "system/library/shared_library.hpp"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>
#include <system_error>

#include <dlfcn.h>
#include <link.h>

namespace shoal {
namespace {

template <class T>
bool readAt(std::ifstream& file, std::uint64_t offset, T& to) {
    file.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(file.read(reinterpret_cast<char*>(&to), sizeof to));
}

/// Whether the file is a library whose end is missing, by its own headers. The linker would map the missing
/// part and end the process with SIGBUS.
bool isCutShort(const std::filesystem::path& name) {
    std::ifstream file(name, std::ios::binary);
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(name, error);
    ElfW(Ehdr) header{};
    constexpr unsigned char kByteOrder =
        std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    const unsigned char wordBytes = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (error || !readAt(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != wordBytes || header.e_ident[EI_DATA] != kByteOrder) {
        return false;  // the linker has words for it
    }
    for (std::uint64_t k = 0; k < header.e_phnum; ++k) {
        ElfW(Phdr) segment{};
        if (!readAt(file, header.e_phoff + k * sizeof segment, segment) || segment.p_filesz > size ||
            segment.p_offset > size - segment.p_filesz) {
            return true;
        }
    }
    // The table of sections ends the file. A copy that began with the full size has zeros there.
    ElfW(Shdr) names{};
    return header.e_shnum > 0 && (header.e_shoff + header.e_shnum * sizeof names > size ||
                                  !readAt(file, header.e_shoff + header.e_shstrndx * sizeof names, names) ||
                                  names.sh_type != SHT_STRTAB);
}

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
    if (isCutShort(name)) {
        return Problem{"the end of the file is missing; copy or build it again"};
    }
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
