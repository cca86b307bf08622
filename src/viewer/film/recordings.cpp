#include "viewer/film/recordings.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "render/gl/gl.hpp"
#include "terminal/console.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/host/options.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/script/proposal.hpp"
#include "viewer/settings/settings_table.hpp"
#include "viewer/stage/screen.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

namespace {

constexpr const char* kTable = "film";  // of the settings file

/// In software several exposures take several times as long: there films have no motion blur unless it is
/// chosen.
CaptureSettings usualSettings() {
    CaptureSettings usual;
    usual.shutter = isSoftwareRenderer(Window::loader()) ? 0.0f : usual.shutter;
    return usual;
}

}  // namespace

Recordings::Recordings(const Services& services)
    : m_services(services),
      m_player(services.player),
      m_messages(services.messages),
      m_background(services.background),
      m_layout(services.layout),
      m_takes(m_player, m_messages, m_background, services.paths.takes()),
      m_films(services.paths, renderArguments(services.options), m_messages, m_background),
      m_usual(usualSettings()) {
    m_takes.recover();
    m_settings = settingsFrom(services.openScene.table(kTable), m_usual);
}

void Recordings::declare(CommandTable& commands, Recordings* recordings) {
    commands.add(
        {.id = "picture",
         .name = "Save a picture",
         .keys = "F12",
         .words = "screenshot capture png wallpaper photo image save export still jpg snapshot clipboard",
         .run = [recordings] { recordings->saveScreenshot(); }});
    commands.add({.id = "film",
                  .name = "Film at once",
                  .keys = "Ctrl + F12",
                  .words = "record video capture render start recording mp4",
                  .run = [recordings] { recordings->toggleFilm(); }});
    commands.add({.id = "film_panel",
                  .name = "Films and storyboard: size, motion blur",
                  .words = "capture video supersampling shutter gif mp4 webp webm mov 4k hd vertical upright "
                           "resolution frame rate fps export render transparent alpha green screen "
                           "background loop youtube motion blur",
                  .run = [recordings] { recordings->m_panel.toggle(); },
                  .isOn = [recordings] { return recordings != nullptr && recordings->m_panel.isOpen(); }});
    commands.add({.id = "story",
                  .name = "Storyboard of what just happened, with captions",
                  .words = "script story shots title edits",
                  .run = [recordings] { recordings->tellStory(); }});
    commands.add({.id = "film_script",
                  .runWith = [recordings](const CommandValue& with) { recordings->filmScript(with.text); }});
    commands.add({.id = "cancel_film", .run = [recordings] { recordings->m_films.cancel(); }});
    commands.add({.id = "cancel_recording", .run = [recordings] { recordings->cancelRecording(); }});
    commands.add(
        {.id = "record_take",
         .name = "Record a take",
         .keys = "F9",
         .words = "replay save session",
         .run = [recordings] { recordings->toggleTake(); },
         .isOn = [recordings] { return recordings != nullptr && recordings->m_takes.isRecording(); }});
    commands.add({.id = "keep_take",
                  .name = "Keep what just happened as a take",
                  .keys = "F10",
                  .words = "replay last",
                  .run = [recordings] { recordings->m_takes.keep(); }});
    commands.add({.id = "open_take",
                  .runWith = [recordings](const CommandValue& with) { recordings->openTake(with.index()); }});
}

void Recordings::toggleTake() {
    if (m_takes.isRecording()) {
        m_takes.save();
        return;
    }
    if (m_takes.begin("Recording a take: everything you do is recorded; {record_take} ends it")) {
        m_filming.reset();
        m_services.openScene.forgetRequests();
    }
    if (m_player.beside().has_value()) {
        m_messages.post("Recording a take of B alone; {record_take} ends it", kTakeTopic);
    }
}

void Recordings::openTake(std::size_t index) {
    if (index < m_takes.files().size()) {
        m_services.openScene.openFiles({m_takes.files()[index]});
    }
}

