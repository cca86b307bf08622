#pragma once

#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Calls `read` again and again, each time with another allocation that fails, `stride` after the last, until
/// none does. Returns the numbers of those after which it neither threw std::bad_alloc nor returned what it
/// returns otherwise: a value, or the same problem.
template <class Read>
std::vector<int> unreportedAllocations(const Read& read, int stride = 1) {
    const auto told = [&] {
        const auto result = read();
        return result ? std::string() : result.problem().text;
    };
    // The expected result is computed last, so that the first call, which fills caches, is one that runs out
    // of memory.
    std::map<int, std::string> returned;
    for (int number = 1;; number += stride) {
        armFault(Fault::memory, number);
        try {
            returned[number] = told();
        } catch (const std::bad_alloc&) {
            returned.erase(number);
        }
        if (!disarmFault()) {
            break;
        }
    }
    std::vector<int> unreported;
    for (const std::string expected = told(); const auto& [number, text] : returned) {
        if (text != expected) {
            unreported.push_back(number);
        }
    }
    return unreported;
}

/// A file system may lack a rename that refuses to replace a file. It fails then as it would there.
void setLacksRenameNew(bool lacks);

/// Makes the folder a disk that stalls: while it holds a file "stall", writes to and syncs of the files below
/// it wait, and the first one creates a file "stalled". Not the files that other programs write.
void setStalling(const std::string& folder);

/// Returns whether this call of that kind has to fail.
bool isFaultDue(Fault kind);

}  // namespace shoal::test
