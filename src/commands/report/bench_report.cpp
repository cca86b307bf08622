#include "commands/report/bench_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/report/report.hpp"

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

std::string benchJson(const BenchReport& report) {
    Json json;
    json["layout"] = report.layout;
    json["preset"] = report.preset.empty() ? Json(nullptr) : Json(report.preset);
    json["perception"] = report.perception;
    json["boids"] = report.boids;
    json["neighbours_measured"] = report.neighbours;
    json["candidates_per_boid"] = report.device.empty() ? Json(report.candidates) : Json(nullptr);
    json["threads"] = report.threads;
    json["isa"] = report.isa;
    json["compute"] = report.device.empty() ? "cpu" : report.device;
    json["fused"] = report.isFused;
    json["steps"] = report.steps;
    const auto times = [](const BenchReport::Times& of) {
        return Json{{"median", of.median}, {"mean", of.mean}, {"min", of.min}};
    };
    json["ms_per_step"] = times(report.step);
    json["cpu_ms_per_step"] = times(report.processor);
    json["ns_per_boid_step"] = report.nanosecondsPerBoid();
    json["stages"] = {
        {"sort", report.stages.sort}, {"steer", report.stages.steer}, {"integrate", report.stages.integrate}};
    json["bodies"] = {
        {"fetch", report.bodies.fetch}, {"publish", report.bodies.publish}, {"copy", report.bodies.copy}};
    if (const auto& picture = report.picture) {
        Json passes = Json::object();
        for (const auto& [name, time] : picture->passes) {
            passes[name] = time;
        }
        json["picture"] = {{"device", picture->device},
                           {"software", picture->isSoftware},
                           {"timed_by", picture->isSoftware ? "waiting" : "timer queries"},
                           {"width", picture->width},
                           {"height", picture->height},
                           {"quality", picture->quality},
                           {"drawn_bodies", picture->drawnBodies},
                           {"processor_ms",
                            {{"publish", picture->publishing},
                             {"upload", picture->uploading},
                             {"submit", picture->submitting}}},
                           {"passes_ms", passes},
                           {"whole_ms", picture->whole}};
    }
    json["bytes_per_boid"] = report.bytesPerBoid();
    json["cpu"] = report.build.cpu;
    json["cores"] = report.build.cores;
    json["compiler"] = report.build.compiler;
    json["flags"] = report.build.flags;
    json["date"] = report.date;
    return jsonText(json);
}

std::string benchText(const BenchReport& report) {
    std::string text;
    const auto line = [&text](std::string_view name, const auto& value) {
        text += fmt::format("{:<18}{}\n", name, value);
    };
    line("workload", report.preset.empty() ? report.layout : "preset " + report.preset);
    line("boids", report.boids);
    line("neighbours", fmt::format("{:.2f} per boid ({})", report.neighbours, report.perception));
    if (report.device.empty()) {
        line("candidates", fmt::format("{:.1f} per boid", report.candidates));
    }
    line("threads", report.threads);
    line("instruction set", report.isa);
    line("stepped by", report.device.empty() ? "the processor" : report.device);
    line("pair rules", report.isFused ? "fused" : "separate");
    line("steps", report.steps);
    const auto times = [&line](std::string_view name, const BenchReport::Times& of) {
        line(name,
             fmt::format("{:.3f} ms median, {:.3f} ms mean, {:.3f} ms min", of.median, of.mean, of.min));
    };
    times("step", report.step);
    line("  sort", fmt::format("{:.3f} ms", report.stages.sort));
    line("  steer", fmt::format("{:.3f} ms", report.stages.steer));
    line("  integrate", fmt::format("{:.3f} ms", report.stages.integrate));
    times("processor time", report.processor);
    if (!report.device.empty()) {
        line("step, read back",
             fmt::format("{:.3f} ms with the flock in the processor's memory", report.bodies.fetch));
    }
    line("publishing bodies", fmt::format("{:.3f} ms a picture", report.bodies.publish));
    line("  a plain copy", fmt::format("{:.3f} ms", report.bodies.copy));
    if (const auto& picture = report.picture) {
        line("picture", fmt::format("{}x{}, {} quality, {} bodies in view", picture->width, picture->height,
                                    picture->quality, picture->drawnBodies));
        line("  drawn by", picture->device);
        line("  in all", fmt::format("{:.3f} ms", picture->whole));
        line("  publishing", fmt::format("{:.3f} ms of the stepping thread", picture->publishing));
        line("  sending bodies", fmt::format("{:.3f} ms of the window's thread", picture->uploading));
        line("  sending frame", fmt::format("{:.3f} ms of the processor{}", picture->submitting,
                                            picture->isSoftware ? ", with a part of the drawing" : ""));
        for (const auto& [name, time] : picture->passes) {
            line("  " + name, fmt::format("{:.3f} ms", time));
        }
        if (picture->isSoftware) {
            line("", "(in software by waiting for each pass: timer queries say nothing there)");
        }
    }
    line("boid step", fmt::format("{:.1f} ns", report.nanosecondsPerBoid()));
    if (report.candidates > 0.0) {
        line("  a candidate", fmt::format("{:.2f} ns", report.nanosecondsPerBoid() / report.candidates));
    }
    line("memory", fmt::format("{:.1f} bytes per boid", report.bytesPerBoid()));
    line("processor", fmt::format("{}, {} cores", report.build.cpu, report.build.cores));
    line("compiler", fmt::format("{} {}", report.build.compiler, report.build.flags));
    return text;
}

}  // namespace shoal
