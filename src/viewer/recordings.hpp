#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/camera/views.hpp"
#include "viewer/film/films.hpp"
#include "viewer/open_scene.hpp"
#include "viewer/time/take_desk.hpp"

namespace shoal {

/// What is recorded of the session: takes, the films that child processes make from them, and screenshots.
class Recordings {
public:
    /// `views` and `openScene` must outlive this. `arguments`: as those of Films. `restart` begins the scene
    /// again.
    Recordings(const Services& services, Views& views, OpenScene& openScene,
               std::vector<std::string> arguments, std::function<void()> restart);

    /// Adds its commands to the table. `recordings` may be null if none of them is run.
    static void declare(CommandTable& commands, Recordings* recordings);

    /// Begins to record a take, or saves the one being recorded.
    void toggleTake();
    void keepTake() { m_takes.keep(); }
    /// Opens a saved take; `index` in takes().saved.
    void openTake(std::size_t index);
    TakesInput takes() const { return m_takes.panelInput(); }

    /// Starts to record a film, or ends the one that is recorded. A picture, and the film of a take that is
    /// played, are ordered at once.
    void toggleFilm();
    void cancelFilm() { m_films.cancel(); }
    FilmProgress film() const;
    /// To build the panel of captures; `hasKeyboard`: it has the keyboard.
    CapturePanelInput capturePanelInput(bool hasKeyboard) const;

    void saveScreenshot(Quality quality);

    /// Whether anything is recorded, saved or made.
    bool isBusy() const { return m_takes.isRecording() || m_films.isBusy(); }

    /// Call once a frame; `now` [s] of a monotonic clock.
    void update(double now);
    /// Saves the take being recorded: the scene ends.
    void release() { m_takes.release(); }
    /// Completes everything, and prints what became of it on standard error.
    void finish();

private:
    bool isFilming() const { return m_filming && m_takes.isRecording(); }
    void withTakeOfNow(const CameraPose& pose, std::function<void(Take)> then);
    void orderFilm(const Take& take, FilmOrder order);
    void recordFilm(FilmOrder order);

    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    Background& m_background;
    const UserPaths& m_paths;
    const FrameLayout& m_layout;
    Views& m_views;
    OpenScene& m_openScene;
    std::function<void()> m_restart;
    TakeDesk m_takes;
    Films m_films;
    std::optional<FilmOrder> m_filming;  ///< of the take being recorded, if it becomes a film
};

}  // namespace shoal
