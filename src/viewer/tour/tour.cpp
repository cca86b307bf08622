#include "viewer/tour/tour.hpp"

#include <string>
#include <utility>

#include <shoal/preset.hpp>

#include "embedded_tour.hpp"
#include "sim/text/toml_parse.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

const std::vector<TourStep>& tourSteps() {
    static const std::vector<TourStep> steps = [] {
        // Part of the program: a test reads it, so nothing here can be missing.
        const toml::table root = *parseToml(embeddedTour[0].bytes, "tour.toml", kPresetBudget);
        std::vector<TourStep> read;
        for (const toml::node& node : *root["step"].as_array()) {
            const toml::table& table = *node.as_table();
            const auto text = [&](std::string_view key) { return table[key].value_or(std::string()); };
            TourStep& step = read.emplace_back(TourStep{.preset = text("preset"),
                                                        .title = text("title"),
                                                        .text = text("text"),
                                                        .key = text("slider"),
                                                        .goal = std::nullopt,
                                                        .outcome = text("outcome")});
            if (const toml::node* measure = table.get("measure")) {
                const toml::node* below = table.get("below");
                const toml::node* bound = below != nullptr ? below : table.get("above");
                step.goal = {**measure->as_string(), bound->value_or(0.0f), below != nullptr};
            }
        }
        return read;
    }();
    return steps;
}

Tour::Tour(const Services& services)
    : m_services(services),
      m_player(services.player),
      m_stage(services.stage),
      m_edits(services.edits),
      m_openScene(services.openScene),
      m_panels(services.panels) {}

void Tour::declare(CommandTable& commands, Tour* tour) {
    commands.add(
        {.id = "tour",
         .name = "Tour",
         .keys = "T",
         .words = "learn experiments introduction tutorial lesson teach class how start explain quiz",
         .run = [tour] { tour->toggle(); }});
    commands.add({.id = "tour_back", .run = [tour] { tour->step(-1); }});
    commands.add({.id = "tour_next", .run = [tour] { tour->step(1); }});
}

void Tour::toggle() {
    if (m_before) {
        return end();
    }
    if (m_player.shown().playing != nullptr) {
        m_services.messages.post("The tour can begin once the take has ended");
        return;
    }
    for (Feature* const feature : m_services.features) {
        feature->putAside();
    }
    const Folds& folds = m_panels.panel.layout().folds;
    m_openScene.holdState(folds);  // the tour must not replace it
    m_before.emplace(Before{.scene = m_openScene.editedNow(),
                            .history = std::exchange(m_edits.history(), {}),
                            .folds = folds,
                            .isPaused = m_player.isPaused(),
                            .isPanelShown = m_panels.isShown,
                            .isCameraTouched = m_stage.camera().isTouched(),
                            .followed = m_stage.director().boid(),
                            .view = &m_stage.director().view()});
    show(0);
}

void Tour::step(int direction) {
    if (m_before) {
        show(m_step + static_cast<std::size_t>(direction));
    }
}

void Tour::show(std::size_t step) {
    if (step >= tourSteps().size()) {
        return;
    }
    const TourStep& experiment = tourSteps()[step];
    auto scene = openPreset(experiment.preset);
    if (!scene) {
        m_services.messages.postProblem(scene.problem().text);
        return end();
    }
    m_step = step;
    m_isReached = false;
    m_untouchedAt = 0.0;
    m_edits.history() = {};
    m_openScene.begin(std::move(*scene));
    m_panels.gallery.close();  // it would cover the experiment
    m_player.setPaused(false);
    m_panels.isShown = true;
    if (!m_panels.panel.isStripShown()) {
        m_panels.panel.toggleStrip();
    }
    if (!experiment.key.empty()) {
        m_panels.panel.pointOut(experiment.key);
    }
}

void Tour::end() {
    if (!m_before) {
        return;
    }
    Before before = *std::exchange(m_before, std::nullopt);
    m_openScene.releaseState();
    m_openScene.goBackTo(std::move(before.scene));
    if (before.followed) {
        m_stage.director().choose(m_player.shown(), *before.followed);
        if (before.view->aim != CameraView::Aim::flock) {
            m_stage.director().show(m_player.shown(), *before.view, 0.0);
        }
    }
    if (before.isCameraTouched) {
        m_stage.camera().touch();
    }
    m_edits.history() = std::move(before.history);
    for (Feature* const feature : m_services.features) {
        feature->bringBack();
    }
    m_player.setPaused(before.isPaused);
    m_panels.isShown = before.isPanelShown;
    PanelLayout layout = m_panels.panel.layout();
    layout.folds = std::move(before.folds);
    m_panels.panel.setLayout(std::move(layout));
    m_services.messages.post("The tour is over; your scene is back");
}

/// Whether the user has moved the experiment's slider, and the flock has had time to respond.
bool Tour::isExperimentTried() {
    constexpr double kStart = 5.0;    // [s] of play: until the preset's typical flock has formed
    constexpr double kRespond = 2.0;  // [s] of play
    const std::string& key = tourSteps()[m_step].key;
    const auto now = Scene(m_player.shown().scene()).value(key);
    const auto preset = Scene(m_player.shown().loaded).value(key);
    const double played = m_services.figures.figures().history.latest().seconds;
    const bool isMoved = now && preset && *now != *preset;
    if (!isMoved) {
        m_untouchedAt = played;
    }
    return isMoved && played > kStart && played > m_untouchedAt + kRespond;
}

void Tour::build(const BuildFrame& frame) {
    if (!m_before) {
        return;
    }
    const FrameLayout& layout = m_services.layout;
    const MeasureSample& measures = m_services.figures.figures().history.latest();
    const auto& goal = tourSteps()[m_step].goal;
    m_isReached |= isExperimentTried() && goal && goal->isReached(measures);
    // Beside the capture panel if there is space.
    constexpr float kMinWidth = 280.0f;  // [px] at scale 1, for its buttons
    const bool isBeside = layout.textRight - layout.textLeft >= frame.context.px(kMinWidth);
    buildTourCard(frame.context,
                  {.steps = tourSteps(),
                   .index = m_step,
                   .measures = measures,
                   .isReached = m_isReached,
                   .left = layout.textLeft,
                   .right = isBeside ? layout.textRight : layout.width()},
                  frame.commands);
}

}  // namespace shoal
