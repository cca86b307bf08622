#pragma once

#include <cstdint>

namespace shoal::forks {

/// Returns how often fork() made another process, from the start of the program to this process.
int count();

/// Numbers of threads, from 1. None is given twice, nor in forked processes, so that such a process knows
/// which threads it lacks.
inline constexpr std::uint32_t kNoThread = 0;

/// Returns the number of the thread that calls this. The thread that forks keeps it in the forked process.
std::uint32_t thisThread();

/// Whether fork() left this thread behind, in a process that this one was forked from.
bool isLeftBehind(std::uint32_t thread);

}  // namespace shoal::forks
