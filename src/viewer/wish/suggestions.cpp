#include "viewer/wish/suggestions.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "lab/life/check.hpp"
#include "system/process/process.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/text/value_text.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/measures/live_score.hpp"
#include "viewer/panel/section_rows.hpp"

namespace shoal {

namespace {

/// "Alignment weight 0.80, cohesion weight 2.1"
std::string changesText(const Suggestion& suggestion) {
    std::string text;
    for (std::size_t index = 0; index < suggestion.edits.size(); ++index) {
        text += fmt::format("{}{} {:.3g}", index == 0 ? "" : ", ", suggestion.names[index],
                            suggestion.edits[index].shown);
    }
    return text;
}

SuggestionRow suggestionRow(const TargetSet& wish, const Suggestion& suggestion) {
    const std::size_t others = suggestion.edits.size() - 1;
    SuggestionRow row{.label = fmt::format("{} {:.3g}{}", suggestion.names[0], suggestion.edits[0].shown,
                                           others > 0 ? fmt::format(", +{}", others) : ""),
                      .value = {},
                      .hint = changesText(suggestion) + "\n"};
    for (std::size_t index = 0; index < suggestion.reached.size(); ++index) {
        const CheckedTarget& each = suggestion.reached[index];
        row.hint += fmt::format("\n{}: {}, {} ({})", wish.targets[index].title, valueText(each.value),
                                verdictName(each.verdict), intervalText(wish.targets[index]));
    }
    row.hint += "\n\nA click takes these settings; {undo} brings the former ones back.";
    if (suggestion.reached.size() <= 2) {
        for (const CheckedTarget& each : suggestion.reached) {
            row.value += fmt::format("{}{:.2g}", row.value.empty() ? "" : ", ", each.value.mean);
        }
    } else {
        row.value = fmt::format(
            "{} of {}", std::ranges::count(suggestion.reached, Verdict::within, &CheckedTarget::verdict),
            suggestion.reached.size());
    }
    return row;
}

std::string wishTitle(const TargetSet& wish) {
    if (wish.targets.size() > 2) {
        return wish.title;
    }
    std::string title;
    for (const Target& target : wish.targets) {
        title += fmt::format("{}{} {}", title.empty() ? "" : ", ", target.title, intervalText(target));
    }
    return title;
}

}  // namespace

Suggestions::Suggestions(const Services& services)
    : m_services(services), m_player(services.player), m_messages(services.messages) {}

void Suggestions::declare(CommandTable& commands, Suggestions* suggestions) {
    commands.add(
        {.id = "find_settings",
         .runWith = [suggestions](const CommandValue& with) { suggestions->find(with.text); },
         .isOn = [suggestions] { return suggestions != nullptr && !suggestions->m_input.wished.empty(); }});
    commands.add({.id = "take_settings",
                  .runWith = [suggestions](const CommandValue& with) { suggestions->take(with.index()); }});
    commands.add({.id = "stop_finding", .run = [suggestions] { suggestions->stop(); }});
}

void Suggestions::find(const std::string& text) {
    std::vector<std::string> wishes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        wishes.push_back(line);
    }
    const TargetSet* const compared = m_services.score.targets();
    const Instant& shown = m_player.shown();
    const Scene& scene = shown.scene();
    const bool hasBoids =
        std::ranges::any_of(scene.species, [](const Species& each) { return each.count > 0; });
    if (shown.playing != nullptr || !hasBoids || (wishes.empty() && compared == nullptr)) {
        m_messages.post(shown.playing != nullptr ? "Settings can be searched for once the take has ended"
                        : hasBoids               ? "There is nothing to wish for"
                                                 : "There is no flock to search settings for");
        return;
    }
    auto wish = wishes.empty() ? Result<TargetSet>(*compared) : openWishes(wishes, {});
    if (!wish) {
        m_messages.postProblem(wish.problem().text);
        return;
    }
    stop();
    m_wish = std::move(*wish);
    m_found.clear();
    m_input.found.clear();
    m_services.panels.panel.unfoldHeading("wish");
    m_input.wished = "Wish: " + wishTitle(m_wish);
    m_search = std::make_shared<SuggestionSearch>();
    m_services.background.run(
        [search = m_search, from = checkpointOf(shown.state), loaded = shown.loaded, wish = m_wish] {
            lowerThreadPriority();  // also of the threads that it starts
            return suggestionsFor(from, loaded, wish, *search);
        },
        [this, search = m_search](const Result<std::vector<Suggestion>>& found) {
            if (search == m_search) {
                m_search.reset();
                note(found);
            }
        });
    m_messages.post("Searching settings on copies of the flock; Esc stops it");
}

void Suggestions::note(const Result<std::vector<Suggestion>>& found) {
    if (!found) {
        m_messages.postProblem(found.problem().text);
        return;
    }
    m_found = *found;
    for (const Suggestion& each : m_found) {
        m_input.found.push_back(suggestionRow(m_wish, each));
    }
    m_messages.post(
        m_found.empty()
            ? "Found no settings that bring the flock nearer to the wish"
            : fmt::format("Found {} for the wish, listed under All settings",
                          m_found.size() == 1 ? "a setting" : fmt::format("{} settings", m_found.size())));
}

void Suggestions::take(std::size_t index) {
    if (index >= m_found.size() || m_player.shown().playing != nullptr) {
        return;
    }
    m_services.edits.applyAsOneGesture(m_found[index].edits);
    m_messages.post(
        fmt::format("Took {}. {{undo}} brings the former settings back", changesText(m_found[index])));
}

void Suggestions::stop() {
    if (m_search) {
        m_search->isCancelled = true;
        m_search.reset();
        m_messages.post("The search for settings was stopped");
    }
}

void Suggestions::leave() {
    if (m_search) {
        m_search->isCancelled = true;
    }
    m_search.reset();
    m_found.clear();
    m_input = {};
}

bool Suggestions::cancel() {
    const bool wasRunning = m_search != nullptr;
    stop();
    return wasRunning;
}

void Suggestions::receive(double /*now*/) {
    const TargetSet* const compared = m_services.score.targets();
    m_input.compared = compared != nullptr ? compared->title : "";
    m_input.now = &m_services.figures.figures().measures;
    m_input.progress.reset();
    if (m_search) {
        const auto all = static_cast<double>(std::max<std::uint64_t>(1, m_search->all));
        m_input.progress = std::min(static_cast<double>(m_search->done) / all, 1.0);
    }
}

void Suggestions::buildSettings(PanelFrame& frame) {
    if (foldingHeading(frame.context, "wish", "Settings for a wish", false, false).isOpen) {
        buildWishCard(frame.context, m_input, m_choice, frame.commands);
    }
    m_pad.build(frame.context, frame.view, *frame.input.loaded, frame.input.revision, frame.edits);
}

void Suggestions::noteEdits(std::span<const Edit> edits) {
    // A full reset says nothing about what the user wants to vary.
    if (edits.size() == 1) {
        m_pad.note(edits);
    }
}

}  // namespace shoal
