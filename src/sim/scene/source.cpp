#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "sim/scene/key_index.hpp"

namespace shoal {

const SourceMark* PresetSource::markOf(std::string_view key) const {
    for (;;) {
        if (const auto mark = marks.find(key); mark != marks.end()) {
            return &mark->second;
        }
        const std::size_t dot = key.rfind('.');
        if (dot == std::string_view::npos) {
            return nullptr;
        }
        key = key.substr(0, dot);
    }
}

namespace {

void markChange(PresetSource& source, const std::string& key, const std::string& before) {
    if (source.markOf(key) != nullptr && source.marks.size() < kMaxMarks) {
        source.marks[key] = {.kind = SourceMark::Kind::chosen,
                             .text = fmt::format("changed; the preset has {}", before),
                             .unit = {},
                             .scale = 1.0};
    }
}

void markSectionChanges(PresetSource& source, const Section& now, const Section& before) {
    const auto mark = [&](const Tunables& nows, const Tunables& befores) {
        for (std::size_t index = 0; index < nows.parameters.size(); ++index) {
            const Parameter& parameter = nows.parameters[index];
            if (nows.get(index) != befores.get(index)) {
                markChange(source, fmt::format("{}.{}", now.path, parameter.declared.key),
                           parameter.text(befores.get(index)));
            }
        }
    };
    mark(now.tunables, before.tunables);
    mark(now.switches(), before.switches());
}

}  // namespace

void markChanges(Scene& scene, Scene preset) {
    if (scene.source.marks.empty()) {
        return;
    }
    const SectionIndex before = sectionIndex(preset.sections());
    for (const Section& section : scene.sections()) {
        const auto same = before.find(section.path);
        if (same != before.end() && section.path != "camera") {
            markSectionChanges(scene.source, section, same->second);
        }
    }
}

}  // namespace shoal
