#include "viewer/script/proposal.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "capture/take/take_replay.hpp"
#include "sim/text/toml_text.hpp"
#include "ui/text/value_text.hpp"
#include "viewer/tunables/rule_sliders.hpp"

namespace shoal {

namespace {

constexpr double kTogether = 1.5;    // [s] edits no farther apart belong together
constexpr double kLead = 1.0;        // [s] before the first edit of a group …
constexpr double kAftermath = 3.5;   // … and after the last: what it does to the flock
constexpr double kOpening = 3.0;     // [s] of a shot before the first edit
constexpr double kTitleStays = 2.6;  // [s]
constexpr double kUnedited = 8.0;    // [s] of a shot without edits, at most
constexpr double kShortest = 0.5;    // [s]
constexpr std::size_t kMaxGroups = 12;

/// Edits that follow one another closely, in seconds from the start of the take's part.
struct Group {
    double from = 0.0;
    double to = 0.0;
    std::uint64_t firstStep = 0;
    std::uint64_t lastStep = 0;
    std::vector<std::string> keys;  ///< each once, in the order of their first edits
};

/// A stretch of the take.
struct Stretch {
    double from = 0.0;
    double to = 0.0;
    const Group* group = nullptr;
};

std::vector<Group> groupsOf(const Take& take) {
    std::vector<Group> groups;
    for (const Take::Made& made : take.edits) {
        const double at = take.scene.time.realSeconds(static_cast<double>(made.step) - take.from.steps());
        if (at < 0.0 || at > take.seconds() || made.edit.key.starts_with("camera.")) {
            continue;
        }
        if (groups.empty() || at - groups.back().to > kTogether) {
            groups.push_back({at, at, made.step, made.step, {}});
        }
        Group& group = groups.back();
        group.to = at;
        group.lastStep = made.step;
        if (std::ranges::count(group.keys, made.edit.key) == 0) {
            group.keys.push_back(made.edit.key);
        }
    }
    return groups;
}

/// What a group changed: "Alignment weight: 0.50 to 2.00 1/s".
std::string captionOf(const Take& take, const Group& group) {
    if (group.keys.size() > 1) {
        const std::string name = nameOfSettings(group.keys);
        return static_cast<char>(std::toupper(static_cast<unsigned char>(name[0]))) + name.substr(1);
    }
    const std::string& key = group.keys.front();
    const Scene before = group.firstStep > 0 ? settingsAt(take, group.firstStep - 1) : take.scene;
    const Scene after = settingsAt(take, group.lastStep);
    const auto old = movedSettingOf(before, take.scene, key);
    const auto now = movedSettingOf(after, take.scene, key);
    if (!now) {
        return nameOfSetting(key);
    }
    return old && old->value != now->value ? fmt::format("{}: {} to {}", now->name, old->value, now->value)
                                           : fmt::format("{}: {}", now->name, now->value);
}

std::vector<Stretch> stretchesOf(const Take& take, const std::vector<Group>& groups) {
    const double end = take.seconds();
    std::vector<Stretch> stretches(1);
    if (groups.empty()) {
        stretches.front() = {std::max(0.0, end - kUnedited), end, nullptr};  // the latest
    } else {
        const double first = std::max(0.0, groups.front().from - kLead);
        stretches.front() = {std::max(0.0, first - kOpening), first, nullptr};
    }
    for (std::size_t index = 0; index < std::min(groups.size(), kMaxGroups); ++index) {
        const Group& group = groups[index];
        double from = std::max(0.0, group.from - kLead);
        double to = std::min(end, group.to + kAftermath);
        if (index + 1 < groups.size()) {
            to = std::min(to, std::max(group.to + kShortest, groups[index + 1].from - kLead));
        }
        from = std::max(from, stretches.back().to);
        if (to - from >= kShortest) {
            stretches.push_back({from, to, &group});
        }
    }
    std::erase_if(stretches, [](const Stretch& each) { return each.to - each.from < kShortest; });
    if (stretches.empty()) {
        stretches.push_back({0.0, std::max(end, kShortest), nullptr});
    }
    return stretches;
}

/// The view that shows best what an edit changes: all of the world for its objects, else what the user looked
/// at.
std::string viewOf(const Take& take, const Group* group) {
    const std::string played = take.camera.isEmpty() ? "school" : "played";
    if (group == nullptr) {
        return played;
    }
    const auto isOf = [group](std::string_view start) {
        return std::ranges::any_of(group->keys,
                                   [&](const std::string& key) { return key.starts_with(start); });
    };
    return isOf("obstacle.") || isOf("goal.") || isOf("attractor.") || isOf("world.") ? "wide" : played;
}

}  // namespace

std::string proposedScript(const Take& take, const std::string& file) {
    const std::vector<Group> groups = groupsOf(take);
    const std::vector<Stretch> stretches = stretchesOf(take, groups);
    std::string text =
        "# Proposed by `shoal film` from what was done in the take. Change what you like; the format is\n"
        "# assets/manual/film-scripts.md.\nfilm = 1\n";
    const std::string& title = take.scene.title.empty() ? take.scene.name : take.scene.title;
    std::string view;
    double last = 0.0;
    for (std::size_t index = 0; index < stretches.size(); ++index) {
        const auto& [from, to, group] = stretches[index];
        text += "\n[[shot]]\n";
        // Without a take, the flock of the shot before goes on.
        if (index == 0) {
            text += fmt::format("take = {}\n", tomlText(file));
        }
        if (from - last >= 0.01) {
            text += fmt::format("{} = {:.2f}\n", index == 0 ? "from" : "warmup", from - last);
        }
        last = from + std::round(100.0 * (to - from)) / 100.0;
        text += fmt::format("seconds = {:.2f}\n", to - from);
        if (const std::string wanted = viewOf(take, group); wanted != view) {
            // Ease to it once the shot has begun.
            const bool glides = index > 0 && wanted != "played";
            text += glides ? fmt::format("camera = [[0, {}], [{:.2f}, {}]]\n", tomlText(view),
                                         std::min(0.3, 0.5 * (to - from)), tomlText(wanted))
                           : fmt::format("camera = {}\n", tomlText(wanted));
            view = wanted;
        }
        if (index == 0) {
            text += "fade_in = 0.4\n";
        }
        if (index + 1 == stretches.size()) {
            text += "fade_out = 0.4\n";
        }
        const std::string headline = fmt::format("    {{ text = {}, place = \"title\", to = {:.2f} }},\n",
                                                 tomlText(title), std::min(kTitleStays, to - from));
        // From when it happens on.
        const double begins = group != nullptr ? std::max(0.0, group->from - from) : 0.0;
        const std::string caption = group != nullptr ? fmt::format("    {{ text = {}, from = {:.2f} }},\n",
                                                                   tomlText(captionOf(take, *group)), begins)
                                                     : std::string();
        text += fmt::format("text = [\n{}{}]\n", index == 0 ? headline : std::string(), caption);
    }
    if (groups.size() > kMaxGroups) {
        text += fmt::format("\n# {} later groups of edits were left out.\n", groups.size() - kMaxGroups);
    }
    return text;
}

}  // namespace shoal
