// Part of App: carrying out the commands of panels and keys.

#include <algorithm>
#include <string>
#include <tuple>
#include <variant>

#include <fmt/format.h>

#include "sim/scene/population.hpp"
#include "sim/text/number.hpp"
#include "viewer/app.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

void App::apply(const Commands& commands) {
    for (const Command& command : commands) {
        if (const auto* const run = std::get_if<Run>(&command)) {
            m_commands.run(run->id, run->with);
        } else {
            setTunables(std::get<SetTunables>(command));
        }
    }
}

namespace {

/// Adds the commands of features, whose pointers may be null.
template <class... Each>
void declareAll(CommandTable& commands, std::tuple<Each...>* features) {
    (Each::declare(commands, features != nullptr ? &std::get<Each>(*features) : nullptr), ...);
}

}  // namespace

CommandTable App::commands(App* app) {
    CommandTable all;
    all.add(
        {.id = "pause", .name = "Pause or resume", .keys = "Space", .words = "play stop time", .run = [app] {
             app->pause();
         }});
    all.add(
        {.id = "step", .name = "One step", .keys = "full stop", .words = "advance frame time", .run = [app] {
             app->m_player.stepOnce();
         }});
    all.add({.id = "restart",
             .name = "Restart",
             .keys = "R",
             .words = "begin again reset defaults random seed repeat reproducible",
             .run = [app] { app->startOver(); }});
    all.add({.id = "restart_with", .runWith = [app](const CommandValue& with) {
                 app->restart(numberFrom<std::uint64_t>(with.text).value_or(1));
             }});
    all.add({.id = "time_scale",
             .runWith = [app](const CommandValue& with) { app->m_player.setTimeScale(with.number); }});
    all.add({.id = "seek", .runWith = [app](const CommandValue& with) { app->seek(with.number); }});
    all.add({.id = "gallery",
             .name = "Presets",
             .keys = "G",
             .words = "gallery scenes models preset load open templates examples library",
             .run = [app] { app->toggleGallery(); }});
    all.add({.id = "open_kind", .runWith = [app](const CommandValue& with) {
                 app->openKind(static_cast<LookSettings::Place>(with.number));
             }});
    all.add({.id = "previous_preset", .keys = "[", .run = [app] { app->openNeighbour(false); }});
    all.add({.id = "next_preset", .keys = "]", .run = [app] { app->openNeighbour(true); }});
    OpenScene::declare(all, app != nullptr ? &app->m_openScene : nullptr);
    Views::declare(all, app != nullptr ? &app->m_views : nullptr);
    Pointer::declare(all, app != nullptr ? &app->m_pointer : nullptr);
    declareAll(all, app != nullptr ? &app->m_features : nullptr);
    all.add({.id = "quality", .runWith = [app](const CommandValue& with) { app->setQuality(with.text); }});
    all.add({.id = "rewind",
             .name = "Go back in time",
             .keys = "H",
             .words = "history rewind replay live branch earlier",
             .run = [app] { app->rewind(); }});
    all.add({.id = "go_live", .run = [app] { app->goLive(); }});
    all.add({.id = "take_camera", .run = [app] { app->m_player.toggleCamera(); }});
    Panels::declare(all, app != nullptr ? app->m_panels.get() : nullptr);
    all.add({.id = "full_screen",
             .name = "Full screen",
             .keys = "F11",
             .words = "window present presentation projector beamer",
             .run = [app] { app->m_window.toggleFullScreen(); }});
    all.add({.id = "cancel", .keys = "Esc", .run = [app] { app->cancel(); }});
    all.add({.id = "quit", .name = "Quit", .keys = "Ctrl + Q", .words = "close exit", .run = [app] {
                 app->m_window.close();
             }});
    return all;
}

void App::pause() {
    m_player.startOverAtEnd();
    m_player.setPaused(!m_player.isPaused());
}

void App::startOver() {
    if (m_player.shown().playing != nullptr) {
        m_player.startOver();
    } else {
        restart(m_player.shown().scene().seed);
    }
}

