#include "capture/film_writer.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

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

bool FilmWriter::tryPush(Frame& frame) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_queue.size() >= m_room || m_isFinishing || m_isDone) {
            return false;
        }
        m_queue.push_back(std::move(frame));
    }
    m_changed.notify_all();
    return true;
}

Outcome FilmWriter::push(Frame frame) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isDone || m_queue.size() < m_room; });
    if (m_problem) {
        return *m_problem;
    }
    assert(!m_isFinishing && "a film that is finished takes no more pictures");
    m_queue.push_back(std::move(frame));
    lock.unlock();
    m_changed.notify_all();
    return Done{};
}

void FilmWriter::finish(std::vector<Frame> last, long long repeats, std::string scene) {
    {
        const std::lock_guard lock(m_mutex);
        std::move(last.begin(), last.end(), std::back_inserter(m_queue));
        m_isFinishing = true;
        m_repeatsAtEnd = repeats;
        m_sceneAtEnd = std::move(scene);
    }
    m_changed.notify_all();
}

FilmWriter::Status FilmWriter::status() const {
    const std::lock_guard lock(m_mutex);
    return {.queued = m_queue.size(),
            .written = m_written,
            .finished = m_isCompleting && m_sink ? std::optional(m_sink->finishedPart()) : std::nullopt,
            .isDone = m_isDone,
            .problem = m_problem};
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
    Outcome outcome = Done{};
    std::unique_lock lock(m_mutex);
    while (outcome) {
        m_changed.wait(lock, [this] { return !m_queue.empty() || m_isFinishing || m_isAbandoned; });
        if (m_queue.empty()) {
            break;
        }
        // It counts as waiting while it is written: so many pictures at most are in memory.
        Frame frame = std::move(m_queue.front());
        lock.unlock();
        outcome = write(frame);
        lock.lock();
        m_queue.pop_front();
        m_changed.notify_all();
    }
    if (outcome && m_isFinishing) {
        const long long repeats = m_repeatsAtEnd;
        const std::string scene = m_sceneAtEnd;
        lock.unlock();
        outcome = repeatLast(repeats);
        lock.lock();
        if (outcome) {
            m_isCompleting = true;
            lock.unlock();
            outcome = m_sink->finish(scene);
            lock.lock();
        }
    }
    // Files are closed, or given up, before anyone is told.
    std::unique_ptr<FrameSink> sink = std::move(m_sink);
    lock.unlock();
    sink.reset();
    lock.lock();
    if (!outcome) {
        m_problem = outcome.problem();
    }
    m_queue.clear();
    m_isDone = true;
    lock.unlock();
    m_changed.notify_all();
}

Outcome FilmWriter::write(Frame& frame) {
    if (auto repeated = repeatLast(frame.repeats); !repeated) {
        return repeated;
    }
    if (auto written = m_sink->write(frame.image, frame.scene); !written) {
        return written;
    }
    m_last = std::move(frame);
    const std::lock_guard lock(m_mutex);
    ++m_written;
    return Done{};
}

Outcome FilmWriter::repeatLast(long long repeats) {
    for (long long each = 0; each < repeats && !m_last.image.rgba.empty(); ++each) {
        if (auto written = m_sink->write(m_last.image, m_last.scene); !written) {
            return written;
        }
        const std::lock_guard lock(m_mutex);
        ++m_written;
    }
    return Done{};
}

}  // namespace shoal
