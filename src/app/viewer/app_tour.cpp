// Part of App: the guided tour, which restores the previous scene at its end.

#include <utility>

#include <shoal/preset.hpp>

#include "app/viewer/app.hpp"

namespace shoal {

void App::startTour() {
    if (m_tour) {
        return endTour();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("The tour can begin once the take has ended");
        return;
    }
    noteState();  // the tour must not replace it
    m_tour.emplace(Tour{.before = editedNow(),
                        .history = std::exchange(m_history, {}),
                        .folds = m_panel.layout().folds,
                        .other = m_other,
                        .isPaused = m_player.isPaused(),
                        .isPanelShown = m_isPanelShown,
                        .isCameraTouched = m_stage->camera().isTouched(),
                        .followed = m_stage->director().boid(),
                        .view = &m_stage->director().view()});
    showExperiment(0);
}

void App::showExperiment(std::size_t step) {
    if (step >= tourSteps().size()) {
        return;
    }
    const TourStep& experiment = tourSteps()[step];
    auto scene = openPreset(std::string(experiment.preset));
    if (!scene) {
        m_messages.postProblem(scene.problem().text);
        return endTour();
    }
    m_tour->step = step;
    m_tour->isReached = false;
    m_history = {};
    begin(std::move(*scene));
    m_gallery.close();  // it would cover the experiment
    notePreset();
    m_player.setPaused(false);
    m_isPanelShown = true;
    if (!m_panel.isStripShown()) {
        m_panel.toggleStrip();
    }
    if (!experiment.key.empty()) {
        m_panel.pointOut(std::string(experiment.key));
    }
}

void App::endTour() {
    Tour tour = std::move(*m_tour);
    m_tour.reset();
    goBackTo(std::move(tour.before));
    if (tour.followed) {
        m_stage->director().choose(m_player.shown(), *tour.followed);
        if (tour.view->aim != CameraView::Aim::flock) {
            m_stage->director().show(m_player.shown(), *tour.view, 0.0);
        }
    }
    if (tour.isCameraTouched) {
        m_stage->camera().touch();
    }
    m_history = std::move(tour.history);
    m_other = std::move(tour.other);
    m_player.setPaused(tour.isPaused);
    m_isPanelShown = tour.isPanelShown;
    PanelLayout layout = m_panel.layout();
    layout.folds = std::move(tour.folds);
    m_panel.setLayout(std::move(layout));
    m_messages.post("The tour is over; your scene is back");
}

/// Whether the user has moved the experiment's slider, and the flock has had time to respond.
bool App::isExperimentTried() const {
    constexpr double kStart = 5.0;    // [s] of play: until the preset's typical flock has formed
    constexpr double kRespond = 2.0;  // [s] of play
    const std::string key(tourSteps()[m_tour->step].key);
    const auto now = Scene(m_player.shown().simulation().scene()).value(key);
    const auto preset = Scene(m_player.shown().loaded()).value(key);
    const MeasureHistory& history = m_figures.figures().history;
    const double played = history.latest().seconds;
    return now && preset && *now != *preset && played > kStart &&
           (history.marks().empty() || played > history.marks().back().end + kRespond);
}

void App::buildTour(const WidgetContext& context, Commands& commands) {
    if (!m_tour) {
        return;
    }
    const MeasureSample& measures = m_figures.figures().history.latest();
    const auto& goal = tourSteps()[m_tour->step].goal;
    m_tour->isReached |= goal && goal->isReached(measures) && isExperimentTried();
    // Beside the capture panel if there is space.
    constexpr float kMinWidth = 280.0f;  // [px] at scale 1, for its buttons
    const bool isBeside = m_layout.textRight - m_layout.textLeft >= context.px(kMinWidth);
    buildTourCard(context, m_tour->step, measures, m_tour->isReached,
                  {m_layout.textLeft, isBeside ? m_layout.textRight : m_layout.width()}, commands);
}

}  // namespace shoal
