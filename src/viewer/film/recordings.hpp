#pragma once

#include <functional>
#include <optional>

#include "play/player.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/film/films.hpp"
#include "viewer/film/take_desk.hpp"

namespace shoal {

/// Records the session: takes, the films that child processes make from them, and screenshots.
class Recordings : public Feature {
public:
    explicit Recordings(const Services& services);

    /// Adds its commands to the table. `recordings` may be null if none of them is run.
    static void declare(CommandTable& commands, Recordings* recordings);

    void receive(double now) override;
    void build(const BuildFrame& frame) override;
    void buildTime(PanelFrame& frame) override { buildTakeRows(frame, m_takes.panelInput()); }
    void buildOverlay(const WidgetContext& context) override;
    std::optional<float> panelLeft(const WidgetContext& context, float width) const override;
    bool isBusy() const override { return m_takes.isRecording() || m_films.isBusy(); }
    void leave() override { m_takes.release(); }
    void restart() override { m_takes.release(); }
    void finish() override;
    void probe(nlohmann::ordered_json& json) const override;

private:
    void toggleTake();
    void openTake(std::size_t index);
    /// Starts to record a film, or ends the one that is recorded. A picture, and the film of a take that is
    /// played, are ordered at once.
    void toggleFilm();
    /// Gives up the film that is being recorded; its take is saved.
    void cancelRecording();
    void saveScreenshot();
    /// Opens a storyboard of the last minutes, with the script that their edits propose.
    void tellStory();
    void filmScript(const std::filesystem::path& file);
    FilmProgress film() const;
    bool isFilming() const { return m_filming && m_takes.isRecording(); }
    void withTakeOfNow(const CameraPose& pose, std::function<void(Take)> then);
    void orderFilm(const Take& take, FilmOrder order);
    void recordFilm(FilmOrder order);
    static void stepAs(const std::string& device, FilmOrder& order);

    const Services& m_services;
    Player& m_player;
    Messages& m_messages;
    Background& m_background;
    const FrameLayout& m_layout;
    TakeDesk m_takes;
    Films m_films;
    CapturePanel m_panel;
    const CaptureSettings m_usual;
    CaptureSettings m_settings;
    std::optional<FilmOrder> m_filming;  ///< of the take being recorded, if it becomes a film
};

}  // namespace shoal
