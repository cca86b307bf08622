#include <csignal>
#include <cstdlib>

#include "commands/commands.hpp"
#include "play/background/background.hpp"

int main(int argc, char** argv) {
    // Reaching the file size limit must be an error like a full disk, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    const int status = shoal::runProgram(argc, argv);
    if (!shoal::hasBackgroundEnded()) {
        std::_Exit(status);  // a dead disk, for example, holds up a thread
    }
    return status;
}
