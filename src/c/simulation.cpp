#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "capture/take/take_replay.hpp"
#include "sim/scene/population.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal::c {

const Simulation& simulationOf(const shoal_simulation* handle) {
    requireGiven(handle, "the simulation");
    return handle->simulation;
}

Simulation& editable(shoal_simulation* handle) {
    requireGiven(handle, "the simulation");
    if (handle->take) {
        throw Failure{SHOAL_BAD_VALUE, "a take replays its recorded motion; change a copy of it"};
    }
    return handle->simulation;
}

std::size_t speciesIndex(const Simulation& simulation, std::size_t index) {
    const std::size_t count = simulation.flocks().size();
    if (index >= count) {
        throw badCall(fmt::format("there is no species {}: the scene has {}", index, count));
    }
    return index;
}

SimulationOptions withThreads(int threads) {
    SimulationOptions options;
    options.threads = threads;
    return options;
}

SimulationOptions simulationOptions(const shoal_options* options) {
    return withThreads(options != nullptr ? options->threads : 0);
}

namespace {

shoal_simulation* opened(Scene scene, const shoal_options* options) {
    if (options != nullptr && options->seed != nullptr) {
        scene.seed = *options->seed;
    }
    if (options != nullptr && options->boids != nullptr) {
        const std::int64_t boids = *options->boids;
        if (boids < 0 || boids > kMaxBoids) {
            throw Failure{SHOAL_BAD_VALUE,
                          fmt::format("{} boids, but a scene holds 0 to {}", boids, kMaxBoids)};
        }
        populate(static_cast<int>(boids), scene);
    }
    return new shoal_simulation{valueOf(Simulation::create(std::move(scene), simulationOptions(options)))};
}

/// Opens what shoal_open can: a preset, or the scene of a capture or take.
Scene openScene(const std::string& nameOrFile) {
    if (isGivenDescriptor(nameOrFile)) {
        const std::string bytes = valueOf(readWholeFile(nameOrFile, kTakeBudget.bytes));
        return recordedIn(bytes) == Recorded::nothing ? valueOf(parsePreset(bytes, nameOrFile))
                                                      : valueOf(takeIn(bytes, nameOrFile)).scene;
    }
    return !isBuiltinPreset(nameOrFile) && recordedAt(nameOrFile) != Recorded::nothing
               ? valueOf(openTake(nameOrFile)).scene
               : valueOf(openPreset(nameOrFile));
}

/// Advances a take by one step, and applies the edits that follow it.
void stepTake(shoal_simulation& played) {
    const Take& take = *played.take;
    played.simulation.step();
    const std::uint64_t step = played.simulation.stepCount();
    const Outcome same = checkReplay(take, played.simulation);
    applyEditsDue(take, played.simulation);
    requireDone(same, SHOAL_DEVIATED);
    played.hashesCompared += std::ranges::binary_search(take.hashes, step, {}, &Take::Hash::step) ? 1 : 0;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

shoal_status shoal_open(const char* preset, const shoal_options* options, shoal_simulation** simulation,
                        shoal_error* error) {
    return making(simulation, "the place for the simulation", error, [&] {
        requireGiven(preset, "the preset's name");
        return opened(openScene(preset), options);
    });
}

shoal_status shoal_open_text(const char* toml, const char* name, const shoal_options* options,
                             shoal_simulation** simulation, shoal_error* error) {
    return making(simulation, "the place for the simulation", error, [&] {
        requireGiven(toml, "the preset's text");
        requireGiven(name, "the preset's name");
        return opened(valueOf(parsePreset(toml, name)), options);
    });
}

shoal_status shoal_open_take(const char* file, const shoal_options* options, shoal_simulation** simulation,
                             shoal_error* error) {
    return making(simulation, "the place for the simulation", error, [&] {
        requireGiven(file, "the take's file");
        Take take = valueOf(openTake(file));
        auto made = std::make_unique<shoal_simulation>(
            shoal_simulation{valueOf(Simulation::create(take.scene, simulationOptions(options)))});
        requireDone(beginReplay(take, made->simulation), SHOAL_DEVIATED);
        made->hashesCompared = take.hashes.empty() || take.hashes[0].step != take.firstStep() ? 0 : 1;
        made->take = std::move(take);
        return made.release();
    });
}

shoal_status shoal_copy(const shoal_simulation* simulation, shoal_simulation** copy, shoal_error* error) {
    return making(copy, "the place for the copy", error, [&] {
        const Simulation& from = simulationOf(simulation);
        auto made = std::make_unique<shoal_simulation>(
            shoal_simulation{valueOf(Simulation::create(from.scene(), withThreads(from.threads())))});
        requireDone(made->simulation.resume(from.checkpoint()));
        return made.release();
    });
}

void shoal_free(shoal_simulation* simulation) {
    delete simulation;
}

shoal_status shoal_step(shoal_simulation* simulation, uint64_t count, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(simulation, "the simulation");
        for (std::uint64_t step = 0; step < count; ++step) {
            if (simulation->take) {
                stepTake(*simulation);
            } else {
                simulation->simulation.step();
            }
        }
    });
}

