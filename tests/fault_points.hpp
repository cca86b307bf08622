#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shoal::test {

/// System calls that can be made to fail: writes to files, syncs of files (`sync`) and of their data alone
/// (`dataSync`), renames and links, starts of programs, and allocations with new.
enum class Fault { write, sync, dataSync, rename, spawn, memory };

std::optional<Fault> faultNamed(std::string_view name);

/// Makes one call of that kind fail: the `number`-th from now on in any thread, counted from 1. Works only in
/// programs that link fault_points.cpp, and fault_memory.cpp for memory.
void armFault(Fault kind, int number);

/// Lets no further call fail; returns whether one has failed.
bool disarmFault();

/// Features that a file system may lack. Calls that need them fail as they would there.
struct Lacks {
    bool renameNew = false;  ///< a rename that refuses to replace a file
    bool links = false;      ///< hard links
};
void setLacks(const Lacks& lacks);

/// Makes the folder a disk that stalls: while it holds a file "stall", writes to and syncs of the files below
/// it wait. Not the files that other programs write.
void setStalling(const std::string& folder);

/// Returns whether this call of that kind has to fail.
bool isFaultDue(Fault kind);

}  // namespace shoal::test
