#include "viewer/exports/exporter.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include <shoal/preset.hpp>

#include "capture/picture/png.hpp"
#include "capture/record/capture_path.hpp"
#include "lab/trajectory/trajectory.hpp"
#include "play/player.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/exports/settings_text.hpp"
#include "viewer/files/media_folders.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/screen.hpp"

namespace shoal {

namespace {

namespace fs = std::filesystem;

/// What the files hold, all of one moment.
struct Export {
    Scene scene;
    std::vector<Flock> flocks;
    std::uint64_t step = 0;
    std::string measures;
    Image picture;
};

Outcome writeFiles(const fs::path& folder, const Export& data) {
    auto positions = Trajectory::open(folder / "positions.csv");
    if (!positions) {
        return positions.problem();
    }
    if (auto added = positions->add({data.scene, data.flocks, data.step}); !added) {
        return added;
    }
    for (const Outcome& written :
         {positions->finish(),
          writeFileAtomically(folder / "measures.csv", data.measures, Overwrite::nothing()),
          writeFileAtomically(folder / "settings.toml", presetText(data.scene), Overwrite::nothing()),
          writeFileAtomically(folder / "settings.json", settingsJson(data.scene), Overwrite::nothing()),
          writePng(folder / "picture.png", data.picture)}) {
        if (!written) {
            return written;
        }
    }
    return Done{};
}

/// Writes the files of an export into a new folder, which appears whole, and returns it.
Result<fs::path> savedIn(const fs::path& parent, const Export& data) {
    const fs::path folder = freeName(parent, datedStem(data.scene.name), "");
    const fs::path hidden = parent / ("." + folder.filename().string() + ".partial");
    if (auto made = makeFolder(hidden); !made) {
        return made.problem();
    }
    Outcome written = writeFiles(hidden, data);
    std::error_code error;
    if (written) {
        fs::rename(hidden, folder, error);
        written = error
                      ? Outcome(Problem{fmt::format("cannot write {}: {}", folder.string(), error.message())})
                      : written;
    }
    if (!written) {
        fs::remove_all(hidden, error);
        return written.problem();
    }
    return folder;
}

}  // namespace

void Exporter::declare(CommandTable& commands, Exporter* exporter) {
    commands.add({.id = "copy_json",
                  .name = "Copy settings as JSON",
                  .words = "clipboard export values units python script",
                  .run = [exporter] { exporter->copyJson(); }});
    commands.add({.id = "copy_changes",
                  .name = "Copy only what I changed",
                  .words = "clipboard difference diff edited settings export",
                  .run = [exporter] { exporter->copyChanges(); }});
    commands.add({.id = "export",
                  .name = "Export positions, measures and a picture",
                  .words = "csv data table save numbers excel spreadsheet python coordinates json",
                  .run = [exporter] { exporter->save(); }});
}

void Exporter::copyJson() {
    ImGui::SetClipboardText(settingsJson(m_services.openScene.sceneToSave()).c_str());
    m_services.messages.post("Copied all settings as JSON, with their units");
}

void Exporter::copyChanges() {
    const Instant shown = m_services.player.shown();
    const ChangesText changes = changesToml(shown.loaded, shown.scene());
    if (changes.count == 0) {
        return m_services.messages.post("Nothing has been changed");
    }
    ImGui::SetClipboardText(changes.text.c_str());
    m_services.messages.post(
        fmt::format("Copied {} change{} as text, with units", changes.count, changes.count == 1 ? "" : "s"));
}

/// Later writes the flock of now, its measures and its picture.
void Exporter::save() {
    const FrameLayout& layout = m_services.layout;
    if (m_isSaving || !layout.isVisible()) {
        return;
    }
    const Film film{.size = {layout.framebuffer.width, layout.framebuffer.height},
                    .quality = m_services.screen.pictureQuality()};
    auto picture = Recorder::picture(film, m_services.player.shown(), m_services.stage,
                                     m_services.player.alpha(), m_services.views.wholePose(layout));
    if (!picture) {
        return m_services.messages.postProblem(picture.problem().text);
    }
    const StateView state = m_services.player.shown();
    const auto flocks = state.flocks();
    auto data =
        std::make_shared<const Export>(Export{.scene = m_services.openScene.sceneToSave(),
                                              .flocks = {flocks.begin(), flocks.end()},
                                              .step = state.stepCount(),
                                              .measures = measuresCsv(m_services.figures.figures().history),
                                              .picture = std::move(*picture)});
    m_isSaving = true;
    m_services.background.run(
        [data, folder = mediaFolders(m_services.paths).pictures] { return savedIn(folder, *data); },
        [this](const Result<fs::path>& folder) {
            m_isSaving = false;
            if (folder) {
                m_services.messages.postSaved(*folder / "positions.csv",
                                              ", measures, settings and a picture");
            } else {
                m_services.messages.postProblem(folder.problem().text);
            }
        },
        Background::AtEnd::awaited);
}

}  // namespace shoal
