#include <csignal>

#include "app/program.hpp"

int main(int argc, char** argv) {
    // A file that reaches the limit for its size is a problem like a full disk, and ends no program.
    std::signal(SIGXFSZ, SIG_IGN);
    return shoal::runProgram(argc, argv);
}
