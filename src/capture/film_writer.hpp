#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <shoal/result.hpp>

#include "capture/frame_sink.hpp"
#include "capture/image.hpp"

namespace shoal {

/// Writes a film in a thread of its own, so that a slow disk or an encoder that hangs keeps nobody waiting.
/// Holds a few pictures at most; after a problem it takes no more and goes on to no more.
class FilmWriter {
public:
    FilmWriter(std::unique_ptr<FrameSink> sink, std::size_t room);

    /// Waits until what was handed over is written; unless told to finish, the film stays as it is then.
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    struct Frame {
        Image image;
        long long repeats = 0;  ///< how often the picture before stands again ahead of this one
        std::string scene = {};
    };

    /// Hands a picture over; false, and nothing done, where there is no room or the film has failed.
    bool tryPush(Frame& frame);

    /// Hands a picture over, and waits for room first: nothing is lost. The problem is what went wrong in
    /// writing, now or earlier.
    Outcome push(Frame frame);

    /// No more pictures come but these, which need no room: the last one stands `repeats` times more, and the
    /// file is completed. Returns at once.
    void finish(std::vector<Frame> last, long long repeats, std::string scene = {});

    struct Status {
        std::size_t queued = 0;
        long long written = 0;
        std::optional<double> finished;  ///< how much of completing the file is done, once that has begun
        bool isDone = false;             ///< finished or failed: nothing more will happen
        std::optional<Problem> problem;  ///< why it failed
        std::filesystem::path path;      ///< of the file, once it is finished
    };
    Status status() const;
    std::size_t room() const { return m_room; }

    /// Waits for the end after `finish`.
    Outcome wait();

    /// The same for this long at most; whether it has ended.
    bool waitFor(std::chrono::milliseconds time);

private:
    void run();
    template <class Work>
    std::optional<Problem> attempt(const Work& work);
    Problem outOfMemory() const;
    Outcome write(Frame& frame);
    Outcome repeatLast(long long repeats);

    std::unique_ptr<FrameSink> m_sink;  ///< of the thread alone, but for its finishedPart()
    std::size_t m_room;
    Frame m_last;  ///< of the thread alone

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Frame> m_queue;
    long long m_written = 0;
    long long m_repeatsAtEnd = 0;
    std::string m_sceneAtEnd;
    bool m_isFinishing = false;
    bool m_isCompleting = false;  ///< every picture is written
    bool m_isAbandoned = false;
    bool m_isDone = false;
    std::optional<Problem> m_problem;
    std::filesystem::path m_path;
    std::thread m_thread;
};

}  // namespace shoal
