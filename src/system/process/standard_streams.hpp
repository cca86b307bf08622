#pragma once

#include <filesystem>
#include <string_view>

#include "system/files/descriptor.hpp"

namespace shoal {

/// Call it first in a program. Opens descriptors 0 to 2 if the parent left them closed; otherwise the next
/// file opened would receive the output. Turns SIGPIPE into an ordinary write error.
void prepareStandardStreams();

/// Writes to standard output or standard error. Returns 0 or the error. A terminal in non-blocking mode may
/// accept nothing for a while: the first waits as long as that takes, the second gives up after a second.
int writeToStandardOutput(std::string_view bytes);
int writeToStandardError(std::string_view bytes) noexcept;

/// Whether standard error is a terminal.
bool isErrorTerminal();

/// Returns when standard input ends, which a parent's death causes as well.
void awaitEndOfInput();

bool isPipe(const std::filesystem::path& file);

/// Opens a pipe for writing, or returns EAGAIN in `error` while no program reads it, or another error.
Descriptor openPipe(const std::filesystem::path& file, int& error);

}  // namespace shoal
