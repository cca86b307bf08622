#include "sim/step/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "sim/step/simulation_checks.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {

namespace {

// The number is raised when the layout changes.
constexpr std::string_view kBeginning = "Shoal checkpoint 1\n";

/// A flock's own float columns, in storage order.
template <class AnyFlock>
auto columnsOf(AnyFlock& flock) {
    return std::array{&flock.now().position, &flock.now().velocity, &flock.before().position,
                      &flock.before().velocity, &flock.steering()};
}

}  // namespace

void writeFlock(NumberWriter& writer, const Flock& flock) {
    writer.put(static_cast<std::uint32_t>(flock.count()));
    writer.putColumn(flock.now().id.span());
    for (const Column3* column : columnsOf(flock)) {
        writer.put(*column);
    }
    writer.put(static_cast<std::uint32_t>(flock.memories().size()));
    for (const RuleMemory& memory : flock.memories()) {
        writer.put(memory.rule);
        writer.put(memory.values);
    }
}

Result<Flock> readFlock(NumberReader& reader, const Species& species) {
    const auto count = static_cast<std::size_t>(species.count);
    if (reader.number() != count || reader.isBroken()) {
        return Problem{"does not have the preset's number of boids"};
    }
    constexpr std::size_t kNumbersOfBoid = 16;
    if (!reader.has(kNumbersOfBoid * count)) {
        return Problem{"is cut short"};
    }
    Flock flock;
    flock.resize(count);
    reader.takeColumn(flock.now().id.span());
    std::ranges::copy(flock.now().id.span(), flock.before().id.data());
    for (Column3* column : columnsOf(flock)) {
        reader.take(*column);
    }
    std::vector<std::string_view> rules;
    const std::uint32_t memories = reader.number();
    for (std::uint32_t each = 0; each < memories && !reader.isBroken(); ++each) {
        const Rule* rule = species.rules.find(reader.text(kMaxNameBytes));
        if (rule == nullptr || std::ranges::find(rules, rule->info().key) != rules.end()) {
            return Problem{"has the memory of an unknown rule, or of one rule twice"};
        }
        if (!reader.has(3 * count)) {
            return Problem{"is cut short"};
        }
        rules.push_back(rule->info().key);
        flock.remember(rules);
        reader.take(flock.memories().back().values);
    }
    if (reader.isBroken()) {
        return Problem{"has numbers that are not finite, or is cut short"};
    }
    if (const Outcome legal = checkFlock(flock); !legal) {
        return legal.problem();
    }
    return flock;
}

Checkpoint checkpointOf(const StateView& state) {
    SimulationState copy{state.scene(), {state.flocks().begin(), state.flocks().end()}, state.stepCount()};
    for (std::size_t index = 0; index < copy.flocks.size(); ++index) {
        copy.scene.species[index].count = static_cast<int>(copy.flocks[index].count());
    }
    return Checkpoint(std::move(copy));
}

Simulation simulationOf(const StateView& state) {
    const Checkpoint checkpoint = checkpointOf(state);
    Scene empty = checkpoint.scene();  // so that no boids are placed first
    for (Species& species : empty.species) {
        species.count = 0;
    }
    Simulation simulation = *Simulation::create(std::move(empty), {.threads = 1, .isa = {}});
    *simulation.resume(checkpoint);
    return simulation;
}

Checkpoint::Checkpoint(SimulationState state)
    : m_state(std::make_shared<const SimulationState>(std::move(state))) {}

std::uint64_t Checkpoint::stepCount() const {
    return m_state->stepCount;
}

const Scene& Checkpoint::scene() const {
    return m_state->scene;
}

std::size_t Checkpoint::bytes() const {
    return std::accumulate(m_state->flocks.begin(), m_state->flocks.end(), std::size_t{0},
                           [](std::size_t sum, const Flock& flock) { return sum + flock.bytes(); });
}

std::string Checkpoint::toBytes() const {
    NumberWriter writer;
    writer.put(m_state->scene.name);
    writer.put(presetText(m_state->scene));
    writer.put(static_cast<std::uint32_t>(m_state->stepCount));
    writer.put(static_cast<std::uint32_t>(m_state->stepCount >> 32));
    for (const Flock& flock : m_state->flocks) {
        writeFlock(writer, flock);
    }
    return std::string(kBeginning) + writer.bytes();
}

Result<Checkpoint> Checkpoint::fromBytes(std::string_view bytes) {
    if (!bytes.starts_with(kBeginning)) {
        return Problem{"the checkpoint is damaged, or of another version of Shoal; use the one that made it"};
    }
    NumberReader reader(bytes.substr(kBeginning.size()));
    const std::string_view name = reader.text(kMaxNameBytes);
    const std::string_view preset = reader.text(kPresetBudget.bytes);
    const std::uint32_t stepsLow = reader.number();
    const std::uint32_t stepsHigh = reader.number();
    if (reader.isBroken()) {
        return Problem{"the checkpoint is cut short"};
    }
    auto scene = parsePreset(preset, "the checkpoint's preset");
    if (!scene) {
        return scene.problem();
    }
    SimulationState state{*std::move(scene), {}, std::uint64_t{stepsHigh} << 32 | stepsLow};
    state.scene.name = oneLine(std::string(name), kMaxNameBytes);
    for (const Species& species : state.scene.species) {
        auto flock = readFlock(reader, species);
        if (!flock) {
            return Problem{fmt::format("the checkpoint of {} {}", species.name, flock.problem().text)};
        }
        state.flocks.push_back(std::move(*flock));
    }
    if (!reader.isAtEnd()) {
        return Problem{"the checkpoint has unexpected data at its end"};
    }
    if (const Outcome legal = checkState(state); !legal) {
        return legal.problem();
    }
    return Checkpoint(std::move(state));
}

}  // namespace shoal
