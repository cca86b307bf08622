#include "capture/film/film_writer.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace shoal {

FilmWriter::FilmWriter(std::unique_ptr<FrameSink> sink, std::size_t room)
    : m_sink(std::move(sink)), m_room(std::max<std::size_t>(1, room)), m_thread([this] { run(); }) {}

FilmWriter::~FilmWriter() {
    {
        const std::lock_guard lock(m_mutex);
        m_isAbandoned = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

Outcome FilmWriter::push(Frame frame) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isDone || m_queue.size() < m_room; });
    if (m_problem) {
        return *m_problem;
    }
    assert(!m_isFinishing && "a finished film accepts no more frames");
    m_queue.push_back(std::move(frame));
    lock.unlock();
    m_changed.notify_all();
    return Done{};
}

void FilmWriter::finish(std::string scene, bool lacksFrames) {
    {
        const std::lock_guard lock(m_mutex);
        m_isFinishing = true;
        m_lacksFrames = lacksFrames;
        m_sceneAtEnd = std::move(scene);
    }
    m_changed.notify_all();
}

FilmWriter::Status FilmWriter::status() const {
    const std::lock_guard lock(m_mutex);
    return {.written = m_written,
            .finished = m_isCompleting && m_sink ? std::optional(m_sink->finishedPart()) : std::nullopt,
            .isDone = m_isDone,
            .problem = m_problem,
            .path = m_path,
            .made = m_made};
}

Outcome FilmWriter::wait() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isDone; });
    if (m_problem) {
        return *m_problem;
    }
    return Done{};
}

bool FilmWriter::waitFor(std::chrono::milliseconds time) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, time, [this] { return m_isDone; });
}

void FilmWriter::run() {
    std::optional<Problem> problem;
    std::unique_lock lock(m_mutex);
    while (!problem) {
        m_changed.wait(lock, [this] { return !m_queue.empty() || m_isFinishing || m_isAbandoned; });
        if (m_queue.empty()) {
            break;
        }
        // A frame keeps its place in the queue while it is written, so that m_room limits the frames in
        // memory.
        const Frame frame = std::move(m_queue.front());
        lock.unlock();
        problem = attempt([&] { return write(frame); });
        lock.lock();
        m_queue.pop_front();
        m_changed.notify_all();
    }
    std::filesystem::path path;
    std::string made;
    if (!problem && m_isFinishing) {
        m_isCompleting = true;
        const std::string scene = std::move(m_sceneAtEnd);
        const bool lacksFrames = m_lacksFrames;
        lock.unlock();
        problem = attempt([&] {
            Outcome finished = lacksFrames ? m_sink->stop(scene) : m_sink->finish(scene);
            path = finished ? m_sink->path() : std::filesystem::path();
            made = m_sink->made();
            return finished;
        });
        lock.lock();
    }
    // Close or abandon the file before m_isDone is visible to others.
    std::unique_ptr<FrameSink> sink = std::move(m_sink);
    lock.unlock();
    sink.reset();
    lock.lock();
    m_problem = std::move(problem);
    m_path = std::move(path);
    m_made = std::move(made);
    m_queue.clear();
    m_isDone = true;
    lock.unlock();
    m_changed.notify_all();
}

/// Turns an exception into the film's problem, so that it does not leave the thread and end the program.
template <class Work>
std::optional<Problem> FilmWriter::attempt(const Work& work) {
    try {
        const Outcome done = work();
        return done ? std::nullopt : std::optional(done.problem());
    } catch (const std::bad_alloc&) {
        return outOfMemory();
    } catch (const std::exception& error) {
        return Problem{error.what()};
    }
}

Problem FilmWriter::outOfMemory() const {
    try {
        const std::string kept = m_sink->kept();
        return {
            fmt::format("{}: out of memory{}{}", m_sink->path().string(), kept.empty() ? "" : "; ", kept)};
    } catch (const std::bad_alloc&) {
        return {"out of memory"};  // short enough to need no allocation
    }
}

Outcome FilmWriter::write(const Frame& frame) {
    if (auto written = m_sink->write(frame.image, frame.scene); !written) {
        return written;
    }
    const std::lock_guard lock(m_mutex);
    ++m_written;
    return Done{};
}

}  // namespace shoal