/// Later calls `then` with the scene of the current picture: the play up to now, and the camera.
void Recordings::withTakeOfNow(const CameraPose& pose, std::function<void(Take)> then) {
    m_player.ask(
        [now = m_player.moment()](Session& session) { return std::optional(session.playedNow(now)); },
        [this, pose, then = std::move(then)](std::optional<Take> still) {
            if (!still) {
                m_messages.postProblem("not enough memory for a picture");
                return;
            }
            still->camera.put({still->to.steps(), pose});
            then(*std::move(still));
        });
}

FilmProgress Recordings::film() const {
    FilmProgress progress = m_films.progress();
    if (isFilming()) {
        progress.recorded = m_takes.panelInput().recorded.value_or(0.0) / m_filming->speed;
        progress.length = m_filming->seconds;
    }
    return progress;
}

void Recordings::build(const BuildFrame& frame) {
    if (!m_panel.isOpen()) {
        return;
    }
    CaptureSettings settings = m_settings;
    const Window::Size window = m_layout.framebuffer;
    const FilmProgress progress = film();
    m_panel.build({.progress = progress,
                   .folder = shortened(m_films.folder(settings)),
                   .estimate = Films::estimate(settings, {window.width, window.height}, progress.recorded),
                   .isWaiting = isFilming() && m_player.isPaused(),
                   .hasKeyboard = m_services.panels.keyboard.isIn(KeyboardPlace::capturePanel),
                   .coveredBelow = m_layout.coveredBelow,
                   .usual = m_usual},
                  settings, frame.context, frame.commands);
    if (settings != m_settings) {
        m_settings = settings;
        OpenScene& scene = m_services.openScene;
        scene.keepTable(kTable, settingsText(settings, scene.table(kTable), m_usual));
    }
}

void Recordings::buildOverlay(const WidgetContext& context) {
    buildRecordingMarks(film(), m_takes.panelInput().recorded, context, m_panel.isOpen());
}

std::optional<float> Recordings::panelLeft(const WidgetContext& context, float width) const {
    return m_panel.isOpen() ? std::optional(capturePanelLeft(context, width)) : std::nullopt;
}

void Recordings::toggleFilm() {
    if (isFilming()) {
        m_takes.save();
        return;
    }
    const bool isPicture = m_settings.fileFormat().output == FileFormat::Output::picture;
    if (m_takes.isRecording() && !isPicture) {
        m_messages.post("A take is being recorded; {record_take} ends it, then film");
        return;
    }
    const Window::Size size = m_layout.framebuffer;
    auto order = m_films.order(m_settings, m_player.shown().loaded.name, {size.width, size.height},
                               m_player.timeScale());
    if (!order) {
        m_messages.postProblem(order.problem().text);
        return;
    }
    if (m_player.beside().has_value()) {
        m_messages.post(isPicture ? "The picture shows B alone" : "The film shows B alone");
    }
    if (isPicture) {
        withTakeOfNow(m_services.views.wholePose(m_layout),
                      [this, order = *order](const Take& take) { orderFilm(take, order); });
    } else if (const Take* const played = m_player.shown().playing) {
        orderFilm(*played, std::move(*order));
    } else {
        recordFilm(std::move(*order));
    }
}

void Recordings::cancelRecording() {
    if (isFilming()) {
        m_filming.reset();
        m_takes.saveThen([this](const std::filesystem::path& take, double) {
            m_messages.post("Film cancelled; its take stays: " + take.string());
        });
    }
}

/// Has the film's flock stepped by what stepped its take: another device deviates from it.
void Recordings::stepAs(const std::string& device, FilmOrder& order) {
    if (!device.empty()) {
        order.arguments.insert(order.arguments.end(), {"--compute", "card"});
    }
}

/// Makes a capture of a take that exists already.
void Recordings::orderFilm(const Take& take, FilmOrder order) {
    order.keepsTake = false;
    order.seconds.reset();
    stepAs(take.steppedBy, order);
    m_background.run([folder = m_services.paths.takes(), name = m_player.shown().loaded.name,
                      take] { return saveTakeIn(folder, name, take); },
                     [this, order, seconds = take.seconds()](const Result<std::filesystem::path>& file) {
                         if (file) {
                             m_films.add(*file, seconds, order);
                         } else {
                             m_messages.postProblem(file.problem().text);
                         }
                     },
                     Background::AtEnd::awaited);
}

