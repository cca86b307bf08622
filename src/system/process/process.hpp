#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace shoal {

/// The file that holds this program; empty if the system does not tell.
std::filesystem::path programFile();

/// The user's home folder by the system's accounts, for programs started without HOME; empty if unknown.
std::string accountHome();

/// Gives the calling thread a low priority. A failure leaves it as it is.
void lowerThreadPriority();

/// Makes this process give way to others; `niceness` is from 0 to 19.
void lowerProcessPriority(int niceness);

/// Bytes allocated and not freed. Unlike the resident size, it does not change as free memory is split up.
std::size_t heapBytes();

/// Sends this process the signal that asks it to end.
void requestTermination();

}  // namespace shoal
