#include "app/terminal/pipe_reader.hpp"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include "app/terminal/console.hpp"

namespace shoal {

namespace {

constexpr int kReaderInterval = 20;  // [ms]

bool isPipe(const std::filesystem::path& file) {
    struct stat found {};
    return ::stat(file.c_str(), &found) == 0 && S_ISFIFO(found.st_mode);
}

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
        m_pipe = Descriptor(::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
        if (m_pipe.number() >= 0 || errno != ENXIO) {
            return;  // opening the output reports any other error
        }
        if (!isAnnounced) {
            printLine("waiting for a program to read " + file.string());
            isAnnounced = true;
        }
        ::poll(nullptr, 0, kReaderInterval);
    }
}

}  // namespace shoal
