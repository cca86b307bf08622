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

#include <shoal/result.hpp>

#include "capture/format/frame_sink.hpp"
#include "capture/format/image.hpp"

namespace shoal {

/// Writes a film in its own thread, so that a slow disk or a hung encoder delays nothing else. Queues a few
/// frames; after a problem it accepts no further frames.
class FilmWriter {
public:
    FilmWriter(std::unique_ptr<FrameSink> sink, std::size_t room);

    /// Waits until all queued frames are written. Without finish(), the film stays unfinished.
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    struct Frame {
        Image image;
        std::string scene = {};
    };

    /// Hands over a frame and waits for queue space first, so that none is dropped. The problem is a write
    /// error, from now or earlier.
    Outcome push(Frame frame);

    /// Accepts no more frames and lets the file be completed, or ended if it `lacksFrames`. Returns at once.
    void finish(std::string scene = {}, bool lacksFrames = false);

    struct Status {
        long long written = 0;
        std::optional<double> finished;  ///< fraction of completing the file, once that has begun
        bool isDone = false;             ///< finished or failed: nothing more will happen
        std::optional<Problem> problem;  ///< why it failed
        std::filesystem::path path;      ///< of the file, once it is finished
        std::string made;                ///< see FrameSink::made()
    };
    Status status() const;

    /// Waits until the film is finished or has failed, after finish().
    Outcome wait();

    /// Waits at most this long for the end; returns whether the film has ended.
    bool waitFor(std::chrono::milliseconds time);

private:
    void run();
    template <class Work>
    std::optional<Problem> attempt(const Work& work);
    Problem outOfMemory() const;
    Outcome write(const Frame& frame);

    std::unique_ptr<FrameSink> m_sink;  ///< used by the thread only, except finishedPart()
    std::size_t m_room;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Frame> m_queue;
    long long m_written = 0;
    std::string m_sceneAtEnd;
    bool m_isFinishing = false;
    bool m_lacksFrames = false;
    bool m_isCompleting = false;  ///< all frames are written
    bool m_isAbandoned = false;
    bool m_isDone = false;
    std::optional<Problem> m_problem;
    std::filesystem::path m_path;
    std::string m_made;
    std::thread m_thread;
};

}  // namespace shoal
