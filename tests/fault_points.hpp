#pragma once

#include <optional>
#include <string_view>

namespace shoal::test {

/// System calls that can be made to fail: writes to and syncs of files, renames and links, starts of
/// programs, and allocations with new.
enum class Fault { write, sync, rename, spawn, memory };

std::optional<Fault> faultNamed(std::string_view name);

/// Makes one call of that kind fail, the `number`-th from now on in any thread, counted from 1. Only in
/// programs that link fault_points.cpp, and for memory fault_memory.cpp too.
void armFault(Fault kind, int number);

/// No further call fails; whether one did.
bool disarmFault();

/// What a file system may lack. Each call fails as it does there.
struct Lacks {
    bool renameNew = false;  ///< a rename that replaces nothing
    bool links = false;      ///< hard links
};
void setLacks(const Lacks& lacks);

/// Whether this call of that kind is the one to fail.
bool isFaultDue(Fault kind);

}  // namespace shoal::test
