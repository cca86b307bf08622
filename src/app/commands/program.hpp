#pragma once

namespace shoal {

/// Runs the whole program: reads the command line, runs the command, returns the exit status.
int runProgram(int argc, const char* const* argv);

}  // namespace shoal