shoal_status shoal_restart(shoal_simulation* simulation, uint64_t seed, shoal_error* error) {
    return guarded(error, [&] { editable(simulation).restart(seed); });
}

shoal_status shoal_get_state(const shoal_simulation* simulation, shoal_state* state, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(state, "the place for the state");
        const Simulation& of = simulationOf(simulation);
        const Scene& scene = of.scene();
        *state = {.step_count = of.stepCount(),
                  .seconds = of.seconds(),
                  .step_seconds = scene.time.modelSeconds(1.0),
                  .seed = scene.seed,
                  .boid_count = 0,
                  .species_count = of.flocks().size(),
                  .threads = of.threads(),
                  .is_take = simulation->take.has_value()};
        for (const Flock& flock : of.flocks()) {
            state->boid_count += flock.count();
        }
    });
}

shoal_status shoal_hash(const shoal_simulation* simulation, uint64_t* hash, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(hash, "the place for the hash");
        *hash = simulationOf(simulation).hash();
    });
}

shoal_status shoal_preset_text(const shoal_simulation* simulation, char** text, shoal_error* error) {
    return making(text, "the place for the text", error,
                  [&] { return copied(presetText(simulationOf(simulation).scene())); });
}

shoal_status shoal_fault_text(const shoal_simulation* simulation, char** text, shoal_error* error) {
    return making(text, "the place for the text", error, [&] {
        std::string lines;
        for (const shoal::RuleFault& fault : simulationOf(simulation).faults()) {
            lines += fault.text() + "\n";
        }
        return copied(lines);
    });
}

const char* shoal_name(const shoal_simulation* simulation) {
    return simulation == nullptr ? nullptr : simulation->simulation.scene().name.c_str();
}

const char* shoal_title(const shoal_simulation* simulation) {
    return simulation == nullptr ? nullptr : simulation->simulation.scene().title.c_str();
}

shoal_status shoal_make_checkpoint(const shoal_simulation* simulation, shoal_checkpoint** checkpoint,
                                   shoal_error* error) {
    return making(checkpoint, "the place for the checkpoint", error,
                  [&] { return new shoal_checkpoint{simulationOf(simulation).checkpoint()}; });
}

shoal_status shoal_resume(shoal_simulation* simulation, const shoal_checkpoint* checkpoint,
                          shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(checkpoint, "the checkpoint");
        requireDone(editable(simulation).resume(checkpoint->state));
    });
}

void shoal_checkpoint_free(shoal_checkpoint* checkpoint) {
    delete checkpoint;
}

shoal_status shoal_get_take(const shoal_simulation* simulation, shoal_take* take, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(take, "the place for the take");
        requireGiven(simulation, "the simulation");
        if (!simulation->take) {
            throw badCall("the simulation replays no take");
        }
        const Take& played = *simulation->take;
        *take = {.first_step = played.firstStep(),
                 .last_step = played.to.step,
                 .edit_count = played.edits.size(),
                 .hash_count = played.hashes.size(),
                 .hashes_compared = simulation->hashesCompared};
    });
}
