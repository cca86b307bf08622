#pragma once

#include <filesystem>

#include "app/interruption.hpp"
#include "capture/child_process.hpp"

namespace shoal {

/// Waits until a program reads the named pipe that an output is to go to. Opening the pipe for writing would
/// wait too, but deaf to signals. Gives up once `interruption` has a status, and at once for any other file.
class PipeReader {
public:
    /// Keep it until `file` is opened for writing: without a writer the reader would see its end.
    PipeReader(const std::filesystem::path& file, Interruption& interruption);

private:
    Descriptor m_pipe;
};

}  // namespace shoal
