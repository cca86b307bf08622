#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/files/preset_library.hpp"
#include "app/gallery/thumbnail_cache.hpp"
#include "capture/picture/image.hpp"

namespace shoal {

/// Finds or makes pictures of presets beside the frame loop. A child process renders those missing from the
/// cache, with low priority and one at a time. If a picture cannot be made, the preset has none.
class ThumbnailWorker {
public:
    /// `arguments` are added to `shoal render`: plugins and the choice of a GPU.
    ThumbnailWorker(ThumbnailCache cache, std::vector<std::string> arguments)
        : m_cache(std::move(cache)), m_arguments(std::move(arguments)) {}

    /// Kills the child.
    ~ThumbnailWorker();

    struct Wish {
        std::string name;            ///< of a built-in preset; "own/NAME" for the user's own
        std::filesystem::path file;  ///< its file; empty if it is built in
        bool isShown = true;         ///< its picture is needed now; otherwise it only goes into the cache
    };

    /// Sets the wanted pictures, most urgent first. Replaces earlier wishes.
    void want(std::vector<Wish> wishes);

    /// A picture that was found or made.
    struct Made {
        std::string name;
        Image image;
    };
    std::vector<Made> take();

    /// Forgets that this picture was handed over, so that it can be wanted again.
    void forget(const std::string& name);

    /// Forgets everything about presets, whose files may have changed.
    void forgetAll();

private:
    using Clock = std::chrono::steady_clock;

    void run();
    std::optional<Wish> next() const;
    void settle(const Wish& wish, std::optional<Image> image);
    struct Found {
        std::optional<Image> image;
        bool isPossible = true;  ///< the preset can be opened
    };
    Found find(const Wish& wish, bool renders);
    std::optional<Image> render(const Wish& wish, const std::string& key);
    void runToEnd(std::vector<std::string> words);

    ThumbnailCache m_cache;
    std::vector<std::string> m_arguments;
    std::mutex m_mutex;  ///< guards the members below
    std::condition_variable m_changed;
    bool m_isEnding = false;
    std::vector<Wish> m_wishes;
    Clock::time_point m_wishedAt;
    // Names of presets, one set each: picture handed over; cannot be made; missing in the cache; in the
    // cache.
    std::set<std::string> m_settled;
    std::set<std::string> m_impossible;
    std::set<std::string> m_absent;
    std::set<std::string> m_cached;
    std::vector<Made> m_made;
    int m_failures = 0;    ///< failed process starts in a row
    std::thread m_thread;  ///< not running before the first wish
};

}  // namespace shoal
