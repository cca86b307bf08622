#pragma once

#include <string>

#include "program/program_run.hpp"

namespace shoal::test {

/// Renders a few tiny frames of a few boids.
inline ProgramCall renderCall(const ScratchFolder& scratch, const std::string& output, const char* frames) {
    return {.arguments = {"render", "-o", output, "--boids", "50", "--size", "64x36", "--frames", frames},
            .folder = scratch.path(),
            .home = {}};
}

}  // namespace shoal::test
