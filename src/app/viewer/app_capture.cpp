// Part of App: films of the viewer. It records a take, from which a child process makes the film.

#include "app/files/user_files.hpp"
#include "app/terminal/console.hpp"
#include "app/viewer/app.hpp"
#include "render/camera/picking.hpp"

namespace shoal {

bool App::isFilming() const {
    return m_filming && m_takeDesk.isRecording();
}

FilmProgress App::filmProgress() const {
    FilmProgress progress = m_films.progress();
    if (isFilming()) {
        progress.recorded = m_takeDesk.panelInput().recorded.value_or(0.0) / m_filming->speed;
        progress.length = m_filming->seconds;
    }
    return progress;
}

void App::buildCapturePanel(const WidgetContext& context, Commands& commands) {
    if (m_capturePanel.isOpen()) {
        m_capturePanel.build({.settings = m_state.film,
                              .progress = filmProgress(),
                              .folder = shortened(m_films.folder(m_state.film)),
                              .isWaiting = isFilming() && m_player.isPaused(),
                              .hasKeyboard = m_keyboard.isIn(KeyboardPlace::capturePanel)},
                             context, commands);
    }
}

void App::carryOut(const SetFilm& command) {
    m_state.film = command.settings;
}

/// Starts to record a film, or ends the one that is recorded. A picture, and the film of a take that is
/// played, are ordered at once.
void App::toggleFilm() {
    if (isFilming()) {
        m_takeDesk.save();
        return;
    }
    const Take* const played = m_player.shown().playing();
    const bool isPicture = m_state.film.fileFormat().output == FileFormat::Output::picture;
    if (m_takeDesk.isRecording() && !isPicture) {
        m_messages.post("A take is being recorded; F9 ends it, then film");
        return;
    }
    const Window::Size size = m_layout.framebuffer;
    auto order = m_films.order(m_state.film, m_player.shown().loaded().name, {size.width, size.height},
                               m_player.timeScale());
    if (!order) {
        m_messages.postProblem(order.problem().text);
        return;
    }
    if (m_split) {
        m_messages.post(isPicture ? "The picture shows B alone" : "The film shows B alone");
    }
    if (isPicture) {
        withTakeOfNow([this, order = *order](Take take) { orderFilm(std::move(take), order); });
    } else if (played != nullptr) {
        orderFilm(*played, std::move(*order));
    } else {
        recordFilm(std::move(*order));
    }
}

/// Makes a capture of a take that exists already.
void App::orderFilm(Take take, FilmOrder order) {
    order.keepsTake = false;
    order.seconds.reset();
    m_background.run([folder = m_paths.takes(), name = m_player.shown().loaded().name,
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

void App::recordFilm(FilmOrder order) {
    if (m_state.film.isFromStart) {
        restart(m_player.shown().simulation().scene().seed);
        setFrame();
        m_stage->beginScene(m_player.shown());
    }
    const auto make = [this, order](const std::filesystem::path& take, double seconds) {
        m_films.add(take, seconds, order);
    };
    if (m_takeDesk.begin("Filming: everything you do is recorded; Ctrl+F12 ends it", make)) {
        m_opener.forget();  // a file dropped before would end the take
        m_filming = std::move(order);
    }
}

/// Ends a film that has its length, and goes on with those that are being made.
void App::updateFilms() {
    const FilmProgress progress = filmProgress();
    if (progress.recorded && progress.length && *progress.recorded >= *progress.length &&
        !m_takeDesk.isSaving()) {
        m_takeDesk.save();
    }
    m_films.update();
}

void App::finishRecording() {
    for (const std::string& line : m_takeDesk.finish()) {
        printLine(line);
    }
    for (const std::string& line : m_films.finish()) {
        printLine(line);
    }
}

}  // namespace shoal
