// Part of App: carrying out the commands of panels and keys.

#include <fmt/format.h>

#include "sim/scene/population.hpp"
#include "viewer/app.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

void App::apply(const Commands& commands) {
    for (const Command& command : commands) {
        std::visit([this](const auto& each) { carryOut(each); }, command);
    }
}

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
    all.add({.id = "restart", .name = "Restart", .keys = "R", .words = "begin again", .run = [app] {
                 app->startOver();
             }});
    Comparison::declare(all, app != nullptr ? &app->m_comparison : nullptr);
    all.add({.id = "gallery", .name = "Presets", .keys = "G", .words = "gallery scenes models", .run = [app] {
                 app->toggleGallery();
             }});
    all.add({.id = "previous_preset", .keys = "[", .run = [app] { app->openNeighbour(false); }});
    all.add({.id = "next_preset", .keys = "]", .run = [app] { app->openNeighbour(true); }});
    OpenScene::declare(all, app != nullptr ? &app->m_openScene : nullptr);
    Views::declare(all, app != nullptr ? &app->m_views : nullptr);
    all.add({.id = "inspect",
             .name = "Inspector in the picture",
             .keys = "I",
             .words = "arrows pushes steers",
             .run = [app] { app->toggleInspector(); }});
    all.add({.id = "push_in_a", .run = [app] { app->changeInA(false); }});
    all.add({.id = "remove_in_a", .run = [app] { app->changeInA(true); }});
    Pointer::declare(all, app != nullptr ? &app->m_pointer : nullptr);
    all.add({.id = "picture",
             .name = "Save a picture",
             .keys = "F12",
             .words = "screenshot capture png",
             .run = [app] { app->m_recordings.saveScreenshot(app->m_screen.pictureQuality()); }});
    Recordings::declare(all, app != nullptr ? &app->m_recordings : nullptr);
    all.add({.id = "rewind",
             .name = "Go back in time",
             .keys = "H",
             .words = "history rewind replay live branch earlier",
             .run = [app] { app->rewind(); }});
    all.add({.id = "go_live", .run = [app] { app->goLive(); }});
    all.add({.id = "take_camera", .run = [app] { app->m_player.toggleCamera(); }});
    Tour::declare(all, app != nullptr ? &app->m_tour : nullptr);
    Suggestions::declare(all, app != nullptr ? &app->m_suggestions : nullptr);
    Panels::declare(all, app != nullptr ? app->m_panels.get() : nullptr);
    all.add({.id = "full_screen", .name = "Full screen", .keys = "F11", .words = "window", .run = [app] {
                 app->m_window.toggleFullScreen();
             }});
    all.add({.id = "cancel", .keys = "Esc", .run = [app] { app->cancel(); }});
    all.add({.id = "quit", .name = "Quit", .keys = "Ctrl + Q", .words = "close exit", .run = [app] {
                 app->m_window.close();
             }});
    return all;
}

void App::carryOut(const Run& command) {
    m_commands.run(command.id);
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
    if (m_recordings.takes().recorded) {
        m_messages->post("A take is being recorded; stop it, then go back");
        return;
    }
    if (m_player.shown().stepCount() == 0) {
        m_messages->post("Nothing has happened yet");
        return;
    }
    m_comparison.endSplit();
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
        return;
    }
    m_openScene.refreshPresets();  // presets may have been added or changed
    m_openScene.refreshRecent();
    m_panels->gallery.open();
}

/// Opens the next or previous preset that can be opened; the first one if the scene is not a preset.
void App::openNeighbour(bool isNext) {
    const auto presets = m_openScene.presets().items();
    const std::size_t index = m_openScene.presets().index();
    const std::size_t count = presets.size();
    for (std::size_t tried = 1; tried <= count; ++tried) {
        const std::size_t at = index < count ? (index + (isNext ? tried : count - tried)) % count : tried - 1;
        if (presets[at].problem.empty()) {
            return m_openScene.openListed(at);
        }
    }
}

void App::changeInA(bool isRemoved) {
    if (const auto name = m_marks.followedName()) {
        m_comparison.changeInA({*m_stage->director().boid(), isRemoved}, *name);
    }
}

void App::toggleInspector() {
    if (!m_stage->director().boid()) {
        m_messages->post("Click a boid, then press I");
        return;
    }
    m_panels->toggleInspector();
}

/// Ends one thing for an Esc that no panel took: the search for settings, the help, the comparison,
/// the selection, or following.
void App::cancel() {
    if (m_suggestions.isRunning()) {
        m_suggestions.stop();
    } else if (m_panels->isHelpShown) {
        m_panels->isHelpShown = false;
        m_views.stepBack();
    } else if (m_comparison.isSplit() && !m_stage->director().boid()) {
        m_comparison.endSplit();
    } else if (!m_pointer.selected().empty()) {
        m_pointer.select({});
    } else {
        m_views.stepBack();
    }
}

void App::carryOut(const SetTunables& command) {
    if (command.joinsLast) {
        for (const Edit& edit : command.edits) {
            m_edits.history().reopenGesture(edit.key);
        }
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

void App::carryOut(const Select& command) {
    m_pointer.select(command.key);
}

void App::carryOut(const Add& command) {
    m_pointer.add(command.kind);
}

void App::carryOut(const OpenPreset& command) {
    m_openScene.openListed(command.index);
}

void App::carryOut(const CompareWith& command) {
    m_comparison.compareWith(command.preset, m_openScene.presets().entries());
}

void App::carryOut(const OpenRecent& command) {
    m_openScene.openRecent(command.index);
}

void App::carryOut(const OpenTake& command) {
    m_recordings.openTake(command.index);
}

void App::carryOut(const OpenAddress& command) {
    m_panels->openAddress(command.address);
}

void App::carryOut(const SaveAs& command) {
    m_openScene.saveAs(command, m_views.wholePose(m_layout), m_screen.pictureQuality());
}

void App::carryOut(const Restart& command) {
    restart(command.seed);
}

void App::carryOut(const SetTimeScale& command) {
    m_player.setTimeScale(command.scale);
}

void App::carryOut(const SetView& command) {
    m_views.show(command.index);
}

void App::carryOut(const SetQuality& command) {
    m_screen.setQuality(command.quality);
    m_openScene.setQuality(command.quality);
}

void App::carryOut(const ShrinkWhenSlow& command) {
    m_screen.shrinkWhenSlow(command.isOn);
    m_openScene.setShrinking(command.isOn);
}

void App::carryOut(const Seek& command) {
    if (m_player.shown().playing != nullptr) {
        m_player.seek(command.seconds);
    }
}

void App::carryOut(const SetFilm& command) {
    m_openScene.setFilm(command.settings);
}

void App::carryOut(const FindSettings& command) {
    m_suggestions.find(command.wishes, m_score.targets());
}

void App::carryOut(const TakeSuggestion& command) {
    m_suggestions.take(command.index);
}

}  // namespace shoal
