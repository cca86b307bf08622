#include "app/report/bench_report.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report/report.hpp"

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) {
    return fmt::format("{:.6g}", value);
}

/// Quotes text that a CSV reader would otherwise split.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) {
        return text;
    }
    std::string inside;
    for (const char letter : text) {
        inside += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return "\"" + inside + "\"";
}

struct Cell {
    const char* name;
    std::string value;
};

/// The cells of a table's row, in order.
std::vector<Cell> cells(const BenchReport& report) {
    return {{"date", report.date},
            {"cpu", report.build.cpu},
            {"cores", std::to_string(report.build.cores)},
            {"compiler", report.build.compiler},
            {"flags", report.build.flags},
            {"layout", report.layout},
            {"preset", report.preset},
            {"perception", report.perception},
            {"boids", std::to_string(report.boids)},
            {"neighbours_measured", number(report.neighbours)},
            {"candidates_per_boid", number(report.candidates)},
            {"threads", std::to_string(report.threads)},
            {"isa", report.isa},
            {"fused", report.isFused ? "true" : "false"},
            {"steps", std::to_string(report.steps)},
            {"ms_per_step_median", number(report.step.median)},
            {"ms_per_step_min", number(report.step.min)},
            {"cpu_ms_per_step_median", number(report.processor.median)},
            {"cpu_ms_per_step_min", number(report.processor.min)},
            {"ns_per_boid_step", number(report.nanosecondsPerBoid())},
            {"sort_ms", number(report.stages.sort)},
            {"steer_ms", number(report.stages.steer)},
            {"integrate_ms", number(report.stages.integrate)},
            {"publish_ms", number(report.bodies.publish)},
            {"copy_ms", number(report.bodies.copy)},
            {"bytes_per_boid", number(report.bytesPerBoid())}};
}

template <class TextOf>
std::string lineOf(const std::vector<Cell>& cells, const TextOf& textOf) {
    std::string line;
    for (const Cell& cell : cells) {
        line += (line.empty() ? "" : ",") + textOf(cell);
    }
    return line + "\n";
}

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
    json["candidates_per_boid"] = report.candidates;
    json["threads"] = report.threads;
    json["isa"] = report.isa;
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
    json["bodies"] = {{"publish", report.bodies.publish}, {"copy", report.bodies.copy}};
    if (const auto& picture = report.picture) {
        Json passes = Json::object();
        for (const auto& [name, time] : picture->passes) {
            passes[name] = time;
        }
        json["picture"] = {
            {"device", picture->device},
            {"software", picture->isSoftware},
            {"timed_by", picture->isSoftware ? "waiting" : "timer queries"},
            {"width", picture->width},
            {"height", picture->height},
            {"quality", picture->quality},
            {"drawn_bodies", picture->drawnBodies},
            {"processor_ms", {{"upload", picture->uploading}, {"submit", picture->submitting}}},
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
    line("candidates", fmt::format("{:.1f} per boid", report.candidates));
    line("threads", report.threads);
    line("instruction set", report.isa);
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
    line("publishing bodies", fmt::format("{:.3f} ms a picture", report.bodies.publish));
    line("  a plain copy", fmt::format("{:.3f} ms", report.bodies.copy));
    if (const auto& picture = report.picture) {
        line("picture", fmt::format("{}x{}, {} quality, {} bodies in view", picture->width, picture->height,
                                    picture->quality, picture->drawnBodies));
        line("  drawn by", picture->device);
        line("  in all", fmt::format("{:.3f} ms", picture->whole));
        line("  sending bodies", fmt::format("{:.3f} ms of the processor", picture->uploading));
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

namespace {

Overwrite ruleFor(const std::string& header) {
    return Overwrite::earlier([header](const auto& old) { return beginsWith(old, header); },
                              "is not a table of this version of shoal bench; name another file");
}

}  // namespace

Result<BenchTable> BenchTable::open(const std::filesystem::path& file) {
    const std::string header = lineOf(cells({}), [](const Cell& cell) { return std::string(cell.name); });
    auto whole = AtomicFile::open(file, ruleFor(header));
    if (!whole) {
        return whole.problem();
    }
    return BenchTable(file, header, std::move(*whole));
}

Outcome BenchTable::add(const BenchReport& report) {
    std::string text;
    // A pipe or a terminal has no earlier rows.
    if (foundAt(m_path) == Found::file) {
        // Opened again: another bench may have added a row since.
        auto again = AtomicFile::open(m_path, ruleFor(m_header));
        if (!again) {
            return again.problem();
        }
        m_file = std::move(*again);
        std::ifstream old(m_path, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(old), {});
        if (!old) {
            return Problem{m_path.string() + ": cannot be read; name another file"};
        }
    }
    text += text.empty() ? m_header : text.ends_with('\n') ? "" : "\n";
    text += lineOf(cells(report), [](const Cell& cell) { return quoted(cell.value); });
    if (auto written = m_file.write(text); !written) {
        return written;
    }
    return m_file.commit();
}

}  // namespace shoal
