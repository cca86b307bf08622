#pragma once

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "commands/cli/options.hpp"
#include "commands/report/bench_report.hpp"

namespace shoal {

/// Measures what pictures of the simulation cost, each after a step. Fails if nothing can draw.
Result<BenchReport::Picture> timePictures(const BenchOptions& options, const Simulation& simulation);

}  // namespace shoal
