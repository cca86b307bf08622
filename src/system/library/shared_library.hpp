#pragma once

#include <filesystem>

#include <shoal/result.hpp>

namespace shoal {

/// Loads a shared library for as long as the program runs, and runs its initialisers. A missing symbol is
/// found here. If an initialiser throws, the program ends with a line that says so and status 2. The problem
/// is the linker's message without the file's name.
Result<void*> loadSharedLibrary(const std::filesystem::path& file);

/// Lets libraries that are loaded later find the symbols of the library that holds `symbol`, although its
/// program may have loaded it for itself alone, as Python loads modules. Does nothing if the program itself
/// holds it.
void exportSymbolsBeside(const void* symbol);

}  // namespace shoal
