// Part of App: which scene is shown, from where, and saving it.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/cli/console.hpp"
#include "app/files/user_files.hpp"
#include "app/viewer/app.hpp"
#include "sim/support/atomic_file.hpp"

namespace shoal {

namespace {

std::string titleOf(const Scene& preset) {
    return preset.title.empty() ? preset.name : preset.title;
}

}  // namespace

void App::travel(const EditHistory::Step& step, std::string_view what) {
    if (step.isEmpty()) {
        m_messages.post(fmt::format("There is nothing to {}", what), m_frameStart);
        return;
    }
    if (step.scene) {
        begin(step.scene->now);
        m_session.adoptSaved(step.scene->preset);
        m_origin = step.scene->origin;
        refreshPresets();
        refreshRecent();
        m_messages.post(fmt::format("Back to {}", titleOf(step.scene->preset)), m_frameStart);
    }
    for (const Edit& edit : step.edits) {
        queue(edit);
    }
    // The history holds these changes already.
    [[maybe_unused]] const auto problems = m_session.applyQueued();
    m_session.takeChanges();
}

void App::refreshPresets() {
    m_presets = listPresets(m_paths);
    m_presetItems.clear();
    for (const PresetEntry& entry : m_presets) {
        m_presetItems.push_back({.name = entry.name,
                                 .title = entry.title,
                                 .watch = entry.watch,
                                 .isVariant = !entry.base.empty(),
                                 .isOwn = !entry.file.empty(),
                                 .problem = entry.problem});
    }
    const std::string& name = m_session.loaded().name;
    const auto found = std::find_if(m_presets.begin(), m_presets.end(),
                                    [&](const PresetEntry& entry) { return entry.name == name; });
    m_presetIndex = static_cast<std::size_t>(found - m_presets.begin());
    m_copyTitle = titleForCopy(titleOf(m_session.loaded()), m_presets);
}

void App::loadListedPreset(std::size_t index) {
    if (index >= m_presets.size()) {
        return;
    }
    const PresetEntry& entry = m_presets[index];
    auto scene = entry.file.empty() ? openPreset(entry.name) : loadPreset(entry.file);
    if (!scene) {
        m_messages.postProblem(scene.problem().text, m_frameStart);
        return;
    }
    show(std::move(*scene), entry.name);
    m_presetIndex = index;
    m_copyTitle = titleForCopy(titleOf(m_session.loaded()), m_presets);
    if (!entry.problem.empty()) {
        refreshPresets();  // its file was repaired after the list was made
    }
}

void App::loadFile(const std::filesystem::path& file) {
    m_opener.ask(file, m_frameStart);
}

/// Shows the file asked for last once it has been read.
void App::showOpened() {
    if (const auto slow = m_opener.slowFile(m_frameStart)) {
        m_messages.post("Reading " + slow->string(), m_frameStart);
    }
    auto opened = m_opener.poll();
    if (!opened) {
        return;
    }
    if (!opened->document) {
        m_messages.postProblem(opened->document.problem().text, m_frameStart);
        return;
    }
    show(std::move(*opened->document), opened->file.string());
    m_presetIndex = m_presets.size();
    m_copyTitle = titleForCopy(titleOf(m_session.loaded()), m_presets);
    m_messages.post("Loaded " + opened->file.string(), m_frameStart);
}

void App::show(OpenedDocument document, const std::string& origin) {
    noteState();  // before a take hides the scene, which stays remembered
    EditHistory::Edited before{m_session.loaded(), m_session.simulation().scene(), m_origin};
    before.now.camera = m_stage->camera().settings();
    begin(std::move(document));
    noteOpened(origin);
    m_history.noteReplaced(std::move(before), {m_session.loaded(), m_session.simulation().scene(), m_origin});
}

void App::begin(OpenedDocument document) {
    m_opener.forget();
    endTake();
    if (auto* take = std::get_if<Take>(&document)) {
        m_session.play(std::move(*take));
    } else {
        auto& scene = std::get<Scene>(document);
        const std::vector<std::string> warnings = std::exchange(scene.warnings, {});
        std::ranges::for_each(warnings, printLine);
        if (!warnings.empty()) {
            m_messages.post(warnings.size() == 1 ? warnings[0]
                                                 : fmt::format("{} (and {} more, on the terminal)",
                                                               warnings[0], warnings.size() - 1),
                            m_frameStart);
        }
        m_session.load(std::move(scene));
    }
    m_pointTool.drop();
    m_ringed.reset();
    m_clock.restart();
    m_figures.restart();
    m_stage->beginScene(m_session);
    if (const Take* take = m_session.playing()) {
        m_replay.begin(*take, m_clock);
        if (const auto& deviation = m_session.deviation()) {
            m_messages.postProblem(deviation->text, m_frameStart);
        }
    }
}

void App::restart(std::uint64_t seed) {
    m_opener.forget();
    endTake();
    m_session.restart(seed);
    m_clock.restart();
    m_figures.restart();
}

void App::savePresetAs(const std::string& title, bool isOverwriteConfirmed) {
    const auto file = presetFileFor(title, m_paths);
    if (!file) {
        m_messages.postProblem(file.problem().text, m_frameStart);
        m_panel.askForNameAgain();
        return;
    }
    Scene scene = m_session.simulation().scene();
    scene.name = presetNameFor(title);
    scene.title = title;
    scene.camera = m_stage->camera().settings();
    markChanges(scene, m_session.loaded());
    if (auto made = makeFolder(file->parent_path()); !made) {
        m_messages.postProblem(made.problem().text, m_frameStart);
        return;
    }
    removeStaleTemporaries(file->parent_path());
    Outcome saved = Done{};
    if (isOverwriteConfirmed) {
        saved = savePreset(scene, *file);
    } else if (const auto written = writeNewFile(*file, presetText(scene)); !written) {
        saved = written.problem();
    } else if (!*written) {
        m_panel.askToOverwrite(title);
        return;
    }
    postOutcome(saved, "Saved " + file->string());
    if (saved) {
        m_session.adoptSaved(std::move(scene));
        refreshPresets();
        noteOpened(presetNameFor(title));
    }
}

}  // namespace shoal
