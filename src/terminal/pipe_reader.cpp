#include "terminal/pipe_reader.hpp"

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "system/process/standard_streams.hpp"
#include "terminal/console.hpp"

namespace shoal {

namespace {

constexpr auto kReaderInterval = std::chrono::milliseconds(20);

}  // namespace

PipeReader::PipeReader(const std::filesystem::path& file, Interruption& interruption) {
    if (!isPipe(file)) {
        return;
    }
    interruption.expectPipe();
    // A path in /dev, such as /dev/stdout, refers to an open pipe whose reader is or was there.
    if (file.string().starts_with("/dev/")) {
        return;
    }
    bool isAnnounced = false;
    while (!interruption.status()) {
        int error = 0;
        m_pipe = openPipe(file, error);
        if (error != EAGAIN) {
            return;  // opening the output reports any other error
        }
        if (!isAnnounced) {
            printLine("waiting for a program to read " + file.string());
            isAnnounced = true;
        }
        std::this_thread::sleep_for(kReaderInterval);
    }
}

}  // namespace shoal
