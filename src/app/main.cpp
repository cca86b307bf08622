#include "app/program.hpp"

int main(int argc, char** argv) {
    return shoal::runProgram(argc, argv);
}
