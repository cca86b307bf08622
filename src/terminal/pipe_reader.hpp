#pragma once

#include <filesystem>

#include "system/files/descriptor.hpp"
#include "terminal/interruption.hpp"

namespace shoal {

/// Waits until a program reads the named pipe that an output goes to. Opening the pipe for writing would wait
/// too, but signals could not interrupt it. Gives up once `interruption` has a status. Does nothing for any
/// other file.
class PipeReader {
public:
    /// Keep it until `file` is open for writing: without a writer the reader would see the end of the file.
    PipeReader(const std::filesystem::path& file, Interruption& interruption);

private:
    Descriptor m_pipe;
};

}  // namespace shoal
