#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "play/background/background.hpp"
#include "system/process/child_process.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/files/media_folders.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/film/capture_panel.hpp"

namespace shoal {

/// How a take becomes a film or a picture.
struct FilmOrder {
    std::string name;                    ///< of the file, without its folder
    std::filesystem::path folder;        ///< where it appears
    std::vector<std::string> arguments;  ///< for `shoal render`, besides the take and the output
    std::optional<double> seconds;       ///< [s] max length of the film; all of the take if empty
    double speed = 1.0;                  ///< seconds of the take per second of film
    bool keepsTake = true;  ///< whether the take stays once the film, which holds it, is complete
};

/// The films of the viewer. Each is made from a saved take by a child process, `shoal render --background`,
/// one after another, while the viewer continues. A film has its name only when it is complete; until then it
/// grows beside it, as in `shoal render`, and so survives a killed viewer.
class Films {
public:
    /// `arguments`: for `shoal render`, to draw as this viewer does. `messages` and `background` must outlive
    /// this, and this its drain().
    Films(const UserPaths& paths, std::vector<std::string> arguments, Messages& messages,
          Background& background);

    /// Returns the order for a film of the scene `scene` that begins now. `window` is the size of the picture
    /// that has no other, `speed` as in FilmOrder.
    Result<FilmOrder> order(const CaptureSettings& settings, const std::string& scene,
                            const ImageSize& window, double speed) const;

    const MediaFolders& folders() const { return m_folders; }
    /// About how large a capture with these settings becomes, or is after as much of it as has been recorded
    /// [s]: "about 12 MB", "at most 3.0 MB".
    static std::string estimate(const CaptureSettings& settings, const ImageSize& window,
                                std::optional<double> recorded);
    /// Where a capture with these settings appears.
    const std::filesystem::path& folder(const CaptureSettings& settings) const;

    /// Makes a film of a take of this length [s] once all earlier ones are done.
    void add(const std::filesystem::path& take, double seconds, FilmOrder order);

    /// Whether any film is still to be made.
    bool isBusy() const { return !m_films.empty(); }

    /// Gives up the film that is being made and deletes the unfinished file. Its take stays.
    void cancel();

    /// Call once a frame: starts and ends child processes and tells the user what became of them.
    void update();

    /// Progress of the film that is being made.
    FilmProgress progress() const;

    /// Ends the film that is being made and returns a line for each that is not complete: the command that
    /// makes it.
    std::vector<std::string> finish();

private:
    struct Film {
        std::filesystem::path take;
        FilmOrder order;
    };

    std::vector<std::string> commandFor(const Film& film, const std::filesystem::path& output) const;
    void prepareNext();
    void start(const Result<std::filesystem::path>& path);
    void end(const ChildEnd& how);
    void giveUp(const std::string& why);
    template <class Work>
    void onDisk(Work work);

    MediaFolders m_folders;
    std::vector<std::string> m_arguments;
    Messages& m_messages;
    Background& m_background;
    Background::Lane m_lane;
    std::deque<Film> m_films;   ///< the first is being made
    bool m_isDiskBusy = false;  ///< before or after the child
    std::optional<ChildProcess> m_child;
    std::filesystem::path m_output;  ///< of the child
    bool m_isCancelled = false;
};

}  // namespace shoal
