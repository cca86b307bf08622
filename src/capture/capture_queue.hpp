#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <shoal/result.hpp>

#include "capture/frame_sink.hpp"

namespace shoal {

/// A recording written by a thread of its own, so that whoever draws does not wait for the encoder. Holds at
/// most `capacity` pictures. What goes wrong in writing is told by the next call, and every later one.
///
/// Offline, `push` waits for room and nothing is lost; in real time `tryPush` does not wait, and the caller
/// counts what was refused. A sink that hangs gives up by its own patience, so nothing here waits for ever.
class CaptureQueue {
public:
    CaptureQueue(std::unique_ptr<FrameSink> sink, std::size_t capacity);

    /// Ends the thread; without `finish` the pictures that wait are still written, and the sink is left as
    /// FrameSink says of one that is destroyed without it.
    ~CaptureQueue();
    CaptureQueue(const CaptureQueue&) = delete;
    CaptureQueue& operator=(const CaptureQueue&) = delete;

    /// The next picture; waits while the queue is full.
    Outcome push(Image image, std::string scene = {});

    /// The next picture, unless the queue is full: then false, and the picture is left as it was.
    Result<bool> tryPush(Image& image, std::string scene = {});

    /// Writes what waits and completes the file. Call it once, after the last picture.
    Outcome finish(const std::string& scene = {});

    /// Pictures that wait, the one being written among them.
    std::size_t waiting() const;

    const FrameSink& sink() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace shoal
