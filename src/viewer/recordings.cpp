#include "viewer/recordings.hpp"

#include <utility>

#include <fmt/format.h>

#include "terminal/console.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/film/recorder.hpp"

namespace shoal {

Recordings::Recordings(const Services& services, Views& views, OpenScene& openScene,
                       std::vector<std::string> arguments, std::function<void()> restart)
    : m_player(services.player),
      m_stage(services.stage),
      m_messages(services.messages),
      m_background(services.background),
      m_paths(services.paths),
      m_layout(services.layout),
      m_views(views),
      m_openScene(openScene),
      m_restart(std::move(restart)),
      m_takes(m_player, m_messages, m_background, m_paths.takes()),
      m_films(m_paths, std::move(arguments), m_messages, m_background) {
    m_takes.recover();
}

void Recordings::declare(CommandTable& commands, Recordings* recordings) {
    commands.add({.id = "film",
                  .name = "Film at once",
                  .keys = "Ctrl + F12",
                  .words = "record video capture",
                  .run = [recordings] { recordings->toggleFilm(); }});
    commands.add({.id = "cancel_film", .run = [recordings] { recordings->cancelFilm(); }});
    commands.add(
        {.id = "record_take", .name = "Record a take", .keys = "F9", .words = "replay", .run = [recordings] {
             recordings->toggleTake();
         }});
    commands.add({.id = "keep_take",
                  .name = "Keep what just happened as a take",
                  .keys = "F10",
                  .words = "replay last",
                  .run = [recordings] { recordings->keepTake(); }});
}

void Recordings::toggleTake() {
    if (m_takes.isRecording()) {
        m_takes.save();
        return;
    }
    if (m_takes.begin("Recording a take: everything you do is recorded; {record_take} ends it")) {
        m_filming.reset();
        m_openScene.forgetRequests();
    }
    if (m_player.beside().has_value()) {
        m_messages.post("Recording a take of B alone; {record_take} ends it", kTakeTopic);
    }
}

void Recordings::openTake(std::size_t index) {
    if (index < m_takes.files().size()) {
        m_openScene.openFiles({m_takes.files()[index]});
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
        progress.recorded = takes().recorded.value_or(0.0) / m_filming->speed;
        progress.length = m_filming->seconds;
    }
    return progress;
}

CapturePanelInput Recordings::capturePanelInput(bool hasKeyboard) const {
    const CaptureSettings& settings = m_openScene.state().film;
    return {.settings = settings,
            .progress = film(),
            .folder = shortened(m_films.folder(settings)),
            .isWaiting = isFilming() && m_player.isPaused(),
            .hasKeyboard = hasKeyboard};
}

void Recordings::toggleFilm() {
    if (isFilming()) {
        m_takes.save();
        return;
    }
    const CaptureSettings& settings = m_openScene.state().film;
    const bool isPicture = settings.fileFormat().output == FileFormat::Output::picture;
    if (m_takes.isRecording() && !isPicture) {
        m_messages.post("A take is being recorded; {record_take} ends it, then film");
        return;
    }
    const Window::Size size = m_layout.framebuffer;
    auto order = m_films.order(settings, m_player.shown().loaded.name, {size.width, size.height},
                               m_player.timeScale());
    if (!order) {
        m_messages.postProblem(order.problem().text);
        return;
    }
    if (m_player.beside().has_value()) {
        m_messages.post(isPicture ? "The picture shows B alone" : "The film shows B alone");
    }
    if (isPicture) {
        withTakeOfNow(m_views.wholePose(m_layout),
                      [this, order = *order](const Take& take) { orderFilm(take, order); });
    } else if (const Take* const played = m_player.shown().playing) {
        orderFilm(*played, std::move(*order));
    } else {
        recordFilm(std::move(*order));
    }
}

/// Makes a capture of a take that exists already.
void Recordings::orderFilm(const Take& take, FilmOrder order) {
    order.keepsTake = false;
    order.seconds.reset();
    m_background.run([folder = m_paths.takes(), name = m_player.shown().loaded.name,
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
    if (m_openScene.state().film.isFromStart) {
        m_restart();
        m_views.setFrame(m_layout);
        m_stage.beginScene(m_player.shown());
    }
    const auto make = [this, order](const std::filesystem::path& take, double seconds) {
        m_films.add(take, seconds, order);
    };
    if (m_takes.begin("Filming: everything you do is recorded; {film} ends it", make)) {
        m_openScene.forgetRequests();
        m_filming = std::move(order);
    }
}

void Recordings::saveScreenshot(Quality quality) {
    const Window::Size size = m_layout.framebuffer;
    if (!m_layout.isVisible()) {
        return;
    }
    const CameraPose pose = m_views.wholePose(m_layout);
    const Film film{.size = {size.width, size.height}, .quality = quality};
    auto image = Recorder::picture(film, m_player.shown(), m_stage, m_player.alpha(), pose);
    if (!image) {
        m_messages.postProblem(image.problem().text);
        return;
    }
    withTakeOfNow(pose, [this, image = std::move(*image), name = m_player.shown().loaded.name,
                         isSplit = m_player.beside().has_value()](const Take& take) {
        m_background.run([image, name, folder = m_paths.pictures(),
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

void Recordings::update(double now) {
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

}  // namespace shoal
