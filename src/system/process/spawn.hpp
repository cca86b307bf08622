#pragma once

#include <string>
#include <vector>

#include <spawn.h>
#include <sys/types.h>

namespace shoal {

/// What a started program leaves, so that Ctrl+C does not reach it.
enum class Leaves {
    group,    ///< our process group
    session,  ///< our session too: it outlives the terminal
};

/// Starts a program, found on the PATH, with no signal blocked and SIGPIPE at its default. `actions` may be
/// null. Returns 0 or the error.
int spawnProgram(std::vector<std::string> words, Leaves leaves, const posix_spawn_file_actions_t* actions,
                 pid_t& process);

}  // namespace shoal
