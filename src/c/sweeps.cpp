#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "lab/sweep.hpp"

struct shoal_sweep {
    shoal::Sweep sweep;
    std::string header;
};

namespace shoal::c {
namespace {

shoal_sweep* opened(const SweepRequest& request, const std::string& preset) {
    Sweep sweep = valueOf(Sweep::create(request, valueOf(openPreset(preset))));
    std::string header = sweep.header();
    return new shoal_sweep{std::move(sweep), std::move(header)};
}

const Sweep& sweepOf(const shoal_sweep* handle, std::size_t run) {
    requireGiven(handle, "the sweep");
    const Sweep& sweep = handle->sweep;
    if (run >= sweep.runs()) {
        throw badCall(fmt::format("there is no run {}: there are {}", run, sweep.runs()));
    }
    return sweep;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

shoal_status shoal_open_sweep(const char* file, shoal_sweep** sweep, shoal_error* error) {
    return making(sweep, "the place for the sweep", error, [&] {
        requireGiven(file, "the sweep's file");
        const SweepRequest request = valueOf(loadSweep(file));
        return opened(request, presetBeside(file, request.preset));
    });
}

shoal_status shoal_open_sweep_text(const char* toml, const char* name, shoal_sweep** sweep,
                                   shoal_error* error) {
    return making(sweep, "the place for the sweep", error, [&] {
        requireGiven(toml, "the sweep's text");
        requireGiven(name, "the sweep's name");
        const SweepRequest request = valueOf(parseSweep(toml, name));
        return opened(request, request.preset);
    });
}

void shoal_sweep_free(shoal_sweep* sweep) {
    delete sweep;
}

size_t shoal_sweep_runs(const shoal_sweep* sweep) {
    return sweep == nullptr ? 0 : sweep->sweep.runs();
}

const char* shoal_sweep_header(const shoal_sweep* sweep) {
    return sweep == nullptr ? nullptr : sweep->header.c_str();
}

shoal_status shoal_sweep_run(const shoal_sweep* sweep, size_t run, bool (*is_stopped)(void* context),
                             void* context, char** row, shoal_error* error) {
    return making(row, "the place for the row", error, [&]() -> char* {
        const auto made = valueOf(sweepOf(sweep, run).run(run, false, [&] {
            return is_stopped != nullptr && is_stopped(context);
        }));
        return made ? copied(made->text) : nullptr;
    });
}

shoal_status shoal_open_sweep_run(const shoal_sweep* sweep, size_t run, const shoal_options* options,
                                  shoal_simulation** simulation, shoal_error* error) {
    return making(simulation, "the place for the simulation", error, [&] {
        return new shoal_simulation{
            valueOf(Simulation::create(valueOf(sweepOf(sweep, run).scene(run)), simulationOptions(options)))};
    });
}
