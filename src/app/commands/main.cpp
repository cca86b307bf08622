#include <csignal>

#include "app/commands/program.hpp"

int main(int argc, char** argv) {
    // Reaching the file size limit must be an error like a full disk, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    return shoal::runProgram(argc, argv);
}
