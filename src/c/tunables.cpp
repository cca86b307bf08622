#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "capture/take/take_replay.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/renamed_keys.hpp"

/// Texts of keys, in places that do not change, so that a shoal_key can refer to them.
struct shoal_keys {
    struct Entry {
        shoal_key key{};
        std::vector<const char*> choices;
    };
    std::deque<std::string> texts;
    std::vector<Entry> entries;

    const char* kept(std::string_view text) { return texts.emplace_back(text).c_str(); }
};

namespace shoal::c {
namespace {

shoal_form formOf(Form form) {
    switch (form) {
        case Form::number:
            return SHOAL_NUMBER;
        case Form::integer:
            return SHOAL_INTEGER;
        case Form::toggle:
            return SHOAL_TOGGLE;
        case Form::choice:
            return SHOAL_CHOICE;
    }
    return SHOAL_NUMBER;
}

void add(shoal_keys& keys, std::string_view key, const Parameter& parameter) {
    const Declaration& declared = parameter.declared;
    std::vector<const char*> choices;
    for (const std::string_view choice : declared.choices) {
        choices.push_back(keys.kept(choice));
    }
    keys.entries.push_back({{.key = keys.kept(key),
                             .help = keys.kept(declared.help),
                             .unit = keys.kept(declared.unit),
                             .min = declared.min,
                             .max = declared.max,
                             .form = formOf(parameter.form),
                             .choice_count = choices.size(),
                             .is_picture = declared.affects == Affects::picture},
                            std::move(choices)});
}

/// Calls `visit` with the full key of each tunable and its declaration, in the order of preset files.
template <class Visit>
void visitKeys(const Scene& scene, const Visit& visit) {
    // A section gives write access to the scene; this only reads.
    auto& readOnly = const_cast<Scene&>(scene);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    for (const Section& section : readOnly.sections()) {
        for (const Tunables& tunables : {section.tunables, section.switches()}) {
            for (const Parameter& parameter : tunables.parameters) {
                visit(fmt::format("{}.{}", section.path, parameter.declared.key), parameter);
            }
        }
    }
}

/// Returns the full form of a legal key. Unchanged for the presence of an object, which is not in the list.
std::string fullKey(const Scene& scene, std::string_view key) {
    const std::string present = withPresentNames(key);
    // What a key may omit, in the order in which the scene tries it.
    std::vector<std::string> candidates{present, "species." + present};
    if (scene.species.size() == 1) {
        candidates.push_back(fmt::format("species.{}.{}", scene.species[0].name, present));
    }
    std::size_t best = candidates.size();
    visitKeys(scene, [&](const std::string& full, const Parameter&) {
        const auto found = std::ranges::find(candidates, full);
        best = std::min(best, static_cast<std::size_t>(found - candidates.begin()));
    });
    return best < candidates.size() ? candidates[best] : present;
}

/// Of a handle in which a key may be set.
Simulation& settable(shoal_simulation* handle, std::string_view edit) {
    requireGiven(handle, "the simulation");
    return movesFlock(edit) ? editable(handle) : handle->simulation;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

shoal_status shoal_set(shoal_simulation* simulation, const char* key, double value, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(key, "the key");
        requireDone(settable(simulation, key).apply({key, value}));
    });
}

shoal_status shoal_set_text(shoal_simulation* simulation, const char* assignment, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(assignment, "the assignment");
        Simulation& of = settable(simulation, assignment);
        // A copy of the scene parses the value, because only the simulation may change its own.
        const std::string_view written = assignment;
        const std::size_t equals = std::min(written.find('='), written.size());
        std::string key(written.substr(0, equals));
        key.erase(key.find_last_not_of(" \t") + 1);
        key.erase(0, key.find_first_not_of(" \t"));
        Scene tried = of.scene();
        requireDone(tried.applyText(assignment));
        requireDone(of.apply({key, valueOf(tried.value(key))}));
    });
}

shoal_status shoal_get(const shoal_simulation* simulation, const char* key, double* value,
                       shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(key, "the key");
        requireGiven(value, "the place for the value");
        *value = valueOf(simulationOf(simulation).scene().value(key));
    });
}

shoal_status shoal_list_keys(const shoal_simulation* simulation, shoal_keys** keys, shoal_error* error) {
    return making(keys, "the place for the keys", error, [&] {
        auto listed = std::make_unique<shoal_keys>();
        visitKeys(simulationOf(simulation).scene(),
                  [&](const std::string& key, const Parameter& parameter) { add(*listed, key, parameter); });
        return listed.release();
    });
}

shoal_status shoal_find_key(const shoal_simulation* simulation, const char* key, shoal_keys** keys,
                            shoal_error* error) {
    return making(keys, "the place for the keys", error, [&] {
        requireGiven(key, "the key");
        const Scene& scene = simulationOf(simulation).scene();
        const Parameter parameter = valueOf(parameterOf(scene, key));
        auto listed = std::make_unique<shoal_keys>();
        add(*listed, fullKey(scene, key), parameter);
        return listed.release();
    });
}

size_t shoal_key_count(const shoal_keys* keys) {
    return keys == nullptr ? 0 : keys->entries.size();
}

shoal_status shoal_key_at(const shoal_keys* keys, size_t index, shoal_key* key, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(keys, "the list of keys");
        requireGiven(key, "the place for the key");
        if (index >= keys->entries.size()) {
            throw badCall(fmt::format("there is no key {}: there are {}", index, keys->entries.size()));
        }
        *key = keys->entries[index].key;
    });
}

const char* shoal_choice_name(const shoal_keys* keys, size_t index, size_t choice) {
    if (keys == nullptr || index >= keys->entries.size() || choice >= keys->entries[index].choices.size()) {
        return nullptr;
    }
    return keys->entries[index].choices[choice];
}

void shoal_keys_free(shoal_keys* keys) {
    delete keys;
}
