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

void App::carryOut(Action action) {
    switch (action) {
        case Action::pause:
            return pause();
        case Action::singleStep:
            return m_player.stepOnce();
        case Action::restart:
            return startOver();
        case Action::frameFlock:
            return m_views.frameFlock();
        case Action::nextView:
            return m_views.showNext(1);
        case Action::previousView:
            return m_views.showNext(-1);
        case Action::eyes:
            return m_views.lookThroughEyes();
        case Action::stopFollowing:
            return m_views.stepBack();
        case Action::takeCamera:
            return m_player.toggleCamera();
        case Action::keepSettings:
            return m_comparison.keep();
        case Action::compare:
            return m_comparison.toggle();
        case Action::keepA:
            return m_comparison.keepA();
        case Action::swapSettings:
            return m_comparison.swap();
        case Action::pushInA:
        case Action::removeInA:
            return changeInA(action == Action::removeInA);
        case Action::stopFinding:
            return m_suggestions.stop();
        case Action::copy:
            return m_openScene.copy();
        case Action::paste:
            return m_openScene.paste();
        case Action::undo:
            return m_openScene.undo();
        case Action::redo:
            return m_openScene.redo();
        case Action::openFile:
            return m_openScene.showFileDialog();
        case Action::lead:
            return m_pointer.makeChosenLeader();
        case Action::removeObject:
            return m_pointer.removeSelected();
        case Action::tour:
            return m_tour.toggle();
        case Action::tourBack:
            return m_tour.step(-1);
        case Action::tourNext:
            return m_tour.step(1);
        case Action::gallery:
            return toggleGallery();
        case Action::previousPreset:
        case Action::nextPreset:
            return openNeighbour(action == Action::nextPreset);
        case Action::find:
            m_panels->isShown = true;
            return m_panels->panel.toggleFinder();
        case Action::inspect:
            return toggleInspector();
        case Action::help:
            return m_panels->toggleHelp();
        case Action::manual:
            return m_panels->openManual();
        case Action::measures:
            return m_panels->toggleMeasures();
        case Action::hidePanel:
            m_panels->isShown = !m_panels->isShown;
            return;
        case Action::larger:
        case Action::smaller:
            return m_panels->changeSize(action == Action::larger);
        case Action::usualSize:
            return m_panels->panel.setSize(1.0f);
        case Action::fullScreen:
            return m_window.toggleFullScreen();
        case Action::capture:
            return m_panels->capture.toggle();
        case Action::screenshot:
            return m_recordings.saveScreenshot(m_screen.pictureQuality());
        case Action::film:
            return m_recordings.toggleFilm();
        case Action::cancelFilm:
            return m_recordings.cancelFilm();
        case Action::recordTake:
            return m_recordings.toggleTake();
        case Action::keepTake:
            return m_recordings.keepTake();
        case Action::rewind:
            return rewind();
        case Action::goLive:
            return goLive();
        case Action::cancel:
            return cancel();
        case Action::quit:
            return m_window.close();
    }
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