void App::rewind() {
    if (m_player.isRewound()) {
        return m_player.backToLive();
    }
    if (m_player.shown().playing != nullptr) {
        return startOver();
    }
    if (m_player.isRewinding()) {
        return;
    }
    if (m_commands.isOn("record_take")) {
        m_messages->post("A take is being recorded; stop it, then go back");
        return;
    }
    if (m_player.shown().stepCount() == 0) {
        m_messages->post("Nothing has happened yet");
        return;
    }
    if (m_commands.isOn("compare")) {
        m_commands.run("compare");  // ends it
    }
    m_player.rewind();
    m_messages->post(
        "Drag the time bar back. Change a slider there, and the flock goes another way from that moment");
}

void App::goLive() {
    if (m_player.isRewound()) {
        m_player.backToLive();
    } else if (m_player.shown().playing != nullptr) {
        m_player.goLive();
        m_player.setPaused(false);
        m_messages->post(
            fmt::format("Live from here, {} into the scene", clockText(m_player.shown().realSeconds())));
    }
}

void App::toggleGallery() {
    if (m_panels->gallery.isOpen()) {
        m_panels->gallery.close();
    } else {
        openGallery({});
    }
}

void App::openGallery(std::optional<LookSettings::Place> place) {
    m_openScene.refreshPresets();  // presets may have been added or changed
    m_openScene.refreshRecent();
    m_panels->gallery.open(place);
}

/// Opens the first preset of a place; if one of these is shown, the gallery with all of them.
void App::openKind(LookSettings::Place place) {
    const auto presets = m_presets.items();
    const auto first = std::ranges::find_if(
        presets, [place](const PresetItem& each) { return each.place == place && each.problem.empty(); });
    if (kindOf(m_player.shown().loaded) == place || first == presets.end()) {
        openGallery(place);
    } else {
        m_openScene.openListed(static_cast<std::size_t>(first - presets.begin()));
    }
}

/// Opens the next or previous preset that can be opened; the first one if the scene is not a preset.
void App::openNeighbour(bool isNext) {
    const auto presets = m_presets.items();
    const std::size_t index = m_presets.index();
    const std::size_t count = presets.size();
    for (std::size_t tried = 1; tried <= count; ++tried) {
        const std::size_t at = index < count ? (index + (isNext ? tried : count - tried)) % count : tried - 1;
        if (presets[at].problem.empty()) {
            return m_openScene.openListed(at);
        }
    }
}

/// Ends one thing for an Esc that no panel took: the help, what a feature has under way, the selection, or
/// following.
void App::cancel() {
    if (m_panels->isHelpShown) {
        m_panels->isHelpShown = false;
        m_views.stepBack();
    } else if (std::ranges::any_of(m_eachFeature, [](Feature* each) { return each->cancel(); })) {
        return;
    } else if (!m_pointer.selected().empty()) {
        m_pointer.select({});
    } else if (m_pointer.hasHunter() && m_player.shown().playing == nullptr) {
        m_pointer.toggleHunter();
    } else {
        m_views.stepBack();
    }
}

void App::setTunables(const SetTunables& command) {
    if (command.joinsLast) {
        for (const Edit& edit : command.edits) {
            m_edits.history().reopenGesture(edit.key);
        }
    }
    for (Feature* const feature : m_eachFeature) {
        feature->noteEdits(command.edits);
    }
    // A full reset already restores the loaded world.
    const bool growsWorld = command.edits.size() == 1;
    for (const Edit& edit : command.edits) {
        if (growsWorld) {
            for (const Edit& room : worldGrowthFor(m_player.shown().loaded, m_player.shown().scene(), edit)) {
                m_edits.queue(room);
            }
        }
        m_edits.queue(edit);
    }
}

void App::seek(double seconds) {
    if (m_player.shown().playing != nullptr) {
        m_player.seek(seconds);
    }
}

/// `name` of a quality; empty for what suits the graphics device.
void App::setQuality(const std::string& name) {
    const auto found = std::ranges::find(kQualityNames, name);
    const auto quality = found == kQualityNames.end()
                             ? std::nullopt
                             : std::optional(static_cast<Quality>(found - kQualityNames.begin()));
    m_screen.setQuality(quality);
    m_openScene.setQuality(quality);
}

}  // namespace shoal
