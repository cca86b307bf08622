#include "app/commands/report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

void addMeasures(Json& json, const Measures& measures) {
    json["polarisation"] = measures.polarisation;
    json["milling"] = measures.milling;
    json["nearest_neighbour_m"] = measures.nearestNeighbour;
    json["clusters"] = measures.clusters;
    json["speed_m_s"] = {
        {"min", measures.speed.min}, {"mean", measures.speed.mean}, {"max", measures.speed.max}};
}

/// Joins all flocks into one. Ids continue from species to species, so that the order of summation is fixed.
FlockState joined(std::span<const Flock> flocks, std::size_t total) {
    FlockState all;
    all.resize(total);
    std::size_t slot = 0;
    std::uint32_t firstId = 0;
    for (const Flock& flock : flocks) {
        for (std::size_t each = 0; each < flock.count(); ++each, ++slot) {
            all.position.put(slot, flock.now().position.at(each));
            all.velocity.put(slot, flock.now().velocity.at(each));
            all.id[slot] = firstId + flock.now().id[each];
        }
        firstId += static_cast<std::uint32_t>(flock.count());
    }
    return all;
}

}  // namespace

Measures measureAll(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto& species = simulation.scene().species;
    if (flocks.size() == 1) {
        return measure(flocks[0].now(), flocks[0].count(), static_cast<double>(species[0].clusterDistance()));
    }
    std::size_t total = 0;
    double distance = 0.0;
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        total += flocks[index].count();
        distance = std::max(distance, static_cast<double>(species[index].clusterDistance()));
    }
    return measure(joined(flocks, total), total, distance);
}

Report reportOn(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    Report report{.preset = scene.name,
                  .boids = 0,
                  .steps = simulation.stepCount(),
                  .seed = scene.seed,
                  .threads = simulation.threads(),
                  .isa = std::string(isaName(simulation.isa())),
                  .hash = hashText(simulation.hash()),
                  .measures = measureAll(simulation),
                  .species = {}};
    const auto flocks = simulation.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Flock& flock = flocks[index];
        const Species& species = scene.species[index];
        report.boids += flock.count();
        // A single species is the whole flock; measuring a large one twice would be slow.
        report.species.push_back(
            {species.name, flock.count(),
             flocks.size() == 1
                 ? report.measures
                 : measure(flock.now(), flock.count(), static_cast<double>(species.clusterDistance())),
             simulation.best(index)});
    }
    return report;
}

std::string reportJson(const Report& report) {
    Json json;
    json["preset"] = report.preset;
    json["boids"] = report.boids;
    json["steps"] = report.steps;
    json["seed"] = report.seed;
    json["threads"] = report.threads;
    json["isa"] = report.isa;
    json["hash"] = report.hash;
    addMeasures(json, report.measures);
    json["species"] = Json::array();
    for (const SpeciesReport& species : report.species) {
        Json entry;
        entry["name"] = species.name;
        entry["boids"] = species.boids;
        addMeasures(entry, species.measures);
        if (species.best) {
            const FoundPlace<float>& found = species.best->found;
            entry["best"] = {{"value", found.value}, {"x_m", found.x}, {"z_m", found.z}};
        }
        json["species"].push_back(std::move(entry));
    }
    // A preset's name may hold any bytes; JSON may not.
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string reportText(const Report& report) {
    std::string text;
    const auto line = [&text](std::string_view name, const auto& value) {
        text += fmt::format("{:<18}{}\n", name, value);
    };
    line("preset", report.preset);
    line("boids", report.boids);
    line("steps", report.steps);
    line("seed", report.seed);
    line("threads", report.threads);
    line("hash", report.hash);
    line("polarisation", fmt::format("{:.3f}", report.measures.polarisation));
    line("milling", fmt::format("{:.3f}", report.measures.milling));
    line("nearest neighbour", fmt::format("{:.3f} m", report.measures.nearestNeighbour));
    line("clusters", report.measures.clusters);
    const Measures::Speed& speed = report.measures.speed;
    line("speed", fmt::format("{:.3f} m/s ({:.3f} to {:.3f})", speed.mean, speed.min, speed.max));
    for (const SpeciesReport& species : report.species) {
        if (species.best) {
            const FoundPlace<float>& found = species.best->found;
            line("best value", fmt::format("{:.6g}, found by {} at x {:.3f} m, z {:.3f} m", found.value,
                                           species.name, found.x, found.z));
        }
    }
    return text;
}

}  // namespace shoal