void Recordings::recordFilm(FilmOrder order) {
    if (m_settings.isFromStart) {
        m_services.commands.run("restart");
        m_services.views.setFrame(m_layout);
        m_services.stage.beginScene(m_player.shown());
    }
    const auto make = [this, order](const std::filesystem::path& take, double seconds) mutable {
        stepAs(m_player.device(), order);
        m_films.add(take, seconds, order);
    };
    if (m_takes.begin("Filming: everything you do is recorded; {film} ends it", make)) {
        m_services.openScene.forgetRequests();
        m_filming = std::move(order);
    }
}

void Recordings::tellStory() {
    m_takes.keep([this, name = m_player.shown().loaded.name, folder = m_films.folders().films](
                     const std::filesystem::path& file, double) {
        m_background.run(
            [file, name, folder]() -> Result<std::filesystem::path> {
                const auto take = loadTake(file);
                return take ? saveScriptIn(folder, name, proposedScript(*take, file.string()))
                            : take.problem();
            },
            [this](const Result<std::filesystem::path>& script) {
                if (script) {
                    m_services.commands.run("open_storyboard", {.text = script->string()});
                } else {
                    m_messages.postProblem(script.problem().text);
                }
            },
            Background::AtEnd::awaited);
    });
}

void Recordings::filmScript(const std::filesystem::path& file) {
    const FileFormat& chosen = m_settings.fileFormat();
    const FileFormat format = chosen.isFilm() ? chosen : CaptureSettings().fileFormat();
    m_films.add(file, 0.0,
                {.name = file.stem().string() + std::string(format.ending),
                 .folder = m_films.folders().films,
                 .arguments = {},
                 .seconds = {}});
}

void Recordings::saveScreenshot() {
    const Window::Size size = m_layout.framebuffer;
    if (!m_layout.isVisible()) {
        return;
    }
    const CameraPose pose = m_services.views.wholePose(m_layout);
    const Film film{.size = {size.width, size.height}, .quality = m_services.screen.pictureQuality()};
    auto image = Recorder::picture(film, m_player.shown(), m_services.stage, m_player.alpha(), pose);
    if (!image) {
        m_messages.postProblem(image.problem().text);
        return;
    }
    withTakeOfNow(pose, [this, image = std::move(*image), name = m_player.shown().loaded.name,
                         isSplit = m_player.beside().has_value()](const Take& take) {
        m_background.run([image, name, folder = m_films.folders().pictures,
                          take] { return shoal::saveScreenshot(image, name, folder, takeText(take)); },
                         [this, isSplit](const Result<std::filesystem::path>& saved) {
                             if (saved) {
                                 m_messages.postSaved(*saved, isSplit ? ", which shows B alone" : "");
                             } else {
                                 m_messages.postProblem(saved.problem().text);
                             }
                         },
                         Background::AtEnd::awaited);
    });
}

void Recordings::receive(double now) {
    m_takes.update(now);
    const FilmProgress progress = film();
    if (progress.recorded && progress.length && *progress.recorded >= *progress.length &&
        !m_takes.isSaving()) {
        m_filming->seconds.reset();  // if saving fails, the user decides when to try again
        m_takes.save();
    }
    m_films.update();
}

void Recordings::finish() {
    for (const std::string& line : m_takes.finish()) {
        printLine(line);
    }
    for (const std::string& line : m_films.finish()) {
        printLine(line);
    }
}

void Recordings::probe(nlohmann::ordered_json& json) const {
    const FilmProgress progress = film();
    const auto orNull = [](const std::optional<double>& value) {
        return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
    };
    json["capture"] = {{"panel", m_panel.isOpen()},
                       {"recorded", orNull(progress.recorded)},
                       {"making", progress.file},
                       {"part", progress.part},
                       {"waiting", progress.waiting}};
    json["take"] = orNull(m_takes.panelInput().recorded);
}

}  // namespace shoal
